"""The many forms in which callers hand over messages, shaped into `Message`.

Shape only: nothing is redacted, scanned or judged here. Bad shapes are typed errors that name the message by its number
and never quote it. Keys that no field has are passed over, as lists made for other programs carry their own.

Whose day it is: the message's `zone`, else that of a `datetime` that names one, else the offset of its time. A time in UTC
says no more than which instant it is, since programs write all their times so; then, as without a time, the caller's own
zone holds.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import ValidationError

from stelae.errors import InvalidInputError, TooLargeError
from stelae.schemas.authority import Authority, Role
from stelae.schemas.observation import MAX_METADATA_BYTES, MAX_TEXT_BYTES, Message
from stelae.text.normalise import storable

MessageInput = str | Mapping[str, Any] | Message
Messages = MessageInput | Sequence[MessageInput]

RESERVED_METADATA = frozenset(
    {"id", "tenant", "scope", "project", "authority", "status", "key", "version"}
)
_ROLES: dict[str, Role] = {
    **{r: r for r in get_args(Role)},
    "human": "user",
    "ai": "assistant",
    "model": "assistant",
    "function": "tool",
    "developer": "system",
}
_AUTHORITIES: dict[Role, Authority] = {
    "user": "user",
    "assistant": "agent",
    "tool": "tool",
    "system": "agent",
}
_INSTEAD = frozenset({"tool_calls", "function_call", "refusal", "audio"})
"""What a message may hold in the place of its content, by the form that OpenAI gives it."""
_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2}):?([0-5]\d)?")
_IN_UTC = frozenset({"UTC", "Z", "GMT"})
_SOURCES: dict[str, Authority] = {
    "document": "document",
    "web": "web",
    "other_agent": "other_agent",
}


def shape(messages: Messages, *, zone: str, session: str | None = None) -> tuple[Message, ...]:
    """Return the input as messages, in order.

    Args:
        messages: a text, one message, or a list of either.
        zone: zone in which times without offset are read (the one documented rule of DEV-16.2), and the speaker's where
            a message says no other.
        session: default for messages that name none.

    Raises:
        InvalidInputError: a message has no usable shape.
        TooLargeError: a text or its metadata is over the limit.
    """
    return tuple(
        _one(item, number, zone, session) for number, item in enumerate(_listed(messages), 1)
    )


def authority_of(message: Message) -> Authority:
    """Return where the message comes from: by its role, lowered by `metadata.source` (never raised)."""
    by_role = _AUTHORITIES[message.role]
    source = message.metadata.get("source")
    if message.role == "tool" and isinstance(source, str):
        return _SOURCES.get(source, by_role)
    return by_role


def _listed(given: object) -> list[object]:
    """Return what was handed over as a list, whatever a caller without types has given."""
    if isinstance(given, str | Mapping | Message):
        return [given]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(given, Iterable) and not isinstance(given, bytes | bytearray):
        return list(given)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    raise InvalidInputError(
        f"Messages are {type(given).__name__}; give a text, a message, or a list of them."
    )


def _one(item: object, number: int, zone: str, session: str | None) -> Message:
    if isinstance(item, Message):
        message = item
    elif isinstance(item, str):
        message = Message(content=storable(item))
    elif isinstance(item, Mapping):
        message = _from_mapping(item, number, zone)  # pyright: ignore[reportUnknownArgumentType]
    else:
        raise InvalidInputError(
            f"Message {number} is {type(item).__name__}; expected text or an object."
        )
    if len(message.content.encode()) > MAX_TEXT_BYTES:
        raise TooLargeError(f"Message {number} is over {MAX_TEXT_BYTES:,} bytes; split it.")
    _check_metadata(message, number)
    updates: dict[str, Any] = {
        "zone": zone if message.zone is None else _zone(message.zone, number)
    }
    if message.session is None and session is not None:
        updates["session"] = session
    return message.model_copy(update=updates)


def _from_mapping(item: Mapping[str, Any], number: int, zone: str) -> Message:
    known = {
        k: item[k]
        for k in ("id", "name", "session", "tool_calls", "metadata")
        if item.get(k) is not None
    }
    role = item.get("role", "user")
    if not isinstance(role, str) or role not in _ROLES:
        raise InvalidInputError(
            f"Message {number} has an unknown role; use one of {', '.join(sorted(_ROLES))}."
        )
    if "content" not in item and not any(item.get(name) for name in _INSTEAD):
        # Null says that there is none; a key that is not there is mostly a misspelt one, whose words would be lost.
        raise InvalidInputError(
            f'Message {number} has no "content"; a message is {{"role": "user", "content": "…"}}.'
        )
    given = item.get("zone")
    own = None if given is None or given == "" else _zone(given, number)
    when, written = _time(item.get("time"), number, own or zone)
    if isinstance(known.get("id"), int):
        known["id"] = str(known["id"])
    try:
        return Message(
            role=_ROLES[role],
            content=storable(_text(item.get("content"), number)),
            time=when,
            zone=own or written or zone,
            **known,
        )
    except ValidationError as error:
        field = ".".join(
            str(p) for p in error.errors(include_url=False, include_input=False)[0]["loc"]
        )
        raise InvalidInputError(f"Message {number}: field {field!r} has the wrong type.") from None


def _text(content: object, number: int) -> str:
    """Return the text of a content field: a string, null, or OpenAI-style parts (images and audio carry no text)."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence):
        parts: list[str] = []
        for part in content:  # pyright: ignore[reportUnknownVariableType]
            if isinstance(part, str):
                parts.append(part)
            elif isinstance(part, Mapping):
                text = part.get("text")  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
                if isinstance(text, str):
                    parts.append(text)
            else:
                raise InvalidInputError(f"Message {number} has a content part that is no object.")
        return "\n".join(parts)
    raise InvalidInputError(f"Message {number}: content must be text, null or a list of parts.")


def _zone(given: object, number: int) -> str:
    """Return a zone by its IANA name or as an offset such as `+08:00`."""
    name = given.strip() if isinstance(given, str) else ""
    offset = _OFFSET.fullmatch(name)
    if offset is not None and int(offset[2]) < 24:
        return f"{offset[1]}{int(offset[2]):02}:{offset[3] or '00'}"
    try:
        return "UTC" if name in _IN_UTC else ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidInputError(
            f"Message {number}: zone must be an IANA name or an offset, for example Asia/Shanghai or +08:00."
        ) from None


def _tzinfo(zone: str) -> tzinfo | None:
    return datetime.strptime(zone, "%z").tzinfo if zone[0] in "+-" else ZoneInfo(zone)


def _time(value: object, number: int, zone: str) -> tuple[datetime | None, str | None]:
    """Return the instant, and the zone that is written in the time; None: it says none, or no more than UTC."""
    if value is None or value == "":
        return None, None
    try:
        if isinstance(value, datetime):
            when = value
        elif isinstance(value, int | float) and not isinstance(value, bool):
            when = datetime.fromtimestamp(value, UTC)
        elif isinstance(value, str):
            when = datetime.fromisoformat(value.strip())
        else:
            raise InvalidInputError(
                f"Message {number}: time must be RFC 3339, for example 2026-03-12T08:00:00+08:00."
            )
        if when.tzinfo is None:
            return when.replace(tzinfo=_tzinfo(zone)).astimezone(UTC), None
        return when.astimezone(UTC), _written_zone(when)
    except (ValueError, OverflowError, OSError):
        raise InvalidInputError(
            f"Message {number}: time is not RFC 3339 or out of range (years 1-9999)."
        ) from None


def _written_zone(when: datetime) -> str | None:
    """Return the zone that an aware time names: a name knows of summer time, an offset does not."""
    if isinstance(when.tzinfo, ZoneInfo) and when.tzinfo.key not in _IN_UTC:
        return when.tzinfo.key
    offset = when.strftime("%z")
    return f"{offset[:3]}:{offset[3:5]}" if offset.strip("+-0") else None


def _check_metadata(message: Message, number: int) -> None:
    if not message.metadata and not message.tool_calls:
        return
    taken = RESERVED_METADATA.intersection(message.metadata)
    if taken:
        raise InvalidInputError(
            f"Message {number}: metadata may not use the reserved name {min(taken)}."
        )
    try:
        size = len(json.dumps(message.metadata, ensure_ascii=False).encode())
        calls = len(json.dumps([dict(c) for c in message.tool_calls], ensure_ascii=False).encode())
    except (TypeError, ValueError):
        raise InvalidInputError(
            f"Message {number}: metadata and tool_calls must be plain JSON."
        ) from None
    if size > MAX_METADATA_BYTES:
        raise TooLargeError(f"Message {number}: metadata is over {MAX_METADATA_BYTES:,} bytes.")
    if calls > MAX_TEXT_BYTES:
        raise TooLargeError(f"Message {number}: tool_calls are over {MAX_TEXT_BYTES:,} bytes.")
