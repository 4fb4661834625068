"""How a category may change under the memories it has: what is compatible, and what a declared migration makes of the rest.

A new optional field, a new choice or a wider bound needs nothing. A field that is removed, renamed, retyped or newly
required, and another key, need a migration; a choice or bound that is narrowed needs one where a memory holds to the old.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, cast

from pydantic import Field

from stelae.schemas.base import JsonObject, Value
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.fields import FieldSpec, described

Form = Mapping[str, Any]
"""`key`: its fields, `fields`: type, list, required, by name."""


class Migration(Value):
    """How fields of an earlier form become those of this one. Applied in this order; applied twice it changes nothing."""

    rename: dict[str, str] = Field(default_factory=dict[str, str])
    """Earlier name → name."""
    drop: tuple[str, ...] = ()
    """Fields whose values are given up; they stay in the memory's history."""
    default: JsonObject = Field(default_factory=dict)
    """Values for fields that say nothing."""
    rekey: bool = False
    """The key is made of other fields now, and every memory gets its new one."""


def form_of(model: type[CategoryModel]) -> str:
    """Return what has to stay for stored memories to stay valid, as canonical JSON."""
    fields = {spec.name: _form(spec) for spec in described(model)}
    return json.dumps({"key": list(model.__key__), "fields": fields}, sort_keys=True)


def read_form(text: str) -> Form:
    """Return a form as it was noted."""
    return cast("Form", json.loads(text))


def breaks(before: Form, after: Form, migration: Migration) -> tuple[str, ...]:
    """Return the changes, in words, that no memory survives by itself and the migration does not cover."""
    return tuple(_breaks(before, after, migration))


def upgraded(attributes: JsonObject, migration: Migration) -> JsonObject:
    """Return a memory's fields as the migration makes them."""
    fields = dict(attributes)
    for old, new in migration.rename.items():
        if old in fields:
            value = fields.pop(old)
            fields.setdefault(new, value)
    for name in migration.drop:
        fields.pop(name, None)
    for name, value in migration.default.items():
        if fields.get(name) is None:
            fields[name] = value
    return fields


def _form(spec: FieldSpec) -> dict[str, Any]:
    bounds = {
        "choices": [value for value, _ in spec.choices],
        "minimum": spec.minimum,
        "maximum": spec.maximum,
        "max_items": spec.max_items,
        "max_length": spec.max_length,
    }
    said = {word: bound for word, bound in bounds.items() if bound not in (None, [])}
    return {"type": spec.type, "list": spec.many, "required": spec.required, **said}


def _breaks(before: Form, after: Form, migration: Migration) -> Iterator[str]:
    kept = {
        migration.rename.get(name, name): form
        for name, form in before["fields"].items()
        if name not in migration.drop
    }
    for name, form in kept.items():
        now = after["fields"].get(name)
        if now is None:
            yield f"the field {name!r} is gone (rename or drop it)"
        elif _kind(form) != _kind(now):
            yield f"the field {name!r} was {_kind(form)} and is {_kind(now)} (drop it, or give it another name)"
    for name, now in after["fields"].items():
        was_required = kept.get(name, {}).get("required", False)
        if now["required"] and not was_required and name not in migration.default:
            yield f"the field {name!r} is required now (give it a default)"
    if before["key"] != after["key"] and not migration.rekey:
        renamed = [migration.rename.get(name, name) for name in before["key"]]
        if renamed != after["key"]:
            was, now = (", ".join(form["key"]) or "none" for form in (before, after))
            yield f"the key was {was} and is {now} (rekey: true)"


def _kind(form: Mapping[str, Any]) -> str:
    # A text that gets choices, or loses them, is a matter of its values.
    kind = "text" if form["type"] == "choice" else form["type"]
    return f"list of {kind}" if form["list"] else kind
