"""The marks on a field's type (`Merge`, `Choices`, bounds), wherever they stand beside `| None`."""

import types
from collections.abc import Iterator
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic.fields import FieldInfo


def marks_of(info: FieldInfo) -> list[Any]:
    """Return the marks of a field itself; those of a list's entries stand at their own type."""
    marks: list[Any] = list(info.metadata)
    for _ in unwrapped(info.annotation, marks):
        pass
    return marks


def unwrapped(annotation: Any, marks: list[Any]) -> Iterator[Any]:
    """Yield the types below `Annotated` and `| None`, and collect the marks on the way."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *found = get_args(annotation)
        for mark in found:
            marks += mark.metadata if isinstance(mark, FieldInfo) else [mark]
        yield from unwrapped(inner, marks)
    elif origin in {Union, types.UnionType}:
        for one in get_args(annotation):
            if one is not type(None):
                yield from unwrapped(one, marks)
    else:
        yield annotation
