"""Capture after a run (L1): what its tool calls leave in memory, without a model (O23, O24, O30).

Every call has one fate: something is made of it, or there is a counted reason why not. What is stored of that the gate
decides; it sees everything.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from stelae.background.call_reports import (
    Caller,
    audit_report,
    decision_report,
    event_report,
    pattern_report,
)
from stelae.background.call_results import finds_nothing, looks_like_error
from stelae.background.capture_text import LEAST_TEXT, call_text
from stelae.background.change_control import settled
from stelae.background.query_patterns import Query, best, query_of
from stelae.background.tool_verbs import OWN_TOOLS, is_write, own_name
from stelae.remember.events import Events, Report
from stelae.schemas.agent_runs import CaptureResult, Skip, ToolCall
from stelae.schemas.change import Outcome
from stelae.schemas.memory import Reason
from stelae.schemas.scope import Namespace
from stelae.text.markers import strip_blocks
from stelae.text.normalise import squash
from stelae.text.personal import PERSONAL_TYPES

MASKED: Final = PERSONAL_TYPES - {"ip_address"}
"""Personal data is masked always: many people's calls end in the one scope of their agent. Addresses of machines stay, or
events of a network would say nothing."""


@dataclass(frozen=True, slots=True)
class _Made:
    """What is made of one call."""

    skip: Skip | None
    reports: tuple[Report, ...] = ()
    """Its own first; empty when it was skipped and no audit is asked for."""


class Capture:
    """Turns calls into reports and has them kept."""

    def __init__(self, events: Events, *, masked: frozenset[str]) -> None:
        """Take who keeps them, and the types of personal data that the policy masks."""
        self._events, self._masked = events, MASKED | masked

    def __call__(self, ns: Namespace, calls: Sequence[ToolCall], caller: Caller) -> CaptureResult:
        """Capture calls in one transaction. The same ones again change nothing.

        Args:
            ns: where to write: the agent's own scope.
            calls: in order.
            caller: whose they are, and how they are captured.

        Raises:
            VersionConflictError: other writers kept changing the same memories.
        """
        looked = _looked_at(calls)
        made = [self._made(call, caller, looked.get(at)) for at, call in enumerate(calls)]
        reports = [r for one in made for r in one.reports]
        outcomes = iter(self._events.keep(ns, reports, by=caller.highest))
        return _counted(made, [[next(outcomes) for _ in one.reports] for one in made])

    def _made(self, call: ToolCall, caller: Caller, look: Query | Skip | None) -> _Made:
        skip, reports = self._of_use(call, caller, look)
        if caller.audit:
            reports = (*reports, audit_report(call, caller, skip, personal=self._masked))
        dated = (replace(one, time=call.time, session=caller.session) for one in reports)
        return _Made(skip, tuple(dated))

    def _of_use(
        self, call: ToolCall, caller: Caller, look: Query | Skip | None
    ) -> tuple[Skip | None, tuple[Report, ...]]:
        """Return what a call gives, or why it gives nothing."""
        if isinstance(look, Query):
            return None, (pattern_report(look, caller, personal=self._masked),)
        if look is not None:
            return look, ()
        decision = settled(call)
        write = is_write(call.name, verbs=caller.verbs)
        if not write and decision is None:
            return "not_a_write", ()
        kept = call_text(call, personal=self._masked)
        if len(kept.text) < LEAST_TEXT:
            return "too_short", ()
        event = (event_report(call, kept, caller),) if write else ()
        if decision is None:
            return None, event
        return None, (*event, decision_report(call, decision, kept, caller, personal=self._masked))


def _refusal(call: ToolCall) -> Skip | None:
    """Say why a call is left alone whatever it does."""
    if own_name(call.name) in OWN_TOOLS:
        return "own_tool"
    if call.status == "failed":
        return "failed"
    if call.result is None and call.status is None:
        return "no_result"
    return "error_result" if looks_like_error(call.result) else None


def _looked_at(calls: Sequence[ToolCall]) -> dict[int, Query | Skip]:
    """Return why a call is left alone, and for every one that queries the query that is kept, or why this one is not."""
    found: dict[int, Query | Skip] = {}
    reading: defaultdict[tuple[str, str], dict[int, Query]] = defaultdict(dict)
    for at, call in enumerate(calls):
        refusal = _refusal(call)
        query = query_of(call) if refusal is None else None
        if refusal is not None:
            found[at] = refusal
        elif query is None or query.kind == "other":
            continue
        elif query.kind == "introspective":
            found[at] = "introspective"
        elif finds_nothing(call.result):
            found[at] = "empty_result"
        else:
            found[at] = "not_the_best"
            reading[_asked(call), query.source][at] = query
    for queries in reading.values():
        at = best(queries)
        if at is not None:
            found[at] = queries[at]
    return found


def _asked(call: ToolCall) -> str:
    """Return the question that a call serves: the same one, whatever we have recalled beside it."""
    return squash(strip_blocks(call.question or ""))


def _counted(made: Sequence[_Made], outcomes: Sequence[Sequence[Outcome]]) -> CaptureResult:
    fates = [
        _fate([o for o in told if o.category != "audit"])
        for one, told in zip(made, outcomes, strict=True)
        if one.skip is None
    ]
    every = [outcome for told in outcomes for outcome in told]
    refused = Counter[Reason](o.reason for o in fates if o.outcome == "rejected")
    skipped = Counter[Skip](one.skip for one in made if one.skip is not None)
    new = [o.category for o in every if o.outcome == "accepted" and o.change != "merge"]
    return CaptureResult(
        calls=len(made),
        captured=sum(o.outcome == "accepted" for o in fates),
        duplicates=sum(o.outcome == "duplicate" for o in fates),
        skipped=dict(skipped),
        pending=sum(o.outcome == "pending" for o in fates),
        refused=dict(refused),
        kept=dict(Counter(new)),
        outcomes=tuple(every),
    )


def _fate(told: Collection[Outcome]) -> Outcome:
    """Return the outcome that stands for the call: the best of what it gave."""
    order = ("accepted", "duplicate", "pending", "rejected")
    return min(told, key=lambda o: order.index(o.outcome))
