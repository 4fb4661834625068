"""The form of an answer, said in a prompt: for models that no server holds to a schema.

The example shows the shape alone: its texts are dots, since a small model takes an example's content for an answer. A reply
that only repeats the form is no answer and is taken out again.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from stelae.ports import ChatMessage

_SAID = "Answer with one JSON object and nothing else, in this form:\n{example}"
_SCHEMA = "\nIts JSON Schema:\n{schema}"
_SHARE = 2
"""The schema is shown too where it has at most one character for so many tokens of context: about an eighth of the room."""
_DOTS = "..."


def with_form(
    messages: Sequence[ChatMessage], schema: Mapping[str, Any], *, context_tokens: int
) -> tuple[ChatMessage, ...]:
    """Return the prompt with the form at the end of its system message; without one it becomes the first message."""
    said = _SAID.format(example=_written(example_of(schema)))
    whole = _SCHEMA.format(schema=_written(schema))
    if len(whole) * _SHARE <= context_tokens:
        said += whole
    first, *others = messages
    if first.role == "system":
        return (ChatMessage("system", f"{first.content}\n\n{said}"), *others)
    return (ChatMessage("system", said), *messages)


def without_form(text: str, schema: Mapping[str, Any]) -> str:
    """Return a reply without the form, should the model have repeated it.

    An example without dots stays: it can be the answer.
    """
    example = _written(example_of(schema))
    text = text.replace(_written(schema), "")
    return text.replace(example, "") if f'"{_DOTS}"' in example else text


def example_of(schema: Mapping[str, Any]) -> Any:
    """Return a value of the schema's shape: one item a list, the first of the allowed values, dots for a text."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return example_of(schema["anyOf"][0])
    match schema.get("type"):
        case "object":
            inner = cast("Mapping[str, Mapping[str, Any]]", schema.get("properties", {}))
            return {name: example_of(one) for name, one in inner.items()}
        case "array":
            return [example_of(schema.get("items", {}))]
        case "integer" | "number":
            return schema.get("minimum", 0)
        case "boolean":
            return False
        case "null":
            return None
        case _:
            return _DOTS


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
