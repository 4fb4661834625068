"""Passwords and PINs that are told without being written out: `密码八个8`, `my pin is my birthday backwards`.

Where such a value ends is unclear, so a finding goes to the end of the clause. Talk about what a password should or
should not be (`密码不要用生日`), and questions, are left alone.
"""

import re
from collections.abc import Iterator

from stelae.text.secret_rules import LOCKS, MIDDLE_ZH, OTHER_PIN
from stelae.text.value_shape import OPINIONS
from stelae.text.vendor_keys import Span

CHINESE_WORDS = (
    "密码",
    "密碼",
    "口令",
    "解锁",
    "开机码",
    "门禁码",
    "门锁码",
    "保险箱",
    "保险柜",
    "图案",
)
ENGLISH_WORDS = (
    "password",
    "passcode",
    "passphrase",
    "pw",
    "pin",
    " code",
    "combo",
    "combination",
    "pattern",
)

_CUE_ZH = re.compile(
    r"(?:(?<!流量)(?<!财富)(?<!生命)(?<!达芬奇)(?:密码|密碼)|口令|解锁码|开机码|门禁码|门锁码)(?!学|箱|锁|本|框|管理)"
)
_NUMERAL = "零〇一二两三四五六七八九幺"
_END_ZH = r"(?=$|[^\u4e00-\u9fffA-Za-z0-9]|[了吧啊呀哦加和再后别])"
_REST_ZH = r"[^\n，。,！!?？；;]"
_SAYS_ZH = rf"(?:{MIDDLE_ZH}|\d{{1,2}}位|[ \t])*+(?:[就还]?是|为|成|[:：=，,])?[ \t]*(?:那?个)?"
_TOLD_ZH = (
    re.compile(
        rf"{_SAYS_ZH}(?P<value>(?:[{_NUMERAL}十]|"
        rf"\d{{1,2}})个[\d{_NUMERAL}a-zA-Z]{_END_ZH}{_REST_ZH}{{0,20}}?)(?=别|$|[\n，。,！!?？；;])"
    ),
    re.compile(
        rf"{_SAYS_ZH}{_REST_ZH}{{0,6}}?(?P<value>[!-~]{{2,20}}[ ]?(?:加上?|后面?跟|再加)[ ]?[!-~\u4e00-\u9fff]{{1,10}})"
    ),
    re.compile(rf"{_SAYS_ZH}(?P<value>全(?:部|都)?(?:是|为)?[ ]?[\d{_NUMERAL}]){_END_ZH}"),
    re.compile(
        rf"(?:[就还]?是)?[ \t]*(?P<value>[{_NUMERAL}]{{4,8}})(?![个位次年月日天人种\d]){_END_ZH}"
    ),
    re.compile(
        rf"{_SAYS_ZH}(?P<value>[左右][ ]?\d{{1,2}}圈?(?:[ ,，、到]{{0,2}}[左右][ ]?\d{{1,2}}圈?){{1,4}})"
    ),
)
_TURNS_ZH = re.compile(
    rf"(?:保险箱|保险柜|"
    rf"密码锁){_SAYS_ZH}(?P<value>[左右][ ]?\d{{1,2}}圈?(?:[ ,，、到]{{0,2}}[左右][ ]?\d{{1,2}}圈?){{1,4}})"
)
_DRAWN_ZH = re.compile(
    r"(?:手势密码|图案密码|解锁图案|解锁手势|锁屏图案)(?:就|还)?(?:是|画|为|:|：)(?:一?个)?"
    rf"(?P<value>(?:[^\n，。,！!?？；;吗不]{{0,6}}?)(?:[A-Za-z]|[\u4e00-\u9fff]{{1,2}}(?=字))(?:字?[形型]|"
    rf"字)?{_REST_ZH}{{0,8}})"
)
_FROM_LIFE_ZH = re.compile(
    rf"(?:{MIDDLE_ZH}|\d{{1,2}}位)*+(?:(?<=用)的?是?|设的?是|设成|设为|改成|成|就是|还是|是|为|[:：=]|[ ]+|"
    rf"(?<=[就用成]))[ \t]*"
    rf"(?P<value>{_REST_ZH}{{0,14}}?(?:生日|手机号|电话号?码?|身份证|学号|工号|车牌|门牌|房号|纪念日|名字|姓名|拼音|缩写|"
    rf"首字母|倒过来|反过来|倒着|[后前末尾][三四五六八3-8]位){_REST_ZH}{{0,16}})"
)
_ADVICE_ZH = re.compile(
    r"不|别|吗|什么|哪|谁|几|弱|容易|安全|可以|应该|建议|最好|很多|的人|提示|要么|或者?|之类|等|输|错|忘|找回|"
    r"验证|避免|禁止"
)
_ADVICE_BEFORE_ZH = re.compile(
    r"(?:不要|别|不能|禁止|避免|建议|最好|如果|假如|不该|不应|切勿|不可)[^\n，。！？；]{0,10}$"
)

_CUE_EN = re.compile(
    r"(?i)(?<![a-z1])(?:password|passcode|passphrase|pw|pin(?: code| number)?|(?P<code>code|combo|combination))(?![a-z])"
)
_LOCK_BEFORE = re.compile(rf"(?i)(?<![a-z])(?:{LOCKS}|unlock|bank|card)(?:['’]s)?[ ]$")
_SAYS_EN = re.compile(
    r"(?i)(?:[ \t]+(?:for|of|on|to|at)[ \t]+[^\n,.;:=!?]{1,30}?)?(?:['’]s|[ \t]+(?:is|was)|[ \t]*[:=])[ \t]+"
    r"(?:(?:just|still|simply|now|basically|actually|always)[ \t]+)*"
)
_NUMBER = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_COUNTS = rf"(?:{_NUMBER}|ten|\d{{1,2}}|all)"
_END_EN = r"(?=[ \t]*(?:$|[.,;!\n]|(?:and|plus|then|but|in|with|or)(?![a-z])))"
_BACKWARDS = r"(?:backwards?|reversed|in reverse|spelled backwards)"
_TOLD_EN = (
    re.compile(
        rf"(?i)(?P<value>{_COUNTS}(?:[ ]x)?[ ](?:{_NUMBER}e?s|sixes|\d['’]?s?|[a-z]['’]s)){_END_EN}"
    ),
    re.compile(
        r"(?i)(?P<value>(?!(?:set|stored|kept|entered|accepted|shown|"
        r"sent)(?![a-z]))[a-z][^\n.,;!?]{1,40}?[ ](?:with a capital|in (?:all )?(?:caps|lowercase|uppercase)|"
        r"followed by|(?:all )?(?:lower|upper)[ ]?case|without spaces|no spaces)[^\n.,;!?]{0,30})"
    ),
    re.compile(rf"(?i)(?P<value>{_NUMBER}(?:[ ,-]{{1,2}}{_NUMBER}){{3,11}})(?![a-z])"),
    re.compile(
        r"(?i)(?P<value>(?:my|our|his|her|their|your|the|[a-z]{2,16}['’]s)[ ](?!same)[^\n.,;!?]{0,40}?"
        r"(?:birthday|birth[ ]?(?:date|year|day)|date of birth|anniversary|phone number|zip ?code|postcode|house number|"
        r"flat number|plate(?: number)?|initials|maiden name|name|born|backwards|reversed|in reverse|"
        r"last (?:four|six|4|6)(?: digits)?(?: of [^\n.,;!?]{1,24})?)"
        rf"(?:[ ]{_BACKWARDS})?(?:[ ]*(?:plus|and|then|with|followed by|\+)[ ][^\n.,;!?]{{1,30}})?)"
        r"(?=[ \t]*(?:$|[.,;!\n]|but(?![a-z])))"
    ),
)
_WORDS = re.compile(r"(?i)(?P<value>[a-z]{3,12}(?:[ ][a-z]{3,12}){1,4})(?=[ ]*(?:$|[.,;!\n]))")
_OWNED_BEFORE = re.compile(
    r"(?i)(?<![a-z])(?:my|our|the|his|her|their|wi-?fi|login|e?mail|router|account)[ ](?:[a-z'’-]{2,12}[ ]){0,2}$"
)
_PATTERN = re.compile(
    r"(?i)(?<![a-z])(?:unlock|lock[ ]?screen|swipe)[ ]pattern(?:['’]s|[ ]is|[ ]was|[ ]*:)?[ ]+(?P<value>"
    r"(?:(?:an?|the)[ ])?(?:(?:letter|shape|big|small|"
    r"capital)[ ])*[a-z0-9](?=[ ]*(?:$|[.,;!\n])|[ ]from)[^\n.,;!?]{0,30}|"
    r"[^\n.,;!?]{0,24}(?:zig ?zag|spiral|diagonal|shape|corner|dots?|(?:top|bottom|upper|lower)[ -](?:left|"
    r"right))[^\n.,;!?]{0,24})"
)
_ENDS = ("ed", "ing", "able", "ible", "ive", "ful", "ous", "less")


def described_in_chinese(text: str) -> Iterator[Span]:
    """Repeated digits, numerals, turns of a dial, shapes, and what is taken from one's own life."""
    for cue in _CUE_ZH.finditer(text):
        for pattern in _TOLD_ZH:
            if told := pattern.match(text, cue.end()):
                yield _span(told)
        life = _FROM_LIFE_ZH.match(text, cue.end())
        if life and not _advises(text, cue.start(), life):
            yield _span(life)
    for pattern in (_TURNS_ZH, _DRAWN_ZH):
        yield from map(_span, pattern.finditer(text))


def _advises(text: str, start: int, life: re.Match[str]) -> bool:
    """Whether it is said what a password should be, or asked."""
    asked = text[life.end() : life.end() + 1] in ("?", "？")
    before = text[max(0, start - 12) : start]
    return asked or bool(_ADVICE_ZH.search(life.group()) or _ADVICE_BEFORE_ZH.search(before))


def described_in_english(text: str) -> Iterator[Span]:
    """Repeated digits, spelled numbers, what is taken from one's own life, plain words, and shapes."""
    for cue in _CUE_EN.finditer(text):
        before = text[max(0, cue.start() - 24) : cue.start()]
        says = _SAYS_EN.match(text, cue.end())
        other = not _LOCK_BEFORE.search(before) if cue["code"] else OTHER_PIN.search(before)
        if not says or other:
            continue
        for pattern in _TOLD_EN:
            if told := pattern.match(text, says.end()):
                yield _span(told)
        words = _WORDS.match(text, says.end())
        worded = cue.group().lower() in {"password", "passphrase", "pw"} and _OWNED_BEFORE.search(
            before
        )
        if words and worded and not any(map(_is_talk, words["value"].lower().split())):
            yield _span(words)
    yield from map(_span, _PATTERN.finditer(text))


def _span(match: re.Match[str]) -> Span:
    start, value = match.start("value"), match["value"]
    return start, start + len(value.rstrip()), "described_password"


def _is_talk(word: str) -> bool:
    return word in OPINIONS or word.endswith(_ENDS)
