"""Reads messages from a file or stdin: an OpenAI-style JSON list, JSONL, or plain text (one user message).

It checks bytes and JSON only and names the line that is wrong. Whether a message is usable (role, size, time) is
decided by `Memory`, the same for every door. Nothing of the content is repeated in an error.
"""

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, time
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeAlias, cast
from zoneinfo import ZoneInfo

from stelae.errors import InvalidInputError

Format: TypeAlias = Literal["auto", "json", "jsonl", "text"]
STDIN = "-"
_BY_SUFFIX: dict[str, Format] = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".txt": "text",
    ".md": "text",
}
_TYPED: dict[str, bool | None] = {"true": True, "false": False, "null": None}


class BrokenInputError(InvalidInputError):
    """A file's bytes or JSON are broken.

    Attributes:
        source: the file's name, `stdin` for `-`.
        line: number of the line, from 1; None when the trouble has no line.
    """

    def __init__(self, source: str, line: int | None, problem: str) -> None:
        """Say where and what."""
        super().__init__(f"{source}{'' if line is None else f', line {line}'}: {problem}")
        self.source = source
        self.line = line


def read_messages(source: str, form: Format = "auto") -> list[dict[str, Any]]:
    """Read all messages of a file.

    Args:
        source: a path, or `-` for stdin.
        form: `auto` goes by the file's suffix, then by its first character.

    Returns:
        The messages as they stand in the file; plain text is one message of role `user`.

    Raises:
        BrokenInputError: the file cannot be read, is no UTF-8, or its JSON is broken.
    """
    name, raw = _read(source)
    text = _decode(name, raw)
    if form == "auto":
        form = _BY_SUFFIX.get(Path(source).suffix.lower(), _sniff(text))
    if form == "text":
        return [{"role": "user", "content": text}]
    return _from_lines(name, text) if form == "jsonl" else _from_document(name, text)


def read_text(source: str) -> str:
    """Read a whole text; `-` is stdin.

    Raises:
        BrokenInputError: it cannot be read or is no UTF-8.
    """
    return _decode(*_read(source))


def parse_time(value: str | None, zone: str, *, end: bool = False) -> datetime | None:
    """Read a point in time as people write it.

    Args:
        value: RFC 3339, or a date alone; without offset it is read in `zone`.
        zone: IANA name.
        end: a date alone means the end of that day instead of its beginning.

    Raises:
        InvalidInputError: it is no date.
    """
    if value is None:
        return None
    try:
        found = datetime.fromisoformat(value.strip())
    except ValueError:
        raise InvalidInputError(
            f"{value[:40]!r} is no date: write 2026-03-12 or 2026-03-12T18:30:00+08:00."
        ) from None
    if len(value.strip()) <= len("2026-03-12") and end:
        found = datetime.combine(found.date(), time.max)
    return found if found.tzinfo else found.replace(tzinfo=ZoneInfo(zone))


def parse_fields(pairs: Sequence[str]) -> dict[str, Any]:
    """Read `--set field=value`: `true`, `false`, `null` and JSON lists are typed, everything else is text.

    A field that is given several times is a list.

    Raises:
        InvalidInputError: a pair has no `=` or no field.
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        field = name.strip()
        if not equals or not field:
            raise InvalidInputError(f"--set takes field=value, not {pair[:40]!r}.")
        value: Any = _TYPED.get(text, text)
        if text.startswith("["):
            with suppress(ValueError):
                value = json.loads(text)
        if field in found:
            before: Any = found[field]
            earlier = cast("list[Any]", before) if isinstance(before, list) else [before]
            value = [*earlier, value]
        found[field] = value
    return found


def parse_floor(value: str) -> float | Literal["auto"] | None:
    """Read `auto`, `none` or a probability.

    Raises:
        InvalidInputError: it is none of these.
    """
    if value in {"auto", "none"}:
        return "auto" if value == "auto" else None
    try:
        number = float(value)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise InvalidInputError(
            f"--floor is auto, none or a number from 0 to 1, not {value[:40]!r}."
        )
    return number


def _read(source: str) -> tuple[str, bytes]:
    if source == STDIN:
        return "stdin", sys.stdin.buffer.read()
    try:
        return source, Path(source).read_bytes()
    except FileNotFoundError:
        raise BrokenInputError(
            source, None, "no such file. For a text of your own: stelae remember TEXT."
        ) from None
    except IsADirectoryError:
        raise BrokenInputError(source, None, "is a folder; name a file.") from None
    except (OSError, ValueError) as error:
        reason = (
            error.strerror if isinstance(error, OSError) and error.strerror else "not a usable name"
        )
        raise BrokenInputError(source, None, f"cannot be read ({reason}).") from None


def _decode(name: str, raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if raw[:2] in {b"\xff\xfe", b"\xfe\xff"}:
            raise BrokenInputError(name, None, "is UTF-16; save it as UTF-8.") from None
        line = raw.count(b"\n", 0, error.start) + 1
        problem = f"byte 0x{raw[error.start]:02x} is no UTF-8. Convert it first, for example: iconv -f GB18030 -t UTF-8"
        raise BrokenInputError(name, line, problem) from None


def _sniff(text: str) -> Format:
    """Tell the forms apart: `{` or `[{` opens JSON, anything else is a text (which may well begin with a bracket)."""
    head = text.lstrip()
    if head.startswith("{"):
        first = head.partition("\n")[0].rstrip()
        return "jsonl" if first.endswith("}") else "json"
    return "json" if head.startswith("[") and head[1:].lstrip()[:1] in {"{", "]"} else "text"


def _from_document(name: str, text: str) -> list[dict[str, Any]]:
    if not text.strip():
        return []
    found = cast("object", _parse(name, text, first_line=1))
    if isinstance(found, dict) and "messages" in found:
        found = cast("dict[str, object]", found)["messages"]
    items = cast("list[object]", found if isinstance(found, list) else [found])
    return [_message(name, item, f"entry {number}", None) for number, item in enumerate(items, 1)]


def _from_lines(name: str, text: str) -> list[dict[str, Any]]:
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    return [
        _message(name, _parse(name, line, first_line=number), "this", number)
        for number, line in lines
    ]


def _message(name: str, item: object, what: str, line: int | None) -> dict[str, Any]:
    if not isinstance(item, dict):
        raise BrokenInputError(
            name, line, f'{what} is no message; write {{"role": "user", "content": "…"}}.'
        )
    return cast("dict[str, Any]", item)


def _parse(name: str, text: str, *, first_line: int) -> Any:
    try:
        return json.loads(text, parse_constant=cast("Callable[[str], Any]", _no_constant))
    except json.JSONDecodeError as error:
        raise BrokenInputError(
            name, first_line + error.lineno - 1, f"broken JSON: {error.msg}."
        ) from None
    except (ValueError, RecursionError) as error:
        problem = (
            "nested too deeply"
            if isinstance(error, RecursionError)
            else "has a number JSON does not know"
        )
        raise BrokenInputError(name, first_line, f"{problem}.") from None


def _no_constant(_name: str) -> NoReturn:
    raise ValueError
