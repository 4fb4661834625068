"""What a wrong command line is told: which option or argument, and what is allowed.

Typer finds the fault; where it passes on the words of its validators, ours stand in their place.
"""

import re
from typing import Any

import typer

USAGE_ERROR = "UsageError"
"""The type of all of them in JSON."""
_NO_CHOICE = re.compile(r"'(?P<given>.*)' is not one of (?P<choices>'.*')\.", re.DOTALL)


def usage_message(error: typer.TyperException) -> str:
    """Return what is wrong and which help helps; empty where Typer has shown the help already."""
    problem = _problem(error)
    if not problem:
        return ""
    context: Any = getattr(error, "ctx", None)
    return f"{problem}\nSee: {'stelae' if context is None else context.command_path} --help"


def _problem(error: typer.TyperException) -> str:
    from pydantic import ValidationError

    from stelae.schemas.problems import one_of, told

    cause, param = error.__cause__, getattr(error, "param", None)
    if not isinstance(cause, ValidationError) or param is None:
        return error.format_message()
    name: str = param.get_error_hint()
    choice = _NO_CHOICE.search(error.message)
    if choice is None:
        return told(cause, whole=name)
    allowed = one_of(re.findall(r"'([^']*)'", choice["choices"]), choice["given"])
    return f"{name} {allowed}{'' if allowed.endswith('?') else '.'}"
