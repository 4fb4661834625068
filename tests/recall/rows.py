"""A scope filled with observations and memories, without the write path: what the recall tests search in."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from stelae.ports import Embedder, Store
from stelae.recall.pipeline import Recall
from stelae.recall.ranking import Weights
from stelae.schemas.authority import Authority, Role
from stelae.schemas.candidate import Span
from stelae.schemas.categories.registry import BUILT_IN
from stelae.schemas.change import ChangeSet, IndexedObservation, Write
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.policy import Policy
from stelae.schemas.query import Hit, RecallQuery, RecallResult, Trace
from stelae.schemas.scope import Namespace
from stelae.stores.in_memory.store import InMemoryStore
from stelae.testing import FixedClock
from stelae.text.cues import cues_of
from stelae.text.language import language_of
from stelae.text.tokens import index_tokens

START = datetime(2026, 3, 1, 8, tzinfo=UTC)
POLICY = Policy(rows={one.name: one.policy for one in BUILT_IN})


@dataclass
class Desk:
    """A store, a clock and a recall over them."""

    store: Store = field(default_factory=InMemoryStore)
    ns: Namespace = field(default_factory=lambda: Namespace(scope="user:lin"))
    clock: FixedClock = field(default_factory=lambda: FixedClock("2026-05-01T09:00:00+00:00"))
    embedders: Sequence[Embedder] = ()
    weights: Weights | None = None
    count: int = 0

    def say(
        self,
        text: str,
        *,
        role: Role = "user",
        speaker: str | None = None,
        session: str | None = None,
        time: datetime | None = None,
        ns: Namespace | None = None,
    ) -> str:
        """Log one message and return its id; every message is a minute after the one before."""
        self.count += 1
        when = time or START + timedelta(minutes=self.count)
        tokens = index_tokens(text, speaker=speaker, time=when, language=language_of(text))
        observation = Observation(
            id=f"o{self.count}",
            external_id=f"m{self.count}",
            content_hash=f"h{self.count}",
            role=role,
            authority="user" if role == "user" else "agent",
            speaker=speaker,
            session=session,
            text=text,
            language=language_of(text),
            time=when,
            recorded_at=when,
        )
        row = IndexedObservation(
            observation=observation,
            tokens=" ".join(tokens),
            cues=cues_of(text),
            length=len(tokens),
        )
        self._apply(ns, ChangeSet(actor="user", at=when, observations=(row,)))
        return observation.id

    def know(
        self,
        text: str,
        *,
        category: str = "fact",
        evidence: str | None = None,
        time: datetime | None = None,
        authority: Authority = "user",
        ns: Namespace | None = None,
        **fields: Any,
    ) -> str:
        """Store one memory and return its id."""
        self.count += 1
        when = time or START + timedelta(minutes=self.count)
        spans = (
            (Span(observation_id=evidence, quote=text, start=0, end=len(text)),) if evidence else ()
        )
        values: dict[str, Any] = {
            "id": f"k{self.count}",
            "category": category,
            "kind": BUILT_IN.get(category).kind,
            "key": f"{category}/{self.count}",
            "text": text,
            "scope": (ns or self.ns).scope,
            "authority": authority,
            "evidence": spans,
            "language": language_of(text),
            "time": when,
            "valid_from": when,
            "recorded_at": when,
        }
        record = MemoryRecord(**(values | fields))
        tokens = index_tokens(text, speaker=None, time=when, language=language_of(text))
        write = Write(
            record=record,
            change="add",
            tokens=" ".join(tokens),
            cues=cues_of(text),
            length=len(tokens),
        )
        self._apply(ns, ChangeSet(actor="user", at=when, writes=(write,)))
        return record.id

    def embed(self) -> None:
        """Give every row its vectors."""
        for embedder in self.embedders:
            self.store.set_leg(embedder.leg, embedder.fingerprint, embedder.dim)
            while rows := self.store.unembedded(embedder.leg, limit=64):
                vectors = embedder.passages([text for _, text in rows])
                self.store.store_vectors(embedder.leg, [rid for rid, _ in rows], vectors)

    def recall(self) -> Recall:
        """Return the read path over the store."""
        ids = iter(range(10**9))
        return Recall(
            self.store,
            embedders=self.embedders,
            clock=self.clock,
            new_id=lambda: f"t{next(ids)}",
            policy=POLICY,
            weights=self.weights,
        )

    def ask(self, text: str, **options: Any) -> RecallResult:
        """Recall with the given options."""
        return self.trace(text, **options)[0]

    def trace(self, text: str, **options: Any) -> tuple[RecallResult, Trace]:
        """Recall and explain."""
        return self.recall().run(self.ns, RecallQuery(text=text, **options))

    def texts(self, text: str, **options: Any) -> list[str]:
        """Return the texts of the hits."""
        return [hit.text for hit in self.ask(text, **options).hits]

    def _apply(self, ns: Namespace | None, changes: ChangeSet) -> None:
        self.store.apply(ns or self.ns, changes)


def a_hit(text: str = "a text", **fields: Any) -> Hit:
    """Return a hit with the given fields."""
    values: dict[str, Any] = {
        "id": text,
        "type": "memory",
        "text": text,
        "category": "fact",
        "score": 0.9,
        "time": START,
        "scope": "user:lin",
        "authority": "user",
    }
    return Hit(**(values | fields))
