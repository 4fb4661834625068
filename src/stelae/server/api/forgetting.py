"""Forgetting: shown first, carried out on a reviewer's word, with a receipt."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from stelae.schemas.forgetting import ForgetPreview, Receipt
from stelae.server.api.bodies import ForgetBody, ForgetExecuteBody
from stelae.server.api.desk import Visiting, problems, reply
from stelae.server.api.idempotency import Idempotent
from stelae.server.api.paging import Page, PageQuery, cut

routes = APIRouter(tags=["forgetting"], route_class=Idempotent)


@routes.post("/forget", response_model=ForgetPreview, responses=problems(404))
def preview_forgetting(asked: ForgetBody, visit: Visiting) -> Response:
    """Show exactly what a forgetting would touch; nothing is changed."""
    arguments = asked.arguments()
    what = arguments.pop("what", None)
    project = arguments.pop("project_only", None)
    if project is not None:
        arguments["project"] = project
    memory = visit.memory("forget_preview", asked)
    return visit.show(memory, memory.forget(() if what is None else what, **arguments))


@routes.post("/forget/execute", response_model=Receipt, responses=problems(404, 409))
def execute_forgetting(asked: ForgetExecuteBody, visit: Visiting) -> Response:
    """Forget exactly what a preview names; 409 when something in it has changed since."""
    memory = visit.memory("forget", asked)
    return reply(memory.forget(asked.preview, hard=asked.hard))


@routes.get("/forgettings", response_model=Page[Receipt], responses=problems())
def list_forgettings(asked: Annotated[PageQuery, Query()], visit: Visiting) -> Response:
    """List the receipts of the scope, newest first."""
    found = visit.memory("forget", asked).forgotten()
    return reply(cut(Page[Receipt], found, asked, lambda one: one.id, newest_first=True))
