"""What is wrong with a value, in words for whoever wrote it: where it stands, and what is allowed there.

Pydantic's own words are for programmers. The value itself is never repeated, since it may be private; it is only looked at
to guess which of a few names was meant.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

_TIME = "must be a time, for example 2026-03-12T08:00:00+08:00"
_ALLOWED = {
    "missing": "is missing",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a whole number of fewer digits",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a finite number",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "string_type": "must be text",
    "string_too_long": "must have at most {max_length} characters",
    "string_too_short": "must have at least {min_length} characters",
    "too_long": "must have at most {max_length} entries",
    "too_short": "must have at least {min_length} entries",
    "path_type": "must be a path",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "set_type": "must be a list",
    "frozen_set_type": "must be a list",
    "dict_type": "must hold fields of its own",
    "mapping_type": "must hold fields of its own",
    "model_type": "must hold fields of its own",
    "datetime_type": _TIME,
    "datetime_parsing": _TIME,
    "datetime_from_date_parsing": _TIME,
}
_NEAR = 0.7
"""difflib's likeness from which a name counts as meant; its own 0.6 takes `Asia` for `Asia/Oral`."""
_QUOTED = re.compile(r"'([^']*)'")


def told(error: ValidationError, *, whole: str = "it", names: Iterable[str] = ()) -> str:
    """Return the first fault as a sentence: `embedder.profile is one of auto, full, fast; did you mean 'full'?`.

    Args:
        error: what Pydantic found.
        whole: what to call the place when the fault is in no single field.
        names: fields that there are, to guess at from one that is not known.
    """
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or whole
    context: Mapping[str, Any] = first.get("ctx", {})
    match first["type"]:
        case "literal_error" | "enum":
            expected = str(context["expected"])
            said = one_of(_QUOTED.findall(expected) or [expected], first["input"])
        case "extra_forbidden":
            said = f"is not known here{meant(first['loc'][-1], names)}"
        case "value_error" | "assertion_error":
            return _ended(f"{where}: {context['error']}")
        case kind if kind in _ALLOWED:
            said = _ALLOWED[kind].format(**{name: _plain(one) for name, one in context.items()})
        case _:
            return _ended(f"{where}: {first['msg'].removeprefix('Input ')}")
    return _ended(f"{where} {said}")


def one_of(choices: Sequence[str], given: object) -> str:
    """Return what is allowed in place of a value that is none of the choices: `must be one of a, b; did you mean 'a'?`."""
    return f"must be {'one of ' * (len(choices) > 1)}{', '.join(choices)}{meant(given, choices)}"


def meant(given: object, choices: Iterable[str]) -> str:
    """Return `; did you mean …?` when a choice is near, else nothing."""
    folded = {choice.casefold(): choice for choice in choices}
    near = get_close_matches(str(given).casefold(), folded, 1, _NEAR)
    return f"; did you mean {folded[near[0]]!r}?" if near else ""


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."


def _plain(bound: Any) -> Any:
    return f"{bound:g}" if isinstance(bound, float) else bound
