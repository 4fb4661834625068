"""Secrets inside an address: the password of its user, keys in its query, and hooks, whose address is the key.

Names of a query that often stand for something harmless (`key`, `code`, `sid`) need a value that looks random; an id
in a path is deliberately no secret unless the path is known to be one.
"""

import re
from collections.abc import Iterator

from stelae.text.value_shape import TALK, is_no_value, is_placeholder, mixed
from stelae.text.vendor_keys import Span

_URL_PASSWORD = re.compile(
    r"://[^\s:@/?#]{0,64}:(?P<value>(?!\d{1,5}/)(?:[^\s/@]{1,128}(?:@[^\s/@.]{1,64}(?=@))*+|"
    r"[^\s@]{1,128}))@"
)
_URL_USER = re.compile(r"://(?P<value>[A-Za-z0-9_-]{20,256})@")
"""A user without a password whose name is a key (`https://0a1b…@ingest.example.org/1`)."""
_VALUE = r"(?P<value>[\w!$%*+,./:;=?@{|}~^-]{4,2048})"
_QUERY = re.compile(
    r"(?ai)(?:[?&#](?:amp;)?|(?:^|(?<=\s))(?=x-amz-|x-goog-|sig=))(?:(?P<sure>(?:[a-z]{1,16}[-_.])?(?:pass(?:word|wd)?|pwd|psk)|(?:[a-z]{1,16}[-_.]){0,2}(?:token|secret)|"
    r"(?:api|app)[-_]?(?:key|secret)|"
    r"(?:x-amz-|x-goog-|x-oss-)?(?:sig|signature|security-token)|accesstoken|subscription-key)|"
    r"(?:key|app_?id|ak|sk|code|ticket|sign|auth(?:key|_?token)?|hmac|"
    r"s(?:ession)?_?id|session|jwt|tk|credential|invite|magic|nonce))=" + _VALUE
)
_QUERY_NAMES = re.compile(r"(?:[?&#]|(?:^|(?<=\s))(?=[xXs]))[\w.-]{1,40}=")
_PUBLIC = re.compile(r"wx[0-9a-f]{16}$")
"""Values with such a name that everybody may see: the id of a WeChat app."""
_HOOK = re.compile(
    r"(?i)(?:hooks\.slack\.com/(?:services|workflows|triggers)/|"
    r"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d+/|"
    r"(?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v\d/)?hook/|"
    r"(?<![\w-])[\w-]{1,63}\.webhook\.office\.com/webhookb2/|outlook\.office(?:365)?\.com/webhook/|"
    r"hooks\.zapier\.com/hooks/(?:catch|standard)/|maker\.ifttt\.com/[^\s]{1,80}/with/key/|"
    r"hook\.(?:[\w-]+\.)?make\.com/|uptime\.betterstack\.com/api/v1/heartbeat/)"
    r"(?P<value>[\w/:%+.=~-]{8,400})"
)
_KEY_IN_PATH = re.compile(
    r"(?i)(?:api\.day\.app/|sctapi\.ftqq\.com/|hc-ping\.com/)(?P<value>[A-Za-z0-9-]{16,64})"
)
"""Addresses with a key first and a message after it."""
_ANY_HOOK = re.compile(
    r"(?i)://[\w.:-]{3,200}(?:/[\w.-]{1,40}){0,5}?/(?:webhooks?|hooks?|callback|invite|reset|magic|"
    r"verify|unsubscribe)/(?P<value>[\w/%+.=~-]{16,400})"
)
_PART = re.compile(r"[/.=_~%+-]")
_UUID = re.compile(r"(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_RANDOM = 16
"""From this length on letters and digits in a word are no name."""


def url_passwords(text: str) -> Iterator[Span]:
    """Passwords of `scheme://user:password@host`, and users that are keys themselves."""
    for match in _URL_PASSWORD.finditer(text):
        value = match["value"]
        if not is_placeholder(value) and value.lower() not in TALK:
            yield *match.span("value"), "url_password"
    for match in _URL_USER.finditer(text):
        if mixed(match["value"]):
            yield *match.span("value"), "url_password"


def query_secrets(text: str) -> Iterator[Span]:
    """Keys, passwords and signatures in the query of an address."""
    if not _QUERY_NAMES.search(text):
        return
    for match in _QUERY.finditer(text):
        end = match.start("value") + len(match["value"].rstrip(".,;:!?"))
        value = text[match.start("value") : end]
        if is_no_value(value) or value.startswith(("$", "{", "%7B")) or _PUBLIC.match(value):
            continue
        random = len(value) >= _RANDOM and mixed(value)
        if random or (match["sure"] and len(value) >= 4):
            yield match.start("value"), end, "token"


def hooks(text: str) -> Iterator[Span]:
    """Addresses that let everybody in who knows them: hooks, bots, links that reset or confirm."""
    for match in (*_HOOK.finditer(text), *_KEY_IN_PATH.finditer(text)):
        yield *_closed(match), "token"
    for match in _ANY_HOOK.finditer(text):
        if _UUID.search(match["value"]) or any(
            len(part) >= _RANDOM and mixed(part) for part in _PART.split(match["value"])
        ):
            yield *_closed(match), "token"


def _closed(match: re.Match[str]) -> tuple[int, int]:
    start = match.start("value")
    return start, start + len(match["value"].rstrip("./:="))
