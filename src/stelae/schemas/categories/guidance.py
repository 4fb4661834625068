"""What tells an agent how a thing is done or how things lie: guides, formats, know-how, maps (O7)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from stelae.schemas.categories.base import Digest, Versioned
from stelae.schemas.categories.choices import Choices
from stelae.schemas.categories.merging import Merge

SourceTier = Annotated[
    Literal["vendor", "platform", "team", "user"],
    Choices(
        {
            "vendor": "comes with the product",
            "platform": "set by whoever runs the system",
            "team": "reviewed and kept by a team",
            "user": "committed by a person in conversation, or without review",
        }
    ),
]
"""Whose file it is (O33)."""
Notation = Literal["mermaid", "dot", "svg", "text"]
Keyword = Annotated[str, Field(max_length=80)]


class Guide(Versioned):
    """How something is done, written by people for an agent; its text is the body."""

    __key__: ClassVar[tuple[str, ...]] = ("agent", "intent")

    intent: Annotated[str, Field(max_length=80)]
    """What it is for, in snake_case: `take_snapshot_when_db_stale`."""
    agent: Annotated[str, Field(max_length=128)] = "global"
    """Whose guide it is."""
    keywords: Annotated[tuple[Keyword, ...], Field(max_length=32), Merge("replace")] = ()
    """Words of requests that it answers, in every language people ask in."""
    related: Annotated[tuple[Keyword, ...], Field(max_length=16), Merge("replace")] = ()
    """Intents of guides beside it."""
    source_tier: Annotated[SourceTier, Merge("replace")] = "user"
    """Whose file it is."""
    priority: Annotated[int, Field(ge=1, le=10), Merge("replace")] = 3
    """Standing among guides, 1 to 10; vendor 10, platform 8, team 6, user 3 unless the file says less."""
    folder: Annotated[str | None, Field(max_length=2048), Merge("replace")] = None
    """Where its file lies, a digest for each folder on the way; None: it comes from no file."""
    file: Annotated[str | None, Field(max_length=512), Merge("replace")] = None
    """Its file, from the agent's folder on."""
    file_digest: Annotated[Digest | None, Merge("replace")] = None
    """Of everything the file said; as long as it says that, importing it again changes nothing."""

    @override
    def values(self) -> Mapping[str, str]:
        # A merge never empties a list: a guide that is related to nothing any more is another value.
        return {"": self.value(), "related": "some" if self.related else "none"}

    @override
    def beyond_text(self) -> bool:
        return True

    @override
    def free_text(self) -> str:
        return "\n".join((self.intent, *self.keywords, *self.related))

    @property
    def weight(self) -> float:
        """Multiplier in ranking among guides: `0.5 + (priority - 1) * 1.5 / 9` (O33)."""
        return 0.5 + (self.priority - 1) * 1.5 / 9


class UsageGuide(Guide):
    """How a task is done."""


class FormatGuide(Guide):
    """How an answer or file is to look."""


class ExpertKnowledge(Versioned):
    """Know-how about a topic: curated, or distilled from what worked and approved by a person (O25)."""

    __key__: ClassVar[tuple[str, ...]] = ("domain", "topic")

    topic: Annotated[str, Field(max_length=120)]
    """What it is about; for a distilled one the tool."""
    domain: Annotated[str, Field(max_length=128)] = "global"
    """The agent or field it belongs to."""
    points: Annotated[
        tuple[Annotated[str, Field(max_length=400)], ...], Field(max_length=12), Merge("replace")
    ] = ()
    """The single conventions, when it was distilled."""
    backing: Annotated[
        tuple[Annotated[str, Field(max_length=800)], ...], Field(max_length=12), Merge("replace")
    ] = ()
    """Ids of the samples behind each point, one text a point, separated by spaces."""
    sample_count: Annotated[int | None, Field(ge=0), Merge("newest")] = None
    """Samples it was distilled from."""


class Topology(Versioned):
    """How parts hang together. The source (Mermaid, DOT, SVG) is the text, verbatim."""

    __key__: ClassVar[tuple[str, ...]] = ("agent", "name")

    name: Annotated[str, Field(max_length=120)]
    """What is drawn."""
    agent: Annotated[str, Field(max_length=128)] = "global"
    """Whose map it is."""
    notation: Annotated[
        Notation,
        Choices(
            {
                "mermaid": "Mermaid source",
                "dot": "Graphviz source",
                "svg": "a drawing",
                "text": "words, or anything else",
            }
        ),
        Merge("replace"),
    ] = "text"
    """The language of the text."""
    keywords: Annotated[tuple[Keyword, ...], Field(max_length=32), Merge("replace")] = ()
    """Words of requests that it answers."""
    part: Annotated[int | None, Field(ge=1), Merge("replace")] = None
    """Of a source that is longer than one memory: which part this is."""

    @override
    def identity(self) -> tuple[str, ...] | None:
        base = (self.agent, self.name)
        return base if self.part is None else (*base, str(self.part))

    @override
    def beyond_text(self) -> bool:
        # In a source every sign counts: `-->` and `---` are two drawings.
        return True
