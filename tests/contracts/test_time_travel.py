"""What was true, and what was known: earlier wordings and closed memories, asked for through recall."""

from datetime import datetime, timedelta
from itertools import count

import numpy as np
import pytest

from stelae.ports import Store
from stelae.recall.pipeline import Recall
from stelae.schemas.categories.registry import BUILT_IN
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.policy import Policy
from stelae.schemas.query import Hit, RecallQuery
from stelae.testing import FixedClock
from tests.contracts.builders import (
    LIN,
    NOW,
    after,
    changes,
    heard,
    observation,
    record,
    span,
    unit,
    worded,
)

DAY = timedelta(days=1)
POLICY = Policy(rows={one.name: one.policy for one in BUILT_IN})
EDITS = {
    "zh": ("车停在地下二层", "车停在东门广场", "地下", "广场"),
    "en": ("The car is in the basement", "The car is on the square", "basement", "square"),
}
HOMES = {
    "zh": ("住在杭州西湖区", "住在成都高新区", "住在哪里"),
    "en": ("Lives in Turin", "Lives in Osaka", "lives where"),
}


@pytest.fixture(params=["zh", "en"])
def language(request: pytest.FixtureRequest) -> str:
    """Both languages."""
    return request.param


def _ask(
    store: Store,
    text: str,
    *,
    now: datetime = NOW + 30 * DAY,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    **filters: object,
) -> list[Hit]:
    """Recall with keywords alone; weak hits too."""
    ids = count()
    recall = Recall(
        store,
        embedders=(),
        clock=FixedClock(now.isoformat()),
        new_id=lambda: f"t{next(ids)}",
        policy=POLICY,
    )
    query = RecallQuery.model_validate(
        {"text": text, "floor": None, "as_of": as_of, "known_at": known_at, **filters}
    )
    return list(recall.run(LIN, query)[0].hits)


def _texts(store: Store, text: str, **options: datetime) -> list[str]:
    return [hit.text for hit in _ask(store, text, **options)]


def _keep(store: Store, held: MemoryRecord, at: datetime = NOW) -> MemoryRecord:
    store.apply(LIN, changes(at=at, writes=(worded(held),)))
    return held


def _edit(store: Store, held: MemoryRecord, text: str, at: datetime) -> MemoryRecord:
    edited = after(held, text=text)
    store.apply(LIN, changes(at=at, writes=(worded(edited, "edit", expect=held.version),)))
    return edited


def _supersede(
    store: Store, old: MemoryRecord, text: str, *, since: datetime, at: datetime
) -> tuple[MemoryRecord, MemoryRecord]:
    """Replace a memory by one that has been true since a time before it was said."""
    new = record(text, key=old.key, supersedes=old.id, time=at, valid_from=since, recorded_at=at)
    ended = after(old, status="superseded", superseded_by=new.id, valid_to=since, closed_at=at)
    store.apply(
        LIN,
        changes(
            at=at, writes=(worded(ended, "supersede", expect=old.version), worded(new, "supersede"))
        ),
    )
    return ended, new


def test_an_earlier_wording_is_found_by_its_words_as_it_was_known(
    store: Store, language: str
) -> None:
    """Before the edit the old words find the old text and the new words nothing new; after it only the new one is there."""
    old, new, old_word, new_word = EDITS[language]
    held = _keep(store, record(old))
    _edit(store, held, new, NOW + 10 * DAY)
    before, later = NOW + 5 * DAY, NOW + 15 * DAY
    assert _texts(store, old_word, known_at=before) == [old]
    assert _texts(store, new_word, known_at=before) != [new]
    for moment in ({"known_at": later}, {"as_of": before}, {}):
        assert _texts(store, new_word, **moment) == [new]
        assert old not in _texts(store, old_word, **moment)
    assert _texts(store, old_word, known_at=NOW - DAY) == []


def test_an_earlier_wording_says_that_it_is_not_the_current_one(store: Store) -> None:
    """The hit is the memory's, with the words and fields of then, and marked."""
    old, new, word, _ = EDITS["zh"]
    held = _keep(store, record(old, attributes={"place": "B2"}))
    noted = after(held, attributes={"place": "B2", "row": 7})
    store.apply(LIN, changes(at=NOW + DAY, writes=(worded(noted, "merge", expect=1),)))
    edited = after(noted, text=new, attributes={"place": "东门"})
    store.apply(LIN, changes(at=NOW + 2 * DAY, writes=(worded(edited, "edit", expect=2),)))
    (hit,) = _ask(store, word, known_at=NOW + DAY)
    assert (hit.id, hit.status, hit.text) == (held.id, "superseded", old)
    assert hit.attributes == {"place": "B2", "row": 7}
    (hit,) = _ask(store, "广场")
    assert (hit.id, hit.status, hit.text) == (held.id, "active", new)


def test_fields_of_an_earlier_wording_can_be_asked_for(store: Store) -> None:
    """`where` and `known_at` together: the wording that had that value."""
    old, new, old_word, new_word = EDITS["zh"]
    held = _keep(store, record(old, attributes={"place": "B2"}))
    edited = after(held, text=new, attributes={"place": "东门"})
    store.apply(LIN, changes(at=NOW + 2 * DAY, writes=(worded(edited, "edit", expect=1),)))
    then = NOW + DAY
    assert [h.text for h in _ask(store, old_word, known_at=then, where={"place": "B2"})] == [old]
    assert _ask(store, old_word, known_at=then, where={"place": "东门"}) == []
    assert [h.text for h in _ask(store, new_word, where={"place": "东门"})] == [new]
    assert _ask(store, new_word, where={"place": "B2"}) == []


def test_words_that_come_back_are_a_wording_of_their_own(store: Store, language: str) -> None:
    """Said, changed and changed back: at each time what was known then."""
    first, second, word, other = EDITS[language]
    held = _keep(store, record(first))
    edited = _edit(store, held, second, NOW + 10 * DAY)
    _edit(store, edited, first, NOW + 20 * DAY)
    assert [v.record.text for v in store.versions(LIN, held.id)] == [first, second, first]
    for days, asked, text in ((5, word, first), (15, other, second), (25, word, first)):
        assert _texts(store, asked, known_at=NOW + days * DAY) == [text]
    assert _texts(store, word) == [first]
    assert [h.status for h in _ask(store, word, known_at=NOW + 5 * DAY)] == ["superseded"]
    assert [h.status for h in _ask(store, word)] == ["active"]


def test_the_rows_of_a_memory_follow_its_wordings(store: Store) -> None:
    """One row for each; the earlier ones end when the next begins, and other changes make none."""
    held = _keep(store, record("a one"))
    edited = _edit(store, held, "b two", NOW + DAY)
    noted = after(edited, pinned=True, recorded_at=NOW + 2 * DAY)
    store.apply(LIN, changes(at=NOW + 2 * DAY, writes=(worded(noted, "reinforce", expect=2),)))
    catalog = store.catalog(LIN, "user:lin")
    begin, end = NOW.timestamp(), (NOW + DAY).timestamp()
    assert catalog.live.tolist() == [False, True]
    assert catalog.recorded_at.tolist() == [begin, end]
    assert catalog.retracted_at.tolist()[0] == end
    assert np.isnan(catalog.retracted_at[1])
    assert np.isnan(catalog.closed_at).all()
    assert catalog.pinned.tolist()[1] is True
    hits = store.hits(LIN, "user:lin", catalog.rid.tolist(), [0.5, 0.5])
    assert [(h.id, h.text, h.status) for h in hits] == [
        (held.id, "a one", "superseded"),
        (held.id, "b two", "active"),
    ]


def test_each_version_tells_when_the_store_learned_it(store: Store) -> None:
    """The time of the change, not that of the first recording."""
    held = _keep(store, record("a"))
    edited = _edit(store, held, "b", NOW + DAY)
    noted = after(edited, pinned=True)
    store.apply(LIN, changes(at=NOW + 2 * DAY, writes=(worded(noted, "reinforce", expect=2),)))
    found = store.versions(LIN, held.id)
    assert [v.recorded_at for v in found] == [NOW, NOW + DAY, NOW + 2 * DAY]
    assert [v.record.recorded_at for v in found] == [NOW, NOW, NOW]


def test_an_earlier_wording_keeps_its_vectors(store: Store) -> None:
    """And the new one waits for its own."""
    store.set_leg("leg", "leg/2", 2)
    held = record("a one")
    write = worded(held).model_copy(update={"vectors": {"leg": unit(1, 0).tobytes()}})
    store.apply(LIN, changes(writes=(write,)))
    _edit(store, held, "b two", NOW + DAY)
    catalog = store.catalog(LIN, "user:lin")
    found = store.similarities(LIN, catalog, "leg", unit(1, 0), language=0, means=[None, None])
    assert found[0] == pytest.approx(1.0)
    assert np.isnan(found[1])
    assert [text for _, text in store.unembedded("leg", limit=9)] == ["b two"]
    assert store.counts(LIN)["unindexed:leg"] == 1


def test_only_the_current_wording_contains_words(store: Store) -> None:
    """Near matches are looked for in what holds now."""
    held = _keep(store, record("a one"))
    edited = _edit(store, held, "b two", NOW + DAY)
    assert store.containing(LIN, ["one"]) == []
    assert store.containing(LIN, ["two"]) == [edited]


def test_a_superseded_value_is_current_for_who_did_not_know_better(
    store: Store, language: str
) -> None:
    """World time and store time are two questions (R8)."""
    old, new, question = HOMES[language]
    first = _keep(store, record(old, key="home"))
    moved, told = NOW + 10 * DAY, NOW + 20 * DAY
    _supersede(store, first, new, since=moved, at=told)
    assert _texts(store, question) == [new]
    assert _texts(store, question, as_of=NOW + 5 * DAY) == [old]
    assert _texts(store, question, as_of=NOW + 15 * DAY) == [new]
    assert _texts(store, question, known_at=NOW + 15 * DAY) == [old]
    assert _texts(store, question, known_at=NOW + 25 * DAY) == [new]
    between = NOW + 15 * DAY
    assert _texts(store, question, known_at=between, as_of=NOW + 28 * DAY) == [old]
    assert _texts(store, question, known_at=NOW + 25 * DAY, as_of=NOW + 5 * DAY) == [old]
    assert _texts(store, question, known_at=NOW - DAY) == []
    assert _texts(store, question, as_of=NOW - DAY) == []


def test_the_catalogue_tells_when_an_end_was_learned(store: Store) -> None:
    """`closed_at` is store time; an end that was part of the first statement has none."""
    first = _keep(store, record("a", key="home"))
    _supersede(store, first, "b", since=NOW + DAY, at=NOW + 2 * DAY)
    _keep(store, record("c", valid_to=NOW + DAY))
    catalog = store.catalog(LIN, "user:lin")
    assert catalog.valid_to.tolist()[0] == (NOW + DAY).timestamp()
    assert catalog.closed_at.tolist()[0] == (NOW + 2 * DAY).timestamp()
    assert np.isnan(catalog.closed_at[1:]).all()
    assert catalog.valid_to.tolist()[2] == (NOW + DAY).timestamp()


def test_an_end_that_was_stated_at_once_was_always_known(store: Store) -> None:
    """A visit until Friday is over on Saturday, whatever the store knew when."""
    _keep(store, record("Stays in the lake hotel", valid_to=NOW + 5 * DAY))
    for moment in ({"known_at": NOW + DAY}, {"as_of": NOW + DAY}, {"now": NOW + DAY}):
        assert _texts(store, "lake hotel", **moment) == ["Stays in the lake hotel"]
    for moment in ({"known_at": NOW + 6 * DAY}, {"as_of": NOW + 6 * DAY}, {"now": NOW + 6 * DAY}):
        assert _texts(store, "lake hotel", **moment) == []
    assert _texts(store, "lake hotel", known_at=NOW + DAY, as_of=NOW + 6 * DAY) == []


def test_what_was_taken_back_was_known_before(store: Store) -> None:
    """A mistake is an answer only to the question what was believed then."""
    held = _keep(store, record("机房在三楼"))
    undone = after(held, status="archived", retracted_at=NOW + 10 * DAY)
    store.apply(LIN, changes(at=NOW + 10 * DAY, writes=(worded(undone, "retract", expect=1),)))
    assert _texts(store, "机房") == []
    assert _texts(store, "机房", as_of=NOW + 5 * DAY) == []
    assert _texts(store, "机房", known_at=NOW + 5 * DAY) == ["机房在三楼"]
    assert _texts(store, "机房", known_at=NOW + 15 * DAY) == []


def test_what_holds_again_was_over_in_between(store: Store, language: str) -> None:
    """Undoing a supersession does not change what was known before it, and what is found is found at once."""
    old, new, question = HOMES[language]
    first = _keep(store, record(old, key="home"))
    ended, second = _supersede(store, first, new, since=NOW + 10 * DAY, at=NOW + 10 * DAY)
    at = NOW + 20 * DAY
    gone = after(second, status="archived", retracted_at=at)
    again = after(ended, status="active", valid_to=None, closed_at=None, superseded_by=None)
    store.apply(
        LIN,
        changes(
            at=at,
            writes=(worded(gone, "retract", expect=1), worded(again, "restore", expect=2)),
        ),
    )
    assert _texts(store, question) == [old]
    assert _texts(store, question, as_of=NOW + 15 * DAY) == [old]
    assert _texts(store, question, known_at=NOW + 5 * DAY) == [old]
    assert _texts(store, question, known_at=NOW + 15 * DAY) == [new]
    assert _texts(store, question, known_at=NOW + 25 * DAY) == [old]
    assert _texts(store, question, known_at=NOW + 15 * DAY, as_of=NOW + 5 * DAY) == [old]


def test_an_end_that_moves_was_another_one_before(store: Store, language: str) -> None:
    """Told later that it was over sooner: what the store believed in between is still its answer to that question."""
    old, new, question = HOMES[language]
    first = _keep(store, record(old, key="home"))
    ended, _ = _supersede(store, first, new, since=NOW + 20 * DAY, at=NOW + 20 * DAY)
    told = NOW + 25 * DAY
    sooner = after(ended, valid_to=NOW + 10 * DAY, closed_at=told)
    store.apply(LIN, changes(at=told, writes=(worded(sooner, "supersede", expect=2),)))
    assert _texts(store, question, as_of=NOW + 15 * DAY) == []
    assert _texts(store, question, as_of=NOW + 5 * DAY) == [old]
    assert _texts(store, question, as_of=NOW + 15 * DAY, known_at=NOW + 22 * DAY) == [old]
    assert _texts(store, question, as_of=NOW + 15 * DAY, known_at=NOW + 26 * DAY) == []
    assert _texts(store, question) == [new]


def test_what_was_taken_back_and_said_again_was_not_known_in_between(store: Store) -> None:
    """The pause stays in what the store knew."""
    held = _keep(store, record("机房在三楼"))
    gone = after(held, status="archived", retracted_at=NOW + 10 * DAY)
    store.apply(LIN, changes(at=NOW + 10 * DAY, writes=(worded(gone, "retract", expect=1),)))
    back = after(gone, status="active", retracted_at=None)
    store.apply(LIN, changes(at=NOW + 20 * DAY, writes=(worded(back, "restore", expect=2),)))
    assert _texts(store, "机房") == ["机房在三楼"]
    assert _texts(store, "机房", known_at=NOW + 5 * DAY) == ["机房在三楼"]
    assert _texts(store, "机房", known_at=NOW + 15 * DAY) == []
    assert _texts(store, "机房", known_at=NOW + 25 * DAY) == ["机房在三楼"]


def test_what_expired_was_an_answer_before(store: Store) -> None:
    """Expiry needs no clean-up to work, and clean-up does not take away the past."""
    held = _keep(store, record("The guest code is orchid", expires_at=NOW + 5 * DAY))
    for _ in range(2):
        assert _texts(store, "guest code") == []
        assert _texts(store, "guest code", as_of=NOW + DAY) == ["The guest code is orchid"]
        assert _texts(store, "guest code", known_at=NOW + DAY) == ["The guest code is orchid"]
        if held.status == "active":
            held = after(held, status="expired")
            store.apply(LIN, changes(at=NOW + 6 * DAY, writes=(worded(held, "expire", expect=1),)))


def test_forgetting_takes_the_past_along(store: Store, language: str) -> None:
    """No time one may ask for brings back a forgotten wording; restored, it is known from then on."""
    old, new, old_word, new_word = EDITS[language]
    seen = observation(old)
    held = record(old, evidence=(span(seen),))
    store.apply(LIN, changes(observations=(heard(seen),), writes=(worded(held),)))
    edited = _edit(store, held, new, NOW + 5 * DAY)
    gone = after(edited, status="forgotten", retracted_at=NOW + 10 * DAY)
    store.apply(
        LIN,
        changes(at=NOW + 10 * DAY, writes=(worded(gone, "forget", expect=2),), hidden=(seen.id,)),
    )
    for days in (1, 7, 15):
        moment = NOW + days * DAY
        for word in (old_word, new_word):
            assert _texts(store, word, known_at=moment) == []
            assert _texts(store, word, as_of=moment) == []
    back = after(gone, status="active", retracted_at=None)
    store.apply(LIN, changes(at=NOW + 20 * DAY, writes=(worded(back, "restore", expect=3),)))
    assert _texts(store, new_word) == [new]
    assert _texts(store, new_word, as_of=NOW + 7 * DAY) == [new]
    assert _texts(store, new_word, known_at=NOW + 25 * DAY) == [new]
    assert _texts(store, new_word, known_at=NOW + 7 * DAY) == []
    assert _texts(store, old_word, known_at=NOW + DAY) == []
