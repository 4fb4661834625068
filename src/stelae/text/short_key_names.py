"""Keys behind names so short that only a random value after them tells: AK and SK, PAT, a seed, an authenticator's key."""

import re
from collections.abc import Iterator

from stelae.text.value_shape import is_no_value, mixed
from stelae.text.vendor_keys import Span

SHORT_NAME_WORDS = (
    "ak",
    "sk",
    "pat",
    "seed",
    "2fa",
    "mfa",
    "totp",
    "otp",
    "authenticator",
    "two-factor",
)
_SAYS = (
    r"(?:['’]s|[ \t]+(?:is|was)(?![a-z])|[ \t]*[就]?(?:是|为)|[ \t]*[:：=]|(?=[ \t]))[ \t]*[\"'“]?"
)
_RANDOM = r"(?P<value>[A-Za-z0-9+/_=-]{16,256})"
_PAIR = rf"(?<![A-Za-z0-9])(?:AK|ak)[ ]*[/、和&,][ ]*(?:SK|sk){_SAYS}"
_SHORT = (
    re.compile(rf"(?<![A-Za-z0-9])(?:AK|SK|ak|sk|Ak|Sk){_SAYS}{_RANDOM}"),
    re.compile(rf"{_PAIR}[A-Za-z0-9]{{12,64}}[ \t]*[ /、,，:|][ \t]*{_RANDOM}"),
    re.compile(rf"{_PAIR}(?P<value>[A-Za-z0-9]{{16,64}})(?=[ \t]*[ /、,，:|])"),
    re.compile(rf"(?<![A-Za-z0-9])(?:PAT|pat|Pat)s?{_SAYS}{_RANDOM}"),
    re.compile(rf"(?i)(?<![a-z])seed{_SAYS}(?:0x)?(?P<value>[0-9a-f]{{32,128}})(?![0-9a-z])"),
)
_AUTHENTICATOR = re.compile(
    r"(?i)(?<![a-z])(?:2fa|mfa|totp|otp|authenticator|two-factor)[ ]"
    rf"(?:setup[ ])?(?:secret|key|seed|code)?(?:[ ]key)?{_SAYS}"
    r"(?P<value>(?-i:[A-Z2-7]{4}(?:[ -]?[A-Z2-7]{4}){3,15}))(?![A-Za-z0-9])"
)


def short_key_names(text: str) -> Iterator[Span]:
    """Random values behind short names."""
    for pattern in _SHORT:
        for match in pattern.finditer(text):
            if mixed(match["value"]) and not is_no_value(match["value"]):
                yield *match.span("value"), "token"
    for match in _AUTHENTICATOR.finditer(text):
        yield *match.span("value"), "token"
