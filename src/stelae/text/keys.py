"""Keys and fingerprints: what makes two statements the same one. Built by code from typed fields, never by a model (P20)."""

import hashlib
import re
import unicodedata

from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.personal import Preference
from stelae.text.normalise import fold

MAX_KEY_CHARS = 200
_NOT_SAID = re.compile(r"[^0-9a-z$+<=>^`|~.,:/-]+|[.,:/](?![0-9])|(?<![0-9])[.,:/]|-(?![0-9])")
"""What `statement` leaves out of a folded ASCII text: all but letters, digits, symbols and signs inside numbers."""
_NOT_SLUG = re.compile(r"[^\w.+#]+")


def slug(part: str) -> str:
    """Fold one part of a key: case, width and script variants fall together, white space and punctuation become `-`.

    `材质: 塑料 ` and `材质：塑料` give the same slug; letters and digits of any script stay.
    """
    return _NOT_SLUG.sub("-", fold(part)).strip("-")


def key_of(category: str, payload: CategoryModel, text: str) -> str:
    """Return the canonical path of a memory in its scope.

    Single-valued categories omit the value, multi-valued ones hold their object; without an identity the folded statement
    stands for itself (a hash, so that the key stays short). Polarity is never part of it.
    """
    parts = payload.identity()
    slugs = [slug(p) for p in parts] if parts else []
    if not slugs or not all(slugs):
        return unnamed(category, text)
    path = "/".join([category, *slugs])
    return path if len(path) <= MAX_KEY_CHARS else f"{path[:150]}/={digest(path)}"


def unnamed(category: str, text: str) -> str:
    """Return the key of a statement without an identity: it stands for itself."""
    return f"{category}/={digest(statement(text))}"


def statement(text: str) -> str:
    """Return the text without what does not change its meaning: case, width, punctuation and white space.

    Decimal points, minus signs and currency survive inside numbers: `1.5` and `15` stay different (DEV-09).
    """
    folded = fold(text)
    if folded.isascii():
        return _NOT_SAID.sub("", folded)
    kept = [
        c
        for i, c in enumerate(folded)
        if c.isalnum()
        or unicodedata.category(c)[0] in "SM"
        or (c in ".,:-/" and _inside_number(folded, i))
    ]
    return "".join(kept)


def _inside_number(text: str, at: int) -> bool:
    before = at > 0 and text[at - 1].isdigit()
    after = at + 1 < len(text) and text[at + 1].isdigit()
    return after and (before or text[at] == "-")


def digest(text: str, size: int = 10) -> str:
    """Return a short stable hash, hexadecimal."""
    return hashlib.blake2b(text.encode(), digest_size=size).hexdigest()


def sha256(text: str) -> str:
    """Return the digest by which others can check a text, hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def fingerprint(category: str, payload: CategoryModel, text: str) -> str:
    """Return `polarity:category:content-hash` (P8): the same statement said again, whatever its key."""
    polarity = payload.polarity if isinstance(payload, Preference) else "-"
    return f"{polarity}:{category}:{digest(statement(text))}"


def content_hash(
    *, role: str, speaker: str | None, session: str | None, time: str, text: str
) -> str:
    """Return the hash that makes observing idempotent when the caller gives no message id."""
    return digest("\x1f".join([role, speaker or "", session or "", time, text]), 16)
