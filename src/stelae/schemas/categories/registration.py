"""From a class of a user's own to a registered category, once it is certain that code can keep its promises about it."""

import re

from stelae.errors import ConfigurationError
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.fields import FieldSpec, described
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.schemas.categories.merging import RAW_CONTEXT, Operator
from stelae.schemas.categories.registry import Category

SYSTEM_FIELDS = frozenset(
    {
        "id",
        "tenant",
        "owner",
        "owner_id",
        "scope",
        "project",
        "session",
        "category",
        "kind",
        "key",
        "version",
    }
    | {
        "status",
        "authority",
        "evidence",
        "source_ref",
        "supersedes",
        "superseded_by",
        "evidence_count",
    }
    | {"time", "timestamp", "created_at", "updated_at", "recorded_at", "retracted_at", "closed_at"}
    | {"valid_from", "valid_to", "expires_at", "access_count", "last_access", "pinned", "confirmed"}
    | {"confidence", "extraction_confidence", "reliability", "importance", "sensitivity", "energy"}
    | {"text", "quote", "should_store", "reason", "tombstone"}
)
"""What code, the caller or the store says of a memory, never its fields (K7, S11, R2)."""
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_FIELD = re.compile(r"[a-z][a-z0-9_]{0,39}")
_NUMBERS: frozenset[Operator] = frozenset({"sum"})
_ORDERED: frozenset[Operator] = frozenset({"max"})
_LISTS: frozenset[Operator] = frozenset({"union", "append"})


def category_of(schema: type[MemorySchema]) -> Category:
    """Return the category that a class declares.

    Raises:
        ConfigurationError: a name is reserved or malformed, the declaration names fields that are not there, a field's
            type is not known, or an operator does not fit its field.
    """
    declared = schema.declared()
    if not _NAME.fullmatch(declared.name):
        raise ConfigurationError(
            f"{declared.name!r} is no category name: use lower-case letters, digits, - and _, 40 at most."
        )
    fields = {spec.name: spec for spec in described(schema)}
    if not fields:
        raise ConfigurationError(f"Category {declared.name!r} has no fields.")
    for spec in fields.values():
        _check_field(declared.name, spec)
    _check_declaration(schema, fields)
    return Category(declared.name, declared.kind, schema, declared.policy, declared.summary)


def refused_name(name: str) -> str | None:
    """Return why a field cannot have that name, or None."""
    if name in SYSTEM_FIELDS:
        return "is set by code, never by a schema or a model; leave it out or name what it means, as in `task_status`"
    if not _FIELD.fullmatch(name) or name.startswith("model_"):
        return "is no field name: use lower-case letters, digits and _, 40 at most"
    if hasattr(CategoryModel, name) or hasattr(MemorySchema, name):
        return "is a word of every category; say whose, as in `preference_value`"
    return None


def _check_field(category: str, spec: FieldSpec) -> None:
    if (why := refused_name(spec.name)) is not None:
        raise ConfigurationError(f"Category {category!r}: the field {spec.name!r} {why}.")
    if (problem := _misfit(spec)) is not None:
        raise ConfigurationError(
            f"Category {category!r}: the operator {spec.operator!r} of {spec.name!r} {problem}."
        )


def _misfit(spec: FieldSpec) -> str | None:
    if spec.operator in _LISTS and not spec.many:
        return "needs a list"
    if spec.operator in _NUMBERS and (spec.many or spec.type not in {"integer", "number"}):
        return "needs a number"
    if spec.operator in _ORDERED and (spec.many or spec.type not in {"integer", "number", "time"}):
        return "needs a number or a time"
    return None


def _check_declaration(schema: type[MemorySchema], fields: dict[str, FieldSpec]) -> None:
    declared = schema.declared()
    parts = {
        "key": declared.key,
        "value": declared.value or (),
        "minimum": declared.minimum or (),
        "migrate.rename": tuple(declared.migrate.rename.values()),
        "migrate.default": tuple(declared.migrate.default),
        **{f"template {name}": tuple(sorted(t.names)) for name, t in declared.template.items()},
    }
    for part, names in parts.items():
        for name in names:
            if name not in fields:
                raise ConfigurationError(
                    f"Category {declared.name!r}: {part} names {name!r}, which is none of its fields:"
                    f" {', '.join(fields)}."
                )
    for name in declared.key:
        if fields[name].many or fields[name].operator or name == RAW_CONTEXT:
            raise ConfigurationError(
                f"Category {declared.name!r}: {name!r} cannot be part of the key: that is one value that never merges."
            )
    unknown = declared.template.keys() - {"zh", "en"}
    if unknown:
        raise ConfigurationError(
            f"Category {declared.name!r}: there are templates for `zh` and `en`, not for {min(unknown)!r}."
        )
