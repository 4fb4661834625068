"""One open memory, many tenants: as anybody, by every way there is, nothing of anybody else (DEV-14, DEV-12, DEV-15).

`evals/isolation` has the callers, the ways and the model of who owns what; a million of these reads is its command.
"""

import inspect
import random
import sqlite3
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest

from evals.isolation.epochs import PARTS, StoreKind, epoch
from evals.isolation.operating import EXEMPT
from evals.isolation.places import SCOPES, TENANTS, places
from evals.isolation.running import Runner
from stelae.background.notes import RecallNotes
from stelae.errors import MemoryNotFoundError
from stelae.memory import Memory
from stelae.recall.kept_blocks import Asker, Moment
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.query import Trace
from stelae.schemas.scope import Namespace
from stelae.session.files import Conversation, SessionFiles
from stelae.stores.sqlite import spaces
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.files import DATABASE
from stelae.stores.sqlite.store import SQLiteStore

READS: Mapping[StoreKind, int] = {"sqlite": 4_000, "memory": 6_000}


@contextmanager
def running(
    folder: Path, store: StoreKind = "sqlite", *, seed: int = 7, count: int = 24
) -> Generator[Runner]:
    """Fill a store for many tenants."""
    with epoch(folder, store=store, seed=seed, count=count) as runner:
        yield runner


@pytest.mark.parametrize("store", READS)
def test_ten_thousand_calls_as_anybody_show_and_change_nothing_of_anybody_else(
    tmp_path: Path, store: StoreKind
) -> None:
    """Every way to read, decide, forget and take back, by strangers' ids, too, among equal texts, keys and message ids."""
    with running(tmp_path, store) as runner:
        found = runner.run(READS[store])
    assert found.wrong == []
    assert found.ids > READS[store]
    assert min(found.calls.values()) >= 1


def test_every_way_of_memory_is_attacked_or_said_to_be_exempt(tmp_path: Path) -> None:
    """A new public method is neither until somebody has thought of whose rows it shows."""
    ways = {name.partition(" ")[0] for part in PARTS for name in part.ways(tmp_path)}
    public = {name for name, _ in inspect.getmembers(Memory) if not name.startswith("_")}
    assert public == ways | EXEMPT.keys()
    assert not ways & EXEMPT.keys()


def test_the_places_are_as_alike_as_names_may_be() -> None:
    """Names that differ by case or are patterns of one another; the same scope and project in several tenants."""
    there = places(random.Random(7), 24)  # noqa: S311 - no secret
    assert len({place.tenant.casefold() for place in there}) < len(TENANTS)
    assert len({(place.scope, place.project) for place in there}) < len(there)
    assert {"%", "_", "*"} <= {name[-1] for name in (*TENANTS, *SCOPES)}


def test_many_at_once_see_no_more_than_one_by_one(tmp_path: Path) -> None:
    """Four threads over one open memory: what is kept in it for one caller is no other's."""
    ways = ("recall", "auto_context", "context", "list", "get", "why", "concepts", "session_state")
    with running(tmp_path) as runner, ThreadPoolExecutor(4) as pool:
        list(pool.map(runner.one, [ways[n % len(ways)] for n in range(800)]))
        runner.census()
    assert runner.findings.wrong == []


Leak = Callable[[pytest.MonkeyPatch], None]


def _rows_of_all(patch: pytest.MonkeyPatch) -> None:
    def everybody(connection: Connection, ns: Namespace) -> str:
        del ns
        return str([sid for (sid,) in connection.execute("SELECT sid FROM space")])

    patch.setattr(spaces, "readable", everybody)


def _blocks_by_message_alone(patch: pytest.MonkeyPatch) -> None:
    """O21 kept results by the message alone."""

    def digest(asker: Asker) -> int:
        return hash(asker.asked.text)

    def same(asker: Asker, other: object) -> bool:
        return isinstance(other, Asker) and asker.asked.text == other.asked.text

    def one_moment(*_: object) -> Moment:
        return Moment(at=0.0, sequences=(), days=(date.min, date.min))

    patch.setattr(Asker, "__hash__", digest)
    patch.setattr(Asker, "__eq__", same)
    patch.setattr("stelae.recall.beside.moment", one_moment)


def _stories_for_everybody(patch: pytest.MonkeyPatch) -> None:
    def find(notes: RecallNotes, ns: Namespace, trace_id: str) -> Trace | None:
        del ns
        held = notes._held.get(trace_id)
        return None if held is None else held[1].model_copy(update={"scopes": ()})

    patch.setattr(RecallNotes, "find", find)


def _sessions_by_name_alone(patch: pytest.MonkeyPatch) -> None:
    def path(files: SessionFiles, ns: Namespace, session: str) -> Path:
        del ns
        return files._folder / f"{session}.json"

    def of_anybody(*_: object) -> bool:
        return True

    patch.setattr(SessionFiles, "_path", path)
    patch.setattr(Conversation, "of", of_anybody)


def _a_telling_error(patch: pytest.MonkeyPatch) -> None:
    get = SQLiteStore.get

    def told(store: SQLiteStore, ns: Namespace, id: str) -> MemoryRecord:  # noqa: A002
        try:
            return get(store, ns, id)
        except MemoryNotFoundError as error:
            if store._database.rows("SELECT 1 FROM memory WHERE id = ?", (id,)):
                error.args = ("That is another scope's.",)
            raise

    patch.setattr(SQLiteStore, "get", told)


def _a_wide_delete(patch: pytest.MonkeyPatch) -> None:
    """DEV-12: one person's conversation is forgotten, and everybody's questions go."""
    end = Memory.end_session

    def wide(memory: Memory, session: str) -> bool:
        with sqlite3.connect(memory.settings.data / DATABASE) as file:
            file.execute("DELETE FROM pending")
        return end(memory, session)

    patch.setattr(Memory, "end_session", wide)


LEAKS: Mapping[str, Leak] = {
    "list": _rows_of_all,
    "auto_context": _blocks_by_message_alone,
    "why_recalled": _stories_for_everybody,
    "session_state": _sessions_by_name_alone,
    "get": _a_telling_error,
    "end_session": _a_wide_delete,
}


@pytest.mark.parametrize("way", LEAKS)
def test_a_leak_that_is_put_in_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """A property that nothing can break proves nothing."""
    LEAKS[way](monkeypatch)
    deletes = way == "end_session"
    with running(tmp_path, count=14) as runner:
        # What was changed by a caller of its own is not looked at: of places that nobody called from some must be left.
        for _ in range(4 if deletes else 60):
            runner.one("recall")
            runner.one(way)
        runner.census()
    found = {one.partition(" as ")[0].partition("(")[0] for one in runner.findings.wrong}
    assert found == {"somebody else changed " if deletes else way}
