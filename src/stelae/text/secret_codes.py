"""One-time codes, cards with their codes, and recovery codes, by the words around them, in Chinese and English."""

import re
from collections.abc import Iterator

from stdnum import luhn

from stelae.text.lock_codes import DIGITS
from stelae.text.secret_rules import MIDDLE_EN, MIDDLE_ZH, UNIT
from stelae.text.value_shape import OPINIONS, has_digit
from stelae.text.vendor_keys import Span

_CODE_ZH = (
    r"(?:验证码|驗證碼|校验码|动态码|动态口令|动态密码|短信码|登录码|认证码|一次性(?:密码|"
    r"口令|代码|码))"
)
_CODE_EN = (
    r"(?:(?:verification|security|one[- ]time|log-?in|sign-?in|auth(?:entication|"
    r"orization)?|access|2fa|mfa|two[- ]factor|sms)"
    r"[ _-](?:pass)?code|(?<![a-z])(?:otp|totp)(?![a-z])|one[- ]time (?:password|pin|"
    r"passcode)|passcode)"
)
CODE_WORDS = (
    "验证码",
    "驗證碼",
    "校验码",
    "动态",
    "短信码",
    "登录码",
    "认证码",
    "一次性",
    "code",
    "otp",
    "one-time",
    "one time",
    "sign in",
    "log in",
    "verify",
)
SENT_WORDS = ("code", "texted", "sms", "码", "数字")
CARD_WORDS = ("cv", "安全码", "背面", "on the back", "security code")
_ENDS_CODE = r"[^\d\n。；;!！?？]"
_CODE = (
    re.compile(
        rf"(?i)(?:{_CODE_ZH}|"
        rf"{_CODE_EN})s?{_ENDS_CODE}{{0,24}}?(?P<six>(?<![\d.])\d(?:[ -]?\d){{5}}(?![\d-]|"
        rf"[.:/]\d){UNIT})"
    ),
    re.compile(
        rf"(?i)(?:{_CODE_ZH}|{_CODE_EN})s?(?:{MIDDLE_ZH}|{MIDDLE_EN})*[ \t]*(?:[:：=]|是|为|"
        rf"is|was|are)?[ \t\"“'「]*(?:[A-Z]-)?{DIGITS}"
    ),
    re.compile(
        rf"(?i)(?:{_CODE_ZH}|{_CODE_EN})[ \t]*(?:[:：=]|是|为|is[ \t]|"
        rf"was[ \t])[ \t\"“'「]*(?P<mixed>(?-i:(?=[A-Z]*\d)[A-Z0-9]{{4,8}})(?![\w-]))"
    ),
    re.compile(
        rf"(?:{_CODE_ZH})[ \t]*(?:[:：]|是|为)?[ \t“「]*(?P<han>[零〇一二三四五六七八九幺]{{4,8}})"
    ),
    re.compile(
        rf"(?i){DIGITS}[ \t]*(?:是|为|is)?[ \t]*(?:(?:你|您|"
        rf"我)的?[\u4e00-\u9fffA-Za-z]{{0,8}}{_CODE_ZH}|(?:your|the|"
        rf"my)[ \t](?:[\w-]{{1,20}}[ \t]){{0,3}}(?:code|otp|passcode))"
    ),
    re.compile(
        rf"(?i)(?<![a-z])(?:use|enter|type|输入)[ \t]*(?:the )?(?:code )?{DIGITS}[ \t]*(?:to|"
        rf"as|来|即可)[ \t]*(?:log|sign|verif|confirm|authent|your|登录|验证)"
    ),
    re.compile(
        rf"(?i)(?<![a-z])(?:the|your|my|this|that|sms|texted)[ \t]code[ \t]*(?:is|was|=|"
        rf":)[ \t]*{DIGITS}"
    ),
)
_SENT_CODE = (
    re.compile(
        rf"(?i){DIGITS}[ \t](?:as|is)[ \t](?:the|a|my|your)[ \t](?:(?:verification|login|security|sms|"
        rf"one[- ]time|sign-?in)[ \t])?"
        r"code(?:[ \t]that)?(?![ \t]*[\w-])"
    ),
    re.compile(
        rf"(?i){DIGITS}[ \t](?:is|was)[ \t]the[ \t]code[ \t](?:that[ \t])?(?:they|he|she|it|google|the bank|"
        rf"my bank)[ \t](?:sent|texted|gave)"
    ),
    re.compile(
        r"(?i)(?<![a-z])(?:the|a|this|that|my|your)[ \t](?:(?:login|new|latest|last|\d{1,2}[ -]digit|"
        r"six[ -]digit|four[ -]digit)[ \t])?"
        r"code,?[ \t](?:that[ \t]|which[ \t])?(?:[a-z'’]{1,12}[ \t]){0,4}?(?:texted|sent|e-?mailed|messaged|sms|"
        r"text|got|received)"
        rf"(?:[ \t][a-z'’]{{1,12}}){{0,4}}?(?:[ \t](?:is|was)|[ \t]*[:=,]|['’]s)[ \t]*{DIGITS}"
    ),
    re.compile(
        r"(?i)(?<![a-z])(?:texted|sent|e-?mailed|messaged|gave|got|received)[ \t](?:(?:me|us|you|him|her)[ \t])?"
        r"(?:(?:the|a|this|another|login|new)[ \t]){0,2}(?:\d[ -]digit[ \t])?code(?:[:,]|[ \t](?:is|was|"
        r"of))?[ \t]*(?:(?:it['’]s|which is|it is)[ \t])?"
        rf"{DIGITS}"
    ),
    re.compile(
        r"(?i)(?<![a-z])(?:texted|sms['’]?e?d)[ \t](?:me|us)[ \t]*:?[ \t]*(?P<digits>\d{6}|"
        r"\d{3}[ -]\d{3})(?=[ \t]*(?:$|[.,;!\n]))"
    ),
    re.compile(
        rf"(?i)(?<![a-z])(?:\d|four|six|eight)[ -]digit[ \t](?:pass)?code(?:[ \t](?:is|"
        rf"was)|['’]s|[ \t]*[:=])[ \t]*{DIGITS}"
    ),
    re.compile(
        r"(?i)(?<![a-z])code[ \t](?:from|in|by|via)[ \t](?:(?:the|a|my|that|your)[ \t])?(?:sms|text|message|"
        r"e-?mail|authenticator|bank|app)"
        rf"(?:[ \t][a-z]{{1,12}}){{0,2}}?(?:[ \t](?:is|was)|[ \t]*[:=,])[ \t]*{DIGITS}"
    ),
    re.compile(
        r"(?:发(?!票)(?:给|来|了|到)?|寄来|收到|短信|邮件)(?:我|里|上|中)?(?:的|来的|了)?[^\n。；;，,：:\dA-Za-z]{0,6}?"
        r"(?<![件惠换请扣编形条邮维尾信号提取])(?:码|那串数字|的数字|代码)[ \t]*(?:[:：=]|是|为|，)?[ \t]*"
        rf"{DIGITS}"
    ),
    re.compile(rf"{_CODE_ZH}[^\n。；;!！\d]{{0,8}}[，,]?(?:哦|噢|对了|想起来了|喔)[，, ]*{DIGITS}"),
)
"""A code that came by message, by how it came."""
_BY_NAME = (
    r"(?:(?<![a-z])cv[vc]2?(?![a-z])|卡(?:的|背面?的?)?安全码|背面(?:的|那)?[三3]位(?:数字?)?|背面(?:的|那)?[三3]个数字?|"
    r"(?:three|3)[ -]digits? (?:(?:code|number) )?on the back(?: of (?:the|my) card)?)"
)
_CARD_CODE = re.compile(
    rf"(?i){_BY_NAME}[ \t]*(?:码|code|number)?"
    r"(?:[ \t]*(?:[:：=]|[就还]?是|为|is|are|was)|['’]s)?[ \t]*(?P<digits>\d{3,4})(?!\d)"
)
_CARD = re.compile(r"(?<![\d-])[2-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{3,7}(?![\d-])")
_CODE_NEAR = re.compile(
    r"(?i)(?:(?<![a-z])cv[vc]2?(?![a-z])|安全码|(?<![a-z])security code|背面[三3]位(?:数字?)?)"
    r"[ \t]*(?:[:：=]|是|为|is)?[ \t]*(?P<digits>\d{3,4})(?!\d)"
)
_NEAR = 80
"""Characters between a card and its code in one message."""
RECOVERY_WORDS = (
    "recovery",
    "backup code",
    "scratch code",
    "恢复码",
    "备用码",
    "备份码",
    "助记词",
    "seed phrase",
    "mnemonic",
    "seed",
    "words",
    "phrase",
    "恢复",
    "助记",
)
_RECOVERY = re.compile(
    r"(?i)(?:(?:recovery|backup|scratch)[ _-](?:codes?|keys?)|恢复码|备用码|备份码|"
    r"恢复密钥)[^\n:：=是A-Za-z0-9]{0,6}(?:for [\w ]{1,24}|of [\w ]{1,24})?"
    r"[ \t]*(?:[:：=]|是|为|are|is)?\s*"
    r"(?P<value>(?:(?>[A-Za-z0-9]{2,12}(?:-[A-Za-z0-9]{2,12})*+)"
    r"(?:[ \t]*[,，、;]?\s*(?=[A-Za-z0-9-]{0,40}\d))?){1,24})"
)
_SEED_NAME = (
    r"(?:(?:seed|recovery|backup|mnemonic|wallet)[ ](?:phrase|words?|seed)|secret (?:recovery )?phrase|mnemonic|"
    r"seed(?=[ \t]*[:：])|"
    r"(?<![a-z])(?:my|our|the|these)[ ](?:12|24|twelve|twenty-four)[ ](?:secret[ ]|seed[ ])?words|"
    r"助记词|助记短语|恢复词|恢复短语|种子词)"
)
_SEED_TAIL = (
    r"(?:[ \t]+(?:for|of)[ ][\w ]{1,24}?)?"
    r"(?:['’]s|[^\n:：=是a-z]{0,6}[ \t]*(?:[就还]?是|为|are|is)?[ \t]*[:：=]?)\s*"
)
_SEED_PHRASE = re.compile(
    rf"(?i){_SEED_NAME}{_SEED_TAIL}"
    r"(?P<value>(?:1[.)][ ]*)?[a-z]{3,8}(?:[ ,，、\n-]+(?:\d{1,2}[.)][ ]*)?[a-z]{3,8}){11,23}(?![a-z]))"
)
_SHORT_SEED = re.compile(
    rf"(?i){_SEED_NAME}(?:['’]s|[ \t]*(?:[:：=]|(?:[就还]?是|are|is)[ \t]*[:：]?))\s*"
    r"(?P<value>[a-z]{3,8}(?:[ ,，、]+[a-z]{3,8}){5,10}(?![a-z]))(?=[ ]*(?:$|[.;!\n]|[^\x00-\x7f]))"
)
_HAN_SEED = re.compile(
    r"(?:助记词|恢复词|助记短语|恢复短语)(?:就|还)?(?:是|为|[:：=])?\s*"
    r"(?P<value>[\u4e00-\u9fff]{1,4}(?:[ ,，、]+[\u4e00-\u9fff]{1,4}){11,23})"
)
_NO_SEED = """
also and are because been but did does during for from had has her him his its lets not our
people should than the their them these they those users was were which who would
"""
_IN_NO_SEED = frozenset(_NO_SEED.split())
"""English words that no published word list of wallets holds."""


def one_time_codes(text: str) -> Iterator[Span]:
    """One-time codes, by their names."""
    for pattern in _CODE:
        for match in pattern.finditer(text):
            yield *_only_group(match), "one_time_code"


def sent_codes(text: str) -> Iterator[Span]:
    """One-time codes without a name of their own, by how they came."""
    for pattern in _SENT_CODE:
        for match in pattern.finditer(text):
            yield *match.span("digits"), "one_time_code"


def card_codes(text: str) -> Iterator[Span]:
    """The codes on the backs of cards, and the number of a card that stands beside its code."""
    for match in _CARD_CODE.finditer(text):
        yield *match.span("digits"), "card_code"
    yield from _whole_cards(text)


def _whole_cards(text: str) -> Iterator[Span]:
    """A card's number beside its code: together they pay, so the number is no mere personal data."""
    for card in _CARD.finditer(text):
        if not luhn.is_valid(re.sub(r"\D", "", card.group())):
            continue
        for code in _CODE_NEAR.finditer(text, max(0, card.start() - _NEAR), card.end() + _NEAR):
            yield *card.span(), "bank_card"
            yield *code.span("digits"), "card_code"


def _only_group(match: re.Match[str]) -> tuple[int, int]:
    name = match.lastgroup
    return match.span(name or 0)


def recovery_codes(text: str) -> Iterator[Span]:
    """Recovery codes and seed phrases."""
    for match in _RECOVERY.finditer(text):
        value = match["value"].rstrip()
        if has_digit(value) and len(value) >= 6:
            yield match.start("value"), match.start("value") + len(value), "recovery_code"
    for pattern, none_of in (
        (_SEED_PHRASE, _IN_NO_SEED),
        (_SHORT_SEED, _IN_NO_SEED | OPINIONS),
        (_HAN_SEED, frozenset[str]()),
    ):
        for match in pattern.finditer(text):
            if none_of.isdisjoint(match["value"].lower().split()):
                yield *match.span("value"), "recovery_code"
