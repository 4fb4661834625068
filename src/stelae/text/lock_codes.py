"""PINs and the codes of doors, safes and screens, by the words around them, in Chinese and English.

Short numbers, so the word alone is not enough: a PIN is told (`is`, `:`, `'s`) or has an owner (`my bank pin 4821`).
A postal PIN code, a pin of a board and a pinned post open nothing.
"""

import re
from collections.abc import Iterator

from stelae.text.secret_rules import LOCKS, MIDDLE_EN, MIDDLE_ZH, OTHER_PIN, SINCE, UNIT
from stelae.text.vendor_keys import Span

DIGITS = rf"(?<![\d.])(?P<digits>\d(?:[ -]?\d){{3,7}})(?![\d-]|[.:/]\d){UNIT}"
"""Four to eight digits that count nothing."""
_ADVERB = r"(?:(?:still|now|just|actually|simply|currently|always)[ \t]+)?"
_SAYS = (
    r"(?:[ \t]*(?:[:：=]|->|→)|['’]s[ \t]|[ \t]+(?:is|was|to|remains|stays)[ \t]|[ \t]*[?？](?:[ \t]+it['’]?s)?[ \t]|"
    r"[ \t]*(?:[就还]?是|为|成了?|到了?))[ \t]*"
)
_PLACE = r"[ \t]+(?:for|of|on|to|at|in)[ \t]+[^\n,.;:=!?，。；：！？\d]{1,40}?"
_OWNER = (
    r"(?:my|our|his|her|their|your|bank|card|debit|credit|atm|phone|sim|backup|unlock|tablet|ipad|voicemail|wallet|"
    r"parental|screen|banking|payment|new|old)"
)
PIN_WORDS = ("pin",)
LOCK_WORDS = (
    *(
        "code",
        "combo",
        "combination",
        "unlock",
        "opens",
        " lock",
        "keypad",
        "takes",
        "accepts",
        "needs",
    ),
    *(
        "punch",
        "enter",
        "type",
        "press",
        "dial",
        "密码",
        "保险",
        "锁",
        "箱",
        "按",
        "输",
        "敲",
        "拨",
    ),
)
_PINS = (
    re.compile(
        rf"(?i)(?<![a-z])(?P<pin>pin)(?P<coded>(?:[ ]?(?:code|number|no\.?)|码)?)(?![a-z])(?P<place>{_PLACE})?"
        rf"(?:{MIDDLE_ZH}|{MIDDLE_EN})*(?P<says>{_SAYS}){_ADVERB}[\"'“「]?{DIGITS}"
    ),
    re.compile(
        rf"(?i)(?<![a-z]){_OWNER}[ \t]+pin(?:[ ]?(?:code|number)|码)?[ \t]+(?:still[ \t]+)?{DIGITS}(?![ \t]+to(?![a-z]))"
    ),
    re.compile(rf"(?<![A-Z])PIN码?[ \t]*{DIGITS}"),
    re.compile(rf"(?<![A-Za-z])[Pp][Ii][Nn]码[ \t]*{DIGITS}"),
)
_POSTAL = re.compile(r"\d{3} ?\d{3}")
_DOOR_ZH = r"(?:门禁|门锁|大门|单元门|小区门|门口|车库|楼下|密码锁|键盘|闸机)"
_OWNED = re.compile(
    r"(?i)(?<![a-z])(?:my|our|his|her|their|your|the|this|a|card|account|phone|sim|atm|"
    r"bank)(?![a-z])(?!.*(?<![a-z])(?:city|town|village|area|address|district|state|region|home|place|"
    r"office)(?![a-z]))"
)
_SHORT_DIGITS = rf"(?<![\d.])(?P<digits>\d{{3,8}}[#*]?)(?![\d-]|[.:/]\d){UNIT}"
_COMBINATION = (
    r"(?P<digits>\d{1,2}(?:[ ]?[,/-][ ]?|[ ])\d{1,2}(?:(?:[ ]?[,/-][ ]?|[ ])\d{1,2}){1,3})(?!\d)"
)
_LOCK_CODES = (
    re.compile(
        rf"(?i)(?<![a-z])(?:phone|tablet|i?pad|laptop|pc|computer|{LOCKS})[ \t]+(?:unlocks?|opens?)[ \t]+with[ \t]+"
        rf"(?:(?:the[ \t]+)?(?:code|pin)[ \t]+)?{DIGITS}"
    ),
    re.compile(
        rf"(?i)(?<![a-z])(?:combo|combination|code){_SAYS}{_ADVERB}{_COMBINATION}[ \t]+(?:for|on|to|of)[ \t]+"
        rf"(?:[a-z'’-]{{1,16}}[ \t]+){{0,3}}?{LOCKS}(?![a-z])"
    ),
    re.compile(
        rf"(?i)(?<![a-z])code[ \t]+(?:for|to|of|on|at)[ \t]+(?:[a-z'’-]{{1,16}}[ \t]+){{0,4}}?{LOCKS}(?![a-z])"
        rf"(?:[ \t]+[a-z]{{1,12}}){{0,3}}?{_SAYS}{_ADVERB}{DIGITS[: -len(UNIT)]}[#*]?{UNIT}"
    ),
    re.compile(
        rf"(?i)(?<![a-z])(?:{LOCKS}(?:['’]s)?[ \t]+(?:code|combo|combination)|(?:combo|combination|"
        rf"code)[ \t]+(?:to|of|for|on)[ \t]+"
        rf"(?:[a-z'’-]{{1,16}}[ \t]+){{0,3}}?{LOCKS})(?![a-z]){_SAYS}{_ADVERB}{_COMBINATION}"
    ),
    re.compile(
        rf"(?:保险[柜箱]|密码[锁箱]|行李箱|旅行箱|拉杆箱|箱子|柜子|锁)(?:上|里)?的?(?:密码|号码|数字|组合)?"
        rf"(?:{_SAYS}|[ \t]+|(?<=密码)){_COMBINATION}"
    ),
    re.compile(
        r"(?i)(?<![a-z])(?:phone|screen|luggage|suitcase|bike|bicycle|i?pad|tablet|laptop|locker|gym|cable|trunk|case)[ ]"
        rf"(?:un)?lock(?:er)?(?:[ ](?:code|combo|number|pin))?{_SAYS}{_ADVERB}{_SHORT_DIGITS}"
    ),
    re.compile(
        r"(?:行李箱|旅行箱|拉杆箱|密码箱|箱子|密码锁|车锁|挂锁|柜子|储物柜|更衣柜|信箱)(?:上|里)?的?(?:密码锁|锁)?的?(?:密码|号码|数字)?"
        rf"(?:{MIDDLE_ZH})*(?:{_SAYS}|(?<=密码)[ \t]*){_SHORT_DIGITS}"
    ),
    re.compile(
        rf"(?i)(?<![a-z])(?:spare[ ]key|front[ ]desk|key[ ]pad|gate[ ]keeper)[ \t]+code{_SAYS}{_ADVERB}{DIGITS}"
    ),
)


_ENTERED = (
    re.compile(
        rf"(?:{_DOOR_ZH}[^\n。；;!！]{{0,24}}?(?:按|输|输入|拨|敲)(?:一下|上)?[ \t]*"
        r"(?P<digits>\d{4,8}[#*]?|[#*]\d{3,8}[#*]?)(?![\d个次]))"
    ),
    re.compile(
        r"(?:按|输|输入|敲)(?:一下|上)?[ \t]*(?P<digits>\d{4,8}[#*]?|[#*]\d{3,8}[#*]?)(?![\d个次])"
        r"[ \t]*[,，]?(?:就|即可|可以|就能|后|再)?(?:按井号)?[^\n。；;]{0,6}?(?:开(?!始|会|通|户)|进(?!行|入下)|解锁)"
    ),
    re.compile(
        r"(?i)(?<![a-z])(?:keypad|key ?pad|call ?box|door|gate|lock|alarm|garage)[ ]"
        r"(?:takes|wants|accepts|needs|opens[ ]with)[ ]"
        rf"(?:the[ ]code[ ])?{_SHORT_DIGITS}"
    ),
    re.compile(
        r"(?i)(?<![a-z])(?:punch|key|type|enter|press|dial|put)(?:[ ]in)?[ ](?P<digits>[#*]?\d{3,8}[#*]?)(?!\d)"
        rf"[^\n.;!?]{{0,30}}?(?<![a-z])(?:{LOCKS}|keypad|let[ ]yourself[ ]in|get[ ]in(?:side)?|unlock|disarm|buzz)(?![a-z])"
    ),
    re.compile(
        rf"(?i)(?:at|on|for)[ ]the[ ](?:[a-z]{{2,12}}[ ])?(?:{LOCKS}|keypad),?[ ](?:just[ ])?"
        r"(?:punch|key|type|enter|press|dial|put)(?:[ ]in)?[ ](?P<digits>[#*]?\d{3,8}[#*]?)(?!\d)"
    ),
)
"""A number that is keyed in at a door."""


def pins(text: str) -> Iterator[Span]:
    """PINs of cards, phones and accounts."""
    for pattern in _PINS:
        for match in pattern.finditer(text):
            if not _opens_nothing(match) and not OTHER_PIN.search(
                text[max(0, match.start() - 12) : match.start()]
            ):
                yield *match.span("digits"), "password"


def lock_codes(text: str) -> Iterator[Span]:
    """Codes of what has a lock (`the code for the front door is …`), and combinations."""
    for pattern in (*_LOCK_CODES, *_ENTERED):
        for match in pattern.finditer(text):
            yield *match.span("digits"), "password"


def _opens_nothing(match: re.Match[str]) -> bool:
    """Whether it is the postal PIN code of a place, or a year the thing is from."""
    groups = match.groupdict()
    if SINCE.search(groups.get("says") or ""):
        return True
    place = groups.get("place") or ""
    postal = bool(groups.get("coded")) and bool(_POSTAL.fullmatch(match["digits"]))
    return bool(place) and postal and not _OWNED.search(place)
