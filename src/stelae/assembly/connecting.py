"""Parts that are connected when somebody first asks for them, each once, whichever thread asks."""

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class Connecting:
    """Holds parts. `functools.cached_property` would make a part twice where two threads ask at once."""

    def __init__(self) -> None:
        """Hold none yet."""
        self._connecting = RLock()

    def held(self, name: str) -> Any:
        """Return a part that somebody has asked for already; None: nobody has."""
        return vars(self).get(name)

    def connect(self, name: str, make: Callable[[Any], T]) -> T:
        """Return the part of that name, made now if it is not there. Making one may ask for others."""
        with self._connecting:
            parts = vars(self)
            if name not in parts:
                parts[name] = make(self)
            return parts[name]


class Part(Generic[T]):
    """A part as an attribute: it stands in the instance once it is there, and costs a plain look-up from then on."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        """Take what makes it of the others."""
        self._make, self.__doc__ = make, make.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        """Learn what it is called."""
        self._name = name

    @overload
    def __get__(self, parts: None, kind: type) -> Self: ...

    @overload
    def __get__(self, parts: Connecting, kind: type) -> T: ...

    def __get__(self, parts: Connecting | None, kind: type) -> Self | T:
        """Return the part, or itself where the class is asked."""
        return self if parts is None else parts.connect(self._name, self._make)


def part(make: Callable[[Any], T]) -> Part[T]:
    """Decorator: what a method returns is a part."""
    return Part(make)
