"""How two payloads of one memory come together, field by field.

A field of a category model names its operator with `Annotated[..., Merge("union")]`. Without one a field is filled where
it was empty and left alone where both sides say something: what differs there is no addition but another statement.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, assert_never

import annotated_types

from stelae.schemas.base import JsonObject
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.marks import marks_of

RAW_CONTEXT = "raw_context"
"""The buffer of a category that has one: words around the memory that fit none of its fields (S4)."""
Operator = Literal["keep", "replace", "newest", "max", "sum", "union", "append"]


_COUNTING: frozenset[Operator] = frozenset({"sum", "append"})
_NOTHING: tuple[object, ...] = (None, "", [])


@dataclass(frozen=True, slots=True)
class Merge:
    """The operator of a field.

    `keep` the earlier value; `replace` it by what was written last, whatever time that is of; take the `newest`, which is
    that of the later time, also when it is told late; the `max`, the `sum`, the `union` of two lists in order of first
    mention, or `append` one list to the other. An empty side always gives way. A list keeps its last entries where a
    `max_length` bounds it.
    """

    operator: Operator


def merged(
    before: CategoryModel,
    after: CategoryModel,
    *,
    written_last: Literal["before", "after"] = "after",
    same_words: bool = False,
) -> JsonObject:
    """Return the attributes of both statements together, as JSON values without empty ones.

    Args:
        before: what was said earlier.
        after: what was said later, of the same category.
        written_last: which of the two the store learns now; `replace` asks that.
        same_words: both were read out of the same words, so that `sum` and `append` do not count them twice.
    """
    earlier, later = _filled(before), _filled(after)
    model = type(before)
    operators = operators_of(model)
    out: JsonObject = dict(earlier)
    for name, value in later.items():
        operator = operators.get(name)
        if operator == "union":
            out[name] = _bounded(model, name, _combine("union", earlier.get(name, []), value))
        elif value in _NOTHING:
            continue
        elif earlier.get(name) in _NOTHING:
            out[name] = value
        elif operator == "replace":
            out[name] = value if written_last == "after" else earlier[name]
        elif operator == "max":
            out[name] = earlier[name] if _exceeds(before, after, name) else value
        elif operator is not None and not (same_words and operator in _COUNTING):
            out[name] = _bounded(model, name, _combine(operator, earlier[name], value))
    return out


def clashes(before: CategoryModel, after: CategoryModel) -> bool:
    """Do both sides say something different in a field that has no operator? Two spellings of one key are no difference."""
    earlier, later = _filled(before), _filled(after)
    model = type(before)
    plain = (earlier.keys() & later.keys()) - operators_of(model).keys() - set(model.__key__)
    return any(earlier[name] != later[name] for name in plain)


@cache
def operators_of(model: type[CategoryModel]) -> Mapping[str, Operator]:
    """Return the operator of every field that has one; the raw buffer is replaced where no mark says otherwise."""
    named: dict[str, Operator] = {
        name: mark.operator
        for name, field in model.model_fields.items()
        for mark in marks_of(field)
        if isinstance(mark, Merge)
    }
    implied: dict[str, Operator] = dict.fromkeys(model.renewed(), "newest")
    if RAW_CONTEXT in model.model_fields:
        implied[RAW_CONTEXT] = "replace"
    return MappingProxyType(implied | named)


def _filled(payload: CategoryModel) -> JsonObject:
    return payload.model_dump(mode="json", exclude_none=True, exclude_unset=True)


def _bounded(model: type[CategoryModel], name: str, value: Any) -> Any:
    """Keep the last entries of a list that outgrows its bound."""
    marks = marks_of(model.model_fields[name])
    most = next((m.max_length for m in marks if isinstance(m, annotated_types.MaxLen)), None)
    return value[-most:] if most is not None else value


def _exceeds(before: CategoryModel, after: CategoryModel, name: str) -> bool:
    """Is the earlier value of a field the greater one? Of two times the later instant is, in whatever zone it is written."""
    earlier, later = (_comparable(getattr(one, name)) for one in (before, after))
    return earlier > later


def _comparable(value: Any) -> Any:
    """Return what orders a value: times with and without an offset have no order of their own."""
    naive = isinstance(value, datetime) and value.tzinfo is None
    return value.replace(tzinfo=UTC) if naive else value


def _combine(
    operator: Literal["keep", "newest", "sum", "union", "append"], earlier: Any, later: Any
) -> Any:
    match operator:
        case "keep":
            return earlier
        case "newest":
            return later
        case "sum":
            return earlier + later
        case "union":
            return list(dict.fromkeys([*earlier, *later]))
        case "append":
            return [*earlier, *later]
        case _:
            assert_never(operator)
