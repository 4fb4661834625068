"""From a candidate's raw fields to its category's payload (S6, S13). Pure; nothing is ever made up.

A caller is held to every word. What a model gives may be incomplete: fields that code sets, unknown ones, and optional ones
in a wrong form are left out and told; a required one is not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from stelae.errors import InvalidInputError, UnknownCategoryError
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.fields import described
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.schemas.categories.registration import SYSTEM_FIELDS
from stelae.schemas.categories.registry import Category, Registry
from stelae.schemas.memory import MemoryRecord

_BY_CODE = "(set by code)"
LARGEST = 16_000
"""Characters that all fields of a memory may have together, as JSON: as much as its metadata."""


@dataclass(frozen=True, slots=True)
class Filling:
    """A candidate's fields as its category reads them."""

    category: Category | None = None
    """None: there is no such category."""
    payload: CategoryModel | None = None
    """None: the fields do not fit it."""
    lacking: tuple[str, ...] = ()
    """Required fields that are missing, or fields of the category's minimum that say nothing."""
    wrong: tuple[str, ...] = ()
    """Fields that do not fit; without a payload because of them."""
    left_out: tuple[str, ...] = ()
    """What a model gave and was not taken over, in words."""

    @property
    def told(self) -> str:
        """What is missing, wrong or left out, in words without any value; empty when all is well."""
        forms = (
            {spec.name: spec for spec in described(self.category.model)} if self.category else {}
        )
        wrong = [f"{name} ({forms[name].words})" if name in forms else name for name in self.wrong]
        strange = [n for n in self.wrong if n not in forms and not n.endswith(_BY_CODE)]
        known = forms if strange else ()
        parts = {
            "lacking": self.lacking,
            "does not fit": wrong,
            "there are": known,
            "left out": self.left_out,
        }
        return "; ".join(f"{what}: {', '.join(names)}" for what, names in parts.items() if names)


def fill(candidate: MemoryCandidate, registry: Registry, *, lenient: bool = False) -> Filling:
    """Return the validated payload, or what stands in its way.

    Args:
        candidate: with its raw attributes.
        registry: which categories there are.
        lenient: it comes from a model, so that what is beside the point costs less than the whole.
    """
    try:
        category = registry.get(candidate.category)
    except UnknownCategoryError:
        return Filling()
    fields = category.model.model_fields
    raw = _said(candidate.attributes, category)
    if "subject" in fields:
        raw.setdefault("subject", candidate.subject)
    left_out: list[str] = []
    if lenient:
        strangers = [name for name in raw if name not in fields]
        left_out += _strangers(strangers)
        raw = {name: value for name, value in raw.items() if name in fields}
    payload, wrong = _validated(category, raw)
    dispensable = [name for name in wrong if name in fields and says_nothing(fields[name])]
    if lenient and wrong and len(dispensable) == len(wrong):
        left_out += [f"{name} (wrong form)" for name in wrong]
        payload, wrong = _validated(category, {n: v for n, v in raw.items() if n not in wrong})
    if payload is None:
        missing = [n for n in wrong if n in fields and fields[n].is_required() and n not in raw]
        known = [name for name in wrong if name in fields]
        other = tuple(n for n in known if n not in missing) + _strangers(
            [name for name in wrong if name not in fields]
        )
        return Filling(category, None, tuple(missing), other, tuple(left_out))
    return Filling(category, payload, payload.lacking(), (), tuple(left_out))


def fits(record: MemoryRecord, registry: Registry) -> bool:
    """Is the record's category registered, and are its fields of that form?"""
    known = record.category in registry
    return known and not _validated(registry.get(record.category), record.attributes)[1]


def must_fit(records: Iterable[MemoryRecord], registry: Registry) -> None:
    """Hold every write to the schema, whichever way it came: add, merge, edit, restore.

    Records that end, and those of a category that is not registered here, are left as they are.

    Raises:
        InvalidInputError: the fields of one do not fit its category.
    """
    for record in records:
        if record.status != "active" or record.category not in registry:
            continue
        _, wrong = _validated(registry.get(record.category), record.attributes)
        if wrong:
            raise InvalidInputError(
                f"The fields of memory {record.id} do not fit its category {record.category!r} ({', '.join(wrong)});"
                " `stelae schema show` says what it asks for."
            )


def too_large(payload: CategoryModel) -> bool:
    """Are the fields longer together than a memory's may be?"""
    return len(payload.model_dump_json(exclude_none=True)) > LARGEST


def says_nothing(field: FieldInfo) -> bool:
    """Is the field empty when it is left out, so that leaving it out claims nothing?"""
    return not field.is_required() and field.get_default(call_default_factory=True) in (
        *(None, ""),
        *((), []),
    )


def _said(attributes: Mapping[str, Any], category: Category) -> dict[str, Any]:
    """Leave out null where it means that nothing was said; a built-in default that claims something is no substitute."""
    own = issubclass(category.model, MemorySchema)
    return {name: value for name, value in attributes.items() if value is not None or not own}


def _validated(
    category: Category, raw: Mapping[str, Any]
) -> tuple[CategoryModel | None, tuple[str, ...]]:
    try:
        return category.model.model_validate(raw), ()
    except ValidationError as error:
        found = (str(one["loc"][0]) if one["loc"] else "" for one in error.errors())
        return None, tuple(dict.fromkeys(found))


def _strangers(names: list[str]) -> tuple[str, ...]:
    """Name what code sets; of any other name only the number, since it may hold anything."""
    system = [f"{name} {_BY_CODE}" for name in names if name in SYSTEM_FIELDS]
    unknown = len(names) - len(system)
    counted = [f"{unknown} unknown field{'s' if unknown > 1 else ''}"] if unknown else []
    return (*system, *counted)
