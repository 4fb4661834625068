"""Ways in: messages to observe, statements to remember."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stelae.errors import OverloadedError, TooLargeError
from stelae.memory import Memory
from stelae.schemas.change import ObserveResult, Outcome
from stelae.server.api.bodies import MessageIn, ObserveBody, RememberBody
from stelae.server.api.desk import Visiting, problems, reply
from stelae.server.api.idempotency import Idempotent

routes = APIRouter(tags=["writing"], route_class=Idempotent)
_STATUS = {"accepted": 201, "pending": 202}


@routes.post(
    "/observe",
    response_model=ObserveResult,
    status_code=202,
    responses={200: {"model": ObserveResult}, **problems()},
)
def observe(request: Request, said: ObserveBody, visit: Visiting) -> Response:
    """Log messages and remember what the gate lets through.

    202: rules have read them, what a language model adds comes later (`jobs`); 200 with `wait`.
    """
    whole: Memory = request.app.state.memory
    settings = whole.settings.server
    messages = said.messages if isinstance(said.messages, list) else [said.messages]
    if len(messages) > settings.max_batch:
        raise TooLargeError(f"A request takes {settings.max_batch} messages; send them in parts.")
    memory = visit.memory("observe", said)
    _check_queue(whole, settings.max_waiting_jobs)
    done = memory.observe(
        [_plain(one) for one in messages],
        extract=said.extract,
        wait=said.wait,
        session=said.session,
        categories=said.categories,
    )
    return reply(done, status=200 if said.wait else 202)


@routes.post(
    "/remember",
    response_model=Outcome,
    status_code=201,
    responses={
        200: {"model": Outcome, "description": "Rejected, or known already"},
        202: {"model": Outcome, "description": "Waits for a person"},
        **problems(),
    },
)
def remember(said: RememberBody, visit: Visiting) -> Response:
    """Store one statement, as far as the gate allows; whose word it is, the key says."""
    memory = visit.memory("remember", said)
    outcome = memory.remember(**said.arguments(), authority=visit.caller.authority)
    return reply(outcome, status=_STATUS.get(outcome.outcome, 200))


def _plain(message: MessageIn | str) -> str | dict[str, Any]:
    return message if isinstance(message, str) else message.model_dump(exclude_unset=True)


def _check_queue(memory: Memory, most: int) -> None:
    if memory.waiting() >= most:
        raise OverloadedError("Too many jobs wait already; come back when they are done.")
