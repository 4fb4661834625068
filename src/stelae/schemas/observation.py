"""Observations: what came in, word for word except for removed secrets, kept as evidence.

A `Message` is what a caller hands over; an `Observation` is what the log keeps. Neither is a memory.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field, field_validator

from stelae.schemas.authority import Authority, Role
from stelae.schemas.base import JsonObject, UtcTime, Value

MAX_TEXT_BYTES = 1_000_000
"""An observation's text, UTF-8 (architecture section 8)."""
MAX_METADATA_BYTES = 16_384

Flag = Literal["instruction", "hidden", "procedural", "echo", "forget_request"]
"""What the rules saw in the text: `instruction` and `hidden` come from the scanner, `echo` means that our own recalled
block was stripped."""


def in_zone(time: datetime, zone: str) -> datetime:
    """Return the instant in a zone: an IANA name or an offset such as `+08:00`; an unknown name counts as UTC."""
    try:
        if zone[:1] in "+-":
            return time.astimezone(datetime.strptime(zone, "%z").tzinfo)
        return time.astimezone(ZoneInfo(zone))
    except (ValueError, KeyError, OSError):
        return time.astimezone(UTC)


class Message(Value):
    """One message as a caller passes it, already shaped: see `remember.messages` for the many forms accepted."""

    role: Role = "user"
    content: str = ""
    id: str | None = None
    """The caller's own id, unique in its scope; returned as evidence. An empty one is none."""
    name: str | None = None
    """The speaker."""
    time: UtcTime | None = None
    zone: str | None = None
    """IANA zone or fixed offset (`+08:00`) of the speaker; relative dates are resolved in it."""
    session: str | None = None
    tool_calls: Sequence[Mapping[str, Any]] = ()
    metadata: JsonObject = Field(default_factory=dict)

    @field_validator("id")
    @classmethod
    def _given(cls, value: str | None) -> str | None:
        return value or None


class Observation(Value):
    """One row of the observation log."""

    id: str
    external_id: str | None = None
    content_hash: str
    """Hash over role, speaker, session, time and text: idempotency when the caller gives no id."""
    role: Role
    authority: Authority
    speaker: str | None = None
    session: str | None = None
    project: str | None = None
    text: str
    language: str = "en"
    time: UtcTime
    """When it was said (event time)."""
    time_given: bool = True
    """False: the caller gave no time and `time` is the time of recording, used as anchor and marked so (DEV-16.4)."""
    zone: str = "UTC"
    recorded_at: UtcTime
    flags: tuple[Flag, ...] = ()
    tool_calls: tuple[JsonObject, ...] = ()
    metadata: JsonObject = Field(default_factory=dict)

    @property
    def recallable(self) -> bool:
        """May the raw track show it? (architecture section 5; tombstones and supersession are the store's part)."""
        blocked = {"instruction", "hidden", "forget_request"}
        return (
            self.role in {"user", "assistant"}
            and bool(self.text.strip())
            and not blocked.intersection(self.flags)
        )

    @property
    def local_time(self) -> datetime:
        """`time` in the speaker's own zone: the day they would name."""
        return in_zone(self.time, self.zone)
