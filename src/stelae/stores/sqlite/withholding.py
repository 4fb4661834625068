"""Quotes of forgotten messages in memories that stay: out of every version, kept aside for an undoing, or destroyed.

No readable version quotes a message that nobody may read. Readers need not know: the bodies themselves are written anew,
under new nonces, and an audit row for each says which digest took the place of which.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from stelae.schemas.candidate import Span
from stelae.schemas.memory import MemoryRecord
from stelae.stores.quotes import Placed, given_back, without
from stelae.stores.sqlite import trail
from stelae.stores.sqlite.connection import Connection

_RESTING: Final = """SELECT m.mid, m.version FROM json_each(:messages) named
    CROSS JOIN observation o ON o.id = named.value AND o.sid = :sid AND o.forgotten IS NOT NULL
    CROSS JOIN evidence e ON e.observation = o.id
    CROSS JOIN memory m ON m.mid = e.mid AND m.sid = :sid AND m.forgotten IS NULL"""
_WRITTEN: Final = """SELECT m.mid, m.version FROM json_each(:memories) named
    CROSS JOIN memory m ON m.id = named.value AND m.sid = :sid AND m.forgotten IS NULL
    CROSS JOIN evidence e ON e.mid = m.mid
    CROSS JOIN observation o ON o.id = e.observation AND o.forgotten IS NOT NULL"""
_ASIDE: Final = """FROM withheld WHERE observation IN (SELECT value FROM json_each(:messages))
    AND mid IN (SELECT mid FROM memory WHERE sid = :sid)"""
_HIDDEN_UNDER: Final = """SELECT o.id FROM evidence e JOIN observation o ON o.id = e.observation
    WHERE e.mid = ? AND o.forgotten IS NOT NULL"""


class Rewritten(NamedTuple):
    """A version whose body was written anew."""

    memory: str
    before: bytes
    """Digest that the audit knows."""
    after: bytes


def withhold(
    connection: Connection, sid: int, messages: Sequence[str], memories: Sequence[str]
) -> Sequence[Rewritten]:
    """Take the quotes of hidden messages out of memories that stay, and keep them aside.

    Args:
        connection: inside a write transaction, after its memories were written and buried.
        sid: the scope.
        messages: that were just hidden.
        memories: that were just written: a writer may have read them before, or they are read again.
    """
    hidden = connection.execute(
        "SELECT 1 FROM observation WHERE sid = ? AND forgotten IS NOT NULL LIMIT 1", (sid,)
    ).fetchone()
    if hidden is None:
        return ()
    named = {"sid": sid, "messages": json.dumps(messages), "memories": json.dumps(memories)}
    done: list[Rewritten] = []
    for mid, newest in connection.execute(f"{_RESTING} UNION {_WRITTEN}", named).fetchall():
        under = {id_ for (id_,) in connection.execute(_HIDDEN_UNDER, (mid,))}
        for version, record in _versions(connection, mid):
            kept, taken = without(record, under)
            if taken:
                _keep_aside(connection, mid, version, taken, newest=version == newest)
                done.append(_write(connection, mid, version, kept))
    return done


def give_back(connection: Connection, sid: int, messages: Sequence[str]) -> Sequence[Rewritten]:
    """Put back what was taken out; versions that came after take it over from the one before them."""
    rows = connection.execute(
        f"SELECT mid, version, newest, place, body {_ASIDE} ORDER BY mid, version",
        {"sid": sid, "messages": json.dumps(messages)},
    ).fetchall()
    done: list[Rewritten] = []
    for mid in dict.fromkeys(row[0] for row in rows):
        held = [row[1:] for row in rows if row[0] == mid]
        for version, record in _versions(connection, mid):
            back = given_back(
                record,
                [
                    Placed(place, Span.model_validate_json(body))
                    for number, newest, place, body in held
                    if number == version or (newest and version > number)
                ],
            )
            if back != record:
                done.append(_write(connection, mid, version, back))
    _let_go(connection, sid, messages)
    return done


def destroy(connection: Connection, sid: int, message: str) -> Sequence[Rewritten]:
    """Destroy what was kept aside of a message; what an older Stelae had left where it was goes, too."""
    left = withhold(connection, sid, [message], [])
    _let_go(connection, sid, [message])
    return left


def _let_go(connection: Connection, sid: int, messages: Sequence[str]) -> None:
    named = {"sid": sid, "messages": json.dumps(messages)}
    connection.execute(f"DELETE {_ASIDE}", named)


def vouch(
    connection: Connection, key: bytes, sid: int, at: datetime, rewritten: Iterable[Rewritten]
) -> None:
    """Write an audit row for each of these versions, in the caller's transaction."""
    for memory, before, after in rewritten:
        entry = trail.replacement(memory, before)
        trail.append(connection, key, sid, at, (entry,), {memory: after})


def _versions(connection: Connection, mid: int) -> Sequence[tuple[int, MemoryRecord]]:
    rows = connection.execute(
        "SELECT version, body FROM version WHERE mid = ? ORDER BY version", (mid,)
    ).fetchall()
    return [(version, MemoryRecord.model_validate_json(body)) for version, body in rows]


def _keep_aside(
    connection: Connection, mid: int, version: int, taken: Sequence[Placed], *, newest: bool
) -> None:
    connection.executemany(
        """INSERT INTO withheld (observation, mid, version, newest, place, body)
        VALUES (?, ?, ?, ?, ?, ?)""",
        [
            (span.observation_id, mid, version, int(newest), place, span.model_dump_json())
            for place, span in taken
        ],
    )


def _write(connection: Connection, mid: int, version: int, record: MemoryRecord) -> Rewritten:
    nonce, body = connection.execute(
        "SELECT nonce, body FROM version WHERE mid = ? AND version = ?", (mid, version)
    ).fetchone()
    before = trail.digest(nonce, body)
    fresh, text = trail.new_nonce(), record.model_dump_json()
    connection.execute(
        "UPDATE version SET nonce = ?, body = ? WHERE mid = ? AND version = ?",
        (fresh, text, mid, version),
    )
    return Rewritten(record.id, before, trail.digest(fresh, text))
