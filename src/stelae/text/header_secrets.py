"""Credentials of a request: what stands behind `Authorization`, and the cookies that keep somebody signed in."""

import re
from collections.abc import Iterator

from stelae.text.value_shape import is_no_value, mixed
from stelae.text.vendor_keys import Span

BEARER_WORDS = ("bearer", "authorization", "basic ")
_BEARER = re.compile(
    r"(?i)(?<![a-z])(?:(?:bearer|basic)[ \t]+|"
    r"authorization[\"']?[ \t]*[:=：][ \t]*[\"']?(?:(?:bearer|basic|token|"
    r"digest)[ \t]+)?)[ \t]*(?P<value>[A-Za-z0-9._~+/=-]{12,})"
)
COOKIE_WORDS = ("cookie", "sess", "sid", "csrf", "xsrf", "remember_", "bduss")
_COOKIES = re.compile(
    r"(?i)(?<![a-z])(?:set-)?cookies?[\"']?[ \t]*(?:[:：=]|是|为|is(?![a-z]))?[ \t]*[\"'“]?"
    r"(?P<line>[\w.%-]{1,64}=[^\n]{8,4096})"
)
_PAIR = re.compile(r"(?<![\w.%-])(?P<name>[\w.%-]{1,64})=(?P<value>[^\s;,\"'\\，。；]{16,4096})")
_SESSION = re.compile(
    r"(?i)(?<![a-z0-9])(?:(?:j|php|asp\.net_|laravel_|auth_?|login_?|user_?)?sess(?:ion)?(?:[._-]?(?:id|token|key|data|cookie))?|"
    r"connect\.sid|sid|(?:x-)?[cx]srf[\w-]{0,16}|remember_(?:me|token|web[\w-]{0,40})|bduss|stoken)"
    r"[\"']?[ \t]*[=:：][ \t]*[\"']?(?P<value>[^\s;,\"'\\，。；&]{16,4096})"
)
_NO_SESSION = re.compile(
    r"(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|AC[0-9a-f]{32}$|[a-z]+://|[\w.]+\("
)
"""What names a session in a log, an account of Twilio, and code."""


def bearers(text: str) -> Iterator[Span]:
    """Credentials of an authorization header."""
    for match in _BEARER.finditer(text):
        if not is_no_value(match["value"]) and mixed(match["value"]):
            yield *match.span("value"), "bearer_token"


def cookies(text: str) -> Iterator[Span]:
    """Random values of a cookie header, and of sessions by their usual names."""
    for line in _COOKIES.finditer(text):
        for pair in _PAIR.finditer(text, *line.span("line")):
            if mixed(pair["value"]) and not is_no_value(pair["value"]):
                yield *pair.span("value"), "token"
    for match in _SESSION.finditer(text):
        value = match["value"]
        if mixed(value) and not is_no_value(value) and not _NO_SESSION.match(value):
            yield *match.span("value"), "token"
