"""Secrets that show by their own form: vendor keys and private keys.

Prefixes and lengths follow what the vendors publish. A key that a line break cut in two is found whole.
"""

import re
from collections.abc import Iterator

from stelae.text.key_shapes import KEY_SHAPES, SHORTEST_FORM, WHOLE_FORMS, KeyShape
from stelae.text.value_shape import is_placeholder, mixed, random_case

Span = tuple[int, int, str]
"""Start, end and type of a secret."""


KEY_PREFIXES = tuple(prefix for shape in KEY_SHAPES for prefix in shape.prefixes)


def _beginnings() -> str:
    """A pattern of all prefixes, by their first character, since every word of a text is tried against it."""
    by_first: dict[str, list[str]] = {}
    for prefix in sorted(KEY_PREFIXES, key=len, reverse=True):
        by_first.setdefault(prefix[0], []).append(re.escape(prefix[1:]))
    return "|".join(f"{first}(?:{'|'.join(rests)})" for first, rests in by_first.items())


_KEY_START = re.compile(rf"(?<![A-Za-z0-9])(?:{_beginnings()})")
_SHAPE_OF = {prefix: shape for shape in KEY_SHAPES for prefix in shape.prefixes}
_BODY_OF = {shape.body: re.compile(f"[{shape.body}]*+") for shape in KEY_SHAPES}
WHOLE_FORM_PIECES = tuple({piece for piece, _, _ in WHOLE_FORMS})
"""What every text with a key holds that shows only as a whole."""
_LONG_WORD = re.compile(rf"(?<![!-~])[!-~]{{{SHORTEST_FORM}}}")
_CHAIN = re.compile(r"[_/-]")
_CHAINED = 10
"""Characters of the part that makes a chain of words and dashes a key."""
# A line break, also as two characters in JSON or after a shell's backslash, and what a client puts before a quoted line.
_LINE_BREAK = re.compile(r"[ \t]*+\\?(?:\r?\n|n(?<=\\n))[ \t>|*]*+")

_PRIVATE_KEY = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_PRIVATE_KEY_MARK = re.compile(
    r"-----(?:BEGIN|(?P<end>END)) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
)
_PRIVATE_KEY_BODY = re.compile(
    r"(?>(?:\s|\\n)*+[A-Za-z0-9+/=]{16,})*+(?>(?:\s|\\n)*+[A-Za-z0-9+/]{1,15}={1,2})?+"
)
_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9/+=_-])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_-])")


def vendor_keys(text: str) -> Iterator[Span]:
    """Keys with a vendor's prefix."""
    after = 0
    for match in _KEY_START.finditer(text):
        if match.start() < after:
            continue
        shape = _SHAPE_OF[match.group()]
        end, body = _key_body(text, match.end(), shape)
        after = end
        if len(body) >= shape.shortest and _is_key_body(body, shape):
            yield match.start(), end, shape.type


def _key_body(text: str, start: int, shape: KeyShape) -> tuple[int, str]:
    """The rest of a key, also where line breaks split it: -> (end, characters without the breaks)."""
    pattern = _BODY_OF[shape.body]
    end, body = start, ""
    while True:
        piece = pattern.match(text, end)
        if not piece or not piece.group():
            break
        body, end = body + piece.group(), piece.end()
        gap = _LINE_BREAK.match(text, end)
        more = pattern.match(text, gap.end()) if gap else None
        if not gap or not more or not _continues(body, more.group(), shape):
            break
        end = gap.end()
    kept = body.rstrip("._=-") if shape.type == "jwt" else body.rstrip("-_.")
    return end - (len(body) - len(kept)), kept


def _continues(body: str, more: str, shape: KeyShape) -> bool:
    """Whether the beginning of the next line is the rest of this key and not a word of its own."""
    if shape.full and len(body) >= shape.full:
        return False
    return len(body) + len(more) == shape.full or (len(more) >= 4 and mixed(more))


def _is_key_body(body: str, shape: KeyShape) -> bool:
    if len(set(body)) <= 3 or is_placeholder(body):
        return False
    if shape.type == "jwt":
        return "." in body
    if shape.type == "service_key" and _CHAIN.search(
        body
    ):  # `test_reads_2_files_of_2024` is a name
        return any(len(part) >= _CHAINED and mixed(part) for part in _CHAIN.split(body))
    return shape.type == "aws_access_key" or mixed(body)


def whole_forms(text: str) -> Iterator[Span]:
    """Keys of vendors that no prefix tells."""
    if not _LONG_WORD.search(text):
        return
    low = text.lower()
    for piece, form, kind in WHOLE_FORMS:
        if piece in low:
            for match in form.finditer(text):
                yield *match.span(), kind


def private_keys(text: str) -> Iterator[Span]:
    """PEM private keys, also such whose end is missing."""
    begin = _PRIVATE_KEY.search(text)
    while begin:
        stop = _PRIVATE_KEY_MARK.search(text, begin.end())
        if stop and stop["end"]:
            after = stop.end()
        else:
            body = _PRIVATE_KEY_BODY.match(text, begin.end())
            after = body.end() if body else begin.end()
        yield begin.start(), after, "private_key"
        begin = _PRIVATE_KEY.search(text, after)


def aws_secrets(text: str) -> Iterator[Span]:
    """The secret half that stands beside an access key without a name of its own."""
    for match in _AWS_SECRET.finditer(text):
        if random_case(match.group()):
            yield match.start(), match.end(), "aws_secret_key"
