"""Keyword terms as the index holds them. Pure: no SQL, no numpy.

A token becomes `<scope number>_<token>`, so that statistics and cost stay inside the scope. Tokens that FTS5 would fold
or split are written in hexadecimal (`<scope number>x<hex>`), very long ones as a digest (`<scope number>h<hex>`).
"""

import hashlib
import re

_KEPT = (
    "0-9_a-z\u00df-\u00f6\u00f8-\u00ff\u03ac-\u03c1\u03c3-\u03ce\u0430-\u045f"
    "\u3041-\u3096\u30a1-\u30fa\u3400-\u4db5\u4e00-\u9fcc\uac00-\ud7a3"
)
"""Lower-case letters, digits and characters that the `unicode61` of every SQLite (Unicode 6.1) keeps as they are."""
_LONGEST = 96
_PLAIN = re.compile(f"[{_KEPT}]{{1,{_LONGEST}}}")
_ALL_PLAIN = re.compile(f"{_PLAIN.pattern}(?: {_PLAIN.pattern})*")


def term(sid: int, token: str) -> str:
    """Return the term of a token in the scope of that number."""
    if _PLAIN.fullmatch(token):
        return f"{sid}_{token}"
    encoded = token.encode("utf-8", "surrogatepass").hex()
    if len(encoded) <= _LONGEST:
        return f"{sid}x{encoded}"
    return f"{sid}h{hashlib.blake2b(encoded.encode(), digest_size=16).hexdigest()}"


def index_text(sid: int, tokens: str) -> str:
    """Return the exact string to index for space-separated tokens."""
    if _ALL_PLAIN.fullmatch(tokens):
        return f"{sid}_" + tokens.replace(" ", f" {sid}_")
    return " ".join([term(sid, token) for token in tokens.split()])


def quoted(*terms: str) -> str:
    """Return a MATCH text that asks for rows with all of the terms; nothing in them is query syntax."""
    return " AND ".join(f'"{each}"' for each in terms)
