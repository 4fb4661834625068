"""Ways out: recall, context, answers, a profile, and why something was recalled."""

import json
from collections.abc import Callable, Iterator
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response, StreamingResponse

from stelae.errors import StelaeError
from stelae.recall.answer import AnswerStream
from stelae.schemas.access import Place
from stelae.schemas.aggregate import Aggregate
from stelae.schemas.answer import Answer
from stelae.schemas.profile import MAX_ITEMS, Infer, Profile
from stelae.schemas.query import ContextBlock, RecallResult, Trace
from stelae.server.api.bodies import AggregateBody, AskBody, ContextBody, RecallBody, Time
from stelae.server.api.desk import AtPlace, Visiting, problems
from stelae.server.api.json_route import JsonRoute
from stelae.server.api.wording import words_of

routes = APIRouter(tags=["reading"], route_class=JsonRoute)


class ProfileQuery(Place):
    """Whose profile, and how."""

    of: str | None = None
    """Another speaker of a group, by name; null: the user of the scope."""
    as_of: Time | None = None
    """What held in the world then."""
    language: Literal["zh", "en"] | None = None
    """Of the descriptions; null: each in its memory's own."""
    infer: Infer = "rules"
    """Who infers traits."""
    limit: int = MAX_ITEMS
    """Most items."""


@routes.post("/recall", response_model=RecallResult, responses=problems())
def recall(asked: RecallBody, visit: Visiting) -> Response:
    """Find what answers a question, best first; no hits and a number of hidden ones is an answer, too."""
    memory = visit.memory("recall", asked)
    return visit.show(memory, memory.recall(**asked.arguments()))


@routes.post("/context", response_model=ContextBlock, responses=problems())
def context(asked: ContextBody, visit: Visiting) -> Response:
    """Return the block for a model's prompt; its text is empty when nothing is relevant."""
    memory = visit.memory("recall", asked)
    return visit.show(memory, memory.context(**asked.arguments()))


@routes.post(
    "/ask",
    response_model=Answer,
    responses={
        200: {
            "model": Answer,
            "description": "The answer; with `stream` events `piece` and a last one `answer`",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
        **problems(502, 504),
    },
)
def ask(asked: AskBody, visit: Visiting) -> Response:
    """Answer a question from memory, citing ids, or say that nothing relevant is remembered."""
    memory = visit.memory("recall", asked)
    arguments = asked.arguments()
    if not arguments.pop("stream", False):
        return visit.show(memory, memory.ask(**arguments))
    stream = memory.ask_stream(**arguments)
    events = _events(stream, lambda: visit.saw(memory, stream.answer))
    return StreamingResponse(events, media_type="text/event-stream")


@routes.post("/aggregate", response_model=Aggregate, responses=problems())
def aggregate(asked: AggregateBody, visit: Visiting) -> Response:
    """Return several memories as one summary with their ids: what they are, how many, on which days."""
    memory = visit.memory("recall", asked)
    return visit.show(memory, memory.aggregate(**asked.arguments()))


@routes.get("/profile", response_model=Profile, responses=problems(404, 502, 504))
def get_profile(asked: Annotated[ProfileQuery, Query()], visit: Visiting) -> Response:
    """Return what is known about a person: facts as they said them, traits marked as inferred."""
    memory = visit.memory("recall", asked)
    found = memory.profile(
        of=asked.of,
        as_of=asked.as_of,
        language=asked.language,
        infer=asked.infer,
        limit=asked.limit,
    )
    return visit.show(memory, found)


@routes.get("/recalls/{trace_id}", response_model=Trace, responses=problems(404))
def explain_recall(trace_id: str, place: AtPlace, visit: Visiting) -> Response:
    """Explain a recall: what was asked, which legs found what, and where the floor was."""
    memory = visit.memory("recall", place)
    return visit.show(memory, memory.why_recalled(trace_id))


def _events(stream: AnswerStream, ended: Callable[[], None]) -> Iterator[str]:
    """Write server-sent events; a failure after the first piece is an event as well, since the status is sent."""
    try:
        for piece in stream:
            yield _event("piece", json.dumps({"text": piece}))
        yield _event("answer", stream.answer.model_dump_json())
    except StelaeError as error:
        told = {"error": type(error).__name__, "detail": words_of(error)}
        yield _event("problem", json.dumps(told))
    finally:
        stream.close()
        ended()


def _event(name: str, data: str) -> str:
    return f"event: {name}\ndata: {data}\n\n"
