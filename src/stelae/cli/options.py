"""Options that several commands share, written once.

A bundle is a function whose parameters are options and whose result is one value. `taking` puts a bundle's options
into a command's signature, where Typer reads them, and hands the command the value instead.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any

Bundle = Callable[..., Any]
Command = Callable[..., None]


def taking(*bundles: Bundle) -> Callable[[Command], Command]:
    """Give a command the options of these bundles; their values become its first arguments, in this order."""

    def decorate(command: Command) -> Command:
        shared = [inspect.signature(bundle, eval_str=True).parameters for bundle in bundles]
        own = list(inspect.signature(command, eval_str=True).parameters.values())[len(bundles) :]

        @functools.wraps(command)
        def run(**given: Any) -> None:
            values = [
                bundle(**{name: given.pop(name) for name in names})
                for bundle, names in zip(bundles, shared, strict=True)
            ]
            command(*values, **given)

        parameters = [*own, *(p for group in reversed(shared) for p in group.values())]
        keyword_only = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in parameters]
        run.__signature__ = inspect.Signature(keyword_only)  # pyright: ignore[reportAttributeAccessIssue]
        run.__annotations__ = {p.name: p.annotation for p in parameters}
        return run

    return decorate
