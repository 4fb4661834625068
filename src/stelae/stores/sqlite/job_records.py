"""Jobs as their callers see them: `ports.JobLog`, and what the schema has for it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from stelae.errors import JobNotFoundError
from stelae.schemas.jobs import JobRecord, JobState
from stelae.schemas.scope import Namespace
from stelae.stores.entries import instant, job_id
from stelae.stores.sqlite import spaces
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part

_SCHEMA: Final = (
    # By which callers ask for a job, and when it was put in.
    "ALTER TABLE job ADD COLUMN id TEXT",
    "ALTER TABLE job ADD COLUMN at REAL NOT NULL DEFAULT 0",
    # A worker has it until `due`; without this, `due` ends a pause.
    "ALTER TABLE job ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1))",
    # Why it was put off last, and when it failed for good; `failed` says why.
    "ALTER TABLE job ADD COLUMN reason TEXT",
    "ALTER TABLE job ADD COLUMN ended REAL",
    "CREATE UNIQUE INDEX job_id ON job (id)",
    "CREATE INDEX job_space ON job (sid, id)",
    # What is done, without what it was about. A table of its own: the queue stays short.
    """CREATE TABLE ended_job (
        sid INTEGER NOT NULL REFERENCES space, id TEXT NOT NULL, kind TEXT NOT NULL,
        attempts INTEGER NOT NULL, reason TEXT, at REAL NOT NULL, ended REAL NOT NULL,
        PRIMARY KEY (sid, id)) STRICT, WITHOUT ROWID""",
    "CREATE INDEX ended_job_age ON ended_job (ended)",
    # A worker counts what waits for people, by scope, time and again.
    "CREATE INDEX pending_age ON pending (sid, expires_at)",
)
_STATE: Final = """CASE WHEN failed IS NOT NULL THEN 'failed'
    WHEN held = 1 AND due > :now THEN 'running' ELSE 'waiting' END"""
_QUEUED: Final = f"""SELECT id, kind, {_STATE} AS state, attempts, ifnull(failed, reason), at,
    iif(failed IS NULL, due, NULL), ended FROM job WHERE sid = :sid AND id"""  # noqa: S608
_ENDED: Final = """SELECT id, kind, 'done', attempts, reason, at, NULL, ended FROM ended_job
    WHERE sid = :sid AND id"""
# Each half comes in the order of its index and ends at the limit, however many are done.
_PAGE: Final = f"""SELECT * FROM ({_QUEUED} < :after AND ifnull(:state, {_STATE}) = {_STATE}
    ORDER BY id DESC LIMIT :limit)
    UNION ALL SELECT * FROM ({_ENDED} < :after AND ifnull(:state, 'done') = 'done'
    ORDER BY id DESC LIMIT :limit) ORDER BY id DESC LIMIT :limit"""  # noqa: S608
_LAST: Final = "~"
"""Behind every id."""


def upgrade(connection: Connection) -> None:
    """Give the queue of an earlier version what callers ask for; when a job was put in was not kept."""
    for statement in _SCHEMA:
        connection.execute(statement)
    numbers = connection.execute("SELECT jid FROM job ORDER BY jid").fetchall()
    connection.executemany(
        "UPDATE job SET id = ?, at = due, ended = iif(failed IS NULL, NULL, due) WHERE jid = ?",
        [(job_id(), jid) for (jid,) in numbers],
    )


def end(connection: Connection, jid: int, at: datetime, *, reason: str | None = None) -> None:
    """Take a job off the queue in the caller's transaction, and keep that it is done."""
    # A process of an earlier version, which knew no ids, may have the folder open still.
    connection.execute(
        """INSERT INTO ended_job (sid, id, kind, attempts, reason, at, ended)
        SELECT sid, ifnull(id, ?), kind, attempts, ?, at, ? FROM job WHERE jid = ?""",
        (job_id(), reason, at.timestamp(), jid),
    )
    connection.execute("DELETE FROM job WHERE jid = ?", (jid,))


class JobRecords(Part):
    """`JobLog` over SQLite."""

    def jobs(
        self,
        ns: Namespace,
        *,
        now: datetime,
        state: JobState | None = None,
        limit: int,
        after: str | None = None,
    ) -> Sequence[JobRecord]:
        """See `ports.JobLog.jobs`."""
        values = {"now": now.timestamp(), "state": state, "after": after or _LAST, "limit": limit}
        with self._database.read() as connection:
            sid = spaces.written(connection, ns)
            rows = connection.execute(_PAGE, {"sid": sid, **values}).fetchall()
        return [_record(row) for row in rows]

    def job(self, ns: Namespace, id: str, *, now: datetime) -> JobRecord:  # noqa: A002
        """See `ports.JobLog.job`."""
        with self._database.read() as connection:
            return _found(connection, spaces.written(connection, ns), id, now)

    def retry_job(self, ns: Namespace, id: str, *, now: datetime) -> JobRecord:  # noqa: A002
        """See `ports.JobLog.retry_job`."""
        with self._database.write() as connection:
            sid = spaces.written(connection, ns)
            connection.execute(
                """UPDATE job SET failed = NULL, ended = NULL, reason = NULL, attempts = 0, due = ?
                WHERE sid = ? AND id = ? AND failed IS NOT NULL""",
                (now.timestamp(), sid, id),
            )
            return _found(connection, sid, id, now)

    def drop_ended_jobs(self, before: datetime, *, limit: int) -> int:
        """See `ports.JobLog.drop_ended_jobs`."""
        with self._database.read() as connection:
            old = connection.execute(
                "SELECT sid, id FROM ended_job WHERE ended < ? ORDER BY ended LIMIT ?",
                (before.timestamp(), limit),
            ).fetchall()
        if old:
            with self._database.write() as connection:
                connection.executemany("DELETE FROM ended_job WHERE sid = ? AND id = ?", old)
        return len(old)


def _found(connection: Connection, sid: int, id_: str, now: datetime) -> JobRecord:
    row = connection.execute(
        f"{_QUEUED} = :id UNION ALL {_ENDED} = :id",
        {"sid": sid, "now": now.timestamp(), "id": id_},
    ).fetchone()
    if row is None:
        raise JobNotFoundError(id_)
    return _record(row)


def _record(row: tuple[Any, ...]) -> JobRecord:
    id_, kind, state, attempts, reason, at, due, ended = row
    return JobRecord(
        id=id_,
        kind=kind,
        state=state,
        attempts=attempts,
        reason=reason,
        created_at=datetime.fromtimestamp(at, UTC),
        due_at=instant(due),
        ended_at=instant(ended),
    )
