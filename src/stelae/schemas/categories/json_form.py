"""A category as a JSON Schema: the part of that language that a flat memory needs, read into the short form.

What a memory is beside its fields stands under `x-stelae`. Every keyword that is not understood is refused by name: a
bound that is passed over would be a promise that nobody keeps.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from stelae.errors import ConfigurationError

Tree = Mapping[str, Any]
_TOP: Final = frozenset(
    {"$schema", "$id", "$defs", "title", "description", "type", "properties", "required"}
)
_TYPES: Final = {"string": "text", "integer": "integer", "number": "number", "boolean": "boolean"}
_COPIED: Final = {
    "description": "description",
    "minimum": "minimum",
    "maximum": "maximum",
    "maxItems": "max_items",
    "maxLength": "max_length",
}
_SHAPES: Final = frozenset(
    {"type", "enum", "const", "format", "items", "oneOf", "anyOf", "x-merge"}
)
_IGNORED: Final = frozenset({"title", "$comment"})
OWN: Final = "x-stelae"


def from_json_schema(tree: Tree) -> dict[str, Any]:
    """Return the short form of a JSON Schema.

    Raises:
        ConfigurationError: a keyword or type is not understood; the message names field and keyword.
    """
    own: Any = tree.get(OWN)
    if not isinstance(own, Mapping):
        raise ConfigurationError(f"`{OWN}` is missing: a mapping with `name` and `key`.")
    for word in tree:
        additional = word == "additionalProperties" and tree[word] is False
        if word not in _TOP | {OWN} and not additional:
            raise ConfigurationError(f"the keyword {word!r} is not understood here.")
    required = cast("Sequence[str]", tree.get("required", ()))
    properties = cast("Mapping[str, Tree]", tree["properties"])
    for name in required:
        if name not in properties:
            raise ConfigurationError(f"required names {name!r}, which is none of the properties.")
    known = cast("Mapping[str, Tree]", tree.get("$defs", {}))
    fields = {
        name: {**_field(name, node, known), "required": name in required}
        for name, node in properties.items()
    }
    summary = {"summary": tree["description"]} if "description" in tree else {}
    return {**summary, **cast("dict[str, Any]", own), "fields": fields}


def _field(name: str, node: Tree, known: Mapping[str, Tree]) -> dict[str, Any]:
    node = _without_null(name, _resolved(name, node, known), known)
    _refuse_unknown(name, node)
    form: dict[str, Any] = {to: node[word] for word, to in _COPIED.items() if word in node}
    if "x-merge" in node:
        form["merge"] = node["x-merge"]
    if node.get("type") == "array":
        inner = _field(name, cast("Tree", node.get("items", {})), known)
        if inner.get("list"):
            raise ConfigurationError(f"{name}: a list of lists is no field.")
        return {**inner, **form, "list": True}
    choices = _choices(name, node)
    if choices is not None:
        return {**form, "choices": choices}
    return {**form, "type": _type(name, node)}


def _resolved(name: str, node: Any, known: Mapping[str, Tree], seen: tuple[str, ...] = ()) -> Tree:
    if not isinstance(node, Mapping):
        raise ConfigurationError(f"{name}: a field is a mapping such as {{type: string}}.")
    tree = cast("Tree", node)
    if "$ref" not in tree:
        return tree
    place = str(tree["$ref"]).removeprefix("#/$defs/")
    if place not in known or place in seen:
        raise ConfigurationError(
            f"{name}: $ref {place!r} leads nowhere; references are to #/$defs/…."
        )
    beside = {word: value for word, value in tree.items() if word != "$ref"}
    return {**_resolved(name, known[place], known, (*seen, place)), **beside}


def _without_null(name: str, node: Tree, known: Mapping[str, Tree]) -> Tree:
    """Return the field without null: a field that may be null is one that is not required."""
    node = {word: value for word, value in node.items() if not _empty_default(word, value)}
    types = node.get("type")
    if isinstance(types, list):
        rest = [one for one in cast("list[str]", types) if one != "null"]
        if len(rest) != 1:
            raise ConfigurationError(f"{name}: one type, beside null, not {types!r}.")
        return {**node, "type": rest[0]}
    if "anyOf" not in node:
        return node
    options = [_resolved(name, one, known) for one in cast("Sequence[Any]", node.pop("anyOf"))]
    filled = [one for one in options if one.get("type") != "null"]
    if len(filled) != 1:
        raise ConfigurationError(f"{name}: anyOf is understood of one type and null alone.")
    return {**filled[0], **node}


def _empty_default(word: str, value: object) -> bool:
    return word == "default" and value in (None, [])


def _refuse_unknown(name: str, node: Tree) -> None:
    for word in node:
        if word not in _SHAPES | _IGNORED | _COPIED.keys():
            raise ConfigurationError(
                f"{name}: the keyword {word!r} is not understood; there are {', '.join(sorted({*_SHAPES, *_COPIED}))}."
            )


def _choices(name: str, node: Tree) -> dict[str, str] | None:
    if "oneOf" in node:
        options = cast("Sequence[Tree]", node["oneOf"])
        if not all(
            "const" in one and not one.keys() - {"const", "description", "title"} for one in options
        ):
            raise ConfigurationError(f"{name}: oneOf is understood of `const` with `description`.")
        return {one["const"]: one.get("description", "") for one in options}
    values = [node["const"]] if "const" in node else cast("Sequence[Any] | None", node.get("enum"))
    if values is None:
        return None
    return {value: "" for value in values if value is not None}


def _type(name: str, node: Tree) -> str:
    found: Any = node.get("type")
    if found == "string" and "format" in node:
        if node["format"] != "date-time":
            raise ConfigurationError(
                f"{name}: the format {node['format']!r} is not understood; date-time is."
            )
        return "time"
    if found not in _TYPES or "format" in node:
        raise ConfigurationError(
            f"{name}: the type {found!r} is not understood; there are {', '.join(_TYPES)} and array."
        )
    return _TYPES[found]
