"""What a tool is to MCP: its words and schemas, the right it takes, and the call over a memory."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mcp import types

from stelae.schemas.access import Right
from stelae.schemas.base import Value
from stelae.server.mcp.answers import Answer, Question, schema_of
from stelae.server.mcp.desk import Visit
from stelae.tools.base import Arguments, strict_schema


@dataclass(frozen=True, slots=True)
class Offer:
    """One tool. What it does is `run`; what only a person decides comes back from it as a question."""

    name: str
    title: str
    description: str
    """When to use it and when not, for the model."""
    arguments: type[Arguments]
    answers: type[Value]
    """What it gives, in the shape that every door shares."""
    right: Right
    """Without it not even the question is put."""
    run: Callable[[Visit, Any], Answer | Question]
    """Takes valid arguments; in a worker thread."""
    hints: types.ToolAnnotations
    decides: Right | None = None
    """The right to answer the question oneself; None: it asks none."""

    @property
    def definition(self) -> types.Tool:
        """The tool as clients list it. Only what has to be given is required; nothing unknown is taken."""
        schema = strict_schema(self.arguments)
        fields = self.arguments.model_fields.items()
        schema["required"] = [name for name, field in fields if field.is_required()]
        return types.Tool(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=schema,
            output_schema=schema_of(self.answers),
            annotations=self.hints.model_copy(update={"open_world_hint": False}),
        )


READS = types.ToolAnnotations(read_only_hint=True)
ADDS = types.ToolAnnotations(read_only_hint=False, destructive_hint=False, idempotent_hint=False)
"""Adds something, and takes nothing away."""
CHANGES = types.ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True)
"""Changes what is stored: a host asks its person before each call. The same call again changes nothing more."""
