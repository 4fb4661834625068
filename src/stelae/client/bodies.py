"""What is sent and what comes back, as bytes: arguments to JSON, JSON to the library's own values."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, cast

from pydantic import BaseModel, TypeAdapter

from stelae.errors import InvalidInputError
from stelae.schemas.observation import Message, in_zone

T = TypeVar("T")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NOT_PLAIN = "An argument holds what JSON cannot say; use text, numbers, true, false, None, lists and dictionaries of them."


def written(**said: Any) -> bytes:
    """Return a request's body. What is None is left out, so that the server's own default holds.

    Raises:
        InvalidInputError: an argument cannot be said in JSON with its type.
    """
    given = {name: value for name, value in said.items() if value is not None}
    try:
        return json.dumps(_plain(given), allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError):
        raise InvalidInputError(_NOT_PLAIN) from None


def parameters(**said: Any) -> tuple[tuple[str, str], ...]:
    """Return query parameters; a tuple is its name several times, and what is None is left out."""
    found: list[tuple[str, str]] = []
    for name, value in said.items():
        values = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        found += [(name, _word(one)) for one in values if one is not None]
    return tuple(found)


def read(body: bytes | str, shape: type[T]) -> T:
    """Return the value that a body holds. A newer server may say more than this client knows: that is passed over.

    Raises:
        ValueError: it holds none of that shape.
    """
    value: T = _adapter(shape).validate_json(body, extra="ignore")
    if isinstance(value, BaseModel) and not value.model_fields_set:
        # Every field may have a default: a stranger's object would be an empty result.
        raise ValueError("it names none of its fields")
    return value


@cache
def _adapter(shape: Any) -> TypeAdapter[Any]:
    return TypeAdapter(shape)


def _plain(value: object) -> Any:
    """Return a value as JSON has it, with its type. Lone surrogates become U+FFFD, as everywhere in Stelae."""
    match value:
        case str():
            return value if value.isascii() else _SURROGATE.sub("\ufffd", value)
        case bool() | int() | float() | None:
            return value
        case datetime():
            return value.isoformat()
        case Message():
            return _message(value)
        case BaseModel():
            return value.model_dump(mode="json")
        case Mapping():
            return _object(cast("Mapping[Any, Any]", value))
        case Sequence() if not isinstance(value, bytes | bytearray | memoryview):
            return [_plain(one) for one in cast("Sequence[Any]", value)]
        case _:
            raise TypeError(type(value).__name__)


def _object(value: Mapping[Any, Any]) -> dict[str, Any]:
    if not all(isinstance(name, str) for name in value):
        # JSON would make text of it, and what comes back would not be what was given.
        raise TypeError("a key that is no text")
    return {_plain(name): _plain(one) for name, one in value.items()}


def _message(message: Message) -> dict[str, Any]:
    """Return a message with its zone by name, and its time in it, for servers that read the zone off the time."""
    said = message.model_dump(mode="json", exclude={"time"}, exclude_defaults=True)
    if message.time is not None:
        zone = message.zone
        said["time"] = (message.time if zone is None else in_zone(message.time, zone)).isoformat()
    return said


def _word(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case datetime():
            return value.isoformat()
        case _:
            return _SURROGATE.sub("\ufffd", str(value))
