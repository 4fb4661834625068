"""What becomes of a session state when a turn proposes changes: P28, in its order. Pure.

Nothing is invented: every constraint of the result is one of the state's or of the patch's. The same patch again changes
nothing but the number of turns.
"""

from collections.abc import Sequence

from stelae.schemas.session import (
    MAX_CONSTRAINTS,
    ProposedConstraint,
    SessionConstraint,
    SessionPatch,
    SessionState,
    Task,
)
from stelae.session.words import echoed, overlap, quoted, same, says_the_same


def merge(state: SessionState, patch: SessionPatch, said: str = "") -> SessionState:
    """Return the state after a turn.

    1. a new task archives the one before and begins an epoch;
    2. a constraint is taken back only if there is one of that id and the message names what it is about;
    3. one about the same thing replaces the older, under its id;
    4. anything else is appended under an id that was never used before;
    5. budget and slots are set; a budget goes only when that is said.

    Args:
        state: as it is.
        patch: what is proposed; of another epoch it changes nothing.
        said: the person's words. Without them nothing is taken back, and nothing bans.
    """
    turn = state.turn + 1
    if patch.epoch is not None and patch.epoch != state.epoch:
        return state.model_copy(update={"turn": turn})
    now = _opened(state, patch)
    proposed = _distinct([_grounded(one, said) for one in patch.constraints])
    kept = [
        one
        for one in now.constraints
        if one.id not in patch.retract
        or not echoed(one, said)
        or any(says_the_same(one, other) for other in proposed)
    ]
    constraints, next_id = _placed(kept, proposed, turn, now.next_id)
    slots = {name: value for name, value in now.slots.items() if name not in patch.clear_slots}
    return now.model_copy(
        update={
            "turn": turn,
            "next_id": next_id,
            "current_intent": patch.intent or now.current_intent,
            "category": patch.category or now.category,
            "constraints": constraints,
            "budget": patch.budget or (None if patch.clear_budget else now.budget),
            "slots": {**slots, **patch.slots},
        }
    )


def _opened(state: SessionState, patch: SessionPatch) -> SessionState:
    """Begin another task. What was said before the first intent was named belongs to that intent."""
    before = state.current_intent
    if not patch.new_task or patch.intent is None or before is None or same(patch.intent, before):
        return state
    blank = {name: field.get_default(call_default_factory=True) for name, field in _TASK.items()}
    return state.model_copy(update={**blank, "epoch": state.epoch + 1, "archived": state.task})


_TASK = Task.model_fields


def _grounded(one: ProposedConstraint, said: str) -> ProposedConstraint:
    """A quote that the person did not say is none, and then nothing bans (P21)."""
    if quoted(one.source_quote, said):
        return one
    return one.model_copy(update={"source_quote": "", "blocking": False})


def _distinct(proposed: Sequence[ProposedConstraint]) -> list[ProposedConstraint]:
    """Of several about the same thing the last one holds."""
    kept: list[ProposedConstraint] = []
    for one in reversed(proposed):
        if not any(says_the_same(one, other) or overlap(one, other) for other in kept):
            kept.insert(0, one)
    return kept


def _placed(
    held: Sequence[SessionConstraint],
    proposed: Sequence[ProposedConstraint],
    turn: int,
    next_id: int,
) -> tuple[tuple[SessionConstraint, ...], int]:
    """Return the constraints with the proposed ones in their places, and the next free number."""
    by_id = {one.id: one for one in held}
    fresh = dict[str, ProposedConstraint]()
    rest: list[ProposedConstraint] = []
    # What is there already finds its place first, so that the same patch again replaces nothing.
    for one in proposed:
        again = next(
            (o.id for o in by_id.values() if o.id not in fresh and says_the_same(one, o)), ""
        )
        if again:
            fresh[again] = one
            by_id[again] = _said_again(by_id[again], one)
        else:
            rest.append(one)
    for one in rest:
        older = next((o.id for o in by_id.values() if o.id not in fresh and overlap(one, o)), "")
        id_ = older or f"c{next_id}"
        next_id += not older
        fresh[id_] = one
        by_id[id_] = _numbered(one, id_, turn)
    kept = [
        one
        for one in by_id.values()
        if one.id in fresh or not any(overlap(one, other) for other in fresh.values())
    ]
    return _bounded(kept, frozenset(fresh)), next_id


def _said_again(held: SessionConstraint, one: ProposedConstraint) -> SessionConstraint:
    """A ban may be made firmer by saying it again; nothing else changes."""
    firmer = one.blocking and not held.blocking
    return (
        held.model_copy(update={"blocking": True, "source_quote": one.source_quote})
        if firmer
        else held
    )


def _numbered(one: ProposedConstraint, id_: str, turn: int) -> SessionConstraint:
    return SessionConstraint.model_validate({**one.model_dump(), "id": id_, "turn_added": turn})


def _bounded(
    constraints: Sequence[SessionConstraint], fresh: frozenset[str]
) -> tuple[SessionConstraint, ...]:
    """Let the oldest go that ban nothing, then the oldest; never those of this turn."""
    kept = sorted(constraints, key=lambda one: int(one.id[1:]))
    while len(kept) > MAX_CONSTRAINTS:
        older = [one for one in kept if one.id not in fresh]
        kept.remove(next((one for one in older if not one.blocking), older[0]))
    return tuple(kept)
