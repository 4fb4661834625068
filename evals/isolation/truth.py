"""What is stored and whose it is, read from the tables themselves: no method of a store is asked."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, Protocol

from stelae.schemas.scope import Namespace
from stelae.stores.in_memory import InMemoryStore
from stelae.stores.in_memory.space import Space

Kind = Literal["memory", "observation", "pending", "receipt", "name", "job"]
Held = Mapping[tuple[str, str], frozenset[object]]
"""By tenant and scope everything that is stored, as far as it takes to see that something has changed."""
_TABLES: Mapping[Kind, str] = {
    "memory": "SELECT t.id, s.tenant, s.scope, t.project FROM memory t",
    "observation": "SELECT t.id, s.tenant, s.scope, t.project FROM observation t",
    "pending": "SELECT t.id, s.tenant, s.scope, t.project FROM pending t",
    "receipt": "SELECT t.id, s.tenant, s.scope, NULL FROM receipt t",
    "name": "SELECT t.id, s.tenant, s.scope, t.project FROM concept_name t",
    "job": "SELECT t.id, s.tenant, s.scope, NULL FROM job t",
}
_STATE = (
    "SELECT t.id, t.version, t.status, t.key, t.forgotten IS NULL FROM memory t",
    "SELECT t.id, t.forgotten IS NULL FROM observation t",
    "SELECT t.id FROM pending t",
    "SELECT t.id, t.body FROM receipt t",
    "SELECT t.id, t.key FROM concept_name t",
    "SELECT hex(t.mark), t.receipt FROM tombstone t",
)


class Truth(Protocol):
    """Reads a store from below."""

    def written(self) -> Iterator[tuple[str, Kind, Namespace]]:
        """Go through ids that were not there the last time, each with its owner; some may be told again."""
        ...

    def held(self) -> Held:
        """Return what is stored now."""
        ...

    def counts(self, ns: Namespace) -> Mapping[str, int]:
        """Count what `Memory.stats` counts, in the readable scopes and the project; and forgettings of the tenant."""
        ...


class SQLiteTruth:
    """Reads the tables of a data folder over a connection of its own."""

    def __init__(self, folder: Path) -> None:
        """Open the file."""
        self._file = sqlite3.connect(folder / "stelae.db", isolation_level=None)
        self._seen: dict[Kind, int] = dict.fromkeys(_TABLES, 0)

    def written(self) -> Iterator[tuple[str, Kind, Namespace]]:
        """See `Truth.written`; row numbers grow."""
        for kind, table in _TABLES.items():
            last = self._file.execute(
                f"SELECT ifnull(max(rowid), 0) FROM {table.rsplit(' ', 2)[1]}"
            ).fetchone()[0]
            if last == self._seen[kind] and kind != "pending":
                continue
            rows = self._file.execute(
                f"{table} JOIN space s ON s.sid = t.sid WHERE t.rowid > ? ORDER BY t.rowid",
                (0 if kind == "pending" else self._seen[kind],),
            ).fetchall()
            self._seen[kind] = last
            for id_, tenant, scope, project in rows:
                yield id_, kind, Namespace(tenant=tenant, scope=scope, project=project)

    def held(self) -> Held:
        """See `Truth.held`."""
        found: defaultdict[tuple[str, str], set[object]] = defaultdict(set)
        for number, statement in enumerate(_STATE):
            joined = statement.replace("SELECT ", "SELECT s.tenant, s.scope, ")
            for tenant, scope, *row in self._file.execute(
                f"{joined} JOIN space s ON s.sid = t.sid"
            ):
                found[tenant, scope].add((number, *row))
        return {place: frozenset(rows) for place, rows in found.items()}

    def counts(self, ns: Namespace) -> Mapping[str, int]:
        """See `Truth.counts`."""
        (forgettings,) = self._file.execute(
            "SELECT count(*) FROM receipt t JOIN space s ON s.sid = t.sid WHERE s.tenant = ?",
            (ns.tenant,),
        ).fetchone()
        (calls,) = self._file.execute(
            "SELECT ifnull(sum(t.amount), 0) FROM used t JOIN space s ON s.sid = t.sid"
            " WHERE s.tenant = ? AND s.scope = ? AND t.model <> '' AND t.name = 'calls'",
            (ns.tenant, ns.scope),
        ).fetchone()
        return {"forgettings": forgettings, "model_calls": int(calls)} | {
            name: sum(
                self._file.execute(
                    f"SELECT count(*) FROM {table} t JOIN space s ON s.sid = t.sid WHERE s.tenant = ?"
                    f" AND s.scope = ? AND (t.project IS NULL OR t.project = ?) AND {condition}",
                    (ns.tenant, scope, ns.project),
                ).fetchone()[0]
                for scope in ns.readable
            )
            for name, table, condition in (
                ("memories", "memory", "t.status = 'active' AND t.forgotten IS NULL"),
                ("superseded", "memory", "t.status = 'superseded'"),
                ("pending", "pending", "1"),
                ("observations", "observation", "t.forgotten IS NULL"),
            )
        }


class InMemoryTruth:
    """Looks into the dictionaries of a store that keeps nothing on disk."""

    def __init__(self, store: InMemoryStore) -> None:
        """Take the store."""
        self._state = store._state  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - from below
        self._seen: dict[tuple[str, str], Space] = {}

    def written(self) -> Iterator[tuple[str, Kind, Namespace]]:
        """See `Truth.written`; a space is never changed in place."""
        for place, space in self._state.spaces.items():
            if self._seen.get(place) is not space:
                self._seen[place] = space
                yield from _ids(space, Namespace(tenant=place[0], scope=place[1]))
        for queued in self._state.jobs.values():
            place = Namespace(tenant=queued.ns.tenant, scope=queued.ns.scope)
            if queued.job.id is not None:
                yield queued.job.id, "job", place

    def held(self) -> Held:
        """See `Truth.held`."""
        return {
            place: frozenset(
                (
                    *(
                        (m, h.versions[-1].version, h.latest.status, h.rid is None)
                        for m, h in space.memories.items()
                    ),
                    *((o, logged.hidden) for o, logged in space.log.items()),
                    *space.pending,
                    *(receipt.model_dump_json() for receipt in space.receipts.values()),
                    *space.concept_names.values(),
                    *space.tombstones,
                )
            )
            for place, space in self._state.spaces.items()
        }

    def counts(self, ns: Namespace) -> Mapping[str, int]:
        """See `Truth.counts`."""
        there = [
            space
            for (tenant, scope), space in self._state.spaces.items()
            if tenant == ns.tenant and scope in ns.readable
        ]
        mine = {None, ns.project}
        memories = [
            held
            for space in there
            for held in space.memories.values()
            if held.rid is not None and held.latest.project in mine
        ]
        return {
            "forgettings": sum(
                len(space.receipts)
                for (tenant, _), space in self._state.spaces.items()
                if tenant == ns.tenant
            ),
            "model_calls": int(
                sum(
                    amount
                    for (model, name), amount in self._written(ns).used.items()
                    if model and name == "calls"
                )
            ),
            "memories": sum(held.latest.status == "active" for held in memories),
            "superseded": sum(held.latest.status == "superseded" for held in memories),
            "pending": sum(
                item.record.project in mine for s in there for item in s.pending.values()
            ),
            "observations": sum(
                not one.hidden and one.said.project in mine for s in there for one in s.log.values()
            ),
        }

    def _written(self, ns: Namespace) -> Space:
        return self._state.spaces.get((ns.tenant, ns.scope), Space())


def _ids(space: Space, home: Namespace) -> Iterator[tuple[str, Kind, Namespace]]:
    def at(project: str | None) -> Namespace:
        return home.model_copy(update={"project": project})

    for id_, held in space.memories.items():
        yield id_, "memory", at(held.latest.project)
    for id_, logged in space.log.items():
        yield id_, "observation", at(logged.said.project)
    for id_, item in space.pending.items():
        yield id_, "pending", at(item.record.project)
    for id_ in space.receipts:
        yield id_, "receipt", home
    for id_, name in space.concept_names.items():
        yield id_, "name", at(name.project)
