"""What waits for a person, and the person's decision."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from stelae.schemas.change import Outcome
from stelae.schemas.memory import PendingItem
from stelae.server.api.bodies import EditBody, RejectBody
from stelae.server.api.desk import Visiting, problems, reply
from stelae.server.api.idempotency import Idempotent
from stelae.server.api.paging import Page, PageQuery, cut

routes = APIRouter(prefix="/pending", tags=["reviewing"], route_class=Idempotent)


class PendingQuery(PageQuery):
    """Which items, and from where on."""

    conflicts: bool = False
    """Only questions about contradictions."""


@routes.get("", response_model=Page[PendingItem], responses=problems())
def list_pending(asked: Annotated[PendingQuery, Query()], visit: Visiting) -> Response:
    """List what waits, with what it would change."""
    memory = visit.memory("recall", asked)
    found = memory.pending()
    if asked.conflicts:
        found = tuple(one for one in found if one.reason == "conflict")
    page = cut(Page[PendingItem], found, asked, lambda one: one.id)
    return visit.show(memory, page)


@routes.post("/{id}/confirm", response_model=Outcome, responses=problems(404, 409))
def confirm_pending(id: str, said: EditBody, visit: Visiting) -> Response:  # noqa: A002
    """Let it become a memory, as it is or as the reviewer words it."""
    return reply(visit.memory("confirm", said).confirm(id, **said.arguments()))


@routes.patch("/{id}", response_model=PendingItem, responses=problems(404, 409))
def amend_pending(id: str, said: EditBody, visit: Visiting) -> Response:  # noqa: A002
    """Correct its wording or fields without deciding on it; it waits on, for as long as it would have."""
    memory = visit.memory("confirm", said)
    return visit.show(memory, memory.amend(id, **said.arguments()))


@routes.post("/{id}/reject", status_code=204, responses=problems(404))
def reject_pending(id: str, said: RejectBody, visit: Visiting) -> Response:  # noqa: A002
    """Refuse it; it is not proposed again from the same words."""
    visit.memory("confirm", said).reject(id, reason=said.reason)
    return Response(status_code=204)
