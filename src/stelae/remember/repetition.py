"""Which messages are new: neither logged before, in the store or in this call, nor under a tombstone.

Reads, and plans outcomes for what is not new; writes nothing.
"""

from collections.abc import Sequence

from stelae.ports import Store
from stelae.remember.forgotten import forgotten_among, said_anew
from stelae.remember.grounding import unquoted
from stelae.remember.intake import Intake, message_mark, statement_marks
from stelae.remember.settlement import Settlement
from stelae.schemas.change import Outcome
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace


def new_among(
    store: Store, ns: Namespace, intakes: Sequence[Intake], settlement: Settlement
) -> tuple[list[Observation], list[Intake]]:
    """Part what is new from what was seen before, and refuse what was forgotten.

    Args:
        store: to look in.
        ns: the written scope.
        intakes: in order.
        settlement: the plan, which gets an outcome for what is refused, repeated, or another text under a known id.

    Returns:
        Every message that is not refused, as it was logged first; and those of them that are to be logged.
    """
    said = [i.observation for i in intakes]
    known = dict(
        store.seen(
            ns,
            [o.external_id for o in said if o.external_id is not None],
            [o.content_hash for o in said if o.external_id is None],
        )
    )
    kept: list[Observation] = []
    fresh: list[Intake] = []
    for intake in intakes:
        one = intake.observation
        if _forgotten(store, ns, one, settlement):
            settlement.outcomes.append(Outcome(outcome="rejected", reason="forgotten"))
            continue
        mark = one.external_id or one.content_hash
        before = known.get(mark)
        if before is None:
            known[mark] = one
            fresh.append(intake)
        else:
            _seen_again(store, ns, one, before, settlement)
        kept.append(before or one)
    return kept, fresh


def _forgotten(store: Store, ns: Namespace, said: Observation, settlement: Settlement) -> bool:
    """Is this message, or a sentence of it, under a tombstone? Said anew by a person it is a new statement."""
    message, sentences = message_mark(said), statement_marks(said.text)
    gone = forgotten_among(store, ns, settlement, (message, *sentences))
    if message in gone:
        return True
    at = max((gone[one] for one in sentences if one in gone), default=None)
    return at is not None and not said_anew(said.authority, said, at)


def _seen_again(
    store: Store,
    ns: Namespace,
    now: Observation,
    before: Observation,
    settlement: Settlement,
) -> None:
    """The same message again is `duplicate` of what it once gave; another text under its id is told, not swallowed."""
    for record in store.by_observation(ns, before.id):
        settlement.tell("duplicate", record, "none", "not_novel")
    if now.text != before.text:
        settlement.outcomes.append(
            Outcome(
                outcome="rejected",
                reason="not_novel",
                evidence=(unquoted(before),),
                detail="this message id was seen before with another text; the first one stands",
            )
        )
