"""The one way to change anything: `ports.MemoryWriter`. Each change set is one transaction and one commit."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Final, NamedTuple

from stelae.errors import ScopeError, StoreError, VersionConflictError
from stelae.schemas.change import ChangeSet, Drop, IndexedObservation, Write
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.scope import Namespace
from stelae.stores.entries import (
    Entry,
    another_end,
    memory_entry,
    observation_entry,
    pending_mark,
)
from stelae.stores.sqlite import (
    concepts,
    fields,
    history,
    jobs,
    keyword_rows,
    keywords,
    slots,
    spaces,
    tombstones,
    trail,
    vouching,
    withholding,
    wordings,
)
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.erasing import Erasing
from stelae.stores.sqlite.part import Part
from stelae.stores.sqlite.vector_files import Leg, VectorFiles, legs
from stelae.stores.sqlite.vectors import known_leg

_INSERT_ENTRY: Final = (
    f"INSERT INTO entry (sid, seq, vectors, {', '.join(Entry._fields)}) "  # noqa: S608 - names of columns
    f"VALUES (?, ?, ?{', ?' * len(Entry._fields)})"
)
_KEPT: Final = {"last_access", "access_count", "recorded_at"}
"""Counted by `TraceLog.save`, where a writer's copy may be older; or of the wording, not of the record."""
_CHANGEABLE: Final = tuple(name for name in Entry._fields if name not in _KEPT)
_UPDATE_ENTRY: Final = (
    f"UPDATE entry SET seq = ?, {', '.join(f'{name} = ?' for name in _CHANGEABLE)} "  # noqa: S608
    "WHERE rid = ?"
)


class _Held(NamedTuple):
    """What is stored of a record that is about to be written again."""

    mid: int
    rid: int
    version: int
    text: str
    length: int
    cues: int
    access_count: int
    last_access: float | None
    tokens: str
    gone: int
    valid_to: float | None
    closed_at: float | None
    retracted_at: float | None


class Changes(Part):
    """`MemoryWriter` over SQLite."""

    def apply(self, ns: Namespace, changes: ChangeSet) -> Mapping[str, int]:
        """See `ports.MemoryWriter.apply`."""
        with self._database.write() as connection:
            sid, seq = spaces.advance(connection, ns)
            tombstones.check_unchanged(connection, sid, changes)
            step = _Step(connection, self._files, sid, seq, ns.scope, changes)
            erasing = Erasing(connection, ns, sid, seq)
            for indexed in changes.observations:
                step.observe(indexed)
            step.resolve(changes.resolved)
            concepts.touch(connection, sid, seq, changes)
            erasing.before_writes(changes)
            # What ends comes first, so that a successor may take over its key.
            for write in sorted(changes.writes, key=_comes_last):
                step.write(write)
            erasing.after_writes(changes)
            concepts.rename(connection, sid, changes)
            if changes.destroyed:
                concepts.sweep(connection, sid)
            step.supersede_observations(changes.writes, changes.unhidden)
            step.wait(changes.pending, changes.at)
            if changes.drops:
                step.refuse(changes.drops, changes.at)
            if changes.jobs:
                jobs.enqueue(connection, ns, sid, changes.jobs, changes.at)
            if changes.lifted or changes.tombstones or changes.receipts:
                step.written += tombstones.record(connection, self._key, sid, changes)
            if step.past:
                history.vouch(connection, self._key, sid, changes.at, step.past)
            trail.append(
                *(connection, self._key, sid, changes.at),
                changes.trail,
                step.digests,
                beside=step.written,
            )
            withholding.vouch(connection, self._key, sid, changes.at, erasing.rewritten)
            step.settle()
        if erasing.rows:
            with self._database.outside_transaction() as connection:
                slots.blank(self._files, legs(connection).values(), erasing.rows)
        return erasing.counts


class _Step:
    """One transaction on one scope."""

    def __init__(
        self,
        connection: Connection,
        files: VectorFiles,
        sid: int,
        seq: int,
        scope: str,
        changes: ChangeSet,
    ) -> None:
        self._connection, self._files = connection, files
        self._sid, self._seq, self._scope = sid, seq, scope
        self._at, self._actor = changes.at, changes.actor
        self._written: dict[str, int] = {}
        self.written: list[vouching.Written] = []
        """Messages, questions and receipts."""
        self.digests: dict[str, bytes] = {}
        """Of the versions written, by record id."""
        self.past: list[history.Digest] = []
        """Of the earlier versions that came with a record."""

    @cached_property
    def _legs(self) -> Mapping[str, Leg]:
        return legs(self._connection)

    def observe(self, indexed: IndexedObservation) -> None:
        seen, entry = indexed.observation, observation_entry(indexed)
        rid = None if entry is None else self._add_entry(entry, indexed.tokens, {})
        body = seen.model_dump_json()
        nonce, written = vouching.sealed("observation", seen.id, body)
        self.written.append(written)
        self._connection.execute(
            """INSERT INTO observation
            (id, rid, sid, external_id, content_hash, session, project, nonce, body)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)""",
            (
                *(seen.id, rid, self._sid, seen.external_id, seen.content_hash),
                *(seen.session, seen.project, nonce, body),
            ),
        )

    def resolve(self, ids: Sequence[str]) -> None:
        for id_ in ids:
            gone = self._connection.execute(
                "DELETE FROM pending WHERE id = ? AND sid = ?", (id_, self._sid)
            )
            if gone.rowcount != 1:
                raise VersionConflictError(
                    f"The pending item {id_!r} was resolved by somebody else."
                )

    def write(self, write: Write) -> None:
        record = write.record
        if record.scope != self._scope:
            raise ScopeError(f"A memory of {record.scope!r} cannot be written to {self._scope!r}.")
        if write.history:
            mid = self._add_with_history(write)
        elif write.expect is None:
            mid = self._add_memory(write)
            self._add_version(mid, write)
        else:
            mid = self._change_memory(write, self._held(record.id, write.expect))
            self._add_version(mid, write)
        states = (record, *(past.version.record for past in write.history))
        self._connection.executemany(
            "INSERT OR IGNORE INTO evidence (mid, observation) VALUES (?, ?)",
            [(mid, span.observation_id) for state in states for span in state.evidence],
        )

    def supersede_observations(self, writes: Sequence[Write], shown: Sequence[str]) -> None:
        """An observation is live while one active memory rests on it, or none at all ever did (architecture, 5)."""
        touched = {
            span.observation_id
            for write in writes
            if write.expect is not None or write.record.status != "active" or write.history
            for span in write.record.evidence
        }
        for observation in sorted(touched.union(shown)):
            self._connection.execute(
                """UPDATE entry SET seq = ?2, live = ifnull((SELECT max(m.status = 'active')
                    FROM evidence e JOIN memory m ON m.mid = e.mid WHERE e.observation = ?1), 1)
                WHERE rid = (SELECT rid FROM observation WHERE id = ?1 AND sid = ?3)""",
                (observation, self._seq, self._sid),
            )

    def wait(self, items: Sequence[PendingItem], at: datetime) -> None:
        self._connection.execute(
            "DELETE FROM pending WHERE sid = ? AND expires_at <= ?", (self._sid, at.timestamp())
        )
        if not items:
            return
        for item in items:
            body = item.model_dump_json()
            nonce, written = vouching.sealed("pending", item.id, body)
            self.written.append(written)
            self._connection.execute(
                """INSERT INTO pending (id, sid, project, mark, expires_at, nonce, body)
                VALUES (?, ?, ?, ?, ?, ?, ?)""",
                (
                    *(item.id, self._sid, item.record.project, pending_mark(item)),
                    *(item.expires_at.timestamp(), nonce, body),
                ),
            )

    def refuse(self, drops: Sequence[Drop], at: datetime) -> None:
        self._connection.executemany(
            """INSERT INTO refusal (sid, at, observation, reason, category, rule)
            VALUES (?, ?, ?, ?, ?, ?)""",
            [
                (self._sid, at.isoformat(), d.observation_id, d.reason, d.category, d.rule)
                for d in drops
            ],
        )

    def settle(self) -> None:
        for name, last in self._written.items():
            self._files.settle(self._connection, self._legs[name], last)

    def _held(self, id_: str, expected: int) -> _Held:
        row = self._connection.execute(
            """SELECT m.mid, m.rid, m.version, json_extract(v.body, '$.text'),
            e.length, e.cues, e.access_count, e.last_access, ifnull(k.tokens, ''),
            e.gone, e.valid_to, e.closed_at, e.retracted_at
            FROM memory m JOIN version v ON v.mid = m.mid AND v.version = m.version
            JOIN entry e ON e.rid = m.rid LEFT JOIN keyword k ON k.rid = m.rid
            WHERE m.id = ? AND m.sid = ?""",
            (id_, self._sid),
        ).fetchone()
        if row is None or row[2] != expected:
            raise VersionConflictError(f"Memory {id_!r} is no longer at version {expected}.")
        return _Held(*row)

    def _add_memory(self, write: Write) -> int:
        record = write.record
        entry = memory_entry(record, length=write.length, cues=write.cues)
        rid = self._add_entry(entry, write.tokens, write.vectors)
        fields.index(self._connection, self._sid, rid, record.attributes)
        cursor = self._connection.execute(
            """INSERT INTO memory (id, rid, sid, key, project, category, status, version)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)""",
            (record.id, rid, self._sid, *_identity(record)),
        )
        assert cursor.lastrowid is not None  # noqa: S101 - an INSERT always has one
        return cursor.lastrowid

    def _add_with_history(self, write: Write) -> int:
        mid, digests = history.remember(
            self._connection,
            self._sid,
            write,
            lambda entry, tokens: self._add_entry(entry, tokens, {}),
        )
        *earlier, (id_, newest) = digests
        self.past += earlier
        self.digests[id_] = newest
        return mid

    def _change_memory(self, write: Write, held: _Held) -> int:
        record = write.record
        if record.version <= held.version:
            raise VersionConflictError(
                f"Memory {record.id!r} already has version {record.version}."
            )
        if record.status == "forgotten":
            rid = held.rid
        elif held.gone or record.text != held.text or another_end(held[-3:], record):
            rid = self._replace_entry(write, held)
        else:
            rid = self._keep_entry(write, held)
        self._connection.execute(
            """UPDATE memory SET rid = ?, key = ?, project = ?, category = ?, status = ?, version = ?,
            forgotten = NULL WHERE mid = ?""",
            (rid, *_identity(record), held.mid),
        )
        return held.mid

    def _replace_entry(self, write: Write, held: _Held) -> int:
        """Another text or end is another row, and what was forgotten is known anew: it begins with this change."""
        entry = memory_entry(write.record, length=write.length, cues=write.cues)
        at = self._at.timestamp()
        rid = self._add_entry(
            entry._replace(
                access_count=held.access_count,
                last_access=held.last_access,
                recorded_at=at,
            ),
            write.tokens,
            write.vectors,
        )
        fields.index(self._connection, self._sid, rid, write.record.attributes)
        if not held.gone:
            wordings.retire(self._connection, held.rid, self._seq, at)
        return rid

    def _keep_entry(self, write: Write, held: _Held) -> int:
        """Without tokens a writer leaves the keyword row as it is (a memory that is superseded, an access)."""
        length, cues = (write.length, write.cues) if write.tokens else (held.length, held.cues)
        entry = memory_entry(write.record, length=length, cues=cues)._asdict()
        self._connection.execute(
            _UPDATE_ENTRY, (self._seq, *(entry[name] for name in _CHANGEABLE), held.rid)
        )
        tokens = keywords.index_text(self._sid, write.tokens)
        if write.tokens and tokens != held.tokens:
            keyword_rows.unindex(self._connection, held.rid, held.tokens)
            keyword_rows.index(self._connection, held.rid, tokens)
        fields.index_anew(self._connection, self._sid, held.rid, write.record.attributes)
        self._add_missing_vectors(held.rid, write.vectors)
        return held.rid

    def _add_version(self, mid: int, write: Write) -> None:
        record, nonce, body = write.record, trail.new_nonce(), write.record.model_dump_json()
        self._connection.execute(
            """INSERT INTO version
            (mid, version, change, actor, reason, recorded_at, nonce, body, rid)
            VALUES (?1, ?, ?, ?, ?, ?, ?, ?, (SELECT rid FROM memory WHERE mid = ?1))""",
            (
                *(mid, record.version, write.change, write.actor or self._actor, record.reason),
                *(self._at.isoformat(), nonce, body),
            ),
        )
        self.digests[record.id] = trail.digest(nonce, body)

    def _add_entry(self, entry: Entry, tokens: str, vectors: Mapping[str, bytes]) -> int:
        bits = sum(1 << known_leg(self._legs, name).number for name in vectors)
        cursor = self._connection.execute(_INSERT_ENTRY, (self._sid, self._seq, bits, *entry))
        rid = cursor.lastrowid
        assert rid is not None  # noqa: S101 - an INSERT always has one
        keyword_rows.index(self._connection, rid, keywords.index_text(self._sid, tokens))
        for name, data in vectors.items():
            self._put(rid, self._legs[name], data)
        return rid

    def _add_missing_vectors(self, rid: int, vectors: Mapping[str, bytes]) -> None:
        if not vectors:
            return
        (bits,) = self._connection.execute(
            "SELECT vectors FROM entry WHERE rid = ?", (rid,)
        ).fetchone()
        for name, data in vectors.items():
            leg = known_leg(self._legs, name)
            if not bits >> leg.number & 1:
                self._put(rid, leg, data)
                bits |= 1 << leg.number
        self._connection.execute("UPDATE entry SET vectors = ? WHERE rid = ?", (bits, rid))

    def _put(self, rid: int, leg: Leg, data: bytes) -> None:
        if len(data) != leg.slot_bytes:
            raise StoreError(f"A vector of leg {leg.name!r} has {leg.slot_bytes} bytes.")
        self._written[leg.name] = self._files.put(self._connection, leg, rid, data)


def _comes_last(write: Write) -> bool:
    """A record with its history comes in the order in which it was first written: its key is free at the end."""
    return write.record.status == "active" and not write.history


def _identity(record: MemoryRecord) -> tuple[Any, ...]:
    return (record.key, record.project, record.category, record.status, record.version)
