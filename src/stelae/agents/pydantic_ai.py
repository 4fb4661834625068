"""Memory inside Pydantic AI: a capability of an agent (extra `pydantic-ai`).

A history processor would do for the block but keep it: what `ProcessHistory` returns becomes the history of the run.
`prepare_model_request` shapes what goes on the wire for one attempt and no more.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from typing_extensions import override

from stelae.agents.auto_recall import AutoRecall
from stelae.agents.translation import Translation, View
from stelae.errors import ConfigurationError
from stelae.tools.base import Tool

try:
    import pydantic_ai
    from pydantic_ai import (
        ModelMessage,
        RunContext,
        TextContent,
        TextPart,
        ToolReturnPart,
        UserContent,
        UserPromptPart,
    )
    from pydantic_ai.capabilities import AbstractCapability, CapabilityOrdering
    from pydantic_ai.models import ModelRequestContext
except ImportError as error:
    raise ConfigurationError(
        "Memory inside Pydantic AI needs the extra: pip install 'stelae[pydantic-ai]'."
    ) from error

ROLES = {"user-prompt": "user", "system-prompt": "system", "text": "assistant"}
"""Kinds of parts that carry words; all others are a tool's."""


class AutoRecallCapability(AbstractCapability[Any]):
    """Recalls before every model request and puts the block beside the last user prompt (O11).

    `Agent(model, capabilities=[AutoRecallCapability(AutoRecall(memory))])`.
    """

    def __init__(self, recall: AutoRecall) -> None:
        """Keep what recalls; the capability itself has no state.

        Args:
            recall: whose memories, how many, and how long a request may wait for them.
        """
        self._recall = recall

    @override
    async def prepare_model_request(
        self, ctx: RunContext[Any], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        """Send the block with this attempt; `ctx.messages`, the history, stays as it is."""
        instructions = request_context.model_request_parameters.instruction_parts or ()
        prompt = "\n".join(part.content for part in instructions)
        messages = await MESSAGES.arecalled(request_context.messages, self._recall, prompt)
        return replace(request_context, messages=messages)

    @override
    def get_ordering(self) -> CapabilityOrdering:
        """Come last: what fits messages to a context, and may keep what it makes of them, never sees a block."""
        return CapabilityOrdering(position="innermost")

    @classmethod
    @override
    def get_serialization_name(cls) -> str | None:
        """Return None: an open memory cannot be written into a specification."""
        return None


def as_tools(tools: Iterable[Tool]) -> list[pydantic_ai.Tool[Any]]:
    """Return tools of Stelae as Pydantic AI's, for `Agent(tools=…)`; an error is an answer the model can act on."""
    return [_tool(one) for one in tools]


def _tool(one: Tool) -> pydantic_ai.Tool[Any]:
    def run(**arguments: Any) -> dict[str, Any]:
        return one.call(arguments)

    return pydantic_ai.Tool.from_schema(run, one.name, one.description, one.parameters)


def _parts(messages: Sequence[ModelMessage]) -> Iterator[Any]:
    return (part for message in messages for part in message.parts)


def _view(part: Any) -> View:
    role = ROLES.get(part.part_kind, "tool")
    content: Any = getattr(part, "content", None)
    if isinstance(part, UserPromptPart) and not isinstance(part.content, str):
        content = [_piece(at, piece) for at, piece in enumerate(part.content)]
    elif isinstance(part, ToolReturnPart):
        content = part.model_response_str()
    return {"role": role, "content": content if isinstance(content, str | list) else None}


def _piece(at: int, piece: UserContent) -> View:
    """Return one piece of a prompt, and where it stands, so that it can come back as it was."""
    text = piece.content if isinstance(piece, TextContent) else piece
    return {"type": "text", "text": text, "at": at} if isinstance(text, str) else {"at": at}


def _write(messages: Sequence[ModelMessage], changed: Mapping[int, Any]) -> list[ModelMessage]:
    out: list[ModelMessage] = []
    at = 0
    for message in messages:
        places = range(at, at := at + len(message.parts))
        if changed.keys().isdisjoint(places):
            out.append(message)
            continue
        parts: list[Any] = [
            _written(part, changed[place]) if place in changed else part
            for place, part in zip(places, message.parts, strict=True)
        ]
        out.append(replace(message, parts=parts))
    return out


def _written(part: Any, content: Any) -> Any:
    if isinstance(part, UserPromptPart) and isinstance(content, list):
        pieces = [_back(part.content, view) for view in cast("list[View]", content)]
        return replace(part, content=pieces)
    if isinstance(part, TextPart):
        # An id stands for the text as the provider keeps it.
        return replace(part, content=content, id=None)
    return replace(part, content=content) if isinstance(part.content, str) else part


def _back(pieces: Sequence[Any], view: View) -> Any:
    """Return the piece that a view stands for; the one that stands for none is the block."""
    piece = pieces[view["at"]] if "at" in view else ""
    text = view.get("text")
    if text is None:
        return piece
    return replace(piece, content=text) if isinstance(piece, TextContent) else text


MESSAGES = Translation[ModelMessage](lambda messages: [_view(p) for p in _parts(messages)], _write)
"""Pydantic AI's messages: one view for each part, for a request may hold a system prompt, a user's and tool results."""
