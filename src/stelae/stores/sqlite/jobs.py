"""The job queue: `ports.JobQueue`. A claim is fenced by the number of attempts, so that a late worker ends nobody's job."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from stelae.ports import ClaimedJob
from stelae.schemas.change import Job, JobKind
from stelae.schemas.scope import Namespace
from stelae.stores.entries import MAX_LEASES, backoff_s, job_id, remaining
from stelae.stores.sqlite import job_records, spaces
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.part import Part

_WAITING: Final = "SELECT count(*) FROM job WHERE failed IS NULL AND kind <> 'maintain'"


def enqueue(
    connection: Connection, ns: Namespace, sid: int, jobs: Sequence[Job], at: datetime
) -> None:
    """Add jobs in the caller's transaction."""
    moment = at.timestamp()
    connection.executemany(
        "INSERT INTO job (sid, namespace, kind, payload, due, at, id) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(sid, ns.model_dump_json(), j.kind, j.model_dump_json(exclude={"id"})),
                *(moment, moment, j.id or job_id()),
            )
            for j in jobs
        ],
    )


def take_off(
    connection: Connection,
    sid: int,
    ids: Collection[str],
    at: datetime,
    *,
    kind: JobKind | None = None,
    reason: str | None = None,
) -> int:
    """Make jobs of a scope name these ids no more, in the caller's transaction; return how many did.

    Args:
        connection: inside a write transaction.
        sid: the scope.
        ids: of memories or messages; a job that names nothing else is done.
        at: the present.
        kind: of the jobs; None: all.
        reason: why such a job is done.
    """
    named, gone = 0, frozenset(ids)
    for number, payload in connection.execute(
        "SELECT jid, payload FROM job WHERE sid = ?1 AND kind = ifnull(?2, kind)", (sid, kind)
    ).fetchall():
        job = Job.model_validate_json(payload)
        left = remaining(job, gone)
        named += left != job
        if left is None:
            job_records.end(connection, number, at, reason=reason)
        elif left != job:
            connection.execute(
                "UPDATE job SET payload = ? WHERE jid = ?",
                (left.model_dump_json(exclude={"id"}), number),
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
            due = _due(connection, kinds, moment, limit)
            while deadly := [jid for jid, attempts in due if attempts >= MAX_LEASES]:
                connection.executemany(
                    "UPDATE job SET failed = 'lease_expired', held = 0, ended = ? WHERE jid = ?",
                    [(moment, jid) for jid in deadly],
                )
                due = _due(connection, kinds, moment, limit)
            return [_claim(connection, jid, moment + lease_s) for jid, _ in due]

    def renew(self, jobs: Sequence[ClaimedJob], *, now: datetime, lease_s: float) -> None:
        """See `ports.JobQueue.renew`."""
        until = now.timestamp() + lease_s
        with self._database.write() as connection:
            connection.executemany(
                "UPDATE job SET due = ? WHERE jid = ? AND attempts = ? AND held = 1",
                [(until, j.id, j.attempts) for j in jobs],
            )

    def finish(self, jobs: Sequence[ClaimedJob], *, now: datetime) -> None:
        """See `ports.JobQueue.finish`."""
        with self._database.write() as connection:
            for job in jobs:
                if _is_its(connection, job):
                    job_records.end(connection, job.id, now)

    def fail(self, job: ClaimedJob, *, reason: str, now: datetime, max_attempts: int = 3) -> bool:
        """See `ports.JobQueue.fail`."""
        over, moment = job.attempts >= max_attempts, now.timestamp()
        with self._database.write() as connection:
            if not _is_its(connection, job):
                return False
            if over:
                connection.execute(
                    "UPDATE job SET failed = ?, ended = ?, held = 0 WHERE jid = ?",
                    (reason, moment, job.id),
                )
            else:
                connection.execute(
                    "UPDATE job SET reason = ?, due = ?, held = 0 WHERE jid = ?",
                    (reason, moment + backoff_s(job.attempts), job.id),
                )
        return over

    def waiting(self, ns: Namespace | None = None) -> int:
        """See `ports.JobQueue.waiting`."""
        with self._database.read() as connection:
            if ns is None:
                return connection.execute(_WAITING).fetchone()[0]
            sid = spaces.written(connection, ns)
            return connection.execute(f"{_WAITING} AND sid = ?", (sid,)).fetchone()[0]

    def failed(self) -> Mapping[JobKind, int]:
        """See `ports.JobQueue.failed`."""
        with self._database.read() as connection:
            return dict(
                connection.execute(
                    "SELECT kind, count(*) FROM job WHERE failed IS NOT NULL GROUP BY kind"
                ).fetchall()
            )


def _is_its(connection: Connection, job: ClaimedJob) -> bool:
    """Is the job still the one that was claimed: not ended, and nobody else's?"""
    row = connection.execute(
        "SELECT 1 FROM job WHERE jid = ? AND attempts = ? AND failed IS NULL",
        (job.id, job.attempts),
    ).fetchone()
    return row is not None


def _due(
    connection: Connection, kinds: Sequence[JobKind], moment: float, limit: int
) -> Sequence[tuple[int, int]]:
    """Return number and attempts of due jobs, in the order of the index: a long queue is not read to its end."""
    found: list[tuple[float, int, int]] = []
    for kind in kinds:
        found += connection.execute(
            """SELECT due, jid, attempts FROM job WHERE kind = ? AND due <= ? AND failed IS NULL
            ORDER BY due, jid LIMIT ?""",
            (kind, moment, limit),
        )
    return [(jid, attempts) for _, jid, attempts in sorted(found)[:limit]]


def _claim(connection: Connection, jid: int, until: float) -> ClaimedJob:
    namespace, payload, id_, attempts = connection.execute(
        """UPDATE job SET due = ?, attempts = attempts + 1, held = 1 WHERE jid = ?
        RETURNING namespace, payload, id, attempts""",
        (until, jid),
    ).fetchone()
    job = Job.model_validate_json(payload)
    return ClaimedJob(
        id=jid,
        ns=Namespace.model_validate_json(namespace),
        job=job.model_copy(update={"id": id_}),
        attempts=attempts,
    )
