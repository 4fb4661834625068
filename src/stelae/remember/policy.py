"""The gate: one deterministic verdict on one candidate. The first check that hits decides, with its reason code.

A check that lets it wait does not end the row: what follows can still refuse it, so that a lower authority never fares
better than a higher one. The first reason to wait is the one that is told.

The order is architecture section 4's (K22, R4). Pure: no I/O, no clock, no model. Nothing a model says about itself
(confidence, importance, sensitivity) can make the verdict milder than the rules would (K5).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from stelae.schemas.authority import Authority, at_least, is_person
from stelae.schemas.candidate import Grounded
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.registry import Category
from stelae.schemas.change import Decision, Verdict
from stelae.schemas.memory import Reason
from stelae.schemas.policy import Policy, PolicyRow, Preset


@dataclass(frozen=True, slots=True)
class Case:
    """All that the gate looks at."""

    grounded: Grounded
    category: Category | None
    """None: no such category is registered."""
    payload: CategoryModel | None
    """None: the attributes are not valid for the category."""
    authority: Authority
    incomplete: bool = False
    """A required field is missing (then there is no payload), or one of the category's minimum says nothing."""
    blank: bool = False
    """Nothing is left of the text after normalisation."""
    transient: bool = False
    secret: bool = False
    """A secret that redaction could not remove without loss."""
    instruction: bool = False
    """The scanner saw an order or hidden text, and the source may not instruct."""
    procedural: bool = False
    """It grants permission, skips a check, changes tools or binds others."""
    tombstoned: bool = False
    said_anew: bool = False
    """A person says it in a message not seen before, later than the forgetting."""
    shared: bool = False
    """It would be written to a scope that several people read."""
    confirmed: bool = False
    """A person has confirmed exactly this."""


def decide(case: Case, policy: Policy) -> Decision:
    """Return the verdict: accept, pending or reject, with reason code and the check that decided."""
    row = row_of(case, policy)
    waits: Decision | None = None
    for check in CHECKS:
        found = check(case, row, policy.preset)
        if found is not None:
            verdict, reason = found
            decision = Decision(verdict=verdict, reason=reason, check=check.__name__.lstrip("_"))
            if verdict == "reject":
                return decision
            waits = waits or decision
    return waits or Decision(
        verdict="accept", reason="confirmed" if _by_hand(case) else "accepted", check="accept"
    )


def row_of(case: Case, policy: Policy) -> PolicyRow:
    """Return the policy row that applies: the file's, else the category's default."""
    if case.category is None:
        return PolicyRow()
    return policy.rows.get(case.category.name) or case.category.policy


Found = tuple[Verdict, Reason] | None
Check = Callable[[Case, PolicyRow, Preset], Found]


def _shape(case: Case, _row: PolicyRow, _preset: Preset) -> Found:
    if case.blank:
        return "reject", "empty"
    if case.category is None or case.payload is None:
        return "reject", ("incomplete" if case.incomplete else "invalid_schema")
    if not case.incomplete or _by_hand(case):
        return None
    # What a model read half stays in the log of messages; what a person said half is asked about (S6).
    return ("reject" if case.grounded.extractor == "llm" else "pending"), "incomplete"


def _recommendation(case: Case, _row: PolicyRow, _preset: Preset) -> Found:
    if not case.grounded.candidate.should_store:
        return "reject", "not_recommended"
    return ("reject", "transient") if case.transient else None


def _restriction(case: Case, _row: PolicyRow, _preset: Preset) -> Found:
    restricted = case.secret or case.grounded.candidate.sensitivity == "restricted"
    return ("reject", "restricted") if restricted else None


def _scan(case: Case, _row: PolicyRow, _preset: Preset) -> Found:
    return ("reject", "injection") if case.instruction else None


def _grounding(case: Case, row: PolicyRow, _preset: Preset) -> Found:
    problem = case.grounded.problem
    match problem:
        case "no_span" | "wrong_speaker":
            return "reject", "ungrounded"
        case "not_asserted":
            return "reject", "not_asserted"
        case "wrong_language":
            return "reject", "wrong_language"
        case "none" | "beyond_span":
            weak = case.grounded.candidate.confidence < row.min_confidence
            return ("reject", "low_confidence") if weak else None
        case _:
            assert_never(problem)


def _origin(case: Case, row: PolicyRow, _preset: Preset) -> Found:
    if _procedural(case):
        if at_least(case.authority, "user_edit"):
            return None
        return ("pending" if case.authority == "user" else "reject"), "untrusted_procedural"
    return None if case.authority in row.writers else ("reject", "origin_not_allowed")


def _procedural(case: Case) -> bool:
    """Would it bind others or grant something: by its words, by its claim, or by the type it is of?"""
    claimed = case.procedural or case.grounded.candidate.kind == "procedural"
    return claimed or (case.category is not None and case.category.kind == "procedural")


def _tombstone(case: Case, _row: PolicyRow, _preset: Preset) -> Found:
    return ("reject", "forgotten") if case.tombstoned and not case.said_anew else None


def _importance(case: Case, row: PolicyRow, _preset: Preset) -> Found:
    unimportant = case.grounded.candidate.importance < row.min_importance
    return ("reject", "low_importance") if unimportant else None


def _confirmation(case: Case, row: PolicyRow, preset: Preset) -> Found:
    if _by_hand(case):
        return None
    match row.confirm:
        case "never":
            waits = False
        case "always":
            waits = True
        case "unless_plain":
            waits = preset == "strict" or not _plain(case)
        case _:
            assert_never(row.confirm)
    return ("pending", "needs_confirmation") if waits else None


CHECKS: tuple[Check, ...] = (
    _shape,
    _recommendation,
    _restriction,
    _scan,
    _grounding,
    _origin,
    _tombstone,
    _importance,
    _confirmation,
)
"""In the order that binds. Step 9 of the architecture (shared scope) is a rewrite and happens before the gate is asked."""


def _by_hand(case: Case) -> bool:
    """Was it entered or confirmed by a person, or set by whoever runs the system?"""
    return case.confirmed or at_least(case.authority, "user_edit")


def _plain(case: Case) -> bool:
    """Does a person plainly say it of themselves, in their own turn, with a span that carries it?"""
    return (
        is_person(case.authority)
        and case.grounded.verbatim
        and case.grounded.problem == "none"
        and case.grounded.candidate.subject == "user"
        and not case.shared
    )
