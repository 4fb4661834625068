"""Quotes of a forgotten message in memories that stay: taken out of their evidence, and given back. Pure.

The same in every store. A memory's wordings are its own and stay; what shows the words of the message is its spans.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from stelae.schemas.candidate import Span
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation


class Placed(NamedTuple):
    """A span and where it stood in the evidence."""

    place: int
    span: Span


def without(
    record: MemoryRecord, messages: Collection[str]
) -> tuple[MemoryRecord, Sequence[Placed]]:
    """Return the record without spans of these messages, and what was taken out of it."""
    taken = [Placed(n, s) for n, s in enumerate(record.evidence) if s.observation_id in messages]
    if not taken:
        return record, ()
    kept = tuple(span for span in record.evidence if span.observation_id not in messages)
    return record.model_copy(update={"evidence": kept}), taken


def given_back(record: MemoryRecord, taken: Iterable[Placed]) -> MemoryRecord:
    """Return the record with the spans where they stood; what it has already is not put in twice."""
    evidence = list(record.evidence)
    for place, span in sorted(taken, key=lambda one: one.place):
        if span not in evidence:
            evidence.insert(place, span)
    return record.model_copy(update={"evidence": tuple(evidence)})


def said_by(
    records: Iterable[MemoryRecord], messages: Iterable[Observation], spans: Iterable[Span]
) -> Sequence[str]:
    """Return what all of these say, each text once: wordings, quotes and messages."""
    texts = [said.text for said in messages]
    for record in records:
        texts += [record.text, *(span.quote for span in record.evidence)]
    texts += [span.quote for span in spans]
    return tuple(dict.fromkeys(text for text in texts if text.strip()))
