"""What an agent's own runs leave: events, queries that worked, lessons, strategies, who did what (O8, R19).

Written without asking and weighed low (R3): what is distilled from them is what a person approves.
"""

from typing import Annotated, ClassVar

from pydantic import Field
from typing_extensions import override

from stelae.schemas.categories.base import Digest, Named, Versioned
from stelae.schemas.categories.merging import Merge

Name = Annotated[str, Field(max_length=128)]


class OperationalEvent(Named):
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


class QueryPattern(Named):
    """A query that worked: keywords and SQL, never the question itself (O30)."""

    __key__: ClassVar[tuple[str, ...]] = ("source", "query_sha256")

    query_sha256: Digest
    """Of the query without its layout and its literals: what differs in these alone is one pattern."""
    source: Name = "default"
    """What was asked: a database or a tool."""
    keywords: Annotated[tuple[Name, ...], Field(max_length=16), Merge("union")] = ()
    """What the question was about."""
    agent: Annotated[Name | None, Merge("keep")] = None
    """Who asked."""


class Reflection(Named):
    """A lesson from runs that failed; it expires (O28, O40)."""

    __key__: ClassVar[tuple[str, ...]] = ("agent", "lesson")

    lesson: Annotated[str, Field(max_length=120)]
    """What it is about, as a slug."""
    agent: Name = "agent"
    """Whose runs."""
    tool: Annotated[Name | None, Merge("keep")] = None
    """Where they failed; None: nobody knows."""
    runs: Annotated[tuple[Name, ...], Field(max_length=50), Merge("union")] = ()
    """The runs behind it."""

    @override
    def beyond_text(self) -> bool:
        return True  # its runs


class Audit(Named):
    """Who ran what, when: one call of a tool, or how a whole run ended. For people who ask; never put beside a question."""

    __key__: ClassVar[tuple[str, ...]] = ("agent", "run", "tool", "call")

    tool: Name | None = None
    """What was called; None: it is about the run."""
    call: Name | None = None
    """Id of the call, or a digest of it; None: it is about the run."""
    agent: Name = "agent"
    """Who ran it."""
    run: Name = "alone"
    """In which run."""
    status: Annotated[Name | None, Merge("newest")] = None
    """How it ended."""
    error: Annotated[Annotated[str, Field(max_length=400)] | None, Merge("newest")] = None
    """What went wrong."""
    tools: Annotated[tuple[Name, ...], Field(max_length=64), Merge("union")] = ()
    """Of a run: what was called in it."""
    shown: Annotated[tuple[Name, ...], Field(max_length=64), Merge("union")] = ()
    """Of a run: ids of the memories that its model was shown."""

    @override
    def identity(self) -> tuple[str, ...] | None:
        if self.tool is None or self.call is None:
            return ("run", self.agent, self.run)
        return ("call", self.agent, self.run, self.tool, self.call)

    @override
    def beyond_text(self) -> bool:
        return True  # what was called and shown


class Strategy(Versioned):
    """A way of acting that has proved itself, with its health (P38). Advice, not an order.

    Another text of its name is another strategy, which has to prove itself.
    """

    __key__: ClassVar[tuple[str, ...]] = ("agent", "name")

    name: Annotated[str, Field(max_length=120)]
    """What it is called."""
    agent: Name = "agent"
    """Whose strategy it is."""
    triggers: Annotated[tuple[Name, ...], Field(max_length=16), Merge("replace")] = ()
    """Words of requests that it is for."""
    health: Annotated[int, Field(ge=0, le=100), Merge("keep")] = 3
    """3 at first, one more for a success, one less for a failure; at 0 it is retired."""
    failures: Annotated[int, Field(ge=0), Merge("keep")] = 0
    """In a row; after 3 it is retired."""
    replays: Annotated[int, Field(ge=0), Merge("keep")] = 0
    """Different requests that it is for and on which it has worked, up to the 3 that admit it."""
    replayed: Annotated[tuple[Digest, ...], Field(max_length=8), Merge("keep")] = ()
    """Short digests of these requests, so that one is not counted twice."""

    @override
    def beyond_text(self) -> bool:
        return True  # its triggers
