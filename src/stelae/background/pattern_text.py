"""A pattern as a memory: its text, its fields, its key, and whether it says what is known already. Pure."""

import re
from collections.abc import Sequence
from typing import Any, Final, cast

from stelae.background.learned import Statement
from stelae.background.pattern_reply import Point
from stelae.background.samples import Group
from stelae.background.tool_verbs import in_the_other_language, segments
from stelae.recall.traits import confidence
from stelae.schemas.candidate import MAX_MEMORY_CHARS
from stelae.schemas.categories.guidance import ExpertKnowledge
from stelae.schemas.learning import LearnedBy
from stelae.schemas.memory import MemoryRecord
from stelae.text.keys import key_of, sha256, statement
from stelae.text.language import Language

KNOWLEDGE: Final = "expert_knowledge"
_TOPIC_CHARS: Final = 120
_BACKING_IDS: Final = 20
"""Ids that one point may name, as `ExpertKnowledge.backing` has room for."""
_HEAD: dict[Language, str] = {
    "zh": "如何 {words}（`{tool}`）：成功的调用有这些共同点：",
    "en": "How to {words} (`{tool}`): what the calls that worked have in common:",
}
_COUNTS = re.compile(r"[(（]?\d+\s*(?:of|/|次中(?:有)?)\s*\d+(?:\s*次)?[)）]?")


def worded(tool: str, points: Sequence[Point], language: Language) -> tuple[str, tuple[Point, ...]]:
    """Return the text, and the points that have room in a memory.

    It begins with the tool's name in words and its verb in the other language: people ask in either, and by what is done.
    """
    said = " / ".join(filter(None, (" ".join(segments(tool)), in_the_other_language(tool))))
    text, kept = _HEAD[language].format(tool=tool, words=said or tool), list[Point]()
    for point in points:
        line = f"\n- {point.text}"
        if len(text) + len(line) <= MAX_MEMORY_CHARS:
            text += line
            kept.append(point)
    return text, tuple(kept)


def pattern_of(
    group: Group, points: Sequence[Point], text: str, *, by: LearnedBy, samples: int
) -> Statement:
    """Return what is put before the gate.

    Args:
        group: the tool and its samples.
        points: what holds of them.
        text: all of it.
        by: who put it into words.
        samples: so many were looked at; `min(0.5 + 0.05 n, 0.9)` of them is the confidence (O26).
    """
    return Statement(
        category=KNOWLEDGE,
        text=text,
        attributes={
            "topic": group.tool[:_TOPIC_CHARS],
            "domain": group.agent,
            "points": [point.text for point in points],
            "backing": [" ".join(point.backing[:_BACKING_IDS]) for point in points],
            "sample_count": samples,
            "body_sha256": sha256(text),
        },
        confidence=confidence(samples),
        rule=f"patterns:{by}",
        subject=group.agent,
        sensitivity=group.sensitivity,
    )


def key_of_group(group: Group) -> str:
    """Return the key of what is known about the group's tool: one for a tool and an agent, whatever it says."""
    payload = ExpertKnowledge(topic=group.tool[:_TOPIC_CHARS], domain=group.agent)
    return key_of(KNOWLEDGE, payload, "")


def points_of(record: MemoryRecord) -> tuple[str, ...]:
    """Return the points of a pattern that is there."""
    points: Any = record.attributes.get("points")
    return tuple(map(str, cast("list[Any]", points))) if isinstance(points, list | tuple) else ()


def same_points(points: Sequence[Point], known: Sequence[str]) -> bool:
    """Do both say the same? One sample more, of which the same holds, is no news."""
    return stated(points) == {_uncounted(text) for text in known}


def stated(points: Sequence[Point]) -> set[str]:
    """Return what points say, but for how many samples they are true of."""
    return {_uncounted(point.text) for point in points}


def _uncounted(text: str) -> str:
    return statement(_COUNTS.sub(" ", text))
