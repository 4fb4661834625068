"""Values that no word announces from before: logins, networks, headers, options of commands, and the value said first."""

import re
from collections.abc import Iterator

from stelae.text import secret_rules as rules
from stelae.text.announced_secrets import closes, trimmed
from stelae.text.value_shape import is_no_value, letters_and_digits, mixed
from stelae.text.vendor_keys import Span


def said_before(text: str) -> Iterator[Span]:
    """Values that stand before the word that names them."""
    for match in rules.SAID_BEFORE.finditer(text):
        start, end = trimmed(text, *match.span("value"), linked=False)
        value = text[start:end]
        if is_no_value(value):
            continue
        strong = letters_and_digits(value) and len(value) >= 5
        if strong or (value.isdigit() and bool(match["cue"]) and 4 <= len(value) <= 8):
            yield start, end, "password"


def bearers(text: str) -> Iterator[Span]:
    """Credentials of an authorization header."""
    for match in rules.BEARER.finditer(text):
        if not is_no_value(match["value"]) and mixed(match["value"]):
            yield match.start("value"), match.end("value"), "bearer_token"


def options(text: str) -> Iterator[Span]:
    """Secrets given to a command or in the query of an address."""
    for match in rules.OPTION.finditer(text):
        if not is_no_value(match["value"]) and not match["value"].startswith(("-", "$")):
            yield match.start("value"), match.end("value"), "password"


def logins(text: str) -> Iterator[Span]:
    """What stands behind the name of a login."""
    for match in rules.LOGIN.finditer(text):
        start, end = trimmed(text, match.start("value"), match.end("value"), linked=False)
        value = text[start:end]
        if not is_no_value(value) and letters_and_digits(value):
            yield start, end, "password"


def networks(text: str) -> Iterator[Span]:
    """What opens a wireless network, behind its name."""
    for match in rules.NETWORK.finditer(text):
        yield from _closing(text, match)


def mailed(text: str) -> Iterator[Span]:
    """What opens an account, behind its name and an address."""
    for match in rules.MAILED.finditer(text):
        if rules.ACCOUNT_NAME.search(text[max(0, match.start() - 32) : match.start()]):
            yield from _closing(text, match)


def _closing(text: str, match: re.Match[str]) -> Iterator[Span]:
    start, end = trimmed(text, *match.span("value"), linked=False)
    value, rest = text[start:end], text[end : end + 16]
    if closes(rest) and not is_no_value(value) and letters_and_digits(value):
        yield start, end, "password"
