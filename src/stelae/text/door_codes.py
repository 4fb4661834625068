"""Codes of doors, alarms, safes and suitcases that no `code` names: `gate is #8802`, `门口按 1024# 就开`."""

import re
from collections.abc import Iterator

from stelae.text.lock_codes import ADVERB, COMBINATION, DIGITS, SAYS
from stelae.text.secret_rules import LOCKS, MIDDLE_ZH, UNIT
from stelae.text.vendor_keys import Span
from stelae.text.worded_patterns import WordedPattern, worded_matches, words_of

_DOOR_ZH = r"(?:门禁|门锁|大门|单元门|小区门|门口|车库|楼下|密码锁|键盘|闸机)"
_SHORT_DIGITS = rf"(?<![\d.])(?P<digits>\d{{3,8}}[#*]?)(?![\d-]|[.:/]\d){UNIT}"
_PATTERNS: tuple[WordedPattern, ...] = (
    (
        ("保险", "密码锁", "密码箱", "箱", "柜子", "锁"),
        re.compile(
            rf"(?:保险[柜箱]|密码[锁箱]|行李箱|旅行箱|拉杆箱|箱子|柜子|锁)(?:上|里)?的?(?:密码|号码|数字|组合)?"
            rf"(?:{SAYS}|[ \t]+|(?<=密码)){COMBINATION}"
        ),
    ),
    (
        (" lock", "unlock"),
        re.compile(
            r"(?i)(?<![a-z])(?:phone|screen|luggage|suitcase|bike|bicycle|i?pad|tablet|laptop|locker|gym|cable|trunk|"
            r"case)[ ]"
            rf"(?:un)?lock(?:er)?(?:[ ](?:code|combo|number|pin))?{SAYS}{ADVERB}{_SHORT_DIGITS}"
        ),
    ),
    (
        ("箱", "锁", "柜"),
        re.compile(
            r"(?:行李箱|旅行箱|拉杆箱|密码箱|箱子|密码锁|车锁|挂锁|柜子|储物柜|更衣柜|信箱)(?:上|里)?的?(?:密码锁|锁)?的?(?:密码|号码|数字)?"
            rf"(?:{MIDDLE_ZH})*(?:{SAYS}|(?<=密码)[ \t]*){_SHORT_DIGITS}"
        ),
    ),
    (
        ("锁屏", "解锁", "开机", "屏幕锁"),
        re.compile(
            rf"(?:锁屏|解锁|开机|屏幕锁)(?:密码|码)?(?:{MIDDLE_ZH})*(?:[就还]?是|为|[:：=]|设成了?|改成了?)[ \t]*{DIGITS}"
        ),
    ),
    (
        ("alarm", "gate", "pad", "box", "garage"),
        re.compile(
            r"(?i)(?<![a-z])(?:alarm|gate|keypad|key[ ]?pad|lock ?box|padlock|garage)(?:[ ]is|['’]s|[ ]*:)[ ]*#?"
            rf"(?P<digits>\d{{4,8}}[#*]?)(?![\d-]|[.:/]\d){UNIT}"
        ),
    ),
    (
        ("door", "building", "lobby", "safe", "locker", "shed"),
        re.compile(
            r"(?i)(?<![a-z])(?:door|front[ ]door|building|lobby|safe|locker|shed)(?:[ ]is|['’]s|[ ]*:)[ ]*"
            r"(?P<digits>[#*]\d{3,8}[#*]?|\d{3,8}[#*])(?!\d)"
        ),
    ),
    (
        ("opens", "unlocks", "gets ", "lets ", "will open", "disarms"),
        re.compile(
            rf"(?i)(?<![a-z]){LOCKS}(?![a-z])[^\n.;!?]{{0,60}}?[ ,](?P<digits>[#*]?\d(?:-?\d){{3,7}}[#*]?)"
            r"[ ](?:opens|unlocks|gets[ ](?:you|us)[ ]in|lets[ ](?:you|us)[ ]in|will[ ]open|disarms)(?![a-z])"
        ),
    ),
    (
        ("disarm", "unlock", "open", "get in"),
        re.compile(
            r"(?i)(?<![\d.#])(?P<digits>[#*]?\d{4,8}[#*]?)(?![\d-])[ ](?:to[ ](?:disarm|unlock|open|get[ ]in)|opens|unlocks|"
            r"disarms)[ ](?:the[ ]|it|our[ ]|my[ ])"
        ),
    ),
    (
        (" pin ",),
        re.compile(
            r"(?i)(?<![a-z])(?:login|password|bank|card|account|atm|sim|pass)(?![a-z])[^\n.;]{0,40}?[ ,]pin[ ]"
            rf"{DIGITS}"
        ),
    ),
    (
        ("按", "输", "拨"),
        re.compile(
            rf"(?:{_DOOR_ZH}[^\n。；;!！]{{0,24}}?(?:按|输|输入|拨|敲)(?:一下|上)?[ \t]*"
            r"(?P<digits>\d{4,8}[#*]?|[#*]\d{3,8}[#*]?)(?![\d个次]))"
        ),
    ),
    (
        ("按", "输", "敲"),
        re.compile(
            r"(?:按|输|输入|敲)(?:一下|上)?[ \t]*(?P<digits>\d{4,8}[#*]?|[#*]\d{3,8}[#*]?)(?![\d个次])"
            r"[ \t]*[,，]?(?:就|即可|可以|就能|后|再)?(?:按井号)?[^\n。；;]{0,6}?(?:开(?!始|会|通|户)|进(?!行|入下)|解锁)"
        ),
    ),
    (
        ("takes", "accepts", "wants", "needs", "opens with"),
        re.compile(
            r"(?i)(?<![a-z])(?:keypad|key ?pad|call ?box|door|gate|lock|alarm|garage)[ ]"
            r"(?:takes|wants|accepts|needs|opens[ ]with)[ ]"
            rf"(?:the[ ]code[ ])?{_SHORT_DIGITS}"
        ),
    ),
    (
        ("punch", "key in", "key ", "type", "enter", "press", "dial", "put"),
        re.compile(
            r"(?i)(?<![a-z])(?:punch|key|type|enter|press|dial|put)(?:[ ]in)?[ ](?P<digits>[#*]?\d{3,8}[#*]?)(?!\d)"
            rf"[^\n.;!?]{{0,30}}?(?<![a-z])"
            rf"(?:{LOCKS}|keypad|let[ ]yourself[ ]in|get[ ]in(?:side)?|unlock|disarm|buzz)(?![a-z])"
        ),
    ),
    (
        ("punch", "key in", "key ", "type", "enter", "press", "dial", "put"),
        re.compile(
            rf"(?i)(?:at|on|for)[ ]the[ ](?:[a-z]{{2,12}}[ ])?(?:{LOCKS}|keypad),?[ ](?:just[ ])?"
            r"(?:punch|key|type|enter|press|dial|put)(?:[ ]in)?[ ](?P<digits>[#*]?\d{3,8}[#*]?)(?!\d)"
        ),
    ),
)
DOOR_WORDS = words_of(_PATTERNS)
"""What every text with such a code holds."""


def door_codes(text: str) -> Iterator[Span]:
    """Numbers that are keyed in, or said of what they open."""
    for match in worded_matches(text, _PATTERNS):
        yield *match.span("digits"), "password"
