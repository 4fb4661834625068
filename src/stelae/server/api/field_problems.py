"""Which fields of a request are wrong, and how: one problem a field, by the names that stand in the request. Pure.

Where a field may have one of several forms, Pydantic finds it wrong once for each, in a place that is named after its own
types. A caller has written one field: it is named once, with all that it may be.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from pydantic import BaseModel

from stelae.server.api.wording import unquoted

_SHOULD_BE: Final = "input should be "
_WHOLE: Final[Mapping[tuple[str, ...], str]] = {
    ("floor",): "must be auto, none, or a number from 0 to 1",
}
"""Fields whose forms are said better than by listing what each of them found."""
_OF_PROGRAMMERS: Final = {"a valid dictionary or object to extract fields from": "an object"}
_LONGEST: Final = 100
"""Characters of a field's name."""


class FieldProblem(BaseModel):
    """One field of a request and what is wrong with it."""

    field: str
    problem: str


def field_problems(
    found: Sequence[Mapping[str, Any]], body: object, known: Sequence[str]
) -> list[FieldProblem]:
    """Return one problem a field, in the order in which they were found.

    Args:
        found: what Pydantic says; the first part of a place says body, query, path or header.
        body: of the request, as it was parsed.
        known: names of the fields that there are, for those that are unknown.
    """
    by_path: dict[tuple[str, ...], list[str]] = {}
    in_a_form: set[tuple[str, ...]] = set()
    for one in found:
        path, folded = _path(one, body)
        by_path.setdefault(path, []).append(_words(one, known))
        if folded:
            in_a_form.add(path)
    # Of the forms, one went further into what was sent than the others: that is the one which was meant.
    beside = {p for p in in_a_form if any(q != p and q[: len(p)] == p for q in by_path)}
    return [
        FieldProblem(field=".".join(path)[:_LONGEST] or "body", problem=_joined(path, words))
        for path, words in by_path.items()
        if path not in beside
    ]


def _path(one: Mapping[str, Any], body: object) -> tuple[tuple[str, ...], bool]:
    """Return where a problem stands in what was sent, and whether names of forms were left out of it."""
    where, *parts = one["loc"]
    if where != "body":
        return tuple(map(str, parts)), False
    path: list[str] = []
    node = body
    for number, part in enumerate(parts, 1):
        if isinstance(node, Mapping) and part in node:
            node = cast("Mapping[Any, Any]", node)[part]
        elif isinstance(node, list) and isinstance(part, int) and part < len(node):  # pyright: ignore[reportUnknownArgumentType]
            node = cast("list[Any]", node)[part]
        elif number < len(parts) or one["type"] != "missing":
            continue
        path.append(str(part))
    return tuple(path), len(path) < len(parts)


def _words(one: Mapping[str, Any], known: Sequence[str]) -> str:
    if one["type"] == "extra_forbidden":
        # The name may be misspelt, and may be anything: a filter that is left out must never widen a forgetting.
        return f"is unknown; there are: {', '.join(known)}" if known else "is unknown"
    told = f"{one['msg'][:1].lower()}{one['msg'][1:]}"
    # A value's own check words it as the library does; the framework's words list what is allowed.
    return unquoted(told) if one["type"] == "value_error" else told


def _joined(path: tuple[str, ...], words: Sequence[str]) -> str:
    """Return all that a field may be as one sentence."""
    if len(words) == 1:
        return words[0]
    if path in _WHOLE:
        return _WHOLE[path]
    forms = [one.removeprefix(_SHOULD_BE).partition(", unable to")[0] for one in words]
    said = dict.fromkeys(_OF_PROGRAMMERS.get(one, one) for one in forms)
    head = _SHOULD_BE if words[0].startswith(_SHOULD_BE) else ""
    return head + ", or ".join(said)
