"""What a tool is to every framework: a name, what it is for, a strict schema, and a call that answers in plain words.

A tool is deliberately *not* aware of any framework: the doors in `agents/` hand name, description and schema to theirs and
call `call`. A model's mistake is an answer that it can act on, never an exception (O45).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from stelae.errors import StelaeError
from stelae.structured.json_schema import json_schema
from stelae.tools.coercion import NotAnObjectError, coerce

Result = dict[str, Any]
"""What a tool answers: plain JSON. With `error` nothing was done."""
A = TypeVar("A", bound="Arguments")


class Arguments(BaseModel):
    """Base of the arguments of tools; an unknown one is an error, so that no wish of a model is lost silently.

    Lengths are left to the gate: grammars for tool calls know no such bound, and the gate says what is wrong in words.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    VERBATIM: ClassVar[frozenset[str]] = frozenset()
    """Texts that are taken as they come, to the last sign."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool over a memory. Make it with `tool`."""

    name: str
    description: str
    """When to use it and when not, for the model."""
    arguments: type[Arguments]
    run: Callable[[Any], Result]
    """Takes valid arguments. A `StelaeError` is told as `error`."""

    @property
    def parameters(self) -> dict[str, Any]:
        """The strict JSON Schema of the arguments: nothing optional, what may be unknown may be null."""
        return strict_schema(self.arguments)

    @property
    def definition(self) -> dict[str, Any]:
        """Name, description and parameters as OpenAI-style servers take them."""
        return {
            "type": "function",
            "function": {
                "name": self.name,
                "description": self.description,
                "parameters": self.parameters,
                "strict": True,
            },
        }

    def call(self, arguments: Mapping[str, Any] | str) -> Result:
        """Run the tool with what a model sent, a mapping or JSON text.

        Bad arguments and refusals of the memory come back as `{"error": …}`; nothing was done then.
        """
        try:
            given = self.arguments.model_validate(
                coerce(arguments, self.parameters, verbatim=self.arguments.VERBATIM)
            )
        except NotAnObjectError as error:
            return {"error": f"{error} Send one JSON object with: {', '.join(self._names())}."}
        except (ValidationError, RecursionError) as error:
            return {"error": self._told(error)}
        try:
            return self.run(given)
        except StelaeError as error:
            return {"error": f"{error} Nothing was done."}

    def _names(self) -> Iterator[str]:
        for name, field in self.arguments.model_fields.items():
            yield name if field.is_required() else f"{name} (may be left out)"

    def _told(self, error: ValidationError | RecursionError) -> str:
        """Say what is wrong in words of the schema; the values, which may be private, are left out."""
        if isinstance(error, RecursionError):
            return "The arguments are nested too deeply."
        found = error.errors(include_url=False, include_context=False, include_input=False)
        known = self.arguments.model_fields
        told = [_problem(one["loc"], one["type"], one["msg"], known.keys()) for one in found]
        return f"{' '.join(dict.fromkeys(told))} Arguments are: {', '.join(self._names())}."


def tool(name: str, description: str, arguments: type[A], run: Callable[[A], Result]) -> Tool:
    """Return a tool; `run` takes what the model sent as valid `arguments`."""
    return Tool(name=name, description=description, arguments=arguments, run=run)


def strict_schema(arguments: type[BaseModel]) -> dict[str, Any]:
    """Return the flat schema that grammars and strict tool calls share, with the descriptions that a model reads."""
    described = arguments.model_json_schema().get("properties", {})
    schema = json_schema(arguments)
    properties = {
        name: one | {"description": _one_line(described[name]["description"])}
        if "description" in described[name]
        else one
        for name, one in cast("dict[str, dict[str, Any]]", schema.get("properties", {})).items()
    }
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _problem(loc: tuple[int | str, ...], kind: str, told: str, known: Any) -> str:
    name = loc[0] if loc else ""
    if kind == "missing":
        return f"{name} is missing."
    if name not in known:
        return "There is an unknown argument."
    return f"{name}: {told[:1].lower()}{told[1:]}."
