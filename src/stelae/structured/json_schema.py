"""From a Pydantic model to the JSON Schema a model decodes by: flat, small, nothing optional.

Grammars made from schemas understand a small part of JSON Schema. References are therefore inlined, and what only describes
or only validates (titles, defaults, patterns) is left out: Pydantic checks that afterwards. Every property is
required, since a property that may be missing is one that small models leave out.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, cast

from pydantic import BaseModel

_KEPT = ("type", "enum", "const", "minimum", "maximum", "minItems", "maxItems", "maxLength")
"""Keywords that grammars of llama.cpp, Ollama and the OpenAI protocol share."""


@cache
def json_schema(model_class: type[BaseModel]) -> Mapping[str, Any]:
    """Return the schema of a model for constrained decoding.

    Raises:
        ValueError: the model refers to itself, which no flat schema can say.
    """
    whole = model_class.model_json_schema()
    return _flat(whole, cast("Mapping[str, Any]", whole.get("$defs", {})), ())


def _flat(node: Mapping[str, Any], known: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
    if "$ref" in node:
        name = str(node["$ref"]).removeprefix("#/$defs/")
        if name in inside:
            raise ValueError(f"{name} refers to itself; a schema for decoding has to be flat")
        return _flat(known[name], known, (*inside, name))
    flat: dict[str, Any] = {word: node[word] for word in _KEPT if word in node}
    if "anyOf" in node:
        flat["anyOf"] = [_flat(one, known, inside) for one in node["anyOf"]]
    if "items" in node:
        flat["items"] = _flat(node["items"], known, inside)
    if "properties" in node:
        flat["properties"] = {
            name: _flat(one, known, inside) for name, one in node["properties"].items()
        }
        flat["required"] = list(flat["properties"])
        flat["additionalProperties"] = False
    return flat
