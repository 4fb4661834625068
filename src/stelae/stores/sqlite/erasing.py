"""Forgetting inside one change set: rows nobody reads any more, and rows that are destroyed."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from stelae.errors import MemoryNotFoundError
from stelae.schemas.change import ChangeSet, IndexedObservation
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.stores.entries import Entry, observation_entry
from stelae.stores.sqlite import jobs, keyword_rows, replies, withholding, wordings
from stelae.stores.sqlite.connection import Connection

_NAMED: Final = "IN (SELECT value FROM json_each(:ids))"
_PENDING_NAMES: Final = ("$.target", "$.record.id", "$.record.supersedes", "$.record.superseded_by")
_RESTING: Final = f"""DELETE FROM pending WHERE sid = :sid
    AND ({" OR ".join(f"json_extract(body, '{name}') {_NAMED}" for name in _PENDING_NAMES)}
    OR EXISTS (SELECT 1 FROM json_each(body, '$.record.evidence') span
    WHERE json_extract(span.value, '$.observation_id') {_NAMED}))"""  # noqa: S608 - constants
_TRACES_SHOWING: Final = f"""DELETE FROM trace WHERE tenant = :tenant AND EXISTS
    (SELECT 1 FROM json_each(body, '$.hits') hit WHERE json_extract(hit.value, '$.id') {_NAMED})"""  # noqa: S608
_SHOW_AGAIN: Final = (
    f"INSERT INTO entry (sid, seq, {', '.join(Entry._fields)}) "  # noqa: S608 - names of columns
    f"VALUES (?, ?{', ?' * len(Entry._fields)})"
)


class Erasing:
    """What one change set forgets in one scope. Used inside its transaction."""

    def __init__(self, connection: Connection, ns: Namespace, sid: int, seq: int) -> None:
        """Begin with nothing forgotten."""
        self._connection, self._ns, self._sid, self._seq = connection, ns, sid, seq
        self.rows: list[int] = []
        """Index rows that are gone: their slots in the vector files are to be zeroed after the commit."""
        self.rewritten: list[withholding.Rewritten] = []
        """Versions whose quotes went or came back, for the audit."""
        self.counts: dict[str, int] = {}
        """What else went, by kind."""

    def before_writes(self, changes: ChangeSet) -> None:
        """Destroy and hide what the change set names, and show what it shows again.

        Raises:
            MemoryNotFoundError: an observation to be hidden is not there.
        """
        if changes.destroyed:
            self._destroy(changes.destroyed)
        for id_ in changes.hidden:
            self._hide(id_, changes.at.timestamp())
        for id_ in changes.unhidden:
            self._show(id_)
        if changes.unhidden:
            self.rewritten += withholding.give_back(self._connection, self._sid, changes.unhidden)

    def after_writes(self, changes: ChangeSet) -> None:
        """Bury the memories whose new state is `forgotten`, and drop what showed or rested on anything forgotten."""
        buried = [w.record.id for w in changes.writes if w.record.status == "forgotten"]
        for id_ in buried:
            self._bury(id_, changes.at.timestamp())
        if changes.hidden or changes.writes:
            written = [w.record.id for w in changes.writes]
            self.rewritten += withholding.withhold(
                self._connection, self._sid, changes.hidden, written
            )
        ids = (*buried, *changes.hidden, *changes.destroyed)
        if ids or changes.tombstones:
            counts = self._drop_dependents(ids, changes.at)
            self.counts = {name: count for name, count in counts.items() if count}

    def _take_out(self, rids: Sequence[int]) -> None:
        wordings.take_out(self._connection, rids, self._seq)
        self.rows += rids

    def _bury(self, id_: str, at: float) -> None:
        (mid,) = self._connection.execute(
            "UPDATE memory SET forgotten = ? WHERE id = ? AND sid = ? RETURNING mid",
            (at, id_, self._sid),
        ).fetchone()
        self._take_out(wordings.rows_of(self._connection, mid))

    def _hide(self, id_: str, at: float) -> None:
        row = self._connection.execute(
            """SELECT o.oid, o.rid, o.forgotten, k.tokens FROM observation o
            LEFT JOIN keyword k ON k.rid = o.rid WHERE o.id = ? AND o.sid = ?""",
            (id_, self._sid),
        ).fetchone()
        if row is None:
            raise MemoryNotFoundError(id_)
        oid, rid, forgotten, tokens = row
        if forgotten is not None:
            return
        self._connection.execute(
            "UPDATE observation SET forgotten = ?, hidden_tokens = ? WHERE oid = ?",
            (at, tokens, oid),
        )
        if rid is not None:
            self._take_out([rid])

    def _show(self, id_: str) -> None:
        row = self._connection.execute(
            """SELECT o.oid, o.body, o.hidden_tokens, e.length, e.cues FROM observation o
            LEFT JOIN entry e ON e.rid = o.rid
            WHERE o.id = ? AND o.sid = ? AND o.forgotten IS NOT NULL""",
            (id_, self._sid),
        ).fetchone()
        if row is None:  # purged in the meantime
            return
        oid, body, tokens, length, cues = row
        rid = None if tokens is None else self._index_again(body, tokens, length, cues)
        self._connection.execute(
            "UPDATE observation SET forgotten = NULL, hidden_tokens = NULL, rid = ? WHERE oid = ?",
            (rid, oid),
        )

    def _index_again(self, body: str, tokens: str, length: int, cues: int) -> int | None:
        seen = Observation.model_validate_json(body)
        entry = observation_entry(IndexedObservation(observation=seen, length=length, cues=cues))
        if entry is None:
            return None
        cursor = self._connection.execute(_SHOW_AGAIN, (self._sid, self._seq, *entry))
        assert cursor.lastrowid is not None  # noqa: S101 - an INSERT always has one
        keyword_rows.index(self._connection, cursor.lastrowid, tokens)
        return cursor.lastrowid

    def _destroy(self, ids: Sequence[str]) -> None:
        execute = self._connection.execute
        for id_ in ids:
            for (mid,) in execute(
                "SELECT mid FROM memory WHERE id = ? AND sid = ?", (id_, self._sid)
            ).fetchall():
                self._take_out(wordings.rows_of(self._connection, mid))
                execute("DELETE FROM withheld WHERE mid = ?", (mid,))
                execute("DELETE FROM evidence WHERE mid = ?", (mid,))
                execute("DELETE FROM version WHERE mid = ?", (mid,))
                execute("DELETE FROM memory WHERE mid = ?", (mid,))
            for oid, rid in execute(
                "SELECT oid, rid FROM observation WHERE id = ? AND sid = ?", (id_, self._sid)
            ).fetchall():
                if rid is not None:
                    self._take_out([rid])
                self.rewritten += withholding.destroy(self._connection, self._sid, id_)
                execute("DELETE FROM evidence WHERE observation = ?", (id_,))
                execute("DELETE FROM observation WHERE oid = ?", (oid,))
        execute(
            f"DELETE FROM refusal WHERE sid = :sid AND observation {_NAMED}",  # noqa: S608
            {"sid": self._sid, "ids": json.dumps(ids)},
        )

    def _drop_dependents(self, ids: Sequence[str], at: datetime) -> dict[str, int]:
        named = {"sid": self._sid, "tenant": self._ns.tenant, "ids": json.dumps(ids)}
        # A question may quote what is forgotten, whatever it was answered with.
        traces = self._connection.execute(
            "DELETE FROM trace WHERE tenant = ? AND scope = ?", (self._ns.tenant, self._ns.scope)
        ).rowcount
        replies.forget(self._connection, self._sid, ids)
        return {
            "pending": self._connection.execute(_RESTING, named).rowcount,
            "traces": traces + self._connection.execute(_TRACES_SHOWING, named).rowcount,
            "jobs": jobs.take_off(self._connection, self._sid, ids, at, reason="forgotten"),
        }
