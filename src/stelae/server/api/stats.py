"""How much there is, and what language models have cost."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, Response

from stelae.schemas.extraction import ModelUsage
from stelae.server.api.desk import AtPlace, Visiting, problems, reply
from stelae.server.api.paging import Page, PageQuery, cut

routes = APIRouter(tags=["stats"])


@routes.get("/stats", response_model=dict[str, int], responses=problems())
def get_stats(place: AtPlace, visit: Visiting) -> Response:
    """Count what the readable scopes hold, what waits, and what language models have cost."""
    return JSONResponse(dict(visit.memory("recall", place).stats()))


@routes.get("/usage", response_model=Page[ModelUsage], responses=problems())
def get_usage(asked: Annotated[PageQuery, Query()], visit: Visiting) -> Response:
    """List what each language model has cost in the scope: calls, tokens, seconds."""
    found = visit.memory("recall", asked).usage()
    return reply(cut(Page[ModelUsage], found, asked, lambda one: one.model))
