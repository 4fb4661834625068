"""Does a text name a thing, in either language, without denying it? (P29). Pure.

`vegan leather` is no leather, `无糖` has no sugar, `soapstone` is no soap. A miss is preferred to an invisible false kill:
where a term is not plainly there, it is not found. What is found in another language comes from the small table below and
from nowhere else.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from stelae.text.normalise import fold, squash
from stelae.text.tokens import words

_GROUPS: Final = """
leather 真皮 皮革 皮质 牛皮
plastic 塑料 塑胶
cotton 纯棉 棉质 全棉
polyester 涤纶 聚酯纤维
acrylic 腈纶 亚克力
nylon 尼龙 锦纶
wool 羊毛
cashmere 羊绒
silk 真丝 蚕丝
linen 亚麻
denim 牛仔
suede 麂皮 反绒
fur 皮草
goose down,duck down,down-filled 羽绒
latex 乳胶
rubber 橡胶
silicone 硅胶
wood,wooden 实木 木质
bamboo 竹制 竹子
glass 玻璃
ceramic,porcelain 陶瓷 瓷器
stainless steel 不锈钢
cast iron 铸铁
aluminium,aluminum 铝合金 铝制
titanium 钛
nickel 镍
gold 黄金
silver 纯银
paper 纸质
black 黑色
white 白色
red 红色
blue 蓝色
green 绿色
yellow 黄色
pink 粉色 粉红
purple 紫色
grey,gray 灰色
brown 棕色 咖啡色
orange colour,orange color 橙色 橘色
minimalist,minimalistic 极简 简约
retro,vintage 复古
sporty 运动风
formal 正装
floral 碎花 印花
striped,stripes 条纹
plaid,checked 格子 格纹
high heels,high heel,high-heeled 高跟 高跟鞋
peanut 花生
nut,nuts 坚果
almond 杏仁
milk 牛奶
dairy 乳制品 奶制品
lactose 乳糖
cheese 奶酪 芝士
egg 鸡蛋
soy 大豆
wheat 小麦
gluten 麸质 面筋
sugar 糖
salt 盐
caffeine 咖啡因
coffee 咖啡
tea 茶
alcohol 酒精
beer 啤酒
beef 牛肉
pork 猪肉
mutton,lamb 羊肉
chicken 鸡肉
fish 鱼
seafood 海鲜
shrimp,prawn 虾
crab 螃蟹
shellfish 贝类
coriander,cilantro 香菜
garlic 大蒜
onion 洋葱
scallion,spring onion 小葱
ginger 生姜
chilli,chili 辣椒
mango 芒果
durian 榴莲
strawberry 草莓
pineapple 菠萝
tomato 番茄 西红柿
mushroom 蘑菇
honey 蜂蜜
palm oil 棕榈油
perfume,fragrance 香水 香精
horror 恐怖 恐怖片
""".strip()
"""One thing a line: English names by comma, then Chinese ones. Its words are kept apart from what they only resemble."""
_BEFORE_EN: Final = (
    r"(?:\b(?:vegan|faux|fake|mock|imitation|artificial|synthetic|simulated|pu|no|not|non|without|zero|minus|sans|less"
    r"|free (?:of|from)|instead of|alternative to|substitute for|(?:is|are|was|were|do|does)n['’]?t)"
    r"(?:[\s-]+(?:an?|any|added|real|genuine|natural|contains?|containing|made (?:of|from|with)))*|\bcontains? no|\banti"
    r"|(?<![\d.])0\s?g(?: of)?)[\s-]*$"
)
_LIST_EN: Final = (
    r"\b(?:(?:no|not|non|without|zero)\s[a-z\s-]{2,16}(?:,\s?[a-z\s-]{2,16}){0,3},?\sn?or"
    r"|(?:without|free (?:of|from)|contains? no)\s[a-z-]{2,16}(?:,\s?[a-z-]{2,16}){0,3},?\sand)\s$"
)
"""What is denied together: `no wool, cotton or silk`, `free of nuts and dairy`."""
_AFTER_EN: Final = (
    r"^(?:[\s-]*(?:free|less)\b|[\s-]+(?:alternatives?|substitutes?|replacers?|replacements?|look|effect|like|imitation"
    r"|print)\b|-like\b)"
)
_BEFORE_ZH: Final = (
    r"(?:(?:不|未|没有?|不可|绝不)(?:要|想|能)?(?:含|添加|加|使用|用|是|带|放|掺)?有?(?:任何|一点|人工)?|无(?:添加|任何)?|非|仿|人造|人工"
    r"|合成|假|零|(?<![0-9.])0|免|脱|去|低|拒绝|告别|替代|代替|取代|超越)\s*$"
)
_LIST_ZH: Final = (
    r"(?:(?:不|未|没有?)(?:要|想|能)?|无)(?:含有?|添加|加|使用|放|掺)(?:任何)?"
    r"(?:[^\s，。；,;、和或及与的]{1,8}(?:、|和|或|及|与|以及)){1,4}$"
)
"""`不含花生、坚果和牛奶`; only behind a verb, since `无糖、坚果棒` has nuts."""
_AFTER_ZH: Final = (
    r"^(?:\s*(?:替代|代替|代用|零添加|不添加|未添加|free)|(?:图案|花纹|纹理|纹)(?:的)?)"
)
_BEFORE: Final = re.compile(f"{_BEFORE_EN}|{_LIST_EN}|{_BEFORE_ZH}|{_LIST_ZH}")
_AFTER: Final = re.compile(f"{_AFTER_EN}|{_AFTER_ZH}")
_NEAR: Final = 48
"""Characters looked at on each side for what denies a term."""
_ENDS: Final = r"(?:s|es|'s)?"
_TAIL: Final = re.compile(r"(?:的(?:东西|产品|商品|款|那种|类)?|类|制品|产品)$")
_HEAD: Final = re.compile(r"^(?:带有?(?=..)|with (?=\w))", re.IGNORECASE)
_WIDE: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def _table() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for line in _GROUPS.splitlines():
        parts = [part for piece in line.split(",") for part in _names(piece)]
        for name in parts:
            table[fold(name)] = tuple(parts)
    return table


def _names(piece: str) -> Iterator[str]:
    """Split English names, which may hold blanks, from Chinese ones, which hold none."""
    english = [word for word in piece.split() if word.isascii()]
    if english:
        yield " ".join(english)
    yield from (word for word in piece.split() if not word.isascii())


_KNOWN: Final = _table()


def bare(term: str) -> str:
    """Return a term without what only points at things: `塑料的`, `塑料制品` and `带塑料` are `塑料`."""
    plain = squash(term)
    while (shorter := squash(_HEAD.sub("", _TAIL.sub("", plain)))) and shorter != plain:
        plain = shorter
    return plain


def expand(term: str) -> tuple[str, ...]:
    """Return the term as it was given, and its other names in Chinese and English where the table has them."""
    plain = bare(term)
    others = (one for one in _group(plain) if fold(one) != fold(plain))
    return tuple(dict.fromkeys((plain, *others)))


def canonical(term: str) -> str:
    """Return one name for all names of a thing: terms with the same one are the same."""
    plain = bare(fold(term))
    group = _group(plain)
    return fold(group[0]) if group else plain


def named(term: str, text: str) -> bool:
    """Does the text name the thing, by any of its names, at least once without denying it?

    Args:
        term: as people say it.
        text: a title, a description, attributes.
    """
    said = fold(text)
    return any(_stands(one, said) for one in map(fold, expand(term)) if one)


def naming(terms: Iterable[str], text: str) -> tuple[str, ...]:
    """Return the terms that the text names, in their order."""
    return tuple(term for term in terms if named(term, text))


def attributes_in(text: str) -> tuple[str, ...]:
    """Return the things of the table that the text names, each by its canonical name."""
    said = fold(text)
    found = (group[0] for name, group in _KNOWN.items() if _stands(name, said))
    return tuple(dict.fromkeys(map(fold, found)))


def _stands(term: str, said: str) -> bool:
    if len(term) == 1 and _WIDE.match(term) and term not in words(said):
        # One character is part of other words more often than a word (糖尿病, 茶色).
        return False
    return any(
        not _BEFORE.search(said[max(0, at.start() - _NEAR) : at.start()])
        and not _AFTER.search(said[at.end() : at.end() + _NEAR])
        for at in _pattern(term).finditer(said)
    )


@lru_cache(maxsize=2048)
def _pattern(term: str) -> re.Pattern[str]:
    term = _singular(term)
    body = r"[\s_\-]+".join(re.escape(part) for part in re.split(r"[\s_\-]+", term) if part)
    before = r"(?<![a-z0-9])" if re.match(r"[a-z0-9]", term) else ""
    plural = "" if term.endswith("s") else _ENDS  # spectacles are no glass
    after = rf"{plural}(?![a-z0-9])" if re.search(r"[a-z0-9]$", term) else ""
    return re.compile(f"{before}(?:{body or re.escape(term)}){after}")


def _group(term: str) -> tuple[str, ...]:
    """Return all names of a thing; none: the table does not know it."""
    plain = fold(term)
    return _KNOWN.get(plain) or _KNOWN.get(_singular(plain)) or ()


def _singular(term: str) -> str:
    plural = term.isascii() and len(term) > 3 and term.endswith("s") and term[-2:] != "ss"
    return term[:-1] if plural else term
