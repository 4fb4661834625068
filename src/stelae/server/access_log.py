"""Who read which ids (O27): one JSON line a reading, a file a tenant and UTC day. No text, no query, no answer.

`<data>/access/<tenant>/<day>.jsonl`, for its owner alone. A reading is written by a thread of its own within a second, so
that it costs a request microseconds; what was read in the last second before a crash of the process may be missing, and
before a power cut what the system had not put on the disk yet. An id is no content: it stays when its memory is forgotten.
"""

import logging
import os
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Final, NamedTuple

from pydantic import ValidationError

from stelae.ports import Clock
from stelae.private_files import file_name, private_folder
from stelae.schemas.access import Caller, Role
from stelae.schemas.base import UtcTime, Value
from stelae.schemas.scope import Namespace
from stelae.server.shown import ids_of

logger = logging.getLogger(__name__)
FOLDER: Final = "access"
PAUSE_S: Final = 1.0
MOST_WAITING: Final = 100_000
"""Readings held while the disk takes none; further ones are lost, counted and logged."""
_SUFFIX: Final = ".jsonl"


class Reading(Value):
    """One line: who was shown what, where, when."""

    time: UtcTime
    request_id: str
    key_id: str
    """Empty: nobody needs a key here."""
    key_name: str
    role: Role
    scope: str
    reads: tuple[str, ...] = ()
    """Further scopes that were read."""
    route: str
    """The template of an HTTP route, or the name of an MCP tool or resource."""
    ids: tuple[str, ...] = ()
    """Of memories, messages and pending items; of a whole export none."""
    count: int
    trace_id: str | None = None
    """Of a recall, for `recalls/{trace_id}`."""


class _Noted(NamedTuple):
    """A reading before it is a line: what a request pays for."""

    time: datetime
    caller: Caller
    ns: Namespace
    route: str
    ids: tuple[str, ...]
    many: int
    request_id: str
    trace_id: str | None

    @property
    def line(self) -> bytes:
        reading = Reading(
            time=self.time,
            request_id=self.request_id,
            key_id=self.caller.key_id,
            key_name=self.caller.name,
            role=self.caller.role,
            scope=self.ns.scope,
            reads=self.ns.reads,
            route=self.route,
            ids=self.ids,
            count=self.many,
            trace_id=self.trace_id or None,
        )
        return reading.model_dump_json().encode() + b"\n"


class AccessLog:
    """The log of one data folder. Threads share it; nothing is made on the disk before the first reading."""

    def __init__(self, data: Path, clock: Clock, *, days: int, pause_s: float = PAUSE_S) -> None:
        """Take the data folder, and for how many days a reading is kept; 0: none is written."""
        self._folder, self._clock, self._days = data / FOLDER, clock, days
        self._pause_s = pause_s
        self._waiting: deque[_Noted] = deque()
        self._lost = 0
        self._swept: date | None = None
        self._some, self._ended = Event(), Event()
        self._starting, self._writing = Lock(), Lock()
        self._thread: Thread | None = None

    def record(
        self,
        caller: Caller,
        ns: Namespace,
        route: str,
        shown: object,
        *,
        count: int | None = None,
        request_id: str = "",
        trace_id: str | None = None,
    ) -> None:
        """Note what a caller is about to be shown. Never raises, and waits for no disk.

        Args:
            caller: who asked.
            ns: where; its tenant says whose log it is.
            route: by which route or tool.
            shown: the answer; only ids of it are kept.
            count: how many things were shown, where `shown` does not hold them.
            request_id: as in the server's log.
            trace_id: of a recall.
        """
        if not self._days:
            return
        if len(self._waiting) >= MOST_WAITING:
            self._lost += 1
            return
        ids, now = ids_of(shown), self._clock.now()
        many = len(ids) if count is None else count
        self._waiting.append(_Noted(now, caller, ns, route, ids, many, request_id, trace_id))
        if not self._some.is_set():
            self._some.set()
        if self._thread is None:
            self._start()

    def readings(
        self, tenant: str, *, since: datetime | None = None, until: datetime | None = None
    ) -> Iterator[Reading]:
        """Return the readings of a tenant from `since` on and before `until`, oldest first; a broken line is left out."""
        self.flush()
        for path in sorted(self._of(tenant).glob(f"*{_SUFFIX}")):
            day = _day(path)
            if day is None or _outside(day, since, until):
                continue
            with suppress(FileNotFoundError), path.open(encoding="utf-8", errors="replace") as file:
                for line in file:
                    with suppress(ValidationError):
                        one = Reading.model_validate_json(line)
                        if not (since and one.time < since) and not (until and one.time >= until):
                            yield one

    def flush(self) -> None:
        """Write what waits; what the disk does not take goes on waiting."""
        with self._writing:
            files: dict[Path, list[_Noted]] = {}
            while self._waiting:
                one = self._waiting.popleft()
                files.setdefault(self._file_of(one), []).append(one)
            for path, taken in files.items():
                self._write(path, taken)

    def close(self) -> None:
        """Write what waits, and end the thread; safe to call twice."""
        self._ended.set()
        self._some.set()
        if self._thread is not None:
            self._thread.join()
        self.flush()

    def _start(self) -> None:
        with self._starting:
            if self._thread is None and not self._ended.is_set():
                self._thread = Thread(target=self._run, name="stelae-access-log", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while self._some.wait() and not self._ended.wait(self._pause_s):
            self._some.clear()
            self.flush()

    def _write(self, path: Path, taken: list[_Noted]) -> None:
        try:
            self._sweep(taken[-1].time.date())
            private_folder(path.parent)
            _append(path, b"".join(one.line for one in taken))
        except OSError as error:
            self._waiting.extendleft(reversed(taken))
            logger.error("the access log cannot be written: %s", type(error).__name__)  # noqa: TRY400
            return
        if self._lost:
            logger.error("%d readings are missing in the access log", self._lost)
            self._lost = 0

    def _sweep(self, today: date) -> None:
        """Delete what is too old, once a day."""
        if self._swept == today:
            return
        oldest = today - timedelta(days=self._days)
        for path in self._folder.glob(f"*/*{_SUFFIX}"):
            day = _day(path)
            if day is not None and day < oldest:
                path.unlink(missing_ok=True)
        self._swept = today

    def _file_of(self, one: _Noted) -> Path:
        return self._of(one.ns.tenant) / f"{one.time.date().isoformat()}{_SUFFIX}"

    def _of(self, tenant: str) -> Path:
        return self._folder / file_name(tenant)


def _append(path: Path, lines: bytes) -> None:
    """Append whole lines in one write, after the end of one that a crash has cut off."""
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        size = os.fstat(handle).st_size
        if size and os.pread(handle, 1, size - 1) != b"\n":
            lines = b"\n" + lines
        written = os.write(handle, lines)
        while written < len(lines):
            written += os.write(handle, lines[written:])
    finally:
        os.close(handle)


def _day(path: Path) -> date | None:
    try:
        return date.fromisoformat(path.stem)
    except ValueError:
        return None


def _outside(day: date, since: datetime | None, until: datetime | None) -> bool:
    return bool((since and day < since.date()) or (until and day > until.date()))
