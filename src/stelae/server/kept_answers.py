"""Answers that were given once and may be asked for again, kept in memory for a day.

It knows no HTTP: a name, a mark of what was asked, and an answer. An answer may say what is forgotten since; so it goes when
this process forgets something of its tenant. What other processes forget is counted: each answer is kept with the number of
forgettings before it was made, and is not given out when there are more (DEV-13).
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final, Literal, NamedTuple

from stelae.schemas.change import Outcome
from stelae.schemas.query import RecallResult

KEPT_S: Final = 24 * 3600.0
MOST: Final = 10_000
MOST_BYTES: Final = 32_000_000


class Name(NamedTuple):
    """What one answer is kept under."""

    tenant: str
    key_id: str
    method: str
    path: str
    given: str
    """The caller's own."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    readings: tuple[Callable[[str], None], ...] = ()
    """Each notes once more who was shown what, for the request of that id."""


@dataclass(slots=True)
class _Entry:
    mark: bytes
    until: float
    answer: Answer | None = None
    """None: it is being made."""
    forgettings: int | None = None
    """Of the tenant, before it was made; None: it holds no text of a memory."""
    overtaken: bool = False
    """Was something of the tenant forgotten while it was being made?"""

    @property
    def size(self) -> int:
        return 0 if self.answer is None else len(self.answer.body)

    def stale(self, forgettings: int) -> bool:
        return self.forgettings not in {None, forgettings}


Found = Answer | Literal["new", "running", "other"]
"""An answer from before; `new`: the caller makes it and has to `keep` or `drop` it; `running`: somebody is making it;
`other`: something else was asked under that name."""


class KeptAnswers:
    """Answers by name, bounded in number and bytes: the oldest go first (`ports.Watcher`). Threads may share it."""

    def __init__(
        self,
        *,
        most: int = MOST,
        most_bytes: int = MOST_BYTES,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        """Choose the bounds; the timer gives seconds that only grow."""
        self._most, self._most_bytes, self._timer = most, most_bytes, timer
        self._entries: OrderedDict[Name, _Entry] = OrderedDict()
        self._forgettings: dict[str, int] = {}
        """Of each tenant, when somebody last asked."""
        self._bytes = 0
        self._lock = Lock()

    def __len__(self) -> int:
        """Return how many are kept or being made."""
        return len(self._entries)

    def begin(self, name: Name, mark: bytes, *, forgettings: int) -> Found:
        """Ask for an answer, or for the turn to make it.

        Args:
            name: what it is kept under.
            mark: of all that was asked.
            forgettings: of the tenant by now.
        """
        with self._lock:
            self._expire(name.tenant, forgettings)
            found = self._entries.get(name)
            if found is not None and found.stale(forgettings):
                self._remove(name)
                found = None
            if found is None:
                self._entries[name] = _Entry(mark, self._timer() + KEPT_S)
                return "new"
            if found.mark != mark:
                return "other"
            return "running" if found.answer is None else found.answer

    def keep(self, name: Name, answer: Answer, *, forgettings: int | None) -> None:
        """Keep the answer that was made; it is not when it is too large or a forgetting came in between, and is made anew.

        Args:
            name: that has the turn.
            answer: as it is given.
            forgettings: of the tenant before it was made; None: it holds no text of a memory.
        """
        with self._lock:
            entry = self._entries.get(name)
            if entry is None:
                return
            late = entry.overtaken and forgettings is not None
            if late or len(answer.body) > self._most_bytes // 8:
                self._remove(name)
                return
            entry.answer, entry.forgettings = answer, forgettings
            self._bytes += entry.size
            self._shrink()

    def drop(self, name: Name) -> None:
        """Give the turn back: nothing was done."""
        with self._lock:
            self._remove(name)

    def decided(self, outcomes: Sequence[Outcome]) -> None:
        """See `ports.Watcher.decided`. What is new makes no answer wrong."""

    def recalled(self, result: RecallResult) -> None:
        """See `ports.Watcher.recalled`. What was read makes no answer wrong."""

    def forgotten(self, tenant: str) -> None:
        """Let go of a tenant's answers at once, and of those that are being made; see `ports.Watcher.forgotten`."""
        with self._lock:
            mine = [(name, one) for name, one in self._entries.items() if name.tenant == tenant]
            for name, one in mine:
                if one.answer is None:
                    one.overtaken = True
                elif one.forgettings is not None:
                    self._remove(name)

    def _expire(self, tenant: str, forgettings: int) -> None:
        now = self._timer()
        while self._entries and next(iter(self._entries.values())).until <= now:
            self._remove(next(iter(self._entries)))
        if self._forgettings.get(tenant) == forgettings:
            return
        self._forgettings[tenant] = forgettings
        mine = [(name, one) for name, one in self._entries.items() if name.tenant == tenant]
        for name, one in mine:
            if one.stale(forgettings):
                self._remove(name)

    def _shrink(self) -> None:
        """Let the oldest answers go until there is room; what is being made stays."""
        made = (name for name, one in list(self._entries.items()) if one.answer is not None)
        while len(self._entries) > self._most or self._bytes > self._most_bytes:
            oldest = next(made, None)
            if oldest is None:
                return
            self._remove(oldest)

    def _remove(self, name: Name) -> None:
        entry = self._entries.pop(name, None)
        if entry is not None:
            self._bytes -= entry.size
