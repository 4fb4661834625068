"""Keys, names and what rests together: what every store does alike, and what a reader who catches up sees."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stelae.concepts.graph import Graph
from stelae.concepts.reading import ScopeConcepts
from stelae.errors import MemoryNotFoundError, ScopeError, VersionConflictError
from stelae.ports import Store
from stelae.ports.concepts import KeyedRow
from stelae.schemas.concepts import ConceptName
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from tests.contracts.builders import (
    LIN,
    MO,
    NOW,
    after,
    buried,
    changes,
    keep,
    new_id,
    observation,
    receipt,
    record,
    say,
    span,
    worded,
    write,
)
from tests.contracts.conftest import StoreFactory

MATERIAL = "preference/global/material/塑料"
HOME = "fact/user/home"
WORK = "fact/user/employer"


def name(kind: str, said: str, key: str, id_: str | None = None) -> ConceptName:
    """Return a name given by a person."""
    return ConceptName.model_validate(
        {
            "id": id_ or new_id("name"),
            "kind": kind,
            "name": said,
            "key": key,
            "at": NOW,
            "actor": "user_edit",
        }
    )


def resting(store: Store, key: str, *seen: Observation) -> MemoryRecord:
    """Store a memory with that key that rests on these messages."""
    return keep(store, record(key, key=key, evidence=tuple(map(span, seen))))


def current(store: Store) -> dict[str, set[str]]:
    """Return the messages under each current key."""
    rows = store.keyed_rows(LIN, LIN.scope).rows
    return {row.key: set(row.observations) for row in rows if row.key is not None}


def test_current_memories_come_with_key_and_messages(store: Store) -> None:
    """Superseded and forgotten ones do not."""
    one, two = say(store, observation("我住成都")), say(store, observation("也在成都上班"))
    home = resting(store, HOME, one)
    work = resting(store, WORK, one, two)
    assert current(store) == {HOME: {one.id}, WORK: {one.id, two.id}}
    store.apply(LIN, changes(writes=(buried(home),), receipts=(receipt("r1"),)))
    gone = after(work, status="superseded", valid_to=NOW)
    store.apply(LIN, changes(writes=(write(gone, expect=work.version),)))
    assert current(store) == {}


def test_a_hidden_message_is_nothing_to_rest_on(store: Store) -> None:
    """And it is again when it is shown again."""
    one = say(store, observation("我住成都"))
    resting(store, HOME, one)
    store.apply(LIN, changes(hidden=(one.id,)))
    assert current(store) == {HOME: set()}
    store.apply(LIN, changes(unhidden=(one.id,)))
    assert current(store) == {HOME: {one.id}}


def test_another_scope_is_not_read(store: Store) -> None:
    """Keys may say private things."""
    resting(store, HOME)
    assert list(store.keyed_rows(MO, MO.scope).rows) == []
    with pytest.raises(ScopeError):
        store.keyed_rows(MO, LIN.scope)


def test_names_are_kept_in_order_until_they_are_taken_back(store: Store) -> None:
    """Each leads to one key only."""
    resting(store, HOME)
    one, two = name("alias", "住处", HOME), name("alias", "家", HOME)
    store.apply(LIN, changes(named=(one,)))
    store.apply(LIN, changes(named=(two,)))
    assert list(store.keyed_rows(LIN, LIN.scope).names) == [one, two]
    with pytest.raises(VersionConflictError):
        store.apply(LIN, changes(named=(name("alias", "家", WORK),)))
    store.apply(LIN, changes(unnamed=(one.id,)))
    assert list(store.keyed_rows(LIN, LIN.scope).names) == [two]
    with pytest.raises(MemoryNotFoundError):
        store.apply(LIN, changes(unnamed=(one.id,)))


def test_a_project_sees_its_own_names_and_those_of_none(store: Store) -> None:
    """As with memories (O42); two projects may give one word."""
    resting(store, HOME)
    one, two, three = (LIN.model_copy(update={"project": p}) for p in ("one", "two", "三"))
    everywhere = name("alias", "住处", HOME)
    mine, theirs = (
        name("alias", "家", HOME).model_copy(update={"project": ns.project}) for ns in (one, two)
    )
    for ns, given_there in ((LIN, everywhere), (one, mine), (two, theirs)):
        store.apply(ns, changes(named=(given_there,)))
    seen = [(LIN, [everywhere]), (one, [everywhere, mine]), (two, [everywhere, theirs])]
    for ns, names in (*seen, (three, [everywhere])):
        assert list(store.concept_names(ns)) == names
        assert list(store.keyed_rows(ns, ns.scope).names) == names
    with pytest.raises(VersionConflictError):
        store.apply(one, changes(named=(mine.model_copy(update={"id": new_id("name")}),)))


def test_destroying_the_last_memory_of_a_key_destroys_its_names(store: Store) -> None:
    """They may say what was forgotten (`preference/global/material/塑料`); those of others stay."""
    held, home = resting(store, MATERIAL), resting(store, HOME)
    stays = name("alias", "住处", HOME)
    store.apply(
        LIN,
        changes(named=(name("alias", "聚乙烯", MATERIAL), name("merge", MATERIAL, HOME), stays)),
    )
    store.apply(LIN, changes(writes=(buried(held),), receipts=(receipt("r1"),)))
    assert list(store.keyed_rows(LIN, LIN.scope).names) == [stays]  # hidden: it may still be undone
    store.apply(LIN, changes(destroyed=(held.id,)))
    assert list(store.keyed_rows(LIN, LIN.scope).names) == [stays]
    assert set(current(store)) == {home.key}


@pytest.mark.parametrize("how", ["hidden", "destroyed"])
def test_a_message_that_goes_takes_its_pairs_along(store: Store, how: str) -> None:
    """Also for a reader who has counted them: the memories that rested on it have changed."""
    one, two = say(store, observation("我住成都")), say(store, observation("在成都上班"))
    resting(store, HOME, one, two)
    resting(store, WORK, one, two)
    reader = ScopeConcepts(store, LIN, LIN.scope)
    reader.catch_up()
    assert reader.graph.pairs() == {(WORK, HOME): 2}
    store.apply(LIN, changes(**{how: (one.id,)}))
    reader.catch_up()
    assert reader.graph.pairs() == {(WORK, HOME): 1}
    store.apply(LIN, changes(**{how: (two.id,)}))
    reader.catch_up()
    assert reader.graph.pairs() == {}
    assert set(reader.vocabulary.keys) == {HOME, WORK}


steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["say", "add", "more", "edit", "supersede", "forget", "hide", "show", "destroy", "drop"]
        ),
        st.integers(0, 50),
        st.integers(0, 50),
    ),
    max_size=25,
)


class Life:
    """A scope to which anything may happen, in the order Hypothesis likes."""

    def __init__(self, store: Store) -> None:
        """Begin with two messages and two memories that rest on both."""
        self.store = store
        self.said: list[Observation] = []
        self.hidden: list[Observation] = []
        self.held: list[MemoryRecord] = []
        for step in (("say", 0, 0), ("say", 0, 0), ("add", 0, 2), ("add", 1, 2)):
            self.take(*step)

    def take(self, what: str, one: int, other: int) -> None:
        """Take one step; what has nothing to work on does nothing."""
        getattr(self, f"_{what}")(one, other)

    def _say(self, *_: int) -> None:
        self.said.append(say(self.store, observation("一句话")))

    def _add(self, one: int, other: int) -> None:
        key = f"fact/user/k{one % 6}"
        if key not in {r.key for r in self.held}:
            seen = [s for n, s in enumerate(self.said) if (other + 1) >> n & 1]
            self.held.append(resting(self.store, key, *seen))

    def _more(self, one: int, other: int) -> None:
        if self.held and self.said:
            self._change(one, evidence=(span(self.said[other % len(self.said)]),))

    def _edit(self, one: int, other: int) -> None:
        key = f"fact/user/k{other % 6}"
        if self.held and key not in {r.key for r in self.held}:
            self._change(one, key=key, text=f"改成 {other}")

    def _supersede(self, one: int, _: int) -> None:
        if self.held:
            old = self.held.pop(one % len(self.held))
            ended = after(old, status="superseded", valid_to=NOW)
            self.store.apply(LIN, changes(writes=(write(ended, expect=old.version),)))

    def _forget(self, one: int, _: int) -> None:
        if self.held:
            old = self.held.pop(one % len(self.held))
            self.store.apply(
                LIN, changes(writes=(buried(old),), receipts=(receipt(new_id("receipt")),))
            )

    def _hide(self, one: int, _: int) -> None:
        if self.said:
            seen = self.said.pop(one % len(self.said))
            self.hidden.append(seen)
            self.store.apply(LIN, changes(hidden=(seen.id,)))

    def _show(self, one: int, _: int) -> None:
        if self.hidden:
            seen = self.hidden.pop(one % len(self.hidden))
            self.said.append(seen)
            self.store.apply(LIN, changes(unhidden=(seen.id,)))

    def _destroy(self, one: int, _: int) -> None:
        if self.held:
            self.store.apply(LIN, changes(destroyed=(self.held.pop(one % len(self.held)).id,)))

    def _drop(self, one: int, _: int) -> None:
        if self.said:
            gone = self.said.pop(one % len(self.said))
            self.store.apply(LIN, changes(destroyed=(gone.id,)))
            self.held = [self.store.get(LIN, r.id) for r in self.held]

    def _change(self, one: int, **fields: object) -> None:
        place = one % len(self.held)
        old = self.store.get(LIN, self.held[place].id)
        if "evidence" in fields:
            fields["evidence"] = (*old.evidence, *fields["evidence"])  # pyright: ignore[reportGeneralTypeIssues, reportUnknownArgumentType, reportUnknownVariableType]
        self.held[place] = after(old, **fields)
        self.store.apply(
            LIN, changes(writes=(worded(self.held[place], "edit", expect=old.version),))
        )


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(story=steps, looks=st.integers(1, 5))
def test_who_catches_up_sees_what_who_reads_anew_sees(
    new_store: StoreFactory, story: list[tuple[str, int, int]], looks: int
) -> None:
    """The graph kept step by step equals the one built from scratch, after whatever happens to memories and messages."""
    life = Life(new_store())
    kept = ScopeConcepts(life.store, LIN, LIN.scope)
    for number, step in enumerate(story):
        life.take(*step)
        if number % looks == 0:
            kept.catch_up()
    kept.catch_up()
    fresh = ScopeConcepts(life.store, LIN, LIN.scope)
    fresh.catch_up()
    assert kept.graph.pairs() == fresh.graph.pairs()
    assert kept.vocabulary.concepts() == fresh.vocabulary.concepts()
    rebuilt = Graph(_rows(life))
    assert kept.graph.pairs() == rebuilt.pairs()


def _rows(life: Life) -> list[KeyedRow]:
    """Return what the story itself knows: current memories, and the messages that are still there to read."""
    readable = {seen.id for seen in life.said}
    rows: list[KeyedRow] = []
    for number, held in enumerate(life.held):
        known = life.store.get(LIN, held.id)
        resting_on = {s.observation_id for s in known.evidence}
        seen = tuple(resting_on & readable)
        rows.append(KeyedRow(number, number, held.key, None, seen))
    return rows


def test_time_of_a_name_is_kept(store: Store) -> None:
    """With its actor, as it was given."""
    resting(store, HOME)
    given_name = name("alias", "住处", HOME).model_copy(update={"at": NOW + timedelta(days=1)})
    store.apply(LIN, changes(named=(given_name,)))
    assert list(store.keyed_rows(LIN, LIN.scope).names) == [given_name]
