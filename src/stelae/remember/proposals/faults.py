"""What a valid reply can still be wrong in: words that are not the person's, and one thing said twice. Pure.

What is found here is counted in `extraction.detail`. A proposal with a fault goes before the gate all the same, which
refuses it; only repeats end here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from stelae.remember.proposals.proposed import OwnProposed, Proposed
from stelae.schemas.candidate import MemoryCandidate
from stelae.text.keys import statement

Fault = Literal[
    "repeated", "unreadable", "prompt_echo", "assistant_words", "several_things", "fields_not_said"
]
"""`repeated`: the same thing again in one answer. `unreadable`: an item without form, or beyond the most that are taken.
`prompt_echo`: our own instructions come back as a memory. `assistant_words`: the evidence is what the assistant said.
`several_things`: one proposal for several statements, taken apart. `fields_not_said`: a field of an own category held what
nobody said; it was left empty."""
_SHORTEST = 6
"""Letters below which words stand in any long text by chance."""


def borrowed(
    proposed: Proposed | OwnProposed, answers: Sequence[str], told: str
) -> Literal["prompt_echo", "assistant_words"] | None:
    """Whose words does a proposal rest on, when no person said them?

    Args:
        proposed: an item whose evidence stands in no person's message.
        answers: what the assistant said.
        told: the instructions.
    """
    wanted = statement(proposed.quote or proposed.text)
    if len(wanted) < _SHORTEST:
        return None
    if wanted in _stated(told):
        return "prompt_echo"
    return "assistant_words" if any(wanted in _stated(one) for one in answers) else None


def recites(text: str, told: str, words: str) -> bool:
    """Is a wording a piece of the instructions that the person's words do not have?"""
    wanted = statement(text)
    return len(wanted) >= _SHORTEST and wanted in _stated(told) and wanted not in statement(words)


def repeats(candidate: MemoryCandidate, earlier: Iterable[MemoryCandidate]) -> bool:
    """Does an earlier proposal of the same answer say the same?

    The same wording, whatever it is called; or the same words as evidence for the same fields.
    """
    return any(_same(candidate, other) for other in earlier)


def _same(one: MemoryCandidate, other: MemoryCandidate) -> bool:
    if statement(one.text) == statement(other.text):
        return True
    together = statement(one.quote) == statement(other.quote) and one.category == other.category
    return together and bool(one.attributes.get("object")) and one.attributes == other.attributes


def in_words(faults: Mapping[Fault, int]) -> str:
    """Return the counts for people and programs: `repeated 2, prompt_echo 1`; empty when there are none."""
    return ", ".join(f"{name} {count}" for name, count in Counter(faults).most_common() if count)


@lru_cache(maxsize=64)
def _stated(text: str) -> str:
    return statement(text)
