"""Secrets that show by their own form: vendor keys, private keys, passwords inside an address.

Prefixes and lengths follow what the vendors publish. A key that a line break cut in two is found whole.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from stelae.text.value_shape import TALK, is_placeholder, mixed, random_case

Span = tuple[int, int, str]
"""Start, end and type of a secret."""


@dataclass(frozen=True, slots=True)
class _KeyShape:
    """A vendor key that shows by its prefix.

    Attributes:
        type: The finding's type.
        prefixes: Literal beginnings.
        body: Character class of the rest.
        shortest: Fewest characters after the prefix.
        full: The exact length where the vendor fixes one: what a line break cut off is then known.
    """

    type: str
    prefixes: tuple[str, ...]
    body: str
    shortest: int
    full: int = 0


_KEY_SHAPES = (
    _KeyShape(
        "stripe_key",
        ("sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_", "whsec_"),
        "A-Za-z0-9",
        10,
    ),
    _KeyShape("openai_key", ("sk-",), "A-Za-z0-9_-", 16),
    _KeyShape("aws_access_key", ("AKIA", "ASIA", "ABIA", "ACCA"), "A-Z0-9", 12, 16),
    _KeyShape("github_token", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), "A-Za-z0-9", 16, 36),
    _KeyShape("github_token", ("github_pat_",), "A-Za-z0-9_", 20, 82),
    _KeyShape(
        "gitlab_token",
        ("glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "glsoat-"),
        "A-Za-z0-9_-",
        16,
    ),
    _KeyShape(
        "slack_token",
        ("xoxb-", "xoxp-", "xoxa-", "xoxe-", "xoxs-", "xoxr-", "xoxo-", "xapp-"),
        "A-Za-z0-9-",
        10,
    ),
    _KeyShape("google_key", ("AIza",), "A-Za-z0-9_-", 28, 35),
    _KeyShape("google_key", ("ya29.", "GOCSPX-"), "A-Za-z0-9._-", 20),
    _KeyShape("jwt", ("eyJ",), "A-Za-z0-9._=-", 24),
    _KeyShape(
        "service_key",
        ("npm_", "pypi-", "hf_", "gsk_", "tvly-", "nvapi-", "dop_v1_", "shpat_", "glsa_", "r8_"),
        "A-Za-z0-9_-",
        18,
    ),
    _KeyShape("service_key", ("SG.",), "A-Za-z0-9._-", 30),
    _KeyShape("service_key", ("LTAI", "AKID"), "A-Za-z0-9", 12),
)
KEY_PREFIXES = tuple(prefix for shape in _KEY_SHAPES for prefix in shape.prefixes)
_KEY_START = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    + "|".join(map(re.escape, sorted(KEY_PREFIXES, key=len, reverse=True)))
    + ")"
)
_SHAPE_OF = {prefix: shape for shape in _KEY_SHAPES for prefix in shape.prefixes}
_BODY_OF = {shape.body: re.compile(f"[{shape.body}]*+") for shape in _KEY_SHAPES}
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
_URL_PASSWORD = re.compile(
    r"://[^\s:@/?#]{0,64}:(?P<value>(?!\d{1,5}/)(?:[^\s/@]{1,128}(?:@[^\s/@.]{1,64}(?=@))*+|"
    r"[^\s@]{1,128}))@"
)


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


def _key_body(text: str, start: int, shape: _KeyShape) -> tuple[int, str]:
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


def _continues(body: str, more: str, shape: _KeyShape) -> bool:
    """Whether the beginning of the next line is the rest of this key and not a word of its own."""
    if shape.full and len(body) >= shape.full:
        return False
    return len(body) + len(more) == shape.full or (len(more) >= 4 and mixed(more))


def _is_key_body(body: str, shape: _KeyShape) -> bool:
    if len(set(body)) <= 3 or is_placeholder(body):
        return False
    if shape.type == "jwt":
        return "." in body
    return shape.type == "aws_access_key" or mixed(body)


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


def url_passwords(text: str) -> Iterator[Span]:
    """Passwords of `scheme://user:password@host`."""
    for match in _URL_PASSWORD.finditer(text):
        value = match["value"]
        if not is_placeholder(value) and value.lower() not in TALK:
            yield match.start("value"), match.end("value"), "url_password"
