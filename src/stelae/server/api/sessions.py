"""What holds for the task that one conversation is at. None of it is a memory."""

from fastapi import APIRouter
from fastapi.responses import Response

from stelae.schemas.session import SessionPatch, SessionState
from stelae.server.api.bodies import Body
from stelae.server.api.desk import AtPlace, Visiting, problems
from stelae.server.api.json_route import JsonRoute

routes = APIRouter(prefix="/sessions", tags=["sessions"], route_class=JsonRoute)


class SessionBody(Body):
    """A turn, in words, as a patch, or both."""

    message: str | None = None
    """The person's words; without a patch, rules read them."""
    patch: SessionPatch | None = None
    """What a model or a form has read. What it takes back or bans needs the person's words in `message`."""


@routes.get("/{session:path}", response_model=SessionState, responses=problems())
def get_session(session: str, place: AtPlace, visit: Visiting) -> Response:
    """Return what holds for the task at hand; empty when nothing does."""
    memory = visit.memory("recall", place)
    return visit.show(memory, memory.session_state(session), count=1)


@routes.patch("/{session:path}", response_model=SessionState, responses=problems())
def update_session(session: str, said: SessionBody, visit: Visiting) -> Response:
    """Take a turn in, and return what holds after it."""
    memory = visit.memory("observe", said)
    state = memory.update_session(session, said.message, patch=said.patch)
    return visit.show(memory, state, count=1)


@routes.delete("/{session:path}", status_code=204, responses=problems())
def end_session(session: str, place: AtPlace, visit: Visiting) -> Response:
    """Delete what holds for a conversation, whether or not there is anything."""
    visit.memory("observe", place).end_session(session)
    return Response(status_code=204)
