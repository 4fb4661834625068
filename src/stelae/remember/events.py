"""What programs report: calls of tools and ends of runs, put before the gate and written in one transaction.

Nobody speaks here, so nothing is extracted: code has laid the text out. It is scanned as a stranger's all the same, since
arguments and results come from anywhere (DEV-08). What the gate refuses leaves no message in the log either.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, Literal, assert_never

from stelae.remember.drafting import Proposal
from stelae.remember.grounding import whole
from stelae.remember.intake import Intake
from stelae.remember.keying import concept_key_of
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import Authority, at_most
from stelae.schemas.base import JsonObject
from stelae.schemas.candidate import Grounded, MemoryCandidate
from stelae.schemas.change import Drop, Outcome
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Flag, Observation
from stelae.schemas.scope import Namespace
from stelae.text.keys import digest
from stelae.text.language import language_of
from stelae.text.scanner import scan

Once = Literal["key", "mark", "merge"]
"""How a report that came before is known: its `key` has a memory, whatever else it says; its `mark` is in the log; or its
memory takes in what is new in it, and `merge` says whether anything is."""
_REFUSALS: Final = 1_000
"""Newest refusals that are looked at, to tell none twice."""


@dataclass(frozen=True, slots=True)
class Report:
    """One thing that a program says has happened, as it is to be remembered. Redacted already."""

    category: str
    text: str
    attributes: JsonObject
    authority: Authority
    once: Once
    mark: str | None = None
    """Under which it is logged as evidence; None: the memory stands for itself, nothing is logged."""
    heard: str = ""
    """All that was said, where the text is cut: scanned in its place."""
    confidence: float = 1.0
    time: datetime | None = None
    """None: now."""
    session: str | None = None


@dataclass(slots=True)
class _Plan:
    """One attempt to write reports."""

    settlement: Settlement
    now: datetime
    seen: Mapping[str, Observation]
    """By mark."""
    logged: list[Intake] = field(default_factory=list[Intake])
    refused: tuple[Drop, ...] | None = None
    """Refusals of before; None: not looked at yet."""


class Events:
    """Keeps reports. The same report again changes nothing."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Write through the pipeline and nothing else."""
        self._pipeline, self._parts = pipeline, pipeline.parts

    def keep(
        self, ns: Namespace, reports: Sequence[Report], *, by: Authority = "platform"
    ) -> tuple[Outcome, ...]:
        """Put reports before the gate and write what passes, in one transaction.

        Args:
            ns: where to write.
            reports: in order.
            by: who hands them in; none of them counts as more than that.

        Returns:
            One outcome a report, in their order.

        Raises:
            UnknownCategoryError: there is no such category.
            VersionConflictError: other writers kept changing the same memories.
        """
        owned = [replace(one, authority=at_most(one.authority, by)) for one in reports]
        actor = at_most("platform", by)
        return self._pipeline.retry(lambda: self._attempt(ns, owned, actor)) if owned else ()

    def _attempt(
        self, ns: Namespace, reports: Sequence[Report], actor: Authority
    ) -> tuple[Outcome, ...]:
        marks = [one.mark for one in reports if one.mark is not None]
        now, settlement = self._parts.clock.now(), self._pipeline.begin(ns)
        plan = _Plan(settlement, now, self._parts.store.seen(ns, marks, []))
        told: list[Outcome] = []
        for order, one in enumerate(reports):
            self._take(ns, one, order, plan)
            told.append(settlement.outcomes[-1])
        self._pipeline.commit(ns, settlement, now, intakes=plan.logged, actor=actor)
        return tuple(told)

    def _take(self, ns: Namespace, one: Report, order: int, plan: _Plan) -> None:
        known = self._known(ns, one, plan)
        if known is not None:
            plan.settlement.tell("duplicate", known, "none", "not_novel")
            return
        if self._declined(ns, one, plan):
            plan.settlement.outcomes.append(Outcome(outcome="rejected", reason="declined"))
            return
        said, before = self._said(ns, one, order, plan), len(plan.settlement.drops)
        self._pipeline.judgement.judge(ns, _proposal(one, said), plan.settlement, plan.now)
        outcome = plan.settlement.outcomes[-1]
        if outcome.outcome != "rejected":
            # What waits already rests on the message that was logged then.
            if one.mark is not None and (outcome.outcome, outcome.change) != ("duplicate", "none"):
                plan.logged.append(Intake(said))
            return
        told = plan.settlement.drops[before:]
        plan.settlement.drops[before:] = self._new_drops(ns, one, told, plan)

    def _new_drops(
        self, ns: Namespace, one: Report, drops: Sequence[Drop], plan: _Plan
    ) -> list[Drop]:
        """Return refusals under the report's mark, without the message, which is not kept; one is told once."""
        rule = f"capture:{one.mark}" if one.mark else "capture"
        marked = [d.model_copy(update={"observation_id": None, "rule": rule}) for d in drops]
        if one.mark is None:
            return marked
        return [drop for drop in marked if drop not in self._refused(ns, plan)]

    def _declined(self, ns: Namespace, one: Report, plan: _Plan) -> bool:
        """Has a person declined what this report gave? Then the same one does not ask again."""
        said = plan.seen.get(one.mark or "")
        if said is None or one.once != "mark":
            return False
        refused = self._refused(ns, plan)
        return any(d.observation_id == said.id and d.reason == "declined" for d in refused)

    def _refused(self, ns: Namespace, plan: _Plan) -> tuple[Drop, ...]:
        if plan.refused is None:
            plan.refused = tuple(self._parts.store.drops(ns, limit=_REFUSALS))
        return plan.refused

    def _known(self, ns: Namespace, one: Report, plan: _Plan) -> MemoryRecord | None:
        """Return the memory that this report has given before, if it is one that came before."""
        match one.once:
            case "key":
                return self._held(ns, one, plan)
            case "mark":
                return self._reported(ns, one, plan)
            case "merge":
                return None
            case _:
                assert_never(one.once)

    def _held(self, ns: Namespace, one: Report, plan: _Plan) -> MemoryRecord | None:
        """Return the memory of its key that holds now: this project's, or the one without a project."""
        payload = self._parts.registry.payload(one.category, one.attributes)
        key = concept_key_of(ns, self._parts.concept_key, one.category, payload, one.text)
        planned = [r for r in plan.settlement.active() if r.key == key]
        found = planned or self._pipeline.settling.holders(ns, key, ns.project)
        return next((r for r in found if r.current(plan.now)), None)

    def _reported(self, ns: Namespace, one: Report, plan: _Plan) -> MemoryRecord | None:
        """Return what the report of this mark has given, now or before, whether it still holds or not."""
        said = plan.seen.get(one.mark or "") or _logged(plan, one.mark)
        if said is None:
            return None
        planned = [p.record for p in plan.settlement.planned.values()]
        given = [r for r in planned if any(s.observation_id == said.id for s in r.evidence)]
        return next(iter([*given, *self._parts.store.by_observation(ns, said.id)]), None)

    def _said(self, ns: Namespace, one: Report, order: int, plan: _Plan) -> Observation:
        """Return the report as a message of a tool: no recall shows it, and what rests on it names it."""
        when = one.time or plan.now + timedelta(microseconds=order)
        again = one.mark in plan.seen or _logged(plan, one.mark) is not None
        # What it gave is gone by age; an id is there once.
        mark = f"{one.mark}@{plan.now.isoformat()}" if one.mark and again else one.mark
        return Observation(
            id=self._parts.new_id(),
            external_id=mark,
            content_hash=digest(f"{one.category}\x1f{one.text}\x1f{when.isoformat()}", 16),
            role="tool",
            authority=one.authority,
            session=one.session,
            project=ns.project,
            text=one.text,
            language=language_of(one.text),
            time=when,
            time_given=one.time is not None,
            recorded_at=plan.now,
            flags=_flags(one.heard or one.text),
        )


def _logged(plan: _Plan, mark: str | None) -> Observation | None:
    found = (i.observation for i in plan.logged if i.observation.external_id == mark)
    return next(found, None) if mark is not None else None


def _flags(heard: str) -> tuple[Flag, ...]:
    """Scan as a stranger's words, whoever reports them."""
    found = scan(heard)
    flags: list[Flag] = [] if found.verdict == "clean" else [found.verdict]
    return (*flags, "procedural") if found.procedural else tuple(flags)


def _proposal(one: Report, said: Observation) -> Proposal:
    candidate = MemoryCandidate(
        category=one.category,
        text=one.text,
        attributes=one.attributes,
        quote=one.text,
        subject="agent",
        confidence=one.confidence,
        reason="capture",
    )
    grounded = Grounded(
        candidate=candidate,
        evidence=() if one.mark is None else (whole(said),),
        extractor="caller",
        verbatim=True,
    )
    return Proposal(grounded, said, one.authority)
