"""Whether the server lives, and whether it can work. Neither needs a key; neither says anything of what is stored."""

from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict

from stelae.errors import StelaeError
from stelae.memory import Memory
from stelae.server.api.desk import reply
from stelae.server.api.problems import MEDIA_TYPE, Problem, answer

routes = APIRouter(tags=["health"])


class Alive(BaseModel):
    """The process answers."""

    status: Literal["alive"] = "alive"


class Ready(BaseModel):
    """The store answers, too."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    status: Literal["ready"] = "ready"
    embedders: tuple[str, ...]
    """By which vectors are made; none: questions are answered by keywords alone."""


@routes.get("/healthz", response_model=Alive)
async def is_alive() -> Response:
    """Answer as long as the process does; asks no store."""
    return reply(Alive())


@routes.get(
    "/readyz",
    response_model=Ready,
    responses={503: {"model": Problem, "content": {MEDIA_TYPE: {}}}},
)
def is_ready(request: Request) -> Response:
    """Answer 200 when the store answers a read, else 503: send no requests here for now."""
    memory: Memory = request.app.state.memory
    try:
        memory.waiting()
    except StelaeError as error:
        return answer(request, 503, type(error).__name__, "The store does not answer.")
    return reply(Ready(embedders=memory.embedders))
