"""What a store has to answer, the plain way: a log of what happened to each memory, replayed for every question."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from stelae.schemas.memory import MemoryRecord


@dataclass(slots=True)
class Life:
    """Everything that happened to one memory."""

    states: list[tuple[datetime, MemoryRecord]] = field(
        default_factory=list[tuple[datetime, MemoryRecord]]
    )
    """Each state with the time at which it was written."""
    known_from: datetime | None = None
    """No question reaches further back: when it was restored last."""
    receipt: str | None = None
    """By which it is forgotten."""

    @property
    def record(self) -> MemoryRecord:
        """The newest state."""
        return self.states[-1][1]

    @property
    def texts(self) -> frozenset[str]:
        """Every wording it ever had."""
        return frozenset(record.text for _, record in self.states)

    def at(self, known_at: datetime) -> MemoryRecord | None:
        """Return the state as the store knew it then."""
        known = [
            record
            for at, record in self.states
            if at <= known_at and (self.known_from is None or at >= self.known_from)
        ]
        return known[-1] if known and self.receipt is None else None


@dataclass(slots=True)
class History:
    """A store without a store."""

    lives: dict[str, Life] = field(default_factory=dict[str, Life])
    destroyed: dict[str, Life] = field(default_factory=dict[str, Life])
    stones: dict[str, tuple[str, datetime]] = field(default_factory=dict[str, tuple[str, datetime]])
    """By receipt: the mark and when it was set."""

    def write(self, at: datetime, *records: MemoryRecord) -> None:
        """Take down new states."""
        for record in records:
            self.lives.setdefault(record.id, Life()).states.append((at, record))

    def forget(self, at: datetime, gone: MemoryRecord, receipt: str) -> None:
        """Take down that nobody reads it any more."""
        self.write(at, gone)
        self.lives[gone.id].receipt = receipt
        self.stones[receipt] = (gone.key, at)

    def restore(self, at: datetime, back: MemoryRecord) -> None:
        """Take down that it is read again, from now on."""
        life = self.lives[back.id]
        assert life.receipt is not None
        del self.stones[life.receipt]
        life.receipt, life.known_from = None, at
        self.write(at, back)

    def destroy(self, id_: str) -> None:
        """Take down that there is nothing left of it."""
        self.destroyed[id_] = replace(self.lives.pop(id_))

    def seen(self) -> Iterator[MemoryRecord]:
        """Yield the newest state of what is not forgotten."""
        return (life.record for life in self.lives.values() if life.receipt is None)

    def active(self) -> list[MemoryRecord]:
        """Return what holds a key."""
        return [record for record in self.seen() if record.status == "active"]

    def forgotten(self) -> list[Life]:
        """Return what is forgotten and not destroyed."""
        return [life for life in self.lives.values() if life.receipt is not None]

    def unreadable(self) -> frozenset[str]:
        """Return every text that nobody may be shown; no two memories share one."""
        return frozenset(
            text for life in (*self.forgotten(), *self.destroyed.values()) for text in life.texts
        )

    def tombstoned(self, mark: str) -> datetime | None:
        """When was it last forgotten?"""
        return max((at for key, at in self.stones.values() if key == mark), default=None)

    def answers(
        self, now: datetime, *, as_of: datetime | None, known_at: datetime | None
    ) -> set[tuple[str, str]]:
        """Replay everything up to `known_at`, and return ids and texts of what was true at `as_of`."""
        store = known_at or now
        world = as_of or store
        found: set[tuple[str, str]] = set()
        for id_, life in self.lives.items():
            state = life.at(store)
            if state is None or (as_of is not None and state.valid_from > as_of):
                continue
            past = as_of is not None or known_at is not None
            held = past or state.status == "active"
            ended = state.valid_to is not None and state.valid_to <= world
            expired = state.expires_at is not None and state.expires_at <= world
            if held and not ended and not expired:
                found.add((id_, state.text))
        return found
