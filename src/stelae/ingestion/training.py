"""Training data out of what a person has reviewed: pairs of what was said and what was decided about it (S6).

Only reviewed decisions: what the gate accepted by itself teaches nothing but the gate. Nothing forgotten, nothing of another
scope, and nothing sensitive unless it is asked for. What was proposed is known as far as it is kept: of an item that was
rejected while it waited only category and rule are, of one that was reworded while it waited nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import BinaryIO

from stelae.errors import MemoryNotFoundError
from stelae.ingestion.training_chat import Chat, chat_lines
from stelae.ports import Clock, Store
from stelae.remember.proposals.sensitivity import is_sensitive
from stelae.schemas.base import Value
from stelae.schemas.categories.registry import Registry
from stelae.schemas.change import Drop
from stelae.schemas.memory import MemoryRecord, Version
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.schemas.training import (
    LeftOut,
    TrainingDecision,
    TrainingForm,
    TrainingInput,
    TrainingMemory,
    TrainingPair,
    TrainingReport,
)
from stelae.schemas.transfer import MemoryLine, PendingLine

_DROPS = 1_000_000
"""More than a scope keeps of what was refused (`refusals_kept`)."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What a person decided about one memory."""

    decision: TrainingDecision
    proposed: MemoryRecord | None
    reviewed: MemoryRecord | None
    record: MemoryRecord
    """As it is now."""


@dataclass(slots=True)
class _Gathered:
    """Everything that an export rests on."""

    decided: list[Decided] = field(default_factory=list[Decided])
    declined: list[Drop] = field(default_factory=list[Drop])
    open: set[str] = field(default_factory=set[str])
    """Observations of which something waits, or was stored without a review."""
    left_out: Counter[LeftOut] = field(default_factory=Counter[LeftOut])


class TrainingExporter:
    """Writes training data of one scope."""

    def __init__(self, store: Store, clock: Clock, registry: Registry) -> None:
        """Take the store to read, the clock that dates the report, and the categories there are."""
        self._store, self._clock, self._registry = store, clock, registry

    def export(
        self,
        ns: Namespace,
        file: BinaryIO,
        *,
        name: str,
        form: TrainingForm = "pairs",
        sensitive: bool = False,
    ) -> TrainingReport:
        """Write one JSON object a line.

        Args:
            ns: its written scope; with a project only that and what is untagged.
            file: where to.
            name: of the file, for the report.
            form: `pairs`, or `chat` for messages as an extractor's prompt has them.
            sensitive: also what is sensitive.
        """
        found = self._gather(ns)
        pairs = list(self._pairs(ns, found, sensitive=sensitive))
        lines: Sequence[Value] = pairs
        if form == "chat":
            chats: tuple[Chat, ...] = chat_lines(pairs, found.open, self._registry, found.left_out)
            lines, pairs = chats, [pair for chat in chats for pair in chat.pairs]
        file.writelines(line.model_dump_json().encode() + b"\n" for line in lines)
        return TrainingReport(
            name=name,
            at=self._clock.now(),
            scope=ns.scope,
            form=form,
            lines=len(lines),
            counts=dict(Counter(pair.decision for pair in pairs)),
            left_out=dict(found.left_out),
        )

    def _gather(self, ns: Namespace) -> _Gathered:
        found = _Gathered()
        with closing(self._store.dump(ns, now=self._clock.now())) as content:
            for line in content:
                if isinstance(line, MemoryLine):
                    self._take(ns, line.versions, found)
                elif isinstance(line, PendingLine):
                    found.open.update(span.observation_id for span in line.item.record.evidence)
        drops = self._store.drops(ns, limit=_DROPS)
        found.declined = [drop for drop in reversed(drops) if drop.reason == "declined"]
        return found

    def _take(self, ns: Namespace, versions: Sequence[Version], found: _Gathered) -> None:
        """Sort a memory: decided by a person, or not."""
        decided = decision_on(versions, reworded=lambda: self._reworded(ns, versions[0].record))
        record = versions[-1].record
        if isinstance(decided, Decided):
            if record.extractor == "caller":
                found.left_out["not_proposed"] += 1
            else:
                found.decided.append(decided)
            return
        if decided is not None:
            found.left_out[decided] += 1
        found.open.update(span.observation_id for span in record.evidence)

    def _reworded(self, ns: Namespace, record: MemoryRecord) -> bool:
        """Was it given other words when it was confirmed? The audit names the fields."""
        return any(
            bool(entry.fields)
            for _, entry in self._store.trail(ns, record.id)
            if entry.action == "confirm"
        )

    def _pairs(self, ns: Namespace, found: _Gathered, *, sensitive: bool) -> Iterator[TrainingPair]:
        for decided in found.decided:
            observation = self._first(ns, decided.record)
            if observation is None:
                found.left_out["no_source"] += 1
            elif not sensitive and _delicate(decided, observation):
                found.left_out["sensitive"] += 1
            else:
                yield _pair(decided, observation)
        for drop in found.declined:
            observation = self._observation(ns, drop.observation_id)
            if observation is None:
                found.left_out["no_source"] += 1
            elif not sensitive and is_sensitive(observation):
                found.left_out["sensitive"] += 1
            else:
                yield _declined(drop, observation)

    def _first(self, ns: Namespace, record: MemoryRecord) -> Observation | None:
        return self._observation(ns, record.evidence[0].observation_id) if record.evidence else None

    def _observation(self, ns: Namespace, id_: str | None) -> Observation | None:
        try:
            return self._store.observation(ns, id_) if id_ else None
        except MemoryNotFoundError:
            return None


def decision_on(
    versions: Sequence[Version], *, reworded: Callable[[], bool]
) -> Decided | LeftOut | None:
    """Return what a person decided about a memory; None: nobody did; `undone`: the decision was taken back.

    Args:
        versions: every state it has had, oldest first.
        reworded: was it confirmed in other words than it was proposed in?
    """
    decided: Decided | LeftOut | None = None
    record = versions[-1].record
    for number, version in enumerate(versions):
        before = versions[number - 1].record if number else None
        if version.change == "edit":
            first = decided.proposed if isinstance(decided, Decided) else before
            decided = Decided("edited", first, version.record, record)
        elif version.change == "retract":
            decided = Decided("rejected", before, None, record)
        elif version.change == "restore":
            decided = "undone" if decided is not None else None
        elif version.record.reason == "confirmed" and version.record.confirmed and decided is None:
            other = reworded()
            word: TrainingDecision = "edited" if other else "confirmed"
            proposed = None if other else version.record
            decided = Decided(word, proposed, version.record, record)
    return decided


def _pair(decided: Decided, observation: Observation) -> TrainingPair:
    return TrainingPair(
        input=_input(observation),
        proposed=_memory(decided.proposed),
        decision=decided.decision,
        reviewed=_memory(decided.reviewed),
        extractor=decided.record.extractor,
        rule=decided.record.rule,
        observation=observation.id,
        external_id=observation.external_id,
        memory=decided.record.id,
    )


def _declined(drop: Drop, observation: Observation) -> TrainingPair:
    return TrainingPair(
        input=_input(observation),
        proposed=TrainingMemory(category=drop.category),
        decision="rejected",
        rule=drop.rule,
        observation=observation.id,
        external_id=observation.external_id,
    )


def _input(observation: Observation) -> TrainingInput:
    return TrainingInput(
        text=observation.text, language=observation.language, time=observation.time
    )


def _memory(record: MemoryRecord | None) -> TrainingMemory | None:
    if record is None:
        return None
    return TrainingMemory(
        category=record.category,
        kind=record.kind,
        text=record.text,
        attributes=record.attributes,
        subject=record.subject,
        quote=record.evidence[0].quote if record.evidence else "",
    )


def _delicate(decided: Decided, observation: Observation) -> bool:
    states = (decided.proposed, decided.reviewed, decided.record)
    marked = any(state is not None and state.sensitivity == "sensitive" for state in states)
    return marked or is_sensitive(observation)
