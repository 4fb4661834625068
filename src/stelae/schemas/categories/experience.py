"""What an agent's own runs leave: events, queries that worked, lessons, strategies, who did what (O8, R19).

Written without asking and weighed low (R3): what is distilled from them is what a person approves.
"""

from typing import Annotated, ClassVar

from pydantic import Field
from typing_extensions import override

from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.merging import Merge

Name = Annotated[str, Field(max_length=128)]
Digest = Annotated[str, Field(max_length=64)]


class OperationalEvent(CategoryModel):
    """A write-class tool call that succeeded (O23). Its text is laid out as action, arguments, result."""

    __key__: ClassVar[tuple[str, ...]] = ("agent", "tool", "content_sha256")

    tool: Name
    """The tool's name."""
    content_sha256: Digest
    """Of tool, arguments and result: the same call with the same outcome is one event (O24)."""
    agent: Name = "agent"
    """Who called it."""
    run: Annotated[Name | None, Merge("newest")] = None
    """In which run."""

    @override
    def identity(self) -> tuple[str, ...] | None:
        return (self.agent, self.tool, self.content_sha256)


class QueryPattern(CategoryModel):
    """A query that worked: keywords and SQL, never the question's own words (O30)."""

    __key__: ClassVar[tuple[str, ...]] = ("source", "query_sha256")

    query_sha256: Digest
    """Of the query without its layout."""
    source: Name = "default"
    """What was asked: a database or a tool."""
    keywords: Annotated[tuple[Name, ...], Field(max_length=16), Merge("union")] = ()
    """What the question was about."""
    agent: Annotated[Name | None, Merge("keep")] = None
    """Who asked."""

    @override
    def identity(self) -> tuple[str, ...] | None:
        return (self.source, self.query_sha256)


class Reflection(CategoryModel):
    """A lesson from runs that failed; it expires (O28, O40)."""

    __key__: ClassVar[tuple[str, ...]] = ("agent", "lesson")

    lesson: Annotated[str, Field(max_length=120)]
    """What it is about, as a slug."""
    agent: Name = "agent"
    """Whose runs."""
    runs: Annotated[tuple[Name, ...], Field(max_length=50), Merge("union")] = ()
    """The runs behind it."""

    @override
    def identity(self) -> tuple[str, ...] | None:
        return (self.agent, self.lesson)


class Audit(CategoryModel):
    """Who ran what, when. For people who ask; never put beside a question."""

    __key__: ClassVar[tuple[str, ...]] = ("agent", "run", "tool", "call")

    tool: Name
    """What was run."""
    call: Name
    """Id of the call, or a digest of it."""
    agent: Name = "agent"
    """Who ran it."""
    run: Name = "-"
    """In which run."""
    status: Annotated[Name | None, Merge("newest")] = None
    """How it ended."""

    @override
    def identity(self) -> tuple[str, ...] | None:
        return (self.agent, self.run, self.tool, self.call)


class Strategy(CategoryModel):
    """A way of acting that has proved itself, with its health (P38). Advice, not an order."""

    __key__: ClassVar[tuple[str, ...]] = ("agent", "name")

    name: Annotated[str, Field(max_length=120)]
    """What it is called."""
    agent: Name = "agent"
    """Whose strategy it is."""
    triggers: Annotated[tuple[Name, ...], Field(max_length=16), Merge("replace")] = ()
    """Words of requests that it is for."""
    health: Annotated[int, Field(ge=0, le=100), Merge("replace")] = 3
    """3 at first, one more for a success, one less for a failure; at 0 it is retired."""
    failures: Annotated[int, Field(ge=0), Merge("replace")] = 0
    """In a row."""
    replays: Annotated[int, Field(ge=0), Merge("replace")] = 0
    """Successful tries on similar requests before it was admitted."""

    @override
    def identity(self) -> tuple[str, ...] | None:
        return (self.agent, self.name)
