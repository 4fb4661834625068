"""Drafts: what somebody wants to teach an agent, as long as no person has confirmed it.

An agent's key proposes and can never commit. A draft names where it would be stored, and what is stored there is shown
beside it: so a caller sees and touches only drafts for scopes that its key holds.
"""

from typing import Annotated

from fastapi import APIRouter, Header, Query
from fastapi.responses import Response
from pydantic import ConfigDict, Field

from stelae.errors import VersionConflictError
from stelae.memory import Memory
from stelae.schemas.access import Caller
from stelae.schemas.categories.guidance import Notation
from stelae.schemas.drafts import Committed, Draft, DraftCategory, Proposed, Said
from stelae.server.api.bodies import Body
from stelae.server.api.desk import AtPlace, Visiting, problems, reply
from stelae.server.api.idempotency import Idempotent
from stelae.server.api.paging import Page, PageQuery, cut
from stelae.server.callers import Callers

routes = APIRouter(prefix="/drafts", tags=["drafts"], route_class=Idempotent)
Words = Annotated[list[str], Field(max_length=64)]
IfMatch = Annotated[
    str | None,
    Header(description="The draft's ETag as the person saw it; 412 when another one waits by now"),
]


class DraftBody(Body):
    """What is to be taught."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "intent": "take_snapshot",
                    "body": "数据过期时先调用 take_snapshot，再回答。",
                    "keywords": ["快照", "snapshot"],
                    "scope": "agent:netops",
                }
            ]
        }
    )

    intent: str
    """What it is for, in snake_case; the same name again is an update."""
    body: str
    """All of it, or the summary of `text`."""
    category: DraftCategory = "usage_guide"
    """What it becomes when it is confirmed."""
    keywords: Words = Field(default_factory=list)
    """Words of requests that it answers, in every language people ask in."""
    related: Words = Field(default_factory=list)
    """Intents of guides beside it."""
    agent: str | None = None
    """Whose it is to be; null: the agent's whose scope this is."""
    text: str = ""
    """A long text, of which `body` is the summary."""
    notation: Notation | None = None
    """Of a drawing; null: as its first words say."""


class CommitBody(Body):
    """A person's yes; nothing has to be said beside where."""


@routes.get("", response_model=Page[Draft], responses=problems())
def list_drafts(asked: Annotated[PageQuery, Query()], visit: Visiting) -> Response:
    """List the drafts that wait, newest first."""
    memory = visit.memory("recall", asked)
    found = tuple(one for one in memory.drafts() if visit.caller.sees(one.scope))
    page = cut(Page[Draft], found, asked, lambda one: one.id, newest_first=True)
    return visit.show(memory, page, count=len(page.items))


@routes.post("", response_model=Proposed, status_code=201, responses=problems())
def propose_draft(said: DraftBody, visit: Visiting) -> Response:
    """Write a draft for a person to confirm; nothing is stored. The preview is to be shown word for word."""
    memory = visit.memory("propose", said)
    Callers.check_drafts_for(visit.caller, said.agent)
    by_agent = visit.caller.role == "agent"
    proposed = memory.propose_draft(**said.arguments(), said=Said() if by_agent else None)
    visit.saw(memory, proposed, also=proposed.draft.scope)
    return reply(proposed, status=201, headers=_tag(proposed.draft))


@routes.get("/{intent}", response_model=Proposed, responses=problems(404))
def get_draft(intent: str, place: AtPlace, visit: Visiting) -> Response:
    """Return a draft with its preview; its ETag is the draft's id."""
    memory = visit.memory("recall", place)
    found = _seen(memory, intent, visit.caller)
    return visit.show(memory, found, also=found.draft.scope, headers=_tag(found.draft))


@routes.post("/{intent}/commit", response_model=Committed, responses=problems(404, 409, 412))
def commit_draft(
    intent: str, said: CommitBody, visit: Visiting, if_match: IfMatch = None
) -> Response:
    """Store a draft as the person whose key this is."""
    memory = visit.memory("confirm", said)
    draft = _decidable(memory, intent, visit.caller)
    if if_match is not None and if_match.strip() not in {"*", _tag(draft)["ETag"]}:
        raise VersionConflictError(f"Another draft {draft.intent!r} waits by now; look at it.")
    return reply(memory.commit_draft(draft.intent, expect=draft.id))


@routes.delete("/{intent}", response_model=Draft, responses=problems(404))
def discard_draft(intent: str, place: AtPlace, visit: Visiting) -> Response:
    """Delete a draft that waits, and return what it was."""
    memory = visit.memory("confirm", place)
    draft = _decidable(memory, intent, visit.caller)
    return reply(memory.discard_draft(draft.intent))


def _seen(memory: Memory, intent: str, caller: Caller) -> Proposed:
    found = memory.draft(intent)
    Callers.check_sees(caller, found.draft, intent)
    return found


def _decidable(memory: Memory, intent: str, caller: Caller) -> Draft:
    draft = memory.draft(intent).draft
    Callers.check_decides(caller, draft, intent)
    return draft


def _tag(draft: Draft) -> dict[str, str]:
    return {"ETag": f'"{draft.id}"'}
