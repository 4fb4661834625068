"""From a Pydantic model to the JSON Schema a model decodes by: flat, small, nothing optional.

Grammars made from schemas understand a small part of JSON Schema. References are therefore inlined, alternatives are all
`anyOf`, and what only describes or only validates (titles, descriptions, defaults, patterns) is left out: descriptions
belong into the prompt, and Pydantic checks afterwards. Every property is required, since a property that may be missing is
one that small models leave out; what may be unknown is a union with null.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from pydantic import BaseModel

_KEPT: Final = ("type", "enum", "const", "minimum", "maximum", "minItems", "maxItems", "maxLength")
"""Keywords that grammars of llama.cpp, Ollama and the OpenAI protocol share."""
_FORMATS: Final = frozenset({"date", "date-time", "time"})
_TYPES: Final = frozenset({"object", "array", "string", "number", "integer", "boolean", "null"})
_KNOWN: Final = frozenset(
    {*_KEPT, "format", "anyOf", "items", "properties", "required", "additionalProperties"}
)
_LONGEST: Final = {"minItems": 400, "maxItems": 400, "maxLength": 2_000}
"""llama.cpp refuses grammars that repeat more often; a looser bound is left to validation (tried with xllamacpp 2026.10)."""


@lru_cache(maxsize=256)
def json_schema(model_class: type[BaseModel]) -> Mapping[str, Any]:
    """Return the schema of a model for constrained decoding.

    Raises:
        ValueError: the model refers to itself, which no flat schema can say.
    """
    return flat(model_class.model_json_schema())


def flat(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return any JSON Schema in the form for constrained decoding: as loose as the original, or looser.

    Raises:
        ValueError: it refers to itself, or to something outside of it.
    """
    return _flat(schema, cast("Mapping[str, Any]", schema.get("$defs", {})), ())


def undecodable(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what of a schema no common grammar can hold, each as `path: reason`; empty: all of it can.

    A server may take such a schema all the same and apply a part of it, or none.

    Args:
        schema: a JSON Schema without references, as `flat` returns it.
    """
    root = () if schema.get("type") == "object" else ("$: the root is no object",)
    return (*root, *_misfits(schema, "$"))


def _flat(node: Mapping[str, Any], known: Mapping[str, Any], inside: tuple[str, ...]) -> Any:
    if "$ref" in node:
        name = str(node["$ref"]).removeprefix("#/$defs/")
        if name in inside:
            raise ValueError(f"{name} refers to itself; a schema for decoding has to be flat")
        if name not in known:
            raise ValueError(f"{name} is not within the schema")
        return _flat(known[name], known, (*inside, name))
    if len(node.get("allOf", ())) == 1:
        rest = {word: value for word, value in node.items() if word != "allOf"}
        return _flat({**rest, **node["allOf"][0]}, known, inside)
    shape = {word: node[word] for word in _KEPT if word in node}
    shape = {w: v for w, v in shape.items() if w not in _LONGEST or v <= _LONGEST[w]}
    shape |= _bounds(node)
    if node.get("format") in _FORMATS:
        shape["format"] = node["format"]
    alternatives = node.get("anyOf") or node.get("oneOf")
    if alternatives:
        shape |= _union([_flat(one, known, inside) for one in alternatives])
    if "items" in node:
        shape["items"] = _flat(node["items"], known, inside)
    if "properties" in node:
        shape["properties"] = {
            name: _flat(one, known, inside) for name, one in node["properties"].items()
        }
        shape["required"] = list(shape["properties"])
        shape["additionalProperties"] = False
    elif isinstance(node.get("additionalProperties"), Mapping):
        shape["additionalProperties"] = _flat(node["additionalProperties"], known, inside)
    return shape


def _bounds(node: Mapping[str, Any]) -> dict[str, Any]:
    """Say open bounds as closed ones: the next whole number, or for fractions the bound itself."""
    step = 1 if node.get("type") == "integer" else 0
    found: dict[str, Any] = {}
    if "exclusiveMinimum" in node:
        found["minimum"] = node["exclusiveMinimum"] + step
    if "exclusiveMaximum" in node:
        found["maximum"] = node["exclusiveMaximum"] - step
    return found


def _union(alternatives: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return alternatives as `anyOf`; constants of one type, as described values are written, as one enumeration."""
    constants = [
        one["const"] for one in alternatives if set(one) <= {"const", "type"} and "const" in one
    ]
    if len(constants) == len(alternatives) and all(isinstance(one, str) for one in constants):
        return {"type": "string", "enum": constants}
    return {"anyOf": list(alternatives)}


def _misfits(node: Mapping[str, Any], path: str) -> Iterator[str]:
    for word in sorted(node.keys() - _KNOWN):
        yield f"{path}: {word}"
    if node.get("format", "date") not in _FORMATS:
        yield f"{path}: format {node['format']}"
    for word, most in _LONGEST.items():
        if node.get(word, 0) > most:
            yield f"{path}: {word} over {most:,}"
    yield from _shape_misfits(node, path)
    for name, inner in _inner(node):
        yield from _misfits(inner, f"{path}{name}")


def _shape_misfits(node: Mapping[str, Any], path: str) -> Iterator[str]:
    named = node.get("type")
    if named is None and not {"enum", "const", "anyOf"} & node.keys():
        yield f"{path}: no type"
    if named is not None and (not isinstance(named, str) or named not in _TYPES):
        yield f"{path}: type {named}"
    if named == "object" and node.get("additionalProperties", True) is True:
        yield f"{path}: open object"
    if named == "array" and "items" not in node:
        yield f"{path}: no items"


def _inner(node: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, one in cast("Mapping[str, Any]", node.get("properties", {})).items():
        yield f".{name}", one
    for number, one in enumerate(cast("Sequence[Any]", node.get("anyOf", ()))):
        yield f"|{number}", one
    for word, name in (("items", "[]"), ("additionalProperties", ".*")):
        if isinstance(node.get(word), Mapping):
            yield name, node[word]
