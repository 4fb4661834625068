"""What looks like a password in a sentence that speaks of one, wherever it stands: `is Tulip#2019 a strong password?`.

Beside such a word, letters, digits and a sign in one word are taken for a password, and what somebody tries or uses
needs no sign. Names of methods, versions, addresses and files are left alone; so are snake_case and kebab-case.
"""

import re
from collections.abc import Iterator

from stelae.text.announced_secrets import trimmed
from stelae.text.value_shape import has_digit, is_no_value, letters_and_digits, random_case
from stelae.text.vendor_keys import Span

NEARBY_WORDS = ("密码", "密碼", "口令", "pass", "pw", "credential", "creds")
_CUE = re.compile(
    r"(?i)密码(?!学|管理)|密碼|口令|(?<![a-z1])(?:passwords?|passphrase|passwd|passcode|pwd|pw|creds|credentials)(?![a-z])"
    r"(?![ ](?:manager|app|generator|vault|tool|storage|hash|polic|reset|field|column|rule))"
)
_AFTER = re.compile(r"[^\n。；;]{0,60}")
_ENDS = re.compile(r"[\n。；;？！]|[.?!](?![!-~])(?![ ]+[a-z])")
"""What ends the sentence before the word."""
_REACH = 60
_SIGNED = re.compile(r"(?<![!-~])[!-~]{6,64}")
_USED = re.compile(
    r"(?i)(?:(?<![a-z])(?:try|tried|use|used|using|typed?|entered|keep using)[ ]"
    r"(?:(?:either|also|just|the one|it as)[ ])?|"
    r"试试|试下|试过|改用|输入|就用|还是用|要么|或者)[ \t]*[“\"']?(?P<value>[!-~]{6,64})"
)
_CHAIN = re.compile(
    r"[A-Za-z]+(?:[-.][A-Za-z0-9]+)+|[A-Z0-9]+(?:-\d+)+|[a-z]+\d{0,2}|[A-Z][a-z]+\d{1,3}|[A-Z]+\d{1,4}"
)
"""`gpt-4o`, `web-01`, `ISO-27001`, `server1`: names."""
_NAMED_AFTER = re.compile(
    r"[ ]*(?:服务器|账号|账户|用户|主机|server|host|account|user|database|db)(?![a-z])",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"[ ]+[a-z]")
NAMED_KEY_WORDS = ("key", "token", "secret", "密钥", "令牌", "秘钥")
_KEY_CUE = re.compile(
    r"(?i)(?<![a-z])(?:(?:api|access|secret|private|auth|encryption|aes|des|hmac|unseal|root|signing|master|service|account|"
    r"client|app|license|deploy|webhook|bot|refresh|bearer|session|personal access|bootstrap)[ _-]?(?:key|token|secret)s?|"
    r"apikey|secretkey|accesskey|密钥|秘钥|令牌)(?![a-z])"
)
_RANDOM = re.compile(r"(?<![\w/+=.-])(?P<value>[A-Za-z0-9+/_-]{24,256}={0,2})(?![\w/+-])")
_NO_KEY = re.compile(
    r"(?i)commit|sha|hash|md5|digest|checksum|fingerprint|uuid|trace|request|(?<![a-z])id(?![a-z])|public|order|公钥|指纹|哈希|"
    r"编号|校验|(?<![a-z])iv(?![a-z])|nonce|https?:"
)
"""What another random value near a key's name is."""
_HEX = re.compile(r"[0-9a-f]{32,128}|[0-9A-F]{32,128}")
_KEY_REACH = 32
_APP_PASSWORD = re.compile(
    r"(?i)(?:(?<![a-z])(?:app(?:lication)?[- ](?:specific )?password|gmail|smtp|mail|imap)"
    r"[^\n。]{0,32}?|pass(?:word|wd)?[\"']?[ ]*[:=])"
    r"[ \t]*[:：=]?[ \t]*[\"']?(?P<value>(?-i:[a-z]{4}(?:[ ][a-z]{4}){3}))(?![ ]?[a-z])"
)
"""Four times four letters, as mail hosts give them to programs."""


def nearby_passwords(text: str) -> Iterator[Span]:
    """What looks like a password near the word."""
    for cue in _CUE.finditer(text):
        after = _AFTER.match(text, cue.end())
        begin = max(0, cue.start() - _REACH)
        begin = max([begin, *(one.end() for one in _ENDS.finditer(text, begin, cue.start()))])
        stretches = ((cue.end(), after.end() if after else cue.end()), (begin, cue.start()))
        for start, end in stretches:
            yield from _signed(text, start, end)
            yield from _used(text, start, end)
    for match in _APP_PASSWORD.finditer(text):
        yield *match.span("value"), "password"


def _signed(text: str, start: int, end: int) -> Iterator[Span]:
    for match in _SIGNED.finditer(text, start, end):
        first, after = trimmed(text, *match.span(), linked=False)
        # `is Tulip2019! a strong one?`: the sentence goes on, so the sign is the password's.
        whole = match.group()[-1] in "!?" and bool(_GOES_ON.match(text, match.end()))
        if _is_signed(text[first:after], whole=whole):
            yield first, after, "password"


def _is_signed(value: str, *, whole: bool) -> bool:
    if is_no_value(value) or "://" in value or "(" in value:
        return False
    signs = value if whole else value.rstrip("?!*")
    return any(char in "!@#$%^&+?~*" for char in signs) and letters_and_digits(value)


def _used(text: str, start: int, end: int) -> Iterator[Span]:
    for match in _USED.finditer(text, start, end):
        first, after = trimmed(text, *match.span("value"), linked=False)
        value = text[first:after]
        name = _CHAIN.fullmatch(value) or _NAMED_AFTER.match(text, after)
        if letters_and_digits(value) and has_digit(value) and not is_no_value(value) and not name:
            yield first, after, "password"


def nearby_keys(text: str) -> Iterator[Span]:
    """Long random values a few words after the name of a key: `api-key header value …`, `unseal key 1: …`."""
    for cue in _KEY_CUE.finditer(text):
        after = _RANDOM.search(text, cue.end(), min(len(text), cue.end() + _KEY_REACH + 256))
        between = text[cue.end() : after.start()] if after else ""
        if not after or len(between) > _KEY_REACH or _ENDS.search(between):
            continue
        value = after["value"]
        if _NO_KEY.search(between) or is_no_value(value) or not has_digit(value):
            continue
        if random_case(value) or _HEX.fullmatch(value):
            yield *after.span("value"), "token"
