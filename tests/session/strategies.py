"""Session states and patches of any shape, for the laws of merging and keeping."""

from datetime import UTC

from hypothesis import strategies as st

from stelae.schemas.session import (
    Budget,
    ProposedConstraint,
    SessionConstraint,
    SessionPatch,
    SessionState,
    Task,
)

WORDS = (
    "真皮",
    "红色",
    "麂皮 手柄",
    "leather",
    "red shoes",
    "zipper",
    "no red",
    "42码",
    "fast delivery",
)
TEXTS = st.sampled_from(WORDS) | st.text(min_size=1, max_size=12).filter(lambda t: bool(t.strip()))
POLARITIES = st.sampled_from(["like", "dislike", "neutral"])
proposals = st.builds(
    ProposedConstraint,
    content=TEXTS,
    polarity=POLARITIES,
    keywords=st.lists(TEXTS, max_size=2).map(tuple),
    source_quote=st.sampled_from(["", *WORDS]),
    blocking=st.booleans(),
)
_amounts = st.none() | st.floats(min_value=0, max_value=1e6)
budgets = (
    st.tuples(_amounts, _amounts)
    .filter(lambda pair: any(one is not None for one in pair))
    .map(lambda pair: sorted(pair, key=lambda one: one if one is not None else 0.0))
    .map(lambda pair: Budget(least=pair[0], most=pair[1]) if None not in pair else _one(pair))
)


def _one(pair: list[float | None]) -> Budget:
    return Budget(most=next(one for one in pair if one is not None), currency="CNY")


_slots = st.dictionaries(st.sampled_from(["color", "size"]), TEXTS, max_size=2)
patches = st.builds(
    SessionPatch,
    new_task=st.just(False),
    intent=st.none() | TEXTS,
    category=st.none() | TEXTS,
    retract=st.lists(st.sampled_from(["c1", "c2", "c3", "c9"]), max_size=3).map(tuple),
    constraints=st.lists(proposals, max_size=4).map(tuple),
    clear_budget=st.booleans(),
    budget=st.none() | budgets,
    clear_slots=st.lists(st.sampled_from(["color", "size"]), max_size=2).map(tuple),
    slots=_slots,
) | st.builds(
    SessionPatch,
    new_task=st.just(True),
    intent=TEXTS,
    constraints=st.lists(proposals, max_size=4).map(tuple),
)


@st.composite
def states(draw: st.DrawFn) -> SessionState:
    """A state as code could have left it: ids below the next one, each once."""
    given = draw(st.lists(proposals, max_size=5))
    held = tuple(
        SessionConstraint.model_validate({**one.model_dump(), "id": f"c{n}", "turn_added": n})
        for n, one in enumerate(given, 1)
    )
    return SessionState(
        current_intent=draw(st.none() | TEXTS),
        category=draw(st.none() | TEXTS),
        budget=draw(st.none() | budgets),
        slots=draw(_slots),
        constraints=held,
        epoch=draw(st.integers(0, 3)),
        turn=draw(st.integers(0, 9)),
        next_id=len(held) + draw(st.integers(1, 3)),
        archived=draw(st.none() | st.just(Task(current_intent="a bag"))),
        expires=draw(st.none() | st.datetimes().map(lambda at: at.replace(tzinfo=UTC))),
    )
