"""P28, in its order: what a turn changes in the task at hand."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.schemas.session import (
    MAX_CONSTRAINTS,
    Budget,
    ProposedConstraint,
    SessionPatch,
    SessionState,
)
from stelae.session.merging import merge
from stelae.session.words import echoed
from tests.session import strategies

SAID = "真皮 红色 麂皮 手柄 leather red shoes zipper"


def banned(content: str, **more: object) -> ProposedConstraint:
    """Something that the person does not want."""
    return ProposedConstraint.model_validate(
        {
            "content": content,
            "polarity": "dislike",
            "source_quote": content,
            "blocking": True,
            **more,
        }
    )


def ids(state: SessionState) -> list[str]:
    """Return the ids of the constraints."""
    return [one.id for one in state.constraints]


@given(strategies.states(), strategies.patches, st.sampled_from(["", SAID, *strategies.WORDS]))
def test_merging_never_invents(state: SessionState, patch: SessionPatch, said: str) -> None:
    """Every content, quote and value was in the state or in the patch, and nobody's ban is made up."""
    merged = merge(state, patch, said)
    known = {(one.content, one.polarity) for one in (*state.constraints, *patch.constraints)}
    assert {(one.content, one.polarity) for one in merged.constraints} <= known
    quotes = {one.source_quote for one in (*state.constraints, *patch.constraints)} | {""}
    assert {one.source_quote for one in merged.constraints} <= quotes
    assert merged.budget in (None, state.budget, patch.budget)
    assert set(merged.slots.items()) <= set(state.slots.items()) | set(patch.slots.items())
    for one in merged.constraints:
        if one.blocking and one not in state.constraints:
            assert one.source_quote in {p.source_quote for p in patch.constraints if p.blocking}


@given(strategies.states(), st.lists(strategies.patches, max_size=4))
def test_ids_are_never_used_twice(state: SessionState, turns: list[SessionPatch]) -> None:
    """The next number only grows, over epochs, too, and every id lies below it."""
    for patch in turns:
        merged = merge(state, patch, SAID)
        assert merged.next_id >= state.next_id
        assert merged.epoch >= state.epoch
        fresh = set(ids(merged)) - set(ids(state))
        assert all(state.next_id <= int(one[1:]) < merged.next_id for one in fresh)
        assert len(ids(merged)) == len(set(ids(merged)))
        state = merged


@given(strategies.states(), strategies.patches, st.sampled_from(["", *strategies.WORDS]))
def test_taking_back_needs_the_words(state: SessionState, patch: SessionPatch, said: str) -> None:
    """Without an echo in the message a constraint stays, unless something about the same thing replaces it."""
    alone = patch.model_copy(update={"constraints": (), "new_task": False})
    merged = merge(state, alone, said)
    gone = [one for one in state.constraints if one not in merged.constraints]
    assert all(one.id in patch.retract and echoed(one, said) for one in gone)


@given(strategies.states(), strategies.patches, st.sampled_from(["", SAID, *strategies.WORDS]))
def test_the_same_patch_again_changes_nothing_but_the_turn(
    state: SessionState, patch: SessionPatch, said: str
) -> None:
    """A turn that is delivered twice is one."""
    once = merge(state, patch, said)
    again = merge(once, patch, said)
    assert again.turn == once.turn + 1
    assert again.model_copy(update={"turn": once.turn}) == once


@pytest.mark.parametrize(
    ("first", "other", "same"),
    [("find a bag", "find shoes", "Find a  bag"), ("找包", "找鞋", "找包")],
)
def test_a_new_task_archives_the_one_before(first: str, other: str, same: str) -> None:
    """One generation is kept; asking for the same again begins nothing."""
    state = merge(SessionState(), SessionPatch(intent=first, constraints=(banned("真皮"),)), "真皮")
    assert merge(state, SessionPatch(intent=same, new_task=True)).epoch == 0
    later = merge(state, SessionPatch(intent=other, new_task=True, slots={"size": "42"}))
    assert (later.epoch, later.current_intent, later.constraints) == (1, other, ())
    assert later.archived is not None
    assert later.archived.constraints == state.constraints
    third = merge(later, SessionPatch(intent="a lamp", new_task=True, constraints=(banned("red"),)))
    assert third.archived is not None
    assert third.archived.current_intent == other
    assert ids(third) == ["c2"]


def test_what_is_about_the_same_thing_replaces_it_under_its_id() -> None:
    """A polarity flip is one constraint, not two that contradict each other; in either language."""
    keys = ("红色", "red")
    state = merge(
        SessionState(), SessionPatch(constraints=(banned("红色", keywords=keys),)), "不要红色"
    )
    wish = ProposedConstraint(content="red", polarity="like", keywords=keys, source_quote="red")
    flipped = merge(state, SessionPatch(constraints=(wish,)), "make it red")
    assert [(one.id, one.polarity, one.turn_added) for one in flipped.constraints] == [
        ("c1", "like", 2)
    ]


@pytest.mark.parametrize(("said", "left"), [("真皮也行", []), ("麂皮也行", ["c1"]), ("", ["c1"])])
def test_only_what_is_named_is_taken_back(said: str, left: list[str]) -> None:
    """A model that names the wrong id takes nothing away."""
    state = merge(SessionState(), SessionPatch(constraints=(banned("真皮"),)), "不要真皮")
    assert ids(merge(state, SessionPatch(retract=("c1", "c7")), said)) == left


def test_nothing_bans_without_the_persons_own_words() -> None:
    """A model may propose it; only a quote of the message makes it a ban (P21)."""
    patch = SessionPatch(constraints=(banned("leather", source_quote="no leather at all"),))
    (proposed,) = merge(SessionState(), patch, "something nice").constraints
    (said,) = merge(SessionState(), patch, "No leather at all, please").constraints
    assert (proposed.blocking, proposed.source_quote) == (False, "")
    assert (said.blocking, said.source_quote) == (True, "no leather at all")


def test_a_patch_for_another_epoch_changes_nothing() -> None:
    """A planner that was slower than the person writes nothing into the next task."""
    state = SessionState(current_intent="a lamp", epoch=2, turn=5)
    late = SessionPatch(epoch=1, constraints=(banned("red"),), slots={"size": "42"})
    assert merge(state, late, "no red") == state.model_copy(update={"turn": 6})


def test_a_budget_goes_only_when_that_is_said() -> None:
    """A patch that does not speak of money leaves it."""
    state = SessionState(budget=Budget(most=500, currency="CNY"))
    assert merge(state, SessionPatch(slots={"size": "42"})).budget == state.budget
    assert merge(state, SessionPatch(clear_budget=True)).budget is None
    both = SessionPatch(clear_budget=True, budget=Budget(most=80))
    assert merge(state, both).budget == Budget(most=80)


def test_what_bans_outlives_what_does_not() -> None:
    """A task with too many constraints loses its oldest wishes, never a ban while there is a wish (P12)."""
    state = merge(SessionState(), SessionPatch(constraints=(banned("真皮"),)), "真皮")
    words = ["".join(pair) for pair in product("bdfgk", "klmnprtvz")]
    for word in words[: MAX_CONSTRAINTS + 5]:
        wish = ProposedConstraint(content=word, polarity="like")
        state = merge(state, SessionPatch(constraints=(wish,)))
    assert len(state.constraints) == MAX_CONSTRAINTS
    assert state.constraints[0].content == "真皮"
    assert state.constraints[-1].content == words[MAX_CONSTRAINTS + 4]
