"""Values that no word announces from before: logins, networks, accounts, and the value said first."""

import re
from collections.abc import Iterator

from stelae.text import secret_rules as rules
from stelae.text.announced_secrets import closes, trimmed
from stelae.text.value_shape import is_no_value, letters_and_digits
from stelae.text.vendor_keys import Span

_PATH = re.compile(r"^\d{1,5}/|^[a-z]+/")
"""What follows a host or a folder: `USER:PASSWORD@HOST:5432/DB`, `admin/users/2024`."""


def said_before(text: str) -> Iterator[Span]:
    """Values that stand before the word that names them."""
    for match in rules.SAID_BEFORE.finditer(text):
        start, end = trimmed(text, *match.span("value"), linked=False)
        value = text[start:end]
        if is_no_value(value):
            continue
        if text[match.start("value")] in '"“' and bool(match["cue"] or match["zh"]):
            yield match.start("value") + 1, match.end("value") - 1, "password"
            continue
        strong = letters_and_digits(value) and len(value) >= 5
        if strong or (value.isdigit() and bool(match["cue"]) and 4 <= len(value) <= 8):
            yield start, end, "password"


def logins(text: str) -> Iterator[Span]:
    """What stands behind the name of a login."""
    for match in rules.LOGIN.finditer(text):
        start, end = trimmed(text, match.start("value"), match.end("value"), linked=False)
        value = text[start:end]
        if not is_no_value(value) and letters_and_digits(value) and not _PATH.search(value):
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
