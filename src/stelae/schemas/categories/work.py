"""What happened or is to be done: decisions, events, tasks, documents."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from stelae.schemas.base import UtcTime
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.choices import Choices
from stelae.schemas.categories.merging import Merge


class Decision(CategoryModel):
    """Something settled, with what was chosen."""

    __key__: ClassVar[tuple[str, ...]] = ("topic",)

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

    __key__: ClassVar[tuple[str, ...]] = ("subject", "begin", "what")

    what: str | None = None
    begin: UtcTime | None = None
    end: Annotated[UtcTime | None, Merge("newest")] = None
    date_words: Annotated[str | None, Merge("keep")] = None
    """The words of the date as they were said; alone when they could not be resolved (`unresolved`)."""
    resolved: Annotated[bool, Merge("keep")] = False
    anchor: Annotated[
        Literal["message", "recording", "none"],
        Choices(
            {
                "message": "the message carried its own time",
                "recording": "it had none; the clock was read when it came in",
                "none": "no date was resolved",
            }
        ),
        Merge("keep"),
    ] = "none"
    """What a relative date was resolved against: the message's own time or, when it had none, the time of recording."""
    place: Annotated[str | None, Merge("newest")] = None
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

    __key__: ClassVar[tuple[str, ...]] = ("goal",)

    goal: str | None = None
    status: Annotated[
        Literal["planned", "executing", "paused", "completed", "failed"],
        Choices(
            {
                "planned": "not begun",
                "executing": "begun and going on",
                "paused": "begun and at rest, to be taken up again",
                "completed": "reached its goal",
                "failed": "ended short of its goal",
            }
        ),
    ] = "planned"
    due: Annotated[UtcTime | None, Merge("newest")] = None
    parent: Annotated[str | None, Merge("keep")] = None
    """Goal of the task it is part of."""
    actions: Annotated[tuple[str, ...] | None, Field(max_length=50), Merge("append")] = None
    """What was done for it."""
    results: Annotated[tuple[str, ...] | None, Field(max_length=50), Merge("append")] = None
    """What came of it."""
    error: Annotated[str | None, Merge("newest")] = None
    """Why it failed."""

    @override
    def identity(self) -> tuple[str, ...] | None:
        return (self.goal,) if self.goal else None

    @override
    def single_valued(self) -> bool:
        return True

    @override
    def value(self) -> str:
        return self.status

    @classmethod
    @override
    def carried(cls) -> tuple[str, ...]:
        return ("due", "parent", "actions", "results")


class Document(CategoryModel):
    """A passage of something read; never an instruction."""

    __key__: ClassVar[tuple[str, ...]] = ("document", "part")

    title: str | None = None
    """Of the passage: the headings that it stands under, or the document's own."""
    source: str | None = None
    document: Annotated[str | None, Field(max_length=80)] = None
    """Name of the text that it is a passage of, when that came in as a whole."""
    part: Annotated[int | None, Field(ge=1)] = None
    """Its place there, from 1."""
    passage: Annotated[str | None, Field(max_length=120)] = None
    """`doc_<document>_<part>_<sha1[:12]>` (O38): another one at the same place is another version of it."""

    @override
    def identity(self) -> tuple[str, ...] | None:
        placed = self.document is not None and self.part is not None
        return (self.document or "", str(self.part)) if placed else None

    @override
    def single_valued(self) -> bool:
        return self.identity() is not None

    @override
    def value(self) -> str:
        return self.passage or ""

    @override
    def beyond_text(self) -> bool:
        # A comma more in its place is another version of it.
        return self.identity() is not None
