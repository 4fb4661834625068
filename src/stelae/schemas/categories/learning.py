"""Categories that ship and are off until they are named: interests, and how well something is known (S9, S10)."""

from typing import Annotated

from pydantic import Field

from stelae.schemas.base import UtcTime
from stelae.schemas.categories.choices import Choices
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.schemas.categories.merging import Merge
from stelae.schemas.policy import PolicyRow

Name = Annotated[str, Field(max_length=120)]
Tag = Annotated[str, Field(max_length=40)]


class Interest(
    MemorySchema,
    name="interest",
    summary="a thing or person somebody is interested in, and how much",
    key=("entity_type", "entity_name"),
    template={
        "en": "Interested in {entity_name} ({entity_type}): {interest_level}[; {source_context}][; tags: {tags}]",
        "zh": "对{entity_name}（{entity_type}）感兴趣：{interest_level}[；{source_context}][；标签：{tags}]",
    },
    policy=PolicyRow(half_life_days=90, context_cap=6),
):
    """An interest (S9). Its id and time are the record's own; the words it rests on are its evidence."""

    entity_type: Annotated[
        str,
        Choices(
            {
                "concept": "an idea, field or method, not a thing one can install or meet",
                "technology": "a tool, language, product or system",
                "person": "one human being",
                "company": "an organisation",
            }
        ),
    ]
    """What kind of thing it is."""
    entity_name: Name
    """Its name as it was said."""
    interest_level: Annotated[
        str,
        Choices(
            {
                "mentioned": "named, without a sign of wanting more",
                "curious": "asked about, or wants to know what it is",
                "interested": "wants to learn or use it",
                "very_interested": "works at it already, or says that it matters most",
            }
        ),
        Merge("newest"),
    ]
    """How far the interest goes, by what was said last."""
    source_context: Annotated[str | None, Field(max_length=300), Merge("newest")] = None
    """What the talk was about when it came up."""
    tags: Annotated[tuple[Tag, ...], Field(max_length=12), Merge("union")] = ()
    """Free labels."""


class Mastery(
    MemorySchema,
    name="mastery",
    summary="how well somebody knows a topic",
    key=("topic", "sub_topic"),
    template={
        "en": "Knows {topic}[ / {sub_topic}]: {understanding_level}[; last reviewed {last_reviewed}]",
        "zh": "对{topic}[／{sub_topic}]的掌握：{understanding_level}[；上次复习 {last_reviewed}]",
    },
    policy=PolicyRow(half_life_days=180, context_cap=6),
):
    """A topic and how well it is known (S10). A sub-topic is known by itself."""

    topic: Name
    """The field of knowledge."""
    understanding_level: Annotated[
        str,
        Choices(
            {
                "unfamiliar": "has not met it",
                "basic": "knows what it is, cannot use it alone",
                "intermediate": "uses it with help or references",
                "advanced": "uses it alone, also where it is hard",
                "expert": "teaches it or shapes it",
            }
        ),
        Merge("newest"),
    ]
    """How well, by what was said last."""
    sub_topic: Name | None = None
    """A part of the topic; nothing: the topic as a whole."""
    last_reviewed: Annotated[UtcTime | None, Merge("max")] = None
    """When it was last gone through."""
    confidence_score: Annotated[float | None, Field(ge=0, le=1), Merge("newest")] = None
    """How sure the assessment is, 0 to 1; no permission and no truth of its own."""
    related_resources: Annotated[
        tuple[Annotated[str, Field(max_length=200)], ...], Field(max_length=20), Merge("union")
    ] = ()
    """Books, pages, courses."""


SHIPPED: dict[str, type[MemorySchema]] = {"interest": Interest, "mastery": Mastery}
"""By the name that switches it on."""
