"""The job queue: `ports.JobQueue`. A claim is fenced by the number of attempts, so that a late worker ends nobody's job."""

from collections.abc import Collection, Sequence
from datetime import datetime

from stelae.ports import ClaimedJob
from stelae.schemas.change import Job, JobKind
from stelae.schemas.scope import Namespace
from stelae.stores.entries import MAX_LEASES, backoff_s, remaining
from stelae.stores.sqlite import spaces
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part


def enqueue(
    connection: Connection, ns: Namespace, sid: int, jobs: Sequence[Job], at: datetime
) -> None:
    """Add jobs in the caller's transaction."""
    connection.executemany(
        "INSERT INTO job (sid, namespace, kind, payload, due) VALUES (?, ?, ?, ?, ?)",
        [(sid, ns.model_dump_json(), j.kind, j.model_dump_json(), at.timestamp()) for j in jobs],
    )


def take_off(
    connection: Connection, sid: int, ids: Collection[str], *, kind: JobKind | None = None
) -> int:
    """Make jobs of a scope name these ids no more, in the caller's transaction; return how many did.

    Args:
        connection: inside a write transaction.
        sid: the scope.
        ids: of memories or messages; a job that names nothing else goes.
        kind: of the jobs; None: all.
    """
    named, gone = 0, frozenset(ids)
    for number, payload in connection.execute(
        "SELECT jid, payload FROM job WHERE sid = ?1 AND kind = ifnull(?2, kind)", (sid, kind)
    ).fetchall():
        job = Job.model_validate_json(payload)
        left = remaining(job, gone)
        named += left != job
        if left is None:
            connection.execute("DELETE FROM job WHERE jid = ?", (number,))
        elif left != job:
            connection.execute(
                "UPDATE job SET payload = ? WHERE jid = ?", (left.model_dump_json(), number)
            )
    return named


class Jobs(Part):
    """`JobQueue` over SQLite."""

    def claim(
        self, kinds: Sequence[JobKind], *, limit: int, now: datetime, lease_s: float = 60.0
    ) -> Sequence[ClaimedJob]:
        """See `ports.JobQueue.claim`."""
        moment = now.timestamp()
        # An idle worker looks without taking the write lock.
        with self._database.read() as connection:
            if not _due(connection, kinds, moment, 1):
                return []
        with self._database.write() as connection:
            connection.execute(
                "UPDATE job SET failed = 'lease_expired' WHERE failed IS NULL AND due <= ? AND attempts >= ?",
                (moment, MAX_LEASES),
            )
            return [
                _claim(connection, jid, moment + lease_s)
                for jid in _due(connection, kinds, moment, limit)
            ]

    def finish(self, jobs: Sequence[ClaimedJob]) -> None:
        """See `ports.JobQueue.finish`."""
        with self._database.write() as connection:
            connection.executemany(
                "DELETE FROM job WHERE jid = ? AND attempts = ?", [(j.id, j.attempts) for j in jobs]
            )

    def fail(self, job: ClaimedJob, *, reason: str, now: datetime, max_attempts: int = 3) -> None:
        """See `ports.JobQueue.fail`."""
        with self._database.write() as connection:
            if job.attempts >= max_attempts:
                connection.execute(
                    "UPDATE job SET failed = ? WHERE jid = ? AND attempts = ?",
                    (reason, job.id, job.attempts),
                )
            else:
                connection.execute(
                    "UPDATE job SET due = ? WHERE jid = ? AND attempts = ?",
                    (now.timestamp() + backoff_s(job.attempts), job.id, job.attempts),
                )

    def waiting(self, ns: Namespace | None = None) -> int:
        """See `ports.JobQueue.waiting`."""
        with self._database.read() as connection:
            sid = None if ns is None else spaces.written(connection, ns)
            return connection.execute(
                """SELECT count(*) FROM job WHERE failed IS NULL AND kind <> 'maintain'
                AND (?1 IS NULL OR sid = ?1)""",
                (sid,),
            ).fetchone()[0]


def _due(
    connection: Connection, kinds: Sequence[JobKind], moment: float, limit: int
) -> Sequence[int]:
    found: list[int] = []
    for kind in kinds:
        rows = connection.execute(
            "SELECT jid FROM job WHERE kind = ? AND due <= ? AND failed IS NULL ORDER BY jid LIMIT ?",
            (kind, moment, limit),
        )
        found += [jid for (jid,) in rows]
    return sorted(found)[:limit]


def _claim(connection: Connection, jid: int, until: float) -> ClaimedJob:
    namespace, job, attempts = connection.execute(
        """UPDATE job SET due = ?, attempts = attempts + 1 WHERE jid = ?
        RETURNING namespace, payload, attempts""",
        (until, jid),
    ).fetchone()
    return ClaimedJob(
        id=jid,
        ns=Namespace.model_validate_json(namespace),
        job=Job.model_validate_json(job),
        attempts=attempts,
    )
