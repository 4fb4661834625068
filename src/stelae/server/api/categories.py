"""Which kinds of memory there are, and what holds for each."""

from fastapi import APIRouter
from fastapi.responses import Response

from stelae.errors import NotFoundError, UnknownCategoryError
from stelae.schemas.categories.description import CategoryDescription, CategorySummary
from stelae.server.api.desk import AtPlace, Visiting, problems, reply
from stelae.server.api.paging import Page
from stelae.server.api.wording import words_of

routes = APIRouter(prefix="/categories", tags=["categories"])


@routes.get("", response_model=Page[CategorySummary], responses=problems())
def list_categories(place: AtPlace, visit: Visiting) -> Response:
    """List every category with its policy row."""
    found = visit.memory("recall", place).categories()
    return reply(Page[CategorySummary](items=found))


@routes.get("/{name}", response_model=CategoryDescription, responses=problems(404))
def get_category(name: str, place: AtPlace, visit: Visiting) -> Response:
    """Return one category with the JSON Schema of its fields."""
    try:
        return reply(visit.memory("recall", place).category(name))
    except UnknownCategoryError as error:
        raise NotFoundError(words_of(error)) from None
