"""Numbers with 号 that are no days: of houses, buildings, lines, gates. Pure."""

import re

_LOOKED_BACK = 40
"""Characters; no address is longer."""
_N = "[0-9〇零一二三四五六七八九十百两]"
NUMBER = re.compile(rf"(?<![0-9月]){_N}{{1,5}}(?:[-－—之]{_N}{{1,4}})?[号號]")
_STREET = re.compile(
    r"(?:(?<![半上赶一铁公网思出顺带迷走让修问探绕认])路|(?<![逛上])街|大道|街道|巷|胡同|\d弄|大院|宅院|(?:小|校|院|园)区|工业园|产业园|花园|家园|公寓"
    r"|大厦|大楼|\d[栋幢座]|[栋幢]|单元|门牌|号楼|地铁|公交|轻轨|工位|柜台|窗口|航站楼|登机口|房间|包厢|桌|第|编号|尾号|型号|学号|车位|站台)\s*$"
)
"""What a number follows that tells houses and things apart."""
_ADDRESS = re.compile(
    r"(?:住在|住的?地方是|家在|地址|住址|寄到|寄往|送到|送往|门牌|位于|坐落)[^，,。;；!?\s]*[\u4e00-\u9fff]{2,}\s*$"
)
"""The beginning of an address, with a place in it."""
_THING = re.compile(
    r"楼(?!下)|院(?!里|长)|[线線](?![上下])|[館馆]|店(?![庆里])|房(?!子)|[门門](?!诊)|铺|库|庫|桌|车厢|柜|窗|床|航站|登机口|出口|站台|仓"
    r"|[工车]位|单元|弄|室"
)
"""What makes a number that stands before it the name of a thing."""
_DAY_AFTER = re.compile(
    r"(?:之|以)?[前后]|左右|[上下中]午|[早晚]|凌晨|[那当]天|开始|起|出发|到期|截止"
)
"""What follows days and no addresses."""


def is_house_number(text: str, start: int, end: int) -> bool:
    """Is the number with 号 at that place no day of a month?

    Args:
        text: the clause.
        start: where the number begins.
        end: behind its 号.
    """
    number = NUMBER.fullmatch(text, start, end)
    if number is None:
        return False
    digits = re.match(r"\d+", text[start:end])
    if digits is not None and not 1 <= int(digits[0]) <= 31:
        return True
    if _THING.match(text, end):
        return True
    if _DAY_AFTER.match(text, end):
        return False
    before = text[max(0, start - _LOOKED_BACK) : start]
    return _STREET.search(before) is not None or _ADDRESS.search(before) is not None
