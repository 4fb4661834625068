"""Redaction: what must not be stored leaves a text before anything is written or sent.

Secrets are always replaced by a visible placeholder in the language of the text; the sentence around them stays
(DEV-06.2). Personal data is replaced only where the policy names its type, and reported otherwise. Laws: redacting
twice equals redacting once, and no secret that was found survives anywhere in the text. Reports name types, never
values.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from stelae.text.findings import Finding
from stelae.text.personal import find_personal
from stelae.text.secrets import find_secrets

_KEY, _TOKEN, _PASSWORD = ("key", "密钥"), ("token", "令牌"), ("password", "密码")
_LABELS = {
    "openai_key": _KEY,
    "stripe_key": _KEY,
    "google_key": _KEY,
    "service_key": _KEY,
    "aws_access_key": _KEY,
    "aws_secret_key": _KEY,
    "github_token": _TOKEN,
    "gitlab_token": _TOKEN,
    "slack_token": _TOKEN,
    "bearer_token": _TOKEN,
    "jwt": _TOKEN,
    "token": _TOKEN,
    "password": _PASSWORD,
    "described_password": _PASSWORD,
    "url_password": _PASSWORD,
    "private_key": ("private key", "私钥"),
    "one_time_code": ("one-time code", "一次性验证码"),
    "recovery_code": ("recovery code", "恢复码"),
    "card_code": ("card code", "卡验证码"),
    "phone": ("phone number", "电话号码"),
    "email": ("e-mail address", "邮箱地址"),
    "cn_id": ("identity number", "身份证号"),
    "us_ssn": ("identity number", "身份证号"),
    "iban": ("account number", "银行账号"),
    "bank_card": ("card number", "银行卡号"),
    "passport": ("passport number", "护照号"),
    "birth_date": ("date of birth", "出生日期"),
    "ip_address": ("IP address", "IP 地址"),
    "plate": ("plate number", "车牌号"),
    "wechat": ("WeChat id", "微信号"),
}
_HAN = re.compile(r"[\u3400-\u9fff]")


def _placeholder(finding: Finding, *, chinese: bool) -> str:
    english_label, chinese_label = _LABELS[finding.type]
    if finding.kind == "secret":
        return f"[已移除机密: {chinese_label}]" if chinese else f"[secret removed: {english_label}]"
    return f"[已隐去: {chinese_label}]" if chinese else f"[masked: {english_label}]"


_PLACEHOLDERS = sorted(
    {
        _placeholder(Finding(0, 0, name, kind), chinese=chinese)
        for name in _LABELS
        for kind in ("secret", "personal")
        for chinese in (True, False)
    },
    key=len,
    reverse=True,
)
_PLACEHOLDER = re.compile("|".join(map(re.escape, _PLACEHOLDERS)))
_MARKED = re.compile(f"({_PLACEHOLDER.pattern})")
_ANYWHERE = 8
"""From this length on a secret's value is replaced also inside a longer word."""
# What stands in for a placeholder while a text is searched: no letter, no digit, no ASCII, so no rule takes it for a value.
_FILLER = "\ufffc"
_NOTHING_USEFUL = re.compile(
    r"(?i)密码|密碼|口令|验证码|校验码|动态码|短信码|令牌|密钥|私钥|授权码|恢复码|一次性|账号|接口|"
    r"\b(?:password|passwd|pwd|pass(?:word|phrase|code)?|token|key|secret|code|otp|pin|api|my|the|is|are|was|here|it|this|your|its?|bearer|"
    r"authorization|verification|one-time|login|access|private|remember|please|save|keep|note)\b|"
    r"\b(?:for|s|bank|card|atm|still|to|on|pw|cv[vc]|exp|recovery|seed|backup|wallet|words?|phrase|they|texted|sent|me)\b|"
    r"银行卡|信用卡|安全码|有效期|支付|取款|开机|锁屏|助记词|\d{2}/\d{2}|"
    r"请|帮我|记住|记一下|记下|一下|保存|存着|我的|你的|这是|就是|是|为|的|了|我|你|先|给|[\W_]"
)

_ACCOUNTS = re.compile(
    r"(?i)网上银行|银行|网银|邮箱|邮件|微信|支付宝|淘宝|钉钉|手机|电脑|笔记本|平板|路由器|无线网?|保险[柜箱]|门锁|大门|门禁|"
    r"家里?|公司|办公室|单位|宿舍|登[录陆]|账户|帐户|帐号|用户|网站|[云网]盘|"
    r"\b(?:e-?mail|gmail|outlook|icloud|apple|google|wechat|alipay|paypal|qq|vpn|wi-?fi|banking|account|user|phone|laptop|"
    r"computer|pc|tablet|router|network|online|office|work|company|home|house|door|safe|website|app|cloud)\b"
)
"""What a secret is for, as everybody has one: `my bank password is …` says no more than `my password is …`."""


_ROUNDS = 16
"""Passes over one text. What is still found then is hostile: the whole text gives way to one placeholder, since a write
path that does not end is worse than a lost sentence."""


@dataclass(frozen=True, slots=True)
class Redaction:
    """A text that may be stored.

    Attributes:
        text: The text with placeholders.
        types: Types of what was replaced, in the order of the text, each once.
        personal: Types of personal data that stayed.
    """

    text: str
    types: tuple[str, ...] = ()
    personal: tuple[str, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether anything was replaced."""
        return bool(self.types)

    @property
    def only_secret(self) -> bool:
        """Whether nothing useful is left besides placeholders: then the text is `restricted`."""
        rest, count = _PLACEHOLDER.subn("", self.text)
        said = _NOTHING_USEFUL.sub("", _ACCOUNTS.sub("", rest))
        return count > 0 and len(said) < 2


def redact(text: str, *, personal: frozenset[str] = frozenset()) -> Redaction:
    """Replace the secrets of a text, and the personal data the policy names.

    Args:
        text: Any text.
        personal: Types of personal data to mask (`stelae.text.personal.PERSONAL_TYPES`); none by default.

    Returns:
        The text that may be stored, with the types of what was replaced and what was kept.
    """
    chinese = bool(_HAN.search(text))
    types: list[str] = []
    found = _find(text)
    for _ in range(_ROUNDS):
        masked = [one for one in found if one.kind == "secret" or one.type in personal]
        if not masked:
            break
        types += [one.type for one in masked]
        text = _replace(text, masked, chinese=chinese)
        found = _find(text)
    else:
        text, found = _placeholder(found[0], chinese=chinese) if found else text, []
    return Redaction(
        text, tuple(dict.fromkeys(types)), tuple(dict.fromkeys(one.type for one in found))
    )


def _find(text: str) -> list[Finding]:
    """Everything delicate in a text, placeholders apart, by offset."""
    searched = _blanked(text)
    # A quoted placeholder still looks like a quoted password; without this `redact` would not end.
    secrets = [
        one for one in find_secrets(searched) if searched[one.start : one.end].strip(_FILLER)
    ]
    personal = [
        one
        for one in find_personal(searched)
        if not any(one.start < secret.end and secret.start < one.end for secret in secrets)
    ]
    return sorted((*secrets, *personal), key=lambda one: one.start)


def _blanked(text: str) -> str:
    """The text with its placeholders blanked out, at the same offsets."""
    return _PLACEHOLDER.sub(lambda match: _FILLER * len(match.group()), text)


def _replace(text: str, masked: list[Finding], *, chinese: bool) -> str:
    """Put placeholders over findings, and over every other place where one of their values stands."""
    pieces: list[str] = []
    after = 0
    for one in masked:
        pieces += _MARKED.split(text[after : one.start])
        pieces.append(_placeholder(one, chinese=chinese))
        after = one.end
    pieces += _MARKED.split(text[after:])
    # The words of a description (`my birthday`) are no value: elsewhere they say something else.
    values = {text[one.start : one.end]: one for one in masked if one.type != "described_password"}
    # The longest first: a short value may be part of a longer one.
    for value in sorted(values, key=len, reverse=True):
        mark = _placeholder(values[value], chinese=chinese)
        pieces = [part for piece in pieces for part in _cut(piece, value, mark)]
    return "".join(pieces)


def _cut(piece: str, value: str, mark: str) -> list[str]:
    """A piece of text with the mark in the place of a value; placeholders are left alone.

    A short value counts as a whole word only: the year in "2024" is not the PIN.
    """
    if value not in piece or _PLACEHOLDER.fullmatch(piece):
        return [piece]
    word = re.escape(value)
    if len(value) < _ANYWHERE:
        word = rf"(?<![A-Za-z0-9]){word}(?![A-Za-z0-9])"
    parts = re.split(word, piece)
    return [part for plain in parts for part in (plain, mark)][:-1]


def redact_value(value: Any, *, personal: frozenset[str] = frozenset()) -> Any:
    """Redact every text inside a JSON value: metadata, tags, tool calls; keys too.

    A key announces its value (`{"password": "…"}`, `{"otp": 814488}`), and a text that is itself a JSON object or
    list, as the arguments of tool calls are, is redacted as one.

    Args:
        value: What `json.loads` may return.
        personal: Types of personal data to mask.

    Returns:
        A value of the same shape that may be stored. Two keys that become equal are told apart by a number.
    """
    if isinstance(value, str):
        return _redact_text(value, personal)
    if isinstance(value, Mapping):
        return _redact_mapping(cast("Mapping[Any, Any]", value), personal)
    if isinstance(value, list | tuple):
        return [redact_value(one, personal=personal) for one in cast("Sequence[Any]", value)]
    return value


def _redact_text(text: str, personal: frozenset[str]) -> str:
    inner = _container(text)
    if inner is None:
        return redact(text, personal=personal).text
    try:
        clean = redact_value(inner, personal=personal)
    except RecursionError:  # nested too deeply to be walked; its text can still be searched
        return redact(text, personal=personal).text
    return text if clean == inner else json.dumps(clean, ensure_ascii=False)


def _container(text: str) -> Any:
    """The JSON object or list a text is, None when it is none."""
    if text[:1] not in ("{", "["):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _redact_mapping(mapping: Mapping[Any, Any], personal: frozenset[str]) -> dict[Any, Any]:
    clean: dict[Any, Any] = {}
    for key, value in mapping.items():
        name = redact(key, personal=personal).text if isinstance(key, str) else key
        free, count = name, 2
        while free in clean:
            free, count = f"{name} ({count})", count + 1
        clean[free] = _redact_named(name, value, personal)
    return clean


def _redact_named(name: Any, value: Any, personal: frozenset[str]) -> Any:
    """A value under its key, which may be what says that it is a secret."""
    if isinstance(value, list | tuple):
        return [_redact_named(name, one, personal) for one in cast("Sequence[Any]", value)]
    single = isinstance(value, str | int) and not isinstance(value, bool)
    if not isinstance(name, str) or not single or _container(str(value)) is not None:
        return redact_value(value, personal=personal)
    clean = _redact_announced(f"{name}: ", str(value), personal)
    return value if clean == str(value) else clean


def _redact_announced(announcement: str, text: str, personal: frozenset[str]) -> str:
    chinese = bool(_HAN.search(announcement + text))
    last = text
    for _ in range(_ROUNDS):
        text = redact(text, personal=personal).text
        found = find_secrets(_blanked(announcement + text))
        inside = [one for one in found if one.end > len(announcement)]
        if not inside:
            return text
        last = _placeholder(inside[0], chinese=chinese)
        start = max(inside[0].start - len(announcement), 0)
        end = inside[0].end - len(announcement)
        text = text[:start] + last + text[end:]
    return last


def only_secret(text: str) -> bool:
    """Whether nothing useful is left of a text without its secrets: then it is `restricted` and not worth a memory.

    Args:
        text: A text, redacted or not.

    Returns:
        True when it holds a secret, or the placeholder of one, and besides it only words that announce it.
    """
    return redact(text).only_secret
