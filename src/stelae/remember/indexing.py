"""What the keyword index keeps of a text: tokens, length and cues. Pure; the store adds scope prefixes and writes."""

from stelae.schemas.change import IndexedObservation, Write
from stelae.schemas.memory import Change, MemoryRecord
from stelae.schemas.observation import Observation
from stelae.text.cues import cues
from stelae.text.tokens import index_tokens


def index_observation(observation: Observation) -> IndexedObservation:
    """Return the observation with its keyword row; one that may not be recalled gets none."""
    if not observation.recallable:
        return IndexedObservation(observation=observation)
    when = observation.time if observation.time_given else None
    found = index_tokens(
        observation.text, speaker=observation.speaker, time=when, language=observation.language
    )
    return IndexedObservation(
        observation=observation,
        tokens=" ".join(found),
        length=len(found),
        cues=cues(observation.text),
    )


def index_record(
    record: MemoryRecord, change: Change, *, expect: int | None, vectors: dict[str, bytes]
) -> Write:
    """Return the record with its keyword row and vectors."""
    found = index_tokens(record.text, speaker=None, time=record.time, language=record.language)
    return Write(
        record=record,
        change=change,
        expect=expect,
        tokens=" ".join(found),
        length=len(found),
        cues=cues(record.text),
        vectors=vectors,
    )
