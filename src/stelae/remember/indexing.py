"""What the keyword index keeps of a text: tokens, length and cues. Pure; the store adds scope prefixes and writes."""

from stelae.ports import KeywordRow
from stelae.schemas.authority import Authority
from stelae.schemas.change import IndexedObservation, Write
from stelae.schemas.memory import Change, MemoryRecord
from stelae.schemas.observation import Observation, in_zone
from stelae.text.cues import cues_of
from stelae.text.language import language_of
from stelae.text.tokens import index_tokens


def index_observation(observation: Observation) -> IndexedObservation:
    """Return the observation with its keyword row; one that may not be recalled gets none."""
    if not observation.recallable:
        return IndexedObservation(observation=observation)
    when = observation.local_time if observation.time_given else None
    found = index_tokens(
        observation.text,
        speaker=observation.speaker,
        time=when,
        language=language_of(observation.text),
    )
    return IndexedObservation(
        observation=observation,
        tokens=" ".join(found),
        length=len(found),
        cues=cues_of(observation.text),
    )


def keyword_row(stored: MemoryRecord | Observation) -> KeywordRow:
    """Return the keyword row of what is stored, for `KeywordIndex.reindex`."""
    if isinstance(stored, Observation):
        made = index_observation(stored)
        return KeywordRow(made.tokens, made.length, made.cues)
    write = index_record(stored, "none", expect=None, vectors={})
    return KeywordRow(write.tokens, write.length, write.cues)


def index_record(
    record: MemoryRecord,
    change: Change,
    *,
    expect: int | None,
    vectors: dict[str, bytes],
    actor: Authority | None = None,
) -> Write:
    """Return the record with its keyword row and vectors; arguments as the fields of `Write`."""
    found = index_tokens(
        record.text,
        speaker=None,
        time=in_zone(record.time, record.zone),
        language=language_of(record.text),
    )
    return Write(
        record=record,
        change=change,
        expect=expect,
        actor=actor,
        tokens=" ".join(found),
        length=len(found),
        cues=cues_of(record.text),
        vectors=vectors,
    )
