"""What Ollama's protocol and OpenAI's say alike: messages, the one function that is offered, a refusal of a mode, an end."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from stelae.errors import ModelOutputError, ModelUnavailableError
from stelae.ports import ChatMessage
from stelae.providers.models.modes import Request

_FORM_REFUSED: Final = frozenset({400, 422, 500, 501})
"""How servers say that they know no schema, or no functions. Ollama says 500 of a schema that it cannot make a grammar of;
a server that fails at everything fails in the last mode, too."""


def sent(messages: Sequence[ChatMessage]) -> list[dict[str, str]]:
    """Return messages as both take them."""
    return [{"role": m.role, "content": m.content} for m in messages]


def function(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the function whose arguments are the answer."""
    said = {"name": "answer", "description": "Give the answer.", "parameters": schema}
    return {"type": "function", "function": said}


def check_end(model: str, reason: str | None) -> None:
    """Look at how a stream ended, after its last piece.

    Raises:
        ModelUnavailableError: it has no end (`reason` is None): what came is a part of an answer.
        ModelOutputError: the room ran out, or a filter ended it.
    """
    if reason is None:
        raise ModelUnavailableError(f"The answer of {model!r} broke off in the middle.")
    if reason == "length":
        raise ModelOutputError("truncated")
    if reason == "content_filter":
        raise ModelOutputError("refused")


def refuses_mode(request: Request, status: int) -> bool:
    """Does that status mean that another mode may work?"""
    return request.schema is not None and request.mode != "prompt" and status in _FORM_REFUSED
