"""What Ollama's protocol and OpenAI's say alike: messages, the one function that is offered, a refusal of a mode."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from stelae.ports import ChatMessage
from stelae.providers.models.modes import Request

_FORM_REFUSED: Final = frozenset({400, 422, 501})
"""How servers say that they know no schema, or no functions."""


def sent(messages: Sequence[ChatMessage]) -> list[dict[str, str]]:
    """Return messages as both take them."""
    return [{"role": m.role, "content": m.content} for m in messages]


def function(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the function whose arguments are the answer."""
    said = {"name": "answer", "description": "Give the answer.", "parameters": schema}
    return {"type": "function", "function": said}


def refuses_mode(request: Request, status: int) -> bool:
    """Does that status mean that another mode may work?"""
    return request.schema is not None and request.mode != "prompt" and status in _FORM_REFUSED
