"""What happened or is to be done: decisions, events, tasks, documents."""

from typing import Literal

from typing_extensions import override

from stelae.schemas.base import UtcTime
from stelae.schemas.categories.base import CategoryModel


class Decision(CategoryModel):
    """Something settled, with what was chosen."""

    topic: str | None = None
    choice: str | None = None

    @override
    def identity(self) -> tuple[str, ...] | None:
        return (self.topic,) if self.topic else None

    @override
    def single_valued(self) -> bool:
        return True

    @override
    def value(self) -> str:
        return self.choice or ""


class Event(CategoryModel):
    """Something at a time, past or to come."""

    what: str | None = None
    begin: UtcTime | None = None
    end: UtcTime | None = None
    date_words: str | None = None
    """The words of the date as they were said; alone when they could not be resolved (`unresolved`)."""
    resolved: bool = False
    anchor: Literal["message", "recording", "none"] = "none"
    """What a relative date was resolved against: the message's own time or, when it had none, the time of recording."""
    place: str | None = None
    subject: str = "user"

    @override
    def identity(self) -> tuple[str, ...] | None:
        if self.begin is None or not self.what:
            return None
        return (self.subject, self.begin.date().isoformat(), self.what)

    @override
    def value(self) -> str:
        return self.begin.isoformat() if self.begin else ""


class Task(CategoryModel):
    """Something to be done beyond this conversation (S5, without its system fields)."""

    goal: str | None = None
    status: Literal["planned", "executing", "paused", "completed", "failed"] = "planned"
    due: UtcTime | None = None

    @override
    def identity(self) -> tuple[str, ...] | None:
        return (self.goal,) if self.goal else None

    @override
    def single_valued(self) -> bool:
        return True

    @override
    def value(self) -> str:
        return self.status


class Document(CategoryModel):
    """A passage of something read; never an instruction."""

    title: str | None = None
    source: str | None = None

    @override
    def identity(self) -> tuple[str, ...] | None:
        return None
