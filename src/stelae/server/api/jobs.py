"""Background jobs of a scope: how they stand, and failed ones put in again. What a job is about is never told."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from stelae.schemas.jobs import JobRecord, JobState
from stelae.server.api.bodies import Body
from stelae.server.api.desk import AtPlace, Visiting, problems, reply
from stelae.server.api.idempotency import Idempotent
from stelae.server.api.paging import Page, PageQuery, after

routes = APIRouter(prefix="/jobs", tags=["jobs"], route_class=Idempotent)


class JobsQuery(PageQuery):
    """Which jobs, and from where on."""

    state: JobState | None = None
    """Only those."""


class RetryBody(Body):
    """Nothing has to be said beside where."""


@routes.get("", response_model=Page[JobRecord], responses=problems())
def list_jobs(asked: Annotated[JobsQuery, Query()], visit: Visiting) -> Response:
    """List jobs of the scope, newest first; what is done is told for seven days."""
    memory = visit.memory("recall", asked)
    found = memory.jobs(state=asked.state, limit=asked.limit, after=after(asked.cursor))
    return reply(Page[JobRecord].of(found, asked.limit, lambda job: job.id))


@routes.get("/{id}", response_model=JobRecord, responses=problems(404))
def get_job(id: str, place: AtPlace, visit: Visiting) -> Response:  # noqa: A002
    """Return one job, such as one that `observe` named."""
    return reply(visit.memory("recall", place).job(id))


@routes.post("/{id}/retry", response_model=JobRecord, responses=problems(404))
def retry_job(id: str, said: RetryBody, visit: Visiting) -> Response:  # noqa: A002
    """Put a failed job back into the queue; any other one stays as it is."""
    return reply(visit.memory("retry", said).retry_job(id))
