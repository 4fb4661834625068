"""The server's log: one line a request, and everything that the library and others log, in one form.

JSON lines where stderr is no terminal. Nobody's words stand in it: no body, no query, no path as it was asked, no message
of an exception. Other libraries are heard from `warning` on only, since some write whole requests at `debug`.
"""

import logging
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal, TextIO, cast

import structlog
from structlog.typing import EventDict, Processor

Level = Literal["debug", "info", "warning", "error"]
_OURS: Final = "stelae"
_LONGEST: Final = 300
"""Characters of a line of somebody else's."""
_FRAMES: Final = 6
REQUEST_FIELDS: Final = (
    *("request_id", "method", "route", "status", "ms"),
    *("key_id", "tenant"),
)


def configure(level: Level, *, stream: TextIO | None = None) -> None:
    """Let everything be logged to one stream; what was set up before is replaced.

    Args:
        level: from which on Stelae itself is heard.
        stream: where to; None: stderr.
    """
    to = sys.stderr if stream is None else stream
    handler = logging.StreamHandler(to)
    handler.setFormatter(_formatter(to))
    root, ours = logging.getLogger(), logging.getLogger(_OURS)
    root.handlers, ours.handlers = [handler], []
    root.setLevel("WARNING")
    ours.setLevel(level.upper())
    ours.propagate = True
    logging.captureWarnings(True)


def _formatter(to: TextIO) -> logging.Formatter:
    terminal = to.isatty()
    show: Processor = (
        structlog.dev.ConsoleRenderer(colors=True)
        if terminal
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.stdlib.ExtraAdder(allow=REQUEST_FIELDS),
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
            _first_line_of_others,
            _without_words,
        ],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, show],
    )


def _first_line_of_others(_: Any, __: str, event: EventDict) -> EventDict:
    """Cut what others log: asyncio, for one, adds the exception with its message."""
    if not str(event["logger"]).startswith(_OURS):
        event["event"] = str(event["event"]).partition("\n")[0][:_LONGEST]
    return event


def _without_words(_: Any, __: str, event: EventDict) -> EventDict:
    """Say of an exception what it is and where it came from; its message may quote what somebody wrote."""
    found = event.pop("exc_info", None)
    event.pop("stack_info", None)
    if isinstance(found, tuple):
        kind, _error, trace = cast("tuple[type[BaseException] | None, Any, Any]", found)
        if kind is not None:
            event["exception"] = kind.__name__
            event["at"] = " < ".join(_places(trace))
    return event


def _places(trace: TracebackType | None) -> list[str]:
    """Return where it was raised and through what, the innermost first."""
    places: list[str] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{Path(code.co_filename).name}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return places[::-1][:_FRAMES]
