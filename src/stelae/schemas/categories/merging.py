"""How two payloads of one memory come together, field by field.

A field of a category model names its operator with `Annotated[..., Merge("union")]`. Without one a field is filled where
it was empty and left alone where both sides say something: what differs there is no addition but another statement.
"""

from dataclasses import dataclass
from typing import Any, Literal, assert_never

from stelae.schemas.base import JsonObject
from stelae.schemas.categories.base import CategoryModel

Operator = Literal["keep", "newest", "max", "sum", "union", "append"]


@dataclass(frozen=True, slots=True)
class Merge:
    """The operator of a field.

    `keep` the earlier value, take the `newest`, the `max`, the `sum`, the `union` of two lists in order of first mention, or
    `append` one list to the other. An empty side always gives way.
    """

    operator: Operator


def merged(before: CategoryModel, after: CategoryModel) -> JsonObject:
    """Return the attributes of both statements together, as JSON values without empty ones.

    Args:
        before: what is stored.
        after: what was said later, of the same category.
    """
    earlier, later = _filled(before), _filled(after)
    operators = operators_of(type(before))
    out: JsonObject = dict(earlier)
    for name, value in later.items():
        if name not in earlier:
            out[name] = value
        elif (operator := operators.get(name)) is not None:
            out[name] = _combine(operator, earlier[name], value)
    return out


def clashes(before: CategoryModel, after: CategoryModel) -> bool:
    """Do both sides say something different in a field that has no operator?"""
    earlier, later = _filled(before), _filled(after)
    plain = (earlier.keys() & later.keys()) - operators_of(type(before)).keys()
    return any(earlier[name] != later[name] for name in plain)


def operators_of(model: type[CategoryModel]) -> dict[str, Operator]:
    """Return the operator of every field that names one."""
    return {
        name: mark.operator
        for name, field in model.model_fields.items()
        for mark in field.metadata
        if isinstance(mark, Merge)
    }


def _filled(payload: CategoryModel) -> JsonObject:
    return payload.model_dump(mode="json", exclude_none=True, exclude_unset=True)


def _combine(operator: Operator, earlier: Any, later: Any) -> Any:
    match operator:
        case "keep":
            return earlier
        case "newest":
            return later
        case "max":
            return max(earlier, later)
        case "sum":
            return earlier + later
        case "union":
            return list(dict.fromkeys([*earlier, *later]))
        case "append":
            return [*earlier, *later]
        case _:
            assert_never(operator)
