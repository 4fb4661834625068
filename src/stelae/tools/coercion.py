"""What models send in place of the arguments they mean, read where only one reading is possible (O45).

Seen in the field: values within stray quotes and escapes, a value within an object (`{"query": {"value": …}}`), the
arguments within an envelope or as JSON text, a list as comma text, and "null" for nothing. Nothing is guessed: what has no
single reading goes to validation as it came, and the model is told.
"""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any, Final, cast

from stelae.errors import ModelOutputError
from stelae.structured.reply import parse

_NOTHING: Final = frozenset({"", "null", "none", "nil", "undefined", "n/a"})
_PAIRS: Final = {"'": "'", "“": "”", "‘": "’", "`": "`", "「": "」"}
_DOUBLE: Final = re.compile(r'["“”]')
_INCHES: Final = re.compile(r'\d"$')
_STRAY: Final = re.compile(r'^(?:\\?["“”])+|(?:\\?["“”])+[\s,}\]]*$')
_SPLIT: Final = re.compile(r"\s*[,，、;；\n]\s*")
_ESCAPED: Final = re.compile(r"\\u[0-9a-fA-F]{4}")
_MOST_LAYERS: Final = 4
"""Quotes are leaked once for each time that a value was written as JSON; more is no accident of that kind."""


class NotAnObjectError(ValueError):
    """The arguments are no JSON object."""


def coerce(
    arguments: Mapping[str, Any] | str,
    schema: Mapping[str, Any],
    *,
    verbatim: Collection[str] = (),
) -> dict[str, Any]:
    """Return the arguments with each value as the schema's property wants it, as far as that has one reading.

    Args:
        arguments: as the model sent them.
        schema: flat, as `strict_schema` returns it.
        verbatim: texts in which every sign counts, such as a program's source: what may be a leak may be theirs.

    Raises:
        NotAnObjectError: a text that holds no JSON object.
    """
    properties = cast("Mapping[str, Mapping[str, Any]]", schema.get("properties", {}))
    given = _unwrapped(_as_object(arguments, properties), properties)
    found: dict[str, Any] = {}
    for raw, value in given.items():
        name = strip_quote_leak(str(raw))
        kept = name in verbatim and isinstance(value, str) and value.lower() not in _NOTHING
        if name in properties and not kept:
            value = _value(name, value, properties[name])
        if value is not None or name not in properties:
            found.setdefault(name, value)
    return {name: value for name, value in found.items() if name in properties or value is not None}


def strip_quote_leak(text: str) -> str:
    """Return a text without the quotes and escapes that a model left around it; quotations within it stay."""
    for _ in range(_MOST_LAYERS):
        stripped = _one_layer(text.strip())
        if stripped == text:
            break
        text = stripped
    return text


def _one_layer(text: str) -> str:
    if _ESCAPED.search(text):
        text = _decoded(text)
    if text.startswith('"') and text.endswith('"') and len(text) > 1:
        return _literal(text)
    if text.startswith('\\"') and text.endswith('\\"') and len(text) > 3:
        return text[2:-2]
    if len(text) > 1 and _PAIRS.get(text[0]) == text[-1] and not set(_PAIRS) & set(text[1:-1]):
        return text[1:-1]
    if '\\"' in text:
        return text.replace('\\"', '"')
    if len(_DOUBLE.findall(text)) == 1 and not _INCHES.search(text):
        return _STRAY.sub("", text)
    return text


def _literal(text: str) -> str:
    """Read a text that stands within double quotes: a JSON string, or doubled quotes; two quotations stay as they are."""
    try:
        return json.loads(text, strict=False)
    except ValueError:
        doubled = text.startswith('""') and text.endswith('""') and len(text) > 3
        return text[1:-1] if doubled else text


def _decoded(text: str) -> str:
    """Read escapes that were written twice, a backslash and `u5851`; half a character stays as it is."""
    try:
        read = json.loads(f'"{text}"', strict=False)
    except ValueError:
        return text
    return text if re.search("[\ud800-\udfff]", read) else read


def _as_object(arguments: Mapping[str, Any] | str, properties: Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(arguments, Mapping):
        return dict(arguments)
    if not arguments.strip() and not properties:
        return {}
    return _object(arguments)


def _object(text: str) -> dict[str, Any]:
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        read = None
    if isinstance(read, str) and read != text:
        return _object(read)
    if isinstance(read, dict):
        return cast("dict[str, Any]", read)
    try:
        reply = parse(text)
    except ModelOutputError:
        raise NotAnObjectError("The arguments are no JSON object.") from None
    if reply.truncated or len(reply.objects) != 1:
        raise NotAnObjectError("The arguments are not one whole JSON object.")
    return reply.objects[0]


def _unwrapped(given: dict[str, Any], properties: Mapping[str, Any]) -> dict[str, Any]:
    """Take arguments out of an envelope such as `{"arguments": {…}}`, which has one member and no known name."""
    for _ in range(_MOST_LAYERS):
        if len(given) != 1:
            break
        (name, inner), *_ = given.items()
        if strip_quote_leak(str(name)) in properties:
            break
        if isinstance(inner, str):
            try:
                inner = _object(inner)
            except NotAnObjectError:
                break
        if not isinstance(inner, Mapping):
            break
        given = dict(cast("Mapping[str, Any]", inner))
    return given


def _value(name: str, value: Any, schema: Mapping[str, Any]) -> Any:
    kinds = _kinds(schema)
    value = _alone(name, value)
    if isinstance(value, str):
        value = strip_quote_leak(value)
        if value.lower() in _NOTHING and ("null" in kinds or not value):
            return None
    if "array" in kinds:
        return _items(value)
    if "object" in kinds and isinstance(value, str):
        try:
            return _object(value)
        except NotAnObjectError:
            return value
    if "string" in kinds:
        return _text(value, schema)
    return value


def _kinds(schema: Mapping[str, Any]) -> frozenset[str]:
    """Return the JSON types that a property takes."""
    inner = [_kinds(one) for one in schema.get("anyOf", ())]
    own = {schema["type"]} if isinstance(schema.get("type"), str) else set[str]()
    return frozenset(own).union(*inner)


def _alone(name: str, value: Any) -> Any:
    """Take a value out of an object that holds nothing else, whatever its one name is."""
    for _ in range(_MOST_LAYERS):
        if not isinstance(value, Mapping):
            return value
        members = cast("Mapping[str, Any]", value)
        named = [word for word in ("value", name) if word in members]
        if len(members) == 1:
            value = next(iter(members.values()))
        elif named and "type" in members and len(members) == 2:
            value = members[named[0]]
        else:
            return members
    return value


def _items(value: Any) -> Any:
    """Return a list: of JSON text, of comma text, of one value."""
    if isinstance(value, str):
        read = _json_list(value)
        value = read if read is not None else [one for one in _SPLIT.split(value) if one]
    if not isinstance(value, list):
        return [value] if isinstance(value, int | float) else value
    items = [_alone("item", one) for one in cast("list[Any]", value)]
    texts = [strip_quote_leak(one) if isinstance(one, str) else one for one in items]
    return [one for one in texts if not (isinstance(one, str) and one.lower() in _NOTHING)]


def _json_list(text: str) -> list[Any] | None:
    try:
        read = json.loads(text.replace("'", '"')) if text.startswith("[") else None
    except (ValueError, RecursionError):
        return None
    return cast("list[Any]", read) if isinstance(read, list) else None


def _text(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return a text: the only item of a list, a number in digits, a choice in the schema's spelling."""
    if isinstance(value, list):
        items = cast("list[Any]", value)
        if len(items) != 1:
            return items
        value = strip_quote_leak(items[0]) if isinstance(items[0], str) else items[0]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    allowed = _choices(schema)
    if allowed and isinstance(value, str) and value not in allowed:
        plain = value.strip().lower().replace(" ", "_").replace("-", "_")
        return next((one for one in allowed if one.lower().replace("-", "_") == plain), value)
    return value


def _choices(schema: Mapping[str, Any]) -> list[str]:
    """Return the words that a property is one of; empty: any."""
    found = [str(one) for one in schema.get("enum", ())]
    for one in schema.get("anyOf", ()):
        found += _choices(one)
    return found
