"""The keys that memories have, the names people gave them, and what was spoken of together."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from stelae.schemas.access import Place
from stelae.schemas.concepts import Concept, ConceptName
from stelae.server.api.desk import Visiting, problems
from stelae.server.api.paging import MAX_PAGE, Page, PageQuery, cut

routes = APIRouter(prefix="/concepts", tags=["concepts"])


class RelatedQuery(Place):
    """How many."""

    limit: int = Field(default=35, ge=1, le=MAX_PAGE)
    """Most concepts."""


class Related(BaseModel):
    """A concept beside another one."""

    key: str
    weight: float
    """Messages that speak of both, times how rare both are."""


@routes.get("", response_model=Page[Concept], responses=problems())
def list_concepts(asked: Annotated[PageQuery, Query()], visit: Visiting) -> Response:
    """List the concepts of the scope, by key; each is there because a current memory has its key."""
    memory = visit.memory("recall", asked)
    page = cut(Page[Concept], memory.concepts(), asked, lambda one: one.key)
    return visit.show(memory, page, count=len(page.items))


@routes.get("/names", response_model=Page[ConceptName], responses=problems())
def list_concept_names(asked: Annotated[PageQuery, Query()], visit: Visiting) -> Response:
    """List the aliases and merges that hold here, oldest first."""
    memory = visit.memory("recall", asked)
    page = cut(Page[ConceptName], memory.concept_names(), asked, lambda one: one.id)
    return visit.show(memory, page, count=len(page.items))


@routes.get("/{key:path}/related", response_model=Page[Related], responses=problems(404))
def list_related_concepts(
    key: str, asked: Annotated[RelatedQuery, Query()], visit: Visiting
) -> Response:
    """List what was spoken of in one message with this concept, the heaviest first. A key has slashes, as they are."""
    memory = visit.memory("recall", asked)
    found = memory.related_concepts(key, limit=asked.limit)
    items = tuple(Related(key=name, weight=weight) for name, weight in found.items())
    return visit.show(memory, Page[Related](items=items), count=len(items))
