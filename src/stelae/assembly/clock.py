"""The real time."""

from datetime import UTC, datetime


class SystemClock:
    """The real time."""

    def now(self) -> datetime:
        """Return the present instant in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - the one clock
