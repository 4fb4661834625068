"""Background jobs as those who left them are told of them: states, counts and reason codes; what a job is about, never."""

from typing import Literal

from stelae.schemas.base import UtcTime, Value
from stelae.schemas.change import JobKind

JobState = Literal["waiting", "running", "done", "failed"]
"""`waiting`: put in, pausing after a failure, or held by a worker that died. `failed`: nobody tries again by himself."""


class JobRecord(Value):
    """One job. What it works on stays in the queue: ids, and no text in either place."""

    id: str
    kind: JobKind
    state: JobState
    attempts: int
    """How often a worker has taken it."""
    reason: str | None = None
    """Code of what went wrong last (`ModelTimeoutError`, `not_json`, `lease_expired`); of a done one `forgotten`, when all
    that it was about was forgotten first."""
    created_at: UtcTime
    due_at: UtcTime | None = None
    """From when a worker may take it; of a running one the end of its lease. None: it has ended."""
    ended_at: UtcTime | None = None
    """When it was done or given up."""


class BatchReport(Value):
    """What a worker did with jobs that it took at once."""

    kind: JobKind
    done: int = 0
    failed: int = 0
    """Given up: dead letters."""
    put_off: int = 0
    """Back in the queue, after a failure or because the process ends."""
    seconds: float = 0.0
