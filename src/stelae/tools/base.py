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


class BadArgumentsError(Exception):
    """What a model sent are no arguments of this tool; the text says what is wrong, in words that it can act on."""


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
            given = read_arguments(self.arguments, arguments)
        except BadArgumentsError as error:
            return {"error": str(error)}
        try:
            return self.run(given)
        except StelaeError as error:
            return {"error": f"{error} Nothing was done."}


def tool(name: str, description: str, arguments: type[A], run: Callable[[A], Result]) -> Tool:
    """Return a tool; `run` takes what the model sent as valid `arguments`."""
    return Tool(name=name, description=description, arguments=arguments, run=run)


def read_arguments(arguments: type[A], sent: Mapping[str, Any] | str) -> A:
    """Return what a model sent as valid arguments, with its usual slips put right (`coerce`).

    Args:
        arguments: of the tool.
        sent: a mapping or JSON text.

    Raises:
        BadArgumentsError: they cannot be read; the values, which may be private, are not in its text.
    """
    try:
        given = coerce(sent, strict_schema(arguments), verbatim=arguments.VERBATIM)
        return arguments.model_validate(given)
    except NotAnObjectError as error:
        wanted = ", ".join(_names(arguments))
        raise BadArgumentsError(f"{error} Send one JSON object with: {wanted}.") from None
    except RecursionError:
        raise BadArgumentsError("The arguments are nested too deeply.") from None
    except ValidationError as error:
        raise BadArgumentsError(_told(arguments, error)) from None


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


def _names(arguments: type[Arguments]) -> Iterator[str]:
    for name, field in arguments.model_fields.items():
        yield name if field.is_required() else f"{name} (may be left out)"


def _told(arguments: type[Arguments], error: ValidationError) -> str:
    """Say what is wrong in words of the schema; the values, which may be private, are left out."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    known = arguments.model_fields.keys()
    told = [_problem(one["loc"], one["type"], one["msg"], known) for one in found]
    return f"{' '.join(dict.fromkeys(told))} Arguments are: {', '.join(_names(arguments))}."


def _problem(loc: tuple[int | str, ...], kind: str, told: str, known: Any) -> str:
    name = loc[0] if loc else ""
    if kind == "missing":
        return f"{name} is missing."
    if name not in known:
        return "There is an unknown argument."
    return f"{name}: {told[:1].lower()}{told[1:]}."
