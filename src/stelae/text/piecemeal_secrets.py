"""Passwords and keys that are told piece by piece: spelled letter by letter, in two halves, with their capitals named.

The pieces are short, so only a word for a password or key in the same breath makes them one.
"""

import re
from collections.abc import Iterator

from stelae.text.value_shape import is_no_value
from stelae.text.vendor_keys import Span

PIECE_WORDS = (
    "密码",
    "口令",
    "密钥",
    "令牌",
    "password",
    "passcode",
    "passphrase",
    "pin",
    "token",
    "key",
    "code",
    "pw",
    "pass",
)
_CUE = re.compile(
    r"(?i)密码|口令|密钥|令牌|"
    r"(?<![a-z])(?:pass(?:word|code|phrase)?s?|pw|pin|(?:api |secret |access )?(?:key|token)s?|code)(?![a-z])"
)
_NEAR = 90
"""Characters after the word in which its pieces stand."""
_SPELLED = re.compile(
    r"(?<![\w-])(?P<value>[A-Za-z0-9!@#$%&*](?:(?:[-–·.](?=[A-Za-z0-9!@#$%&*](?:[-–·.]|(?![\w-])))|[ ]?[,，、][ ]?|[ ])"
    r"[A-Za-z0-9!@#$%&*]){3,40})(?![\w-])"
)
_LOOSE = re.compile(r"[ ,，、]")
"""Between single letters, these also part the columns of a key or a list."""
_OPENS = re.compile(r"(?i)密码|口令|pass|pw|pin")
_DOTTED = re.compile(r"\d(?:\.\d)+")
"""A version or an object identifier."""
_TELLS = re.compile(
    r"(?i)spell|letter by letter|one by one|逐个|逐字|一个字母|依次|拼|[:：=]|(?<![a-z])is(?![a-z])|是|为|reads?(?![a-z])"
)
_HALF = (
    r"(?:[前后上下][一1]?(?:半(?:段|部分|截)?|段|截|部分)|[前后]?第[一二三四1-4](?:段|部分|截|半)|"
    r"[前后](?:面)?[一二两三四五六七八2-8]位|开头|结尾|末尾)"
)
_HALVES_ZH = re.compile(
    rf"{_HALF}(?:的)?(?:[就还]?是|为|[:：=])?[ \t]*[“\"「]?(?P<value>[!-~]{{2,64}})"
)
_HALVES_EN = re.compile(
    r"(?i)(?<![a-z])(?:(?:the )?(?:first|second|third|last|other|1st|2nd|front|back)[ ](?:half|part|piece|bit|"
    r"(?:two|three|four|five|six|eight|2|3|4|5|6|8)[ ](?:digits|characters|chars|letters))|"
    r"part[ ](?:one|two|three|[1-4a-c])|half[ ](?:one|two|[12])|it[ ](?:starts|begins|ends)[ ]with|"
    r"and[ ](?:starts|begins|ends)[ ]with|then[ ]comes)(?:['’]s|[ ](?:is|was))?[ \t]*[:=]?"
    r"[ \t]*[\"“']?(?P<value>[!-~]{2,64})"
)
_CAPITALS_ZH = re.compile(
    r"(?P<value>[大小]写(?:字母)?的?[ ]?[A-Za-z](?![A-Za-z])[^\n，。！!?？；;]{0,48})"
)
_CAPITALS_EN = re.compile(
    r"(?i)(?P<value>(?:capital|uppercase|upper[ -]case|lowercase|lower[ -]case|big|small)[ ](?:letter[ ])?[a-z](?![a-z])"
    r"[^\n.;!?]{0,80})"
)
_TALK_ABOUT = re.compile(
    r"(?i)至少|必须|应该|需要|包含|要有|长度|must|should|at least|require|contain|need|policy|include"
)


_SINGLE = re.compile(r"(?<![\w-])\w(?:[-–·. ,，、]{1,2}\w){2}[-–·. ,，、]{1,2}\w(?!\w)")
"""Four letters or digits, each alone."""
_PARTS = (
    *(
        "half",
        "part ",
        "first",
        "last",
        "starts with",
        "ends with",
        "then comes",
        "piece",
        "capital",
        "upper",
    ),
    *("lower", "big ", "small ", "大写", "小写", "半", "段", "部分", "位", "开头", "结尾", "末尾"),
)


def piecemeal(text: str) -> Iterator[Span]:
    """The pieces of what is told in pieces."""
    low = text.lower()
    spelled, parts = _SINGLE.search(text), any(map(low.__contains__, _PARTS))
    if not spelled and not parts:
        return
    for cue in _CUE.finditer(text):
        stop = min(len(text), cue.end() + _NEAR)
        if _TALK_ABOUT.search(text, cue.end(), min(stop, cue.end() + 40)):
            continue
        if spelled:
            yield from _letters(text, cue, stop)
        if parts:
            yield from _halves(text, cue.end(), stop)
            yield from _capitals(text, cue.end(), stop)


def _letters(text: str, cue: re.Match[str], stop: int) -> Iterator[Span]:
    for match in _SPELLED.finditer(text, cue.end(), stop):
        between = text[cue.end() : match.start()]
        listed = _LOOSE.search(match["value"]) and not _OPENS.match(cue.group())
        dotted = _DOTTED.fullmatch(match["value"])
        if "\n" not in between and _TELLS.search(between) and not listed and not dotted:
            yield *match.span("value"), "password"


def _halves(text: str, start: int, stop: int) -> Iterator[Span]:
    halves = [
        one
        for pattern in (_HALVES_ZH, _HALVES_EN)
        for one in pattern.finditer(text, start, stop)
        if not is_no_value(one["value"].rstrip(".,;:"))
    ]
    if len(halves) > 1:
        yield from map(_half, halves)


def _capitals(text: str, start: int, stop: int) -> Iterator[Span]:
    for pattern in (_CAPITALS_ZH, _CAPITALS_EN):
        if told := pattern.search(text, start, stop):
            between = text[start : told.start()]
            if _TELLS.search(between) and len(between) <= 24:
                yield *told.span("value"), "described_password"


def _half(match: re.Match[str]) -> Span:
    start = match.start("value")
    return start, start + max(2, len(match["value"].rstrip(".,;:\"'"))), "password"
