"""What is kept of a language model's readings: `ports.ReplyLog`."""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from stelae.schemas.change import Job
from stelae.schemas.extraction import ReadingNote, Unread, Used
from stelae.schemas.scope import Namespace
from stelae.stores.entries import KEPT_REPLIES, REPLY_DAYS
from stelae.stores.sqlite import jobs, spaces
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part

TABLES: Final = (
    # Answers of models, redacted, by a keyed hash of what was asked. A forgetting drops all of its scope.
    """CREATE TABLE reply (
        number INTEGER PRIMARY KEY AUTOINCREMENT, sid INTEGER NOT NULL REFERENCES space,
        mark TEXT NOT NULL, at REAL NOT NULL, body TEXT NOT NULL) STRICT""",
    "CREATE UNIQUE INDEX reply_mark ON reply (sid, mark)",
    """CREATE TABLE used (
        sid INTEGER NOT NULL REFERENCES space, model TEXT NOT NULL, name TEXT NOT NULL,
        amount REAL NOT NULL, PRIMARY KEY (sid, model, name)) STRICT, WITHOUT ROWID""",
    # Messages that a model has not read to the end; ids and reasons, no text.
    """CREATE TABLE unread (
        sid INTEGER NOT NULL REFERENCES space, observation TEXT NOT NULL, project TEXT,
        at REAL NOT NULL, reason TEXT NOT NULL, categories TEXT,
        PRIMARY KEY (sid, observation)) STRICT, WITHOUT ROWID""",
)
_DAY_S: Final = 86_400


def forget(connection: Connection, sid: int, ids: Sequence[str]) -> None:
    """Drop the answers of a scope in which these ids are forgotten, in the caller's transaction.

    All of them: an answer does not say which messages it was about.
    """
    connection.execute("DELETE FROM reply WHERE sid = ?", (sid,))
    _take_off(connection, sid, ids)


class Replies(Part):
    """`ReplyLog` over SQLite."""

    def reply(self, ns: Namespace, mark: str, *, now: datetime) -> str | None:
        """See `ports.ReplyLog.reply`."""
        oldest = now.timestamp() - REPLY_DAYS * _DAY_S
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT body FROM reply WHERE sid = ? AND mark = ? AND at >= ?",
                (spaces.written(connection, ns), mark, oldest),
            ).fetchone()
        return None if row is None else row[0]

    def note_reading(self, ns: Namespace, note: ReadingNote) -> None:
        """See `ports.ReplyLog.note_reading`."""
        with self._database.write() as connection:
            sid = spaces.find(connection, ns.tenant, ns.scope)
            if sid is None:
                sid, _ = spaces.advance(connection, ns)
            if note.replies:
                _keep(connection, sid, note)
            connection.executemany(
                """INSERT INTO used (sid, model, name, amount) VALUES (?, ?, ?, ?)
                ON CONFLICT (sid, model, name) DO UPDATE SET amount = amount + excluded.amount""",
                [(sid, u.model, u.name, u.amount) for u in note.used],
            )
            _take_off(connection, sid, note.read)
            if note.read:
                jobs.take_off(connection, sid, note.read, note.at, kind="extract")
            connection.executemany(
                """INSERT INTO unread (sid, observation, project, at, reason, categories)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (sid, observation) DO UPDATE SET reason = excluded.reason""",
                [
                    (
                        *(sid, u.observation_id, ns.project, u.since.timestamp(), u.reason),
                        None if u.categories is None else " ".join(u.categories),
                    )
                    for u in note.unread
                ],
            )

    def expire_replies(self, now: datetime, *, limit: int) -> int:
        """See `ports.ReplyLog.expire_replies`."""
        oldest = now.timestamp() - REPLY_DAYS * _DAY_S
        with self._database.read() as connection:
            old = connection.execute(
                "SELECT number FROM reply WHERE at < ? LIMIT ?", (oldest, limit)
            ).fetchall()
        if old:
            with self._database.write() as connection:
                connection.executemany("DELETE FROM reply WHERE number = ?", old)
        return len(old)

    def unread(self, ns: Namespace) -> Sequence[Unread]:
        """See `ports.ReplyLog.unread`."""
        with self._database.read() as connection:
            sid = spaces.written(connection, ns)
            rows = connection.execute(
                """SELECT observation, reason, at, categories FROM unread WHERE sid = ? AND project IS ?
                ORDER BY at, observation""",
                (sid, ns.project),
            ).fetchall()
            failed = list(_failed(connection, sid, ns))
        noted = {row[0]: _unread(*row) for row in rows}
        for one in failed:
            noted.setdefault(one.observation_id, one)
        return sorted(noted.values(), key=lambda one: (one.since, one.observation_id))

    def used(self, ns: Namespace) -> Sequence[Used]:
        """See `ports.ReplyLog.used`."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT model, name, amount FROM used WHERE sid = ? ORDER BY model, name",
                (spaces.written(connection, ns),),
            ).fetchall()
        return [Used(model=model, name=name, amount=amount) for model, name, amount in rows]


def _keep(connection: Connection, sid: int, note: ReadingNote) -> None:
    (forgettings,) = connection.execute(
        "SELECT count(*) FROM receipt WHERE sid = ?", (sid,)
    ).fetchone()
    if forgettings != note.forgettings:
        return
    at = note.at.timestamp()
    connection.executemany(
        """INSERT INTO reply (sid, mark, at, body) VALUES (?, ?, ?, ?)
        ON CONFLICT (sid, mark) DO UPDATE SET at = excluded.at, body = excluded.body""",
        [(sid, reply.mark, at, reply.body) for reply in note.replies],
    )
    connection.execute(
        """DELETE FROM reply WHERE sid = ?1 AND (at < ?2 OR number NOT IN
        (SELECT number FROM reply WHERE sid = ?1 ORDER BY at DESC, number DESC LIMIT ?3))""",
        (sid, at - REPLY_DAYS * _DAY_S, KEPT_REPLIES),
    )


def _take_off(connection: Connection, sid: int, ids: Sequence[str]) -> None:
    connection.execute(
        "DELETE FROM unread WHERE sid = ? AND observation IN (SELECT value FROM json_each(?))",
        (sid, json.dumps(list(ids))),
    )


def _failed(connection: Connection, sid: int, ns: Namespace) -> Iterator[Unread]:
    """Yield what failed jobs would have read; since when is when the last try was to be."""
    rows = connection.execute(
        """SELECT namespace, payload, failed, due FROM job
        WHERE sid = ? AND kind = 'extract' AND failed IS NOT NULL ORDER BY jid""",
        (sid,),
    ).fetchall()
    for namespace, payload, reason, due in rows:
        if Namespace.model_validate_json(namespace).project != ns.project:
            continue
        job = Job.model_validate_json(payload)
        for id_ in job.payload.get("observations", ()):
            yield _unread(str(id_), reason, due, job.payload.get("only"))


def _unread(id_: str, reason: str, at: float, categories: str | None) -> Unread:
    return Unread(
        observation_id=id_,
        reason=reason,
        since=datetime.fromtimestamp(at, UTC),
        categories=None if categories is None else tuple(categories.split()),
    )
