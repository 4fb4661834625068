"""What all frozen values share."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict


def as_utc(value: datetime) -> datetime:
    """Return the instant in UTC.

    Raises:
        ValueError: the time has no offset (DEV-16: one documented rule; naive times are read in the caller's zone before
            they get here, never guessed).
    """
    if value.tzinfo is None:
        raise ValueError("a time needs an offset, for example 2026-03-12T00:30:00+08:00")
    try:
        return value.astimezone(UTC)
    except OverflowError:
        raise ValueError("a time must lie within the years 1 to 9999 in UTC") from None


UtcTime = Annotated[datetime, AfterValidator(as_utc)]
"""An instant; stored and shown to programs in UTC with offset."""

JsonObject = dict[str, Any]
"""A JSON object whose values round-trip with their types."""


class Value(BaseModel):
    """Base of the frozen values; unknown fields are an error, so that nothing is dropped silently."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
