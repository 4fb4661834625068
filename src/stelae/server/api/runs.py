"""What an agent's tool calls leave, and how its runs ended. All of it lies in the agent's own scope, `agent:<name>`."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field

from stelae.errors import TooLargeError
from stelae.schemas.agent_runs import CaptureResult, RunEvent, RunStatus
from stelae.schemas.change import Outcome
from stelae.server.api.bodies import Body, Time
from stelae.server.api.desk import Visiting, problems, reply
from stelae.server.api.idempotency import Idempotent
from stelae.server.api.paging import Page, PageQuery, after

routes = APIRouter(tags=["runs"], route_class=Idempotent)
Names = Annotated[list[str], Field(max_length=64)]


class CaptureBody(Body):
    """Calls, events or whole messages, of OpenAI's or LangChain's shape."""

    calls: dict[str, Any] | list[dict[str, Any]]
    """One, or a list; with messages a query is known to belong to the question before it."""
    run: str | None = None
    """Your id of the run."""
    session: str | None = None
    """The conversation they belong to."""
    audit: bool = False
    """Keep a row of every call, failed ones, too."""
    verbs: Names = Field(default_factory=list)
    """Further verbs in names of tools that change something."""


class RunBody(Body):
    """How a run ended."""

    id: str
    """Your own."""
    status: RunStatus
    """`cancelled`: nobody learns from it."""
    error: str | None = None
    """What went wrong; redacted and cut."""
    tools: Names = Field(default_factory=list)
    """Names of the tools that were called."""
    shown: Annotated[list[str], Field(max_length=1_000)] = Field(default_factory=list)
    """Ids of the memories that the model was shown."""
    time: Time | None = None
    """When it ended, RFC 3339; null: now."""


class RunsQuery(PageQuery):
    """Which runs, and from where on."""

    status: RunStatus | None = None
    """Only those that ended so."""
    since: Time | None = None
    """Only those that ended at or after."""


@routes.post("/capture", response_model=CaptureResult, responses=problems())
def capture(said: CaptureBody, visit: Visiting) -> Response:
    """Keep what tool calls have done, as far as the gate allows; the same calls again change nothing.

    That a call succeeded is the caller's word: what it counts as, the key says.
    """
    calls = said.calls if isinstance(said.calls, list) else [said.calls]
    memory = visit.memory("observe", said)
    if len(calls) > memory.settings.server.max_batch:
        raise TooLargeError(
            f"A request takes {memory.settings.server.max_batch} calls; send them in parts."
        )
    done = memory.capture(
        calls,
        run=said.run,
        session=said.session,
        audit=said.audit,
        verbs=said.verbs,
        highest=visit.caller.authority,
    )
    return reply(done)


@routes.post("/runs", response_model=Outcome, status_code=201, responses=problems())
def note_run(said: RunBody, visit: Visiting) -> Response:
    """Keep how a run ended; a later word on the same run is merged into it. Whose word it is, the key says."""
    outcome = visit.memory("observe", said).run(
        said.id,
        status=said.status,
        error=said.error,
        tools=said.tools,
        shown=said.shown,
        time=said.time,
        highest=visit.caller.authority,
    )
    return reply(outcome, status=201)


@routes.get("/runs", response_model=Page[RunEvent], responses=problems())
def list_runs(asked: Annotated[RunsQuery, Query()], visit: Visiting) -> Response:
    """List how runs ended, those first that were noted last."""
    memory = visit.memory("recall", asked)
    found = memory.runs(
        status=asked.status, since=asked.since, limit=asked.limit, after=after(asked.cursor)
    )
    page = Page[RunEvent].of(found, asked.limit, lambda run: run.id)
    return visit.show(memory, page, count=len(page.items))
