"""Take off what a text uses to hide an order: characters without width, look-alike letters, gaps, encodings.

The scanner reads the plain text and everything this module makes of it. Nothing here judges; `hidden_characters` names
what a person reading the text could not have seen.
"""

import base64
import codecs
import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote

_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
_FLAG = re.compile("\U0001f3f4[\U000e0061-\U000e007a\U000e0030-\U000e0039]{2,6}\U000e007f")
_OVERRIDE = re.compile("[\u202d\u202e]")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_INSIDE_WORDS = re.compile(
    "(?<=[A-Za-z\u4e00-\u9fff])[\u00ad\u180e\u200b-\u200d\u2060-\u2064\ufeff]+(?=[A-Za-z\u4e00-\u9fff])"
)
_PAYLOAD = re.compile(
    "[\u200b-\u200d\u2060-\u2064\ufeff]{8,}|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,}"
)
_FEW = 3
"""So many invisible breaks inside words are no accident of copying; one or two are."""

_BETWEEN_HAN = re.compile(r"(?<=[\u4e00-\u9fff])[\s.\-_*·|/~^+]+(?=[\u4e00-\u9fff])")
_SPELLED = re.compile(r"(?<![a-z0-9])(?:[a-z0-9][ .\-_*·|]{1,2}){5,}[a-z0-9](?![a-z0-9])")
_LEET_WORD = re.compile(r"(?<![a-z0-9@$!|])[a-z0-9@$!|]{4,40}(?![a-z0-9@$!|])")
_LEET_SIGN = re.compile(r"[0134578@$!|]")
_LEET = str.maketrans("0134578@$!|", "oieastbasil")
# Cyrillic and Greek letters that look like Latin ones; they are read as such only in words that also hold Latin letters.
_LOOKALIKES = str.maketrans("авеѕіјкмнорсԁгтухһԛԝαβεικνορτυχγ", "abesijkmhopcdrtyxhqwabeiknoptuxy")
_WORD = re.compile("(?<![a-z\u0370-\u052f])[a-z\u0370-\u052f]{2,40}(?![a-z\u0370-\u052f])")
_FOREIGN = re.compile("[\u0370-\u052f]")
_ALL_FOREIGN = re.compile("[\u0370-\u052f]+")

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{16,}={0,2}(?![A-Za-z0-9+/=_-])")
_BASE32 = re.compile(r"(?<![A-Z2-7=])[A-Z2-7]{24,}={0,6}(?![A-Z2-7=])")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{2}[ :,]?){12,}(?![0-9A-Za-z])")
_BINARY = re.compile(r"(?<![01])(?:[01]{8}[ ,]?){6,}(?![01])")
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|&#x?[0-9a-fA-F]{2,6};)")
_ASCII85 = re.compile(r"<~[!-uz\s]{16,}?~>")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})")
_ROTATED = ("vtaber", "qvfertneq", "vafgehpgvba", "cerivbhf", "flfgrz cebzcg", "erirny")
_REVERSED = ("erongi", "dragersid", "noitcurtsni", "tpmorp metsys", "suoiverp", "令指", "略忽")
# What every encoding below leaves in a text; most texts hold none of it.
_ENCODED = re.compile(
    r"[A-Za-z0-9+/_-]{16}|[01]{8}|%[0-9A-Fa-f]{2}|\\[ux]|&#|<~|(?:[0-9A-Fa-f]{2}[ :,]){8}"
)
_LONGEST = 20_000
_SHORTEST = 4
_PRINTABLE = 0.9


def hidden_characters(text: str) -> str | None:
    """Name the kind of characters a reader cannot see and no ordinary text holds in this way; None when there are none."""
    if text.isascii():
        return None
    if _TAGS.search(_FLAG.sub("", text)):
        return "tag_characters"
    if _BIDI.search(text) and (_OVERRIDE.search(text) or not _RIGHT_TO_LEFT.search(text)):
        return "bidi_control"
    if _PAYLOAD.search(text) or len(_INSIDE_WORDS.findall(text)) >= _FEW:
        return "zero_width"
    return None


def readings(text: str) -> tuple[str, ...]:
    """The ways to read a text: with single blanks, then without look-alike letters, digits for letters and gaps.

    Args:
        text: A folded text (`stelae.text.normalise.fold`).

    Returns:
        The text with single blanks first; after it only readings that differ from it.
    """
    plain = " ".join(text.split())
    others = [] if text.isascii() else [_latin(plain), _BETWEEN_HAN.sub("", plain)]
    if _LEET_SIGN.search(plain):
        others.append(_LEET_WORD.sub(_unleet, plain))
    others.append(_SPELLED.sub(_joined, plain))
    return tuple(dict.fromkeys([plain, *others]))


def _latin(text: str) -> str:
    return _WORD.sub(_unmixed, text) if _FOREIGN.search(text) else text


def _unmixed(match: re.Match[str]) -> str:
    word = match.group()
    return (
        word.translate(_LOOKALIKES)
        if _FOREIGN.search(word) and not _ALL_FOREIGN.fullmatch(word)
        else word
    )


def _unleet(match: re.Match[str]) -> str:
    word = match.group()
    letters = sum(char.isalpha() for char in word)
    return word.translate(_LEET) if 2 <= letters < len(word) else word


def _joined(match: re.Match[str]) -> str:
    return re.sub(r"[ .\-_*·|]{1,2}", "", match.group())


def decoded(text: str) -> Iterator[str]:
    """Whatever readable text is encoded in this one: base64, base32, hex, bits, ASCII85, escapes, tags, rot13, backwards.

    Args:
        text: Any text; of very long ones only the beginning is decoded.

    Yields:
        Readable texts; not decoded again.
    """
    head = text[:_LONGEST]
    yield from _respelled(head)
    if not _ENCODED.search(head):
        return
    for pattern, decode in _CODECS:
        for match in pattern.finditer(head):
            plain = _readable(decode, match.group())
            if plain:
                yield plain
    if len(_PERCENT.findall(head)) >= _FEW:
        yield unquote(head)
    if len(_ESCAPES.findall(head)) >= _FEW:
        yield _ESCAPES.sub(_unescape, head)


def _respelled(head: str) -> Iterator[str]:
    """Tag characters, rot13 and backwards: one letter for another."""
    if not head.isascii():
        for run in _TAGS.findall(head):
            yield "".join(chr(ord(char) - 0xE0000) for char in run)
    low = head.lower()
    if any(map(low.__contains__, _ROTATED)):
        yield codecs.decode(head, "rot13")
    if any(map(low.__contains__, _REVERSED)):
        yield head[::-1]


def _unescape(match: re.Match[str]) -> str:
    digits = match.group().strip("\\ux&#;")
    base = 10 if match.group().startswith("&#") and "x" not in match.group() else 16
    code = int(digits, base)
    return chr(code) if 0x20 <= code <= 0x10FFFF and not 0xD800 <= code < 0xE000 else " "


def _base64(run: str) -> bytes:
    return base64.b64decode(
        run.rstrip("=").translate({45: 43, 95: 47}) + "=" * (-len(run.rstrip("=")) % 4)
    )


def _base32(run: str) -> bytes:
    return base64.b32decode(run.rstrip("=") + "=" * (-len(run.rstrip("=")) % 8))


def _hex(run: str) -> bytes:
    return bytes.fromhex(re.sub(r"[ :,]", "", run))


def _bits(run: str) -> bytes:
    digits = re.sub(r"[ ,]", "", run)
    return int(digits, 2).to_bytes(len(digits) // 8, "big")


def _ascii85(run: str) -> bytes:
    return base64.a85decode(run, adobe=True)


def _readable(decode: Callable[[str], bytes], run: str) -> str | None:
    """The text in a run of encoded characters, None when it is no text."""
    try:
        plain = decode(run).decode("utf-8")
    except ValueError:  # binascii.Error and UnicodeDecodeError among them
        return None
    shown = sum(char.isprintable() or char.isspace() for char in plain)
    return plain if len(plain) >= _SHORTEST and shown >= _PRINTABLE * len(plain) else None


_CODECS: tuple[tuple[re.Pattern[str], Callable[[str], bytes]], ...] = (
    (_BASE64, _base64),
    (_BASE32, _base32),
    (_HEX, _hex),
    (_BINARY, _bits),
    (_ASCII85, _ascii85),
)
