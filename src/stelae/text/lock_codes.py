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
    r"[ \t]*(?:[就还]?是|为|成|到))[ \t]*"
)
_PLACE = r"[ \t]+(?:for|of|on|to|at|in)[ \t]+[^\n,.;:=!?，。；：！？\d]{1,40}?"
_OWNER = (
    r"(?:my|our|his|her|their|your|bank|card|debit|credit|atm|phone|sim|backup|unlock|tablet|ipad|voicemail|wallet|"
    r"parental|screen|banking|payment|new|old)"
)
PIN_WORDS = ("pin",)
LOCK_WORDS = ("code", "combo", "combination", "unlocks", "opens")
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
_OWNED = re.compile(
    r"(?i)(?<![a-z])(?:my|our|his|her|their|your|the|this|a|card|account|phone|sim|atm|"
    r"bank)(?![a-z])(?!.*(?<![a-z])(?:city|town|village|area|address|district|state|region|home|place|"
    r"office)(?![a-z]))"
)
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
        rf"(?i)(?<![a-z])(?:spare[ ]key|front[ ]desk|key[ ]pad|gate[ ]keeper)[ \t]+code{_SAYS}{_ADVERB}{DIGITS}"
    ),
)


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
    for pattern in _LOCK_CODES:
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
