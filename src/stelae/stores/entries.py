"""A memory or an observation as the search sees it: one `Entry`, the same in every store. Pure, without numpy."""

import hashlib
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast

from stelae.ports import MEMORY, OBSERVATION
from stelae.schemas.authority import TIERS
from stelae.schemas.change import IndexedObservation, Job
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.observation import Observation
from stelae.schemas.query import Hit
from stelae.schemas.scope import Namespace

_ROLES = {"user": 0, "assistant": 1}
_OTHER_ROLE = 2


class Entry(NamedTuple):
    """The columns of `ports.Catalog` for one row; times are seconds since the epoch, None where absent."""

    type: int
    length: int
    cues: int
    language: int
    session: str | None
    speaker: str | None
    role: int
    category: str | None
    project: str | None
    authority: int
    live: int
    time: float
    valid_from: float
    valid_to: float | None
    closed_at: float | None
    recorded_at: float
    retracted_at: float | None
    expires_at: float | None
    last_access: float | None
    access_count: int
    pinned: int


def seconds(at: datetime | None) -> float | None:
    """Return the instant as seconds since the epoch."""
    return None if at is None else at.timestamp()


def instant(at: float | None) -> datetime | None:
    """Return the instant of `seconds`; microseconds survive the way there and back."""
    return None if at is None else datetime.fromtimestamp(at, UTC)


def memory_entry(record: MemoryRecord, *, length: int, cues: int) -> Entry:
    """Return the row of a memory."""
    return Entry(
        type=MEMORY,
        length=length,
        cues=cues,
        language=_language(record.language),
        session=record.session,
        speaker=None,
        role=0,
        category=record.category,
        project=record.project,
        authority=TIERS.index(record.authority),
        live=int(record.status == "active"),
        time=record.time.timestamp(),
        valid_from=record.valid_from.timestamp(),
        valid_to=seconds(record.valid_to),
        closed_at=seconds(record.closed_at),
        recorded_at=record.recorded_at.timestamp(),
        retracted_at=seconds(record.retracted_at),
        expires_at=seconds(record.expires_at),
        last_access=seconds(record.last_access),
        access_count=record.access_count,
        pinned=int(record.pinned),
    )


def observation_entry(indexed: IndexedObservation) -> Entry | None:
    """Return the row of an observation, or None where the raw track may never show it."""
    seen = indexed.observation
    if not seen.recallable:
        return None
    return Entry(
        type=OBSERVATION,
        length=indexed.length,
        cues=indexed.cues,
        language=_language(seen.language),
        session=seen.session,
        speaker=seen.speaker,
        role=_ROLES.get(seen.role, _OTHER_ROLE),
        category=None,
        project=seen.project,
        authority=TIERS.index(seen.authority),
        live=1,
        time=seen.time.timestamp(),
        valid_from=seen.time.timestamp(),
        valid_to=None,
        closed_at=None,
        recorded_at=seen.recorded_at.timestamp(),
        retracted_at=None,
        expires_at=None,
        last_access=None,
        access_count=0,
        pinned=0,
    )


def ends(record: MemoryRecord) -> tuple[float | None, ...]:
    """Return how a record ends, as its row keeps it: in the world, and when the store learned of it."""
    return seconds(record.valid_to), seconds(record.closed_at), seconds(record.retracted_at)


def another_end(held: tuple[float | None, ...], record: MemoryRecord) -> bool:
    """Did the store know of an end of a row (its `ends`), and does the record have another one, or none, by now?

    It gets another row: the old one goes on answering what was known in between.
    """
    _, closed, retracted = held
    return (closed is not None or retracted is not None) and held != ends(record)


def _language(tag: str) -> int:
    return int(tag.lower().startswith("zh"))


def observation_hit(seen: Observation, score: float, *, scope: str, live: bool) -> Hit:
    """Return an observation as a hit; `live` is false when all memories that rest on it are superseded."""
    return Hit(
        id=seen.id,
        type="observation",
        text=seen.text,
        score=score,
        time=seen.time,
        scope=scope,
        status="active" if live else "superseded",
        external_id=seen.external_id,
        speaker=seen.speaker,
        session=seen.session,
        authority=seen.authority,
    )


def visible(project: str | None, ns: Namespace) -> bool:
    """May the namespace read rows of that project? Untagged rows always (O42)."""
    return project is None or project == ns.project


def pending_mark(item: PendingItem) -> bytes:
    """Digest of what makes two pending items the same question: key, text and quoted spans; without a span, its id."""
    quotes = [span.quote for span in item.record.evidence] or [item.id]
    parts = (item.key, item.record.text, *quotes)
    return hashlib.sha256("\x00".join(parts).encode()).digest()


def remaining(job: Job, ids: Collection[str]) -> Job | None:
    """Return the job without these ids, or None when nothing is left for it to do."""
    payload = dict(job.payload)
    for name, value in job.payload.items():
        if isinstance(value, str) and value in ids:
            return None
        if isinstance(value, list):
            listed = cast("list[Any]", value)
            payload[name] = kept = [one for one in listed if one not in ids]
            if listed and not kept:
                return None
    return job if payload == job.payload else job.model_copy(update={"payload": payload})


def job_id() -> str:
    """Return a fresh id for a job whose maker gave it none: a UUIDv7."""
    import uuid_utils  # noqa: PLC0415 - only who writes a job needs it

    return str(uuid_utils.uuid7())


def backoff_s(attempts: int) -> float:
    """Pause before a failed job is tried again: 2, 4, 8 … seconds, 10 minutes at most."""
    return min(600.0, 2.0**attempts)


MAX_LEASES = 10
"""A job whose lease ran out so often has killed its worker each time; it is set aside as failed."""
KEPT_TRACES = 1_000
"""Newest traces kept for one tenant."""
KEPT_REPLIES = 500
"""Newest answers of models kept for one scope."""
REPLY_DAYS = 30
"""How long such an answer is used again."""
STUCK_S = 3_600.0
"""No lease or pause is that long: a job that is due later than that was put off by a clock that was wrong."""
