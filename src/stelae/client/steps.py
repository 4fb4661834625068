"""What a call does, without doing it: the requests it sends and the pauses it makes, as a generator.

Nothing here knows a socket or a clock. `sync` and `aio` do the steps, each in its own way, and hand back what they heard; so
whatever a call decides is written once.
"""

import functools
import inspect
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from types import NoneType
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, get_args

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

Method: TypeAlias = Literal["GET", "POST", "PATCH", "DELETE"]
Trouble: TypeAlias = Literal["unreached", "broken", "late"]
"""Why there is no answer: nobody could be reached, so that nothing was sent; the connection broke; time ran out."""


class Sink(Protocol):
    """Where bytes go."""

    def write(self, data: bytes, /) -> object:
        """Take some."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """One request to be sent."""

    method: Method
    path: str
    """From the server's root, quoted."""
    query: tuple[tuple[str, str], ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    content: bytes | None = None
    sink: Sink | None = None
    """Where the body of a success goes, piece by piece, in place of the answer."""
    live: bool = False
    """Leave the body of a success unread."""

    @property
    def repeatable(self) -> bool:
        """May it be sent again when nobody knows whether it was done?

        A POST that writes has an idempotency key, under which a server does it once. PATCH and DELETE have none, and a sink
        may hold a part of the answer.
        """
        return self.method in {"GET", "POST"} and self.sink is None


@dataclass(frozen=True, slots=True)
class Pause:
    """Time to let go by."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered."""

    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes = b""
    live: Any = None
    """The unread answer, of whichever library the shell speaks, where the request asked for it."""

    @property
    def success(self) -> bool:
        """Is it no refusal?"""
        return 200 <= self.status < 300


@dataclass(frozen=True, slots=True)
class Failure:
    """No answer came."""

    trouble: Trouble
    kind: str
    """Type of the error underneath."""


Steps: TypeAlias = Generator[Request | Pause, Reply | Failure | None, T]
"""A call that ends with a `T`: after a request it is sent a reply or a failure, after a pause nothing."""


def dressed(call: F, method: Callable[..., Steps[Any]], result: object = None) -> F:
    """Give a shell's method the name, docstring and signature of the call that it does.

    Args:
        call: the method.
        method: describes the call.
        result: what the method returns; None: what the description ends with.
    """
    functools.update_wrapper(call, method)
    signature = inspect.signature(method)
    result = result or get_args(signature.return_annotation)[-1]
    result = None if result is NoneType else result
    call.__signature__ = signature.replace(return_annotation=result)  # pyright: ignore[reportFunctionMemberAccess] - what inspect reads
    return call
