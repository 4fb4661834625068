"""Random histories of 200 operations on both stores: whatever happened, they answer as a replay of it does.

`STELAE_HISTORIES=1000 python -m pytest tests/contracts/test_histories.py` runs that many.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from typing_extensions import override

from stelae.errors import VersionConflictError
from stelae.ports import Store
from stelae.recall.filters import visible
from stelae.schemas.change import Tombstone, Write
from stelae.schemas.memory import Change, MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.query import RecallQuery
from stelae.stores.in_memory import InMemoryStore
from stelae.stores.sqlite.store import SQLiteStore
from tests.contracts.builders import (
    LIN,
    MO,
    NOW,
    after,
    buried,
    changes,
    heard,
    new_id,
    observation,
    receipt,
    record,
    span,
    unit,
    worded,
)
from tests.contracts.histories import History, Life
from tests.contracts.readers import LEG, READERS, Sought

HISTORIES = int(os.environ.get("STELAE_HISTORIES", "2"))
STEPS = 200
HOUR = timedelta(hours=1)
KEYS = tuple(f"fact/{name}" for name in ("家", "car", "tea", "打印机", "desk", "宠物", "job"))
PHRASES = ("住在第{}号楼", "The car stands on row {}", "喜欢第{}种茶", "Printer number {} is ours")
BACK, TTL = (0, 0, 1, 5, 30), (0, 0, 3, 20)
"""For how many hours something has been true when it is said, and for how many more it will be (0: for ever)."""
LOOK_EVERY, SEARCH_EVERY = 4, 50
"""Steps between two questions about the past; between two looks through every reader and two openings of the file."""
What = Literal["tell", "reinforce", "edit", "expire", "forget", "restore", "destroy", "come late"]
WHAT: tuple[What, ...] = (
    *("tell", "tell", "tell", "tell", "reinforce", "reinforce", "edit", "edit", "edit"),
    *("expire", "forget", "forget", "restore", "restore", "destroy", "come late"),
)
NUMBERS = st.integers(0, 255)


class Histories(RuleBasedStateMachine):
    """Does the same to a file, to a store in memory and to the log, and compares."""

    def __init__(self) -> None:
        """Start with nothing."""
        super().__init__()
        self.folder = TemporaryDirectory()
        self.stores: dict[str, Store] = {"sqlite": self._open(), "memory": InMemoryStore()}
        for store in self.stores.values():
            for leg in (LEG, "other"):
                store.set_leg(leg, f"{leg}/2", 2)
        self.history, self.steps, self.made = History(), 0, 0
        self.others: list[MemoryRecord] = []

    def _open(self) -> Store:
        return SQLiteStore(Path(self.folder.name), synchronous="normal")

    @override
    def teardown(self) -> None:
        """Look through everything once more; nothing is damaged, and nothing destroyed is left."""
        try:
            self._search()
            gone = [text for life in self.history.destroyed.values() for text in life.texts]
            for store in self.stores.values():
                assert list(store.check()) == []
                assert store.scrub(LIN, gone)
        finally:
            for store in self.stores.values():
                store.close()
            self.folder.cleanup()

    @initialize()
    def begin(self) -> None:
        """Something is known of every key, and the same of somebody else, which is to stay."""
        self._tell(range(len(KEYS)), back=0, ttl=0)
        self.others = [
            r.model_copy(update={"id": new_id("memory"), "scope": MO.scope, "evidence": ()})
            for r in self.history.active()
        ]
        vectors = dict.fromkeys((LEG, "other"), unit(1, 0).tobytes())
        theirs = [worded(r).model_copy(update={"vectors": vectors}) for r in self.others]
        for store in self.stores.values():
            store.apply(MO, changes(writes=tuple(theirs)))

    @rule(what=st.sampled_from(WHAT), one=NUMBERS, two=NUMBERS)
    def happen(self, what: What, one: int, two: int) -> None:
        """Let something happen to one of whatever there is; where there is nothing, something is said instead."""
        match what:
            case "edit" | "reinforce":
                pool = self.history.active()
            case "forget" | "come late":
                pool = list(self.history.seen())
            case "restore":
                pool = [life.record for life in self.history.forgotten()]
            case "destroy":
                pool = [life.record for life in self.history.lives.values()]
            case "expire":
                pool = self._over()
            case "tell":
                pool = []
        if pool:
            self._do(what, pool[one % len(pool)], two)
        else:
            slots = [(one + n) % len(KEYS) for n in range(1 + one % 3)]
            self._tell(slots, back=BACK[two % len(BACK)], ttl=TTL[two // len(BACK) % len(TTL)])
        self._compare()
        if self.steps % LOOK_EVERY == 0:
            self._look(one, two)
        if self.steps % SEARCH_EVERY == 0:
            self._search()
            self.stores["sqlite"].close()
            self.stores["sqlite"] = self._open()

    def _do(self, what: What, held: MemoryRecord, two: int) -> None:
        match what:
            case "reinforce":
                again = observation(f"{held.text} ({self._number()})")
                more = after(held, evidence=(*held.evidence, span(again)), evidence_count=2)
                self._write("reinforce", more, said=(again,))
            case "edit":
                text = self._text()
                self._write("edit", after(held, text=text, attributes={"of": text}))
            case "expire":
                self._write("expire", *(after(r, status="expired") for r in self._over()))
            case "forget":
                self._forget(held)
            case "restore":
                self._restore(self.history.lives[held.id])
            case "destroy":
                self._apply(at=self._next(), destroyed=(held.id, *_sources(held)))
                self.history.destroy(held.id)
            case "come late":
                self._come_late(held, hide=bool(two % 2))
            case "tell":
                raise AssertionError(what)

    def _forget(self, held: MemoryRecord) -> None:
        """Forget something softly, whatever its status."""
        at, name = self._next(), f"receipt-{self._number()}"
        gone = buried(held, at)
        self._apply(
            at=at,
            writes=(gone,),
            hidden=_sources(held),
            tombstones=(Tombstone(mark=held.key, receipt=name),),
            receipts=(receipt(name, at=at, forgotten=(held.id,), observations=_sources(held)),),
        )
        self.history.forget(at, gone.record, name)

    def _restore(self, life: Life) -> None:
        """Take a forgetting back; where its key is taken, nothing happens."""
        at, (_, before) = self._next(), life.states[-2]
        back = after(life.record, status=before.status, retracted_at=None)
        fields: dict[str, Any] = {
            "at": at,
            "writes": (_vectored(worded(back, "restore", expect=life.record.version)),),
            "unhidden": _sources(back),
            "lifted": (life.receipt,),
        }
        if back.status == "active" and self._holder(back.key) is not None:
            self._refused(**fields)
        else:
            self._apply(**fields)
            self.history.restore(at, back)

    def _come_late(self, held: MemoryRecord, *, hide: bool) -> None:
        """Change or forget what has changed since one looked; nothing happens, not even to the message."""
        stale = held.model_copy(update={"version": held.version - 1})
        status = "forgotten" if hide else "active"
        write = worded(after(stale, status=status), "forget", expect=stale.version or 7)
        hidden = _sources(held) if hide else ()
        self._refused(at=self._next(), writes=(write,), hidden=hidden)

    def _look(self, one: int, two: int) -> None:
        """Ask what was true and what was known at some time: both stores answer as the replay does."""
        for as_of in (None, self._moment(one)):
            for known_at in (None, self._moment(two)):
                expected = self.history.answers(self._now(), as_of=as_of, known_at=known_at)
                for name, store in self.stores.items():
                    found = _answers(store, self._now(), as_of=as_of, known_at=known_at)
                    assert sorted(found) == sorted(expected), (name, as_of, known_at)

    def _over(self) -> list[MemoryRecord]:
        """Return what is active and has expired."""
        now = self._now()
        return [r for r in self.history.active() if r.expires_at and r.expires_at <= now]

    def _tell(self, slots: Iterable[int], *, back: int, ttl: int) -> None:
        at = self._next()
        said: list[Observation] = []
        records: list[MemoryRecord] = []
        for slot in slots:
            text = self._text()
            said.append(observation(text))
            new = record(
                text,
                key=KEYS[slot],
                attributes={"of": text},
                pinned=slot == 0,
                evidence=(span(said[-1]),),
                time=at,
                valid_from=at - back * HOUR,
                recorded_at=at,
                expires_at=at + ttl * HOUR if ttl else None,
            )
            records += _settled(new, self._holder(new.key), at)
        self._write("supersede", *records, said=said, at=at)

    def _write(
        self,
        change: Change,
        *records: MemoryRecord,
        said: Sequence[Observation] = (),
        at: datetime | None = None,
    ) -> None:
        at = at or self._next()
        writes = [
            _vectored(worded(r, change, expect=r.version - 1 if r.version > 1 else None))
            for r in records
        ]
        self._apply(at=at, writes=tuple(writes), observations=tuple(heard(o) for o in said))
        self.history.write(at, *records)

    def _apply(self, **fields: Any) -> None:
        for store in self.stores.values():
            store.apply(LIN, changes(**fields))

    def _refused(self, **fields: Any) -> None:
        for store in self.stores.values():
            with pytest.raises(VersionConflictError):
                store.apply(LIN, changes(**fields))

    def _compare(self) -> None:
        """Nothing current is lost, and nothing is current that should not be."""
        expected = {r.id: r for r in self.history.active()}
        for name, store in self.stores.items():
            assert {r.id: r for r in store.list(LIN, limit=1000)} == expected, name

    def _search(self) -> None:
        lives = [life for life in self.history.lives.values() if life.receipt is None]
        unreadable = self.history.unreadable()
        hidden = [*self.history.forgotten(), *self.history.destroyed.values()]
        for name, store in self.stores.items():
            every = {r.id: r for r in store.list(LIN, include_inactive=True, limit=1000)}
            assert every == {life.record.id: life.record for life in lives}, name
            assert not _cycles(every), name
            for key in KEYS:
                holder = self._holder(key)
                assert list(store.by_key(LIN, key)) == [r for r in (holder,) if r], name
                forgotten = store.tombstoned(LIN, [key]).get(key)
                assert forgotten == self.history.tombstoned(key), name
            for life in lives:
                found = [(v.recorded_at, v.record) for v in store.versions(LIN, life.record.id)]
                assert found == life.states, name
            for life in self.history.forgotten():
                assert list(store.buried(LIN, life.receipt or "")) == [life.record], name
            assert list(store.list(MO))[::-1] == self.others, name
            for read in READERS if hidden else ():
                sought = _sought(hidden[self.steps % len(hidden)])
                shown = set(READERS[read](store, LIN, sought))
                assert not shown & unreadable, (name, read)

    def _holder(self, key: str) -> MemoryRecord | None:
        return next((r for r in self.history.active() if r.key == key), None)

    def _next(self) -> datetime:
        self.steps += 1
        return self._now()

    def _now(self) -> datetime:
        return NOW + self.steps * HOUR

    def _moment(self, one: int) -> datetime:
        """Return an instant of what has passed, on a change or between two."""
        return NOW + (one * (2 * self.steps + 4) // 255 - 2) * HOUR / 2

    def _number(self) -> int:
        self.made += 1
        return self.made

    def _text(self) -> str:
        number = self._number()
        return PHRASES[number % len(PHRASES)].format(number)


def _settled(new: MemoryRecord, held: MemoryRecord | None, at: datetime) -> Sequence[MemoryRecord]:
    """Add, supersede, or put down an older truth that comes late as superseded."""
    if held is None:
        return [new]
    if new.valid_from < held.valid_from:
        closed = {"status": "superseded", "valid_to": held.valid_from, "superseded_by": held.id}
        return [new.model_copy(update=closed)]
    ended = after(
        held,
        status="superseded",
        valid_to=new.valid_from,
        closed_at=at,
        superseded_by=new.id,
    )
    return [ended, new.model_copy(update={"supersedes": held.id})]


def _answers(
    store: Store, now: datetime, *, as_of: datetime | None, known_at: datetime | None
) -> list[tuple[str, str]]:
    query = RecallQuery(text="", include="memories", as_of=as_of, known_at=known_at)
    catalog = store.catalog(LIN, LIN.scope)
    mask = visible(catalog, query, project=None, now=now)
    rows = catalog.rid[np.flatnonzero(mask)].tolist()
    return [(h.id, h.text) for h in store.hits(LIN, LIN.scope, rows, [0.5] * len(rows))]


def _vectored(write: Write) -> Write:
    """Give every other wording its vector at once."""
    if len(write.tokens) % 2:
        return write
    return write.model_copy(update={"vectors": {LEG: unit(1, 2).astype("<f4").tobytes()}})


def _sources(held: MemoryRecord) -> tuple[str, ...]:
    return tuple(one.observation_id for one in held.evidence)


def _sought(life: Life) -> Sought:
    held = life.record
    words = sorted({word for text in life.texts for word in worded(record(text)).tokens.split()})
    return Sought(held.id, held.evidence[0].observation_id, held.key, words, held.attributes)


def _cycles(every: dict[str, MemoryRecord]) -> list[str]:
    """Return where a chain of successors comes back to where it began."""

    def returns(id_: str, follow: Callable[[MemoryRecord], str | None]) -> bool:
        at, seen = follow(every[id_]), set[str]()
        while at is not None and at in every and at not in seen:
            seen.add(at)
            at = follow(every[at])
        return at == id_

    return [
        id_
        for id_ in every
        if returns(id_, lambda r: r.superseded_by) or returns(id_, lambda r: r.supersedes)
    ]


TestHistories = Histories.TestCase
TestHistories.settings = settings(
    max_examples=HISTORIES + 1,  # the first one is next to nothing, on purpose
    stateful_step_count=STEPS,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink),
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
