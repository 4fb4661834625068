"""One memory by its id, and lists of them."""

from typing import Annotated

from fastapi import APIRouter, Header, Query
from fastapi.responses import Response

from stelae.errors import InvalidInputError, VersionConflictError
from stelae.schemas.access import Place
from stelae.schemas.change import Outcome
from stelae.schemas.explanation import Explanation
from stelae.schemas.forgetting import Receipt
from stelae.schemas.history import History
from stelae.schemas.memory import MemoryRecord
from stelae.server.api.bodies import EditBody, RestoreBody
from stelae.server.api.desk import AtPlace, Visiting, problems, reply
from stelae.server.api.idempotency import Idempotent
from stelae.server.api.paging import Page, PageQuery, after

routes = APIRouter(prefix="/memories", tags=["memories"], route_class=Idempotent)
IfMatch = Annotated[
    str | None,
    Header(description="The memory's ETag as you read it; 412 when it has changed since"),
]


class ListQuery(PageQuery):
    """Which memories, and from where on."""

    category: str | None = None
    """Only memories of it."""
    include_inactive: bool = False
    """Also what is superseded, expired or archived."""


class ForgetQuery(Place):
    """How one memory is forgotten."""

    hard: bool = False
    """Destroy the text at once instead of after the policy's days; cannot be undone."""


@routes.get("", response_model=Page[MemoryRecord], responses=problems())
def list_memories(asked: Annotated[ListQuery, Query()], visit: Visiting) -> Response:
    """List memories, newest first."""
    memory = visit.memory("recall", asked)
    found = memory.list(
        category=asked.category,
        include_inactive=asked.include_inactive,
        limit=asked.limit,
        after=after(asked.cursor),
    )
    return visit.show(memory, Page[MemoryRecord].of(found, asked.limit, lambda record: record.id))


@routes.get("/{id}", response_model=MemoryRecord, responses=problems(404))
def get_memory(id: str, place: AtPlace, visit: Visiting) -> Response:  # noqa: A002
    """Return one memory; its ETag is its version."""
    memory = visit.memory("recall", place)
    record = memory.get(id)
    return visit.show(memory, record, headers={"ETag": _tag(record.version)})


@routes.patch("/{id}", response_model=Outcome, responses=problems(404, 409, 412))
def edit_memory(
    id: str,  # noqa: A002
    said: EditBody,
    visit: Visiting,
    if_match: IfMatch = None,
) -> Response:
    """Change the wording or fields of a memory, by a person's word; its history stays."""
    memory = visit.memory("edit", said)
    return reply(memory.edit(id, **said.arguments(), expect=_version(if_match)))


@routes.delete("/{id}", response_model=Receipt, responses=problems(404, 409, 412))
def forget_memory(
    id: str,  # noqa: A002
    asked: Annotated[ForgetQuery, Query()],
    visit: Visiting,
    if_match: IfMatch = None,
) -> Response:
    """Forget one memory and what follows from it; the receipt says what went."""
    memory = visit.memory("forget", asked)
    preview = memory.forget([id])
    expected = _version(if_match)
    if expected is not None and memory.get(id).version != expected:
        raise VersionConflictError("The memory has changed since; read it again.")
    return reply(memory.forget(preview, hard=asked.hard))


@routes.get("/{id}/history", response_model=History, responses=problems(404))
def get_history(id: str, place: AtPlace, visit: Visiting) -> Response:  # noqa: A002
    """Return every version with what changed."""
    memory = visit.memory("recall", place)
    return visit.show(memory, memory.history(id))


@routes.get("/{id}/why", response_model=Explanation, responses=problems(404))
def explain_memory(id: str, place: AtPlace, visit: Visiting) -> Response:  # noqa: A002
    """Explain why it is stored: rule, gate, evidence."""
    memory = visit.memory("recall", place)
    return visit.show(memory, memory.why(id))


@routes.post("/{id}/restore", response_model=Outcome | Receipt, responses=problems(404, 409))
def restore_memory(id: str, said: RestoreBody, visit: Visiting) -> Response:  # noqa: A002
    """Go back to a version of a memory, or undo the forgetting of that receipt."""
    return reply(visit.memory("restore", said).restore(id, version=said.version))


def _tag(version: int) -> str:
    return f'"{version}"'


def _version(tag: str | None) -> int | None:
    """Read the version off an ETag; `*` matches whatever is there.

    Raises:
        InvalidInputError: it is none of ours.
    """
    if tag is None or tag.strip() == "*":
        return None
    number = tag.strip().removeprefix("W/").strip('"')
    if not number.isascii() or not number.isdecimal() or len(number) > 9:
        raise InvalidInputError('If-Match takes the ETag of a memory, such as "3".')
    return int(number)
