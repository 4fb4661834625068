"""One-time codes, PINs, card codes and recovery codes, by the words around them, in Chinese and English."""

import re
from collections.abc import Iterator

from stelae.text.secret_rules import MIDDLE_EN, MIDDLE_ZH, UNIT
from stelae.text.value_shape import has_digit
from stelae.text.vendor_keys import Span

_DIGITS = rf"(?<![\d.])(?P<digits>\d(?:[ -]?\d){{3,7}})(?![\d-]|[.:/]\d){UNIT}"
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
    "pin",
    "cvv",
    "cvc",
    "安全码",
    "sign in",
    "log in",
    "verify",
)
_ENDS_CODE = r"[^\d\n。；;!！?？]"
_CODE = (
    re.compile(
        rf"(?i)(?:{_CODE_ZH}|"
        rf"{_CODE_EN})s?{_ENDS_CODE}{{0,24}}?(?P<six>(?<![\d.])\d(?:[ -]?\d){{5}}(?![\d-]|"
        rf"[.:/]\d){UNIT})"
    ),
    re.compile(
        rf"(?i)(?:{_CODE_ZH}|{_CODE_EN})s?(?:{MIDDLE_ZH}|{MIDDLE_EN})*[ \t]*(?:[:：=]|是|为|"
        rf"is|was|are)?[ \t\"“'「]*(?:[A-Z]-)?{_DIGITS}"
    ),
    re.compile(
        rf"(?i)(?:{_CODE_ZH}|{_CODE_EN})[ \t]*(?:[:：=]|是|为|is[ \t]|"
        rf"was[ \t])[ \t\"“'「]*(?P<mixed>(?-i:(?=[A-Z]*\d)[A-Z0-9]{{4,8}})(?![\w-]))"
    ),
    re.compile(
        rf"(?:{_CODE_ZH})[ \t]*(?:[:：]|是|为)?[ \t“「]*(?P<han>[零〇一二三四五六七八九幺]{{4,8}})"
    ),
    re.compile(
        rf"(?i){_DIGITS}[ \t]*(?:是|为|is)?[ \t]*(?:(?:你|您|"
        rf"我)的?[\u4e00-\u9fffA-Za-z]{{0,8}}{_CODE_ZH}|(?:your|the|"
        rf"my)[ \t](?:[\w-]{{1,20}}[ \t]){{0,3}}(?:code|otp|passcode))"
    ),
    re.compile(
        rf"(?i)(?<![a-z])(?:use|enter|type|输入)[ \t]*(?:the )?(?:code )?{_DIGITS}[ \t]*(?:to|"
        rf"as|来|即可)[ \t]*(?:log|sign|verif|confirm|authent|your|登录|验证)"
    ),
    re.compile(
        rf"(?i)(?<![a-z])(?:the|your|my|this|that|sms|texted)[ \t]code[ \t]*(?:is|was|=|"
        rf":)[ \t]*{_DIGITS}"
    ),
)
_PIN = re.compile(
    rf"(?:(?i:(?<![a-z])pin(?:[ ]?(?:code|number)|码)?[ \t]*(?:is|was|=|:|：|是|为|"
    rf"to)[ \t]*)|(?<![A-Z])PIN码?[ \t]*){_DIGITS}"
)
_CARD_CODE = re.compile(
    r"(?i)(?:(?<![a-z])cv[vc]2?|卡背?安全码|背面三位(?:数)?)[ \t]*(?:码|code|"
    r"number)?[ \t]*(?:[:：=]|是|为|is)?[ \t]*(?P<digits>\d{3,4})(?!\d)"
)
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
    "seed words",
)
_RECOVERY = re.compile(
    r"(?i)(?:(?:recovery|backup|scratch)[ _-](?:codes?|keys?)|恢复码|备用码|备份码|"
    r"恢复密钥)[^\n:：=是A-Za-z0-9]{0,6}(?:for [\w ]{1,24}|of [\w ]{1,24})?"
    r"[ \t]*(?:[:：=]|是|为|are|is)?\s*"
    r"(?P<value>(?:(?>[A-Za-z0-9]{2,12}(?:-[A-Za-z0-9]{2,12})*+)"
    r"(?:[ \t]*[,，、;]?\s*(?=[A-Za-z0-9-]{0,40}\d))?){1,24})"
)
_SEED_PHRASE = re.compile(
    r"(?i)(?:seed (?:phrase|words)|recovery phrase|mnemonic|"
    r"助记词)[^\n:：=是a-z]{0,6}[ \t]*(?:[:：=]|是|为|are|"
    r"is)?\s*(?P<value>[a-z]{3,8}(?:[ ,，、]+[a-z]{3,8}){11,23})"
)


def one_time_codes(text: str) -> Iterator[Span]:
    """One-time codes, PINs (as passwords) and the codes on the back of cards."""
    for pattern in _CODE:
        for match in pattern.finditer(text):
            yield *_only_group(match), "one_time_code"
    for match in _PIN.finditer(text):
        yield *_only_group(match), "password"
    for match in _CARD_CODE.finditer(text):
        yield *_only_group(match), "card_code"


def _only_group(match: re.Match[str]) -> tuple[int, int]:
    name = match.lastgroup
    return match.span(name or 0)


def recovery_codes(text: str) -> Iterator[Span]:
    """Recovery codes and seed phrases."""
    for pattern in (_RECOVERY, _SEED_PHRASE):
        for match in pattern.finditer(text):
            value = match["value"].rstrip()
            if pattern is _SEED_PHRASE or (has_digit(value) and len(value) >= 6):
                yield match.start("value"), match.start("value") + len(value), "recovery_code"
