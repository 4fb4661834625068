"""What commands print: text for people, one JSON document for programs.

With `--json` stdout holds exactly one JSON document, the result or `{"error": {"type", "message"}}`; nothing else is
ever written there. Progress, warnings and errors for people go to stderr. Colours go when `NO_COLOR` is set or the
stream is no terminal (Rich sees to that). It knows no command and no store.
"""

import json
import logging
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import datetime
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TextIO
from zoneinfo import ZoneInfo

from typing_extensions import override

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import Console
    from rich.table import Table

PIPE_WIDTH = 160
"""Columns of a table that goes into a file or a pipe."""
SHORT_ID = 8
"""Characters of an id's end shown to people; commands take any unique ending of at least `MIN_ID`."""
MIN_ID = 4
_BIDI = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c")


def console(stream: TextIO | None = None) -> "Console":
    """Make a console for people on stdout, or on the given stream.

    Markup and emoji codes are off: a stored text never styles the terminal. Into a file or a pipe tables are wide, unless
    `COLUMNS` says how wide: nobody's window is there to fit, and who searches wants dates and names in one piece.
    """
    from rich.console import Console

    file = stream or sys.stdout
    width = None if file.isatty() else get_terminal_size((PIPE_WIDTH, 25)).columns
    return Console(file=file, width=width, markup=False, emoji=False, highlight=False)


def notices() -> "Console":
    """Make the console for progress, warnings and errors: stderr."""
    return console(sys.stderr)


def write_json(document: "BaseModel | Mapping[str, Any]") -> None:
    """Write one JSON document to stdout, valid in whatever encoding the stream has."""
    plain = json.dumps(_plain(document), ensure_ascii=not _speaks_utf8(sys.stdout), indent=2)
    sys.stdout.write(plain + "\n")


def write_text(text: str) -> None:
    """Write a text to stdout as it is, with a line end: for blocks that are piped on to a model."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


@contextmanager
def progress(what: str, total: int | None = None) -> Generator[Callable[[int], None]]:
    """Show a bar on stderr while somebody watches; yields the function that moves it forward."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    out = notices()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


def warn(message: str) -> None:
    """Tell a person something on stderr that did not stop the command."""
    notices().print(f"Note: {visible(message)}", style="yellow", soft_wrap=True)


def log_to_stderr(level: str) -> None:
    """Send the library's log to stderr, one line a record; tracebacks are for `debug` alone."""

    class OneLine(logging.Formatter):
        """A record without its traceback, unless somebody is looking for a fault."""

        @override
        def format(self, record: logging.LogRecord) -> str:
            shown = copy(record)
            if level != "debug":
                shown.exc_info = shown.exc_text = None
            return visible(super().format(shown))

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine("%(levelname)s %(name)s: %(message)s"))
    logger = logging.getLogger("stelae")
    logger.handlers = [handler]
    logger.setLevel(level.upper())


def visible(text: str) -> str:
    r"""Make control and direction characters visible, so that a stored text cannot drive a terminal.

    Line breaks and tabs stay; an escape becomes `\x1b`, a right-to-left override `\u202e`.
    """
    return "".join(c if _harmless(c) else c.encode("unicode_escape").decode() for c in text)


def short_id(full: str | None) -> str:
    """Return the end of an id as people see it; empty without one."""
    return full[-SHORT_ID:] if full else ""


def when(instant: datetime, zone: str) -> str:
    """Return an instant in the person's zone, to the minute."""
    return instant.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M")


def labelled(pairs: Sequence[tuple[str, str]]) -> "Table":
    """Lay out `name  value` lines with the names in a dim column; pairs without a value are left out."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in pairs:
        if value:
            grid.add_row(name, Text(visible(value)))
    return grid


def _plain(document: "BaseModel | Mapping[str, Any]") -> Any:
    if isinstance(document, Mapping):
        return {name: _plain_value(value) for name, value in document.items()}
    return document.model_dump(mode="json")


def _plain_value(value: Any) -> Any:
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if isinstance(value, Mapping):
        return _plain(value)  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(value, list | tuple):
        return [_plain_value(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value


def _speaks_utf8(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("-", "") == "utf8"


def _harmless(char: str) -> bool:
    if char in "\n\t":
        return True
    return not (
        char < " " or "\x7f" <= char <= "\x9f" or char in _BIDI or "\ud800" <= char <= "\udfff"
    )
