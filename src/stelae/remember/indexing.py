"""What the indexes keep of a text: tokens, length, cues and vectors. The store adds scope prefixes and writes."""

import logging
from collections.abc import Container, Mapping, Sequence
from datetime import datetime
from typing import cast

from stelae.errors import ModelError
from stelae.ports import Embedder, KeywordRow
from stelae.remember.embeddable import Embeddable
from stelae.schemas.authority import Authority
from stelae.schemas.base import JsonObject
from stelae.schemas.change import IndexedObservation, Write
from stelae.schemas.memory import Change, MemoryRecord
from stelae.schemas.observation import Observation, in_zone
from stelae.text.cues import cues_of
from stelae.text.language import language_of
from stelae.text.tokens import TextTokens, index_tokens, text_tokens

logger = logging.getLogger(__name__)


class Reader:
    """Reads each text of one commit once: a statement and the message it was said in are often the same text."""

    def __init__(self) -> None:
        """Start with nothing read."""
        self._tokens: dict[str, TextTokens] = {}
        self._cues: dict[str, int] = {}

    def row(self, text: str, *, speaker: str | None, time: datetime | None) -> KeywordRow:
        """Return the keyword row of a text."""
        if text not in self._tokens:
            self._tokens[text], self._cues[text] = text_tokens(text), cues_of(text)
        found = index_tokens(
            text,
            speaker=speaker,
            time=time,
            language=language_of(text) if time else "en",
            read=self._tokens[text],
        )
        return KeywordRow(" ".join(found), len(found), self._cues[text])


def index_observation(observation: Observation, reader: Reader | None = None) -> IndexedObservation:
    """Return the observation with its keyword row; one that may not be recalled gets none."""
    if not observation.recallable:
        return IndexedObservation(observation=observation)
    when = observation.local_time if observation.time_given else None
    row = (reader or Reader()).row(observation.text, speaker=observation.speaker, time=when)
    return IndexedObservation(
        observation=observation, tokens=row.tokens, length=row.length, cues=row.cues
    )


def keyword_row(stored: MemoryRecord | Observation) -> KeywordRow:
    """Return the keyword row of what is stored, for `KeywordIndex.reindex`."""
    if isinstance(stored, Observation):
        made = index_observation(stored)
        return KeywordRow(made.tokens, made.length, made.cues)
    return _record_row(stored, Reader())


def index_record(
    record: MemoryRecord,
    change: Change,
    *,
    expect: int | None,
    vectors: dict[str, bytes],
    actor: Authority | None = None,
    reader: Reader | None = None,
) -> Write:
    """Return the record with its keyword row and vectors; arguments as the fields of `Write`."""
    row = _record_row(record, reader or Reader())
    return Write(
        record=record,
        change=change,
        expect=expect,
        actor=actor,
        tokens=row.tokens,
        length=row.length,
        cues=row.cues,
        vectors=vectors,
    )


def embed_records(
    embedders: Sequence[Embedder],
    records: Sequence[MemoryRecord],
    *,
    legs: Container[str],
    embeddable: Embeddable,
) -> Mapping[str, dict[str, bytes]]:
    """Return raw unit vectors by record id and leg; a leg that fails is left to a job, and logged.

    Args:
        embedders: one a leg.
        records: of which the current ones get vectors.
        legs: that the store knows; one that it does not know yet waits for a job.
        embeddable: what an embedder on another machine may see.
    """
    live = [r for r in records if r.status == "active"]
    out: dict[str, dict[str, bytes]] = {r.id: {} for r in live}
    for embedder in embedders:
        seen = [r for r in live if embeddable.row(embedder, r)]
        if not seen:
            continue
        if embedder.leg not in legs:
            return {}
        try:
            vectors = embedder.passages([r.text for r in seen])
        except ModelError:
            logger.warning("embedder %s failed; the rows wait for a job", embedder.leg)
            return {}
        for record, vector in zip(seen, vectors, strict=True):
            out[record.id][embedder.leg] = vector.astype("<f4").tobytes()
    return out


def _record_row(record: MemoryRecord, reader: Reader) -> KeywordRow:
    """Return the row of a memory: its text, and the words that its fields name it by (O33)."""
    text = "\n".join((record.text, *named_by(record.attributes)))
    return reader.row(text, speaker=None, time=in_zone(record.time, record.zone))


def named_by(attributes: JsonObject) -> tuple[str, ...]:
    """Return what the fields `intent` and `keywords` say, of a memory of any type: it is found by them as by its text."""
    intent, keywords = attributes.get("intent"), attributes.get("keywords")
    words = cast("list[object]", keywords) if isinstance(keywords, list) else []
    return tuple(one for one in (intent, *words) if isinstance(one, str) and one)
