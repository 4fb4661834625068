"""Records, versions and pending items come back as they were written, from every store."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stelae.errors import MemoryNotFoundError, ScopeError, StoreError, VersionConflictError
from stelae.ports import Store
from stelae.schemas.candidate import Span
from stelae.schemas.change import Drop, Trail
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from tests.contracts.builders import (
    LIN,
    MO,
    NOW,
    after,
    changes,
    keep,
    new_id,
    observation,
    pending,
    record,
    say,
    span,
    write,
)
from tests.contracts.conftest import StoreFactory

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60)
INSTANTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC))  # noqa: DTZ001


@settings(
    max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(text=TEXTS, value=JSON, time=INSTANTS, pinned=st.booleans())
def test_a_record_comes_back_equal_in_every_field(
    new_store: StoreFactory, text: str, value: Any, time: datetime, pinned: bool
) -> None:
    """Unicode, numbers, null and nested values survive with their types."""
    store = new_store()
    held = record(
        text,
        attributes={"wert": value},
        metadata={"值": [value]},
        time=time,
        valid_from=time,
        expires_at=time,
        project="报告",
        session="s-1",
        pinned=pinned,
        tags=("a", "标签"),
        evidence=(Span(observation_id="o", external_id="外", quote=text, start=0, end=1),),
        access_count=3,
        last_access=NOW,
    )
    ns = Namespace(scope="user:lin", project="报告")
    keep(store, held, ns=ns)
    assert store.get(ns, held.id) == held
    assert repr(store.get(ns, held.id).attributes) == repr(held.attributes)
    store.close()


def test_an_unknown_id_is_not_found(store: Store) -> None:
    """A read of what is not there is an error of its own, on an empty scope too."""
    with pytest.raises(MemoryNotFoundError):
        store.get(LIN, "nobody")
    with pytest.raises(MemoryNotFoundError):
        store.versions(LIN, "nobody")
    with pytest.raises(MemoryNotFoundError):
        store.pending_item(LIN, "nobody")


def test_current_records_are_found_by_key_and_by_prefix(store: Store) -> None:
    """A key finds its record, a prefix all below it; a superseded record is not current."""
    tea = keep(store, record("喜欢茶", key="preference/drink/茶"))
    keep(store, record("喜欢咖啡", key="preference/drink/咖啡"))
    keep(store, record("住在杭州", key="identity/city"))
    ended = record("x", key="preference/drink/水", status="superseded")
    keep(store, ended)
    assert store.by_key(LIN, "preference/drink/茶") == [tea]
    assert [r.key for r in store.by_key_prefix(LIN, "preference/drink/")] == [
        "preference/drink/茶",
        "preference/drink/咖啡",
    ]
    assert store.by_key(LIN, "preference/drink/水") == []
    (newest,) = store.by_key_prefix(LIN, "preference/drink/", limit=1)
    assert newest.key == "preference/drink/咖啡"


def test_a_prefix_with_wildcards_is_taken_literally(store: Store) -> None:
    """`%` and `_` in a key are characters like any other."""
    keep(store, record(key="a_b/1"))
    keep(store, record(key="axb/1"))
    assert [r.key for r in store.by_key_prefix(LIN, "a_b/")] == ["a_b/1"]
    assert store.by_key_prefix(LIN, "%") == []


def test_a_change_keeps_every_version(store: Store) -> None:
    """History is complete and in order, with the change and who made it, whoever had said it first."""
    first = keep(store, record("报告用英文", evidence_count=1, authority="tool"))
    second = first.model_copy(update={"version": 2, "text": "报告用中文"})
    store.apply(LIN, changes(actor="user_edit", writes=(write(second, expect=1),)))
    third = after(second, status="expired")
    by = write(third, expect=2).model_copy(update={"actor": "platform"})
    store.apply(LIN, changes(writes=(by,)))
    found = store.versions(LIN, first.id)
    assert [v.record for v in found] == [first, second, third]
    assert [(v.version, v.change, v.actor) for v in found] == [
        (1, "add", "user"),
        (2, "merge", "user_edit"),
        (3, "merge", "platform"),
    ]
    assert store.get(LIN, first.id) == third


def test_a_stale_version_is_refused_and_writes_nothing(store: Store) -> None:
    """Compare-and-swap: who read version 1 cannot overwrite version 2."""
    first = keep(store, record("a"))
    second = first.model_copy(update={"version": 2, "text": "b"})
    store.apply(LIN, changes(writes=(write(second, expect=1),)))
    late = first.model_copy(update={"version": 2, "text": "c"})
    with pytest.raises(VersionConflictError):
        store.apply(LIN, changes(writes=(write(late, expect=1),)))
    with pytest.raises(VersionConflictError):
        store.apply(LIN, changes(writes=(write(first),)))
    missing = record("d", version=2)
    with pytest.raises(VersionConflictError):
        store.apply(LIN, changes(writes=(write(missing, expect=1),)))
    assert store.get(LIN, first.id) == second
    assert len(store.versions(LIN, first.id)) == 2


def test_one_key_has_one_current_record_in_a_project(store: Store) -> None:
    """A second current record with the same key is a conflict; in another project it is not."""
    held = keep(store, record("a", key="report/language"))
    with pytest.raises(VersionConflictError):
        keep(store, record("b", key="report/language"))
    other = Namespace(scope="user:lin", project="atlas")
    keep(store, record("c", key="report/language", project="atlas"), ns=other)
    assert store.by_key(LIN, "report/language") == [held]
    assert [r.text for r in store.by_key(other, "report/language")] == ["a", "c"]


def test_a_successor_takes_over_the_key_in_one_change_set(store: Store) -> None:
    """Supersession ends the old record and begins the new one at once, in whatever order they are given."""
    old = keep(store, record("报告用英文", key="report/language"))
    new = record("报告用中文", key="report/language", supersedes=old.id)
    ended = old.model_copy(
        update={"version": 2, "status": "superseded", "superseded_by": new.id, "valid_to": NOW}
    )
    store.apply(LIN, changes(writes=(write(new), write(ended, expect=1))))
    assert store.by_key(LIN, "report/language") == [new]
    assert store.get(LIN, old.id).superseded_by == new.id


def test_a_failing_change_set_leaves_nothing(store: Store) -> None:
    """All or nothing: observation, record, pending item, refusal, job and audit entry of a failing set are not there."""
    held = keep(store, record("a"))
    seen, fresh = observation("b"), record("b")
    stale = held.model_copy(update={"version": 5})
    before, catalog = dict(store.counts(LIN)), store.catalog(LIN, "user:lin")
    with pytest.raises(VersionConflictError):
        store.apply(
            LIN,
            changes(
                observations=({"observation": seen, "tokens": "b"},),
                writes=(write(fresh, "b"), write(stale, expect=4)),
                pending=(pending(record("c")),),
                drops=(Drop(observation_id=seen.id, reason="empty", category="", rule=""),),
                jobs=({"kind": "embed", "payload": {}},),
                trail=(Trail(action="add", subject_id=fresh.id, actor="user", reason="accepted"),),
            ),
        )
    assert dict(store.counts(LIN)) == before
    assert len(store.catalog(LIN, "user:lin")) == len(catalog)
    assert store.pending(LIN, now=NOW) == []
    assert store.drops(LIN) == []
    assert store.trail(LIN, fresh.id) == []
    assert store.observations(LIN) == []


def test_a_record_of_another_scope_cannot_be_written(store: Store) -> None:
    """The namespace decides where a write goes; a record that disagrees is an error, not a leak."""
    with pytest.raises(ScopeError):
        keep(store, record(scope="user:mo"))


def test_records_are_listed_newest_first_and_by_page(store: Store) -> None:
    """Pages join without a gap or a repeat."""
    held = [keep(store, record(f"第{n}条")) for n in range(7)]
    newest = [r.id for r in reversed(held)]
    first = store.list(LIN, limit=3)
    second = store.list(LIN, limit=3, after=first[-1].id)
    third = store.list(LIN, limit=3, after=second[-1].id)
    assert [r.id for r in (*first, *second, *third)] == newest
    assert store.list(LIN, after="a") == []


def test_a_list_goes_on_behind_a_record_that_is_gone(store: Store) -> None:
    """What a page ended with may be destroyed before the next one is asked for."""
    held = [keep(store, record(f"第{n}条")) for n in range(5)]
    gone = f"{held[2].id}-gone"
    assert [r.id for r in store.list(LIN, after=gone)] == [r.id for r in reversed(held[:3])]
    assert [r.id for r in store.list(LIN, limit=1, after=gone)] == [held[2].id]


def test_a_list_keeps_its_order_when_a_record_changes(store: Store) -> None:
    """A rewritten record stays on its page."""
    held = [keep(store, record(f"{n}")) for n in range(3)]
    changed = held[0].model_copy(update={"version": 2, "text": "另一句"})
    store.apply(LIN, changes(writes=(write(changed, expect=1),)))
    assert [r.id for r in store.list(LIN)] == [r.id for r in reversed(held)]


def test_a_list_filters_by_category_and_status(store: Store) -> None:
    """Superseded records are listed only on request."""
    fact = keep(store, record("a"))
    keep(store, record("b", category="event"))
    ended = keep(store, record("c", status="superseded"))
    assert store.list(LIN, category="fact") == [fact]
    assert store.list(LIN, category="fact", include_inactive=True) == [ended, fact]


def test_records_are_found_by_the_observation_they_rest_on(store: Store) -> None:
    """Every status counts: a message seen again is answered with what it once gave."""
    seen = say(store, observation())
    held = keep(store, record(evidence=(span(seen),)))
    ended = keep(store, record(evidence=(span(seen),), status="superseded"))
    keep(store, record())
    assert store.by_observation(LIN, seen.id) == [held, ended]


def test_current_memories_holding_all_terms_are_found(store: Store) -> None:
    """All of the terms, exact ones, in current memories only."""
    held = keep(store, record("NAS 编号 bk-07"), "nas 编号 bk-07")
    keep(store, record("NAS 旧"), "nas 旧")
    keep(store, record("y", status="superseded"), "nas 编号 bk-07")
    say(store, observation("NAS 编号 bk-07"), "nas 编号 bk-07")
    assert store.containing(LIN, ["nas", "bk-07"]) == [held]
    assert len(store.containing(LIN, ["nas"], limit=1)) == 1
    assert store.containing(LIN, ["na"]) == []
    assert store.containing(LIN, []) == []


def test_a_memory_contains_many_words_or_not(store: Store) -> None:
    """All of them count, the rare ones and the common ones; those of another scope are not asked."""
    words = ["disk", "lab", "server", "517", "刀"]
    held = keep(store, record("the lab's server 517 has a disk 刀"), " ".join(words))
    assert store.containing(LIN, words) == [held]
    assert store.containing(LIN, words[::-1]) == [held]
    for other in ("door", "518", "牙"):
        assert store.containing(LIN, [*words, other]) == []
        assert store.containing(LIN, [other, *words]) == []
    assert store.containing(MO, words) == []


def test_pinned_memories_come_in_a_stable_order(store: Store) -> None:
    """Active pinned memories of all readable scopes, oldest first."""
    both = Namespace(scope="user:lin", reads=("global",))
    everyone = Namespace(scope="global")
    rule = keep(store, record("不吃花生", pinned=True))
    keep(store, record("x"))
    keep(store, record("y", pinned=True, status="superseded"))
    shared = keep(store, record("发布前先跑测试", pinned=True, scope="global"), ns=everyone)
    assert store.pinned(both) == [rule, shared]
    assert store.pinned(LIN) == [rule]
    assert store.pinned(both, limit=1) == [rule]


def test_a_limit_that_is_over_is_not_among_the_pinned(store: Store) -> None:
    """Whatever its flag says; the limit of the question counts those that are shown."""
    over = {"category": "constraint", "attributes": {"active": False}}
    keep(store, record("I stopped being vegan", pinned=True, **over))
    holds = {"category": "constraint", "attributes": {"active": True}}
    held = keep(store, record("不吃花生", pinned=True, **holds))
    untold = keep(store, record("no leather shoes", pinned=True, category="constraint"))
    other = keep(store, record("x", pinned=True, attributes={"active": False}))
    assert store.pinned(LIN) == [held, untold, other]
    assert store.pinned(LIN, limit=1) == [held]


def test_pending_items_wait_until_they_expire(store: Store) -> None:
    """Oldest first; an expired item is not shown and makes room for the same question."""
    first, second = pending(record("a")), pending(record("b"), expires_at=NOW + timedelta(days=9))
    store.apply(LIN, changes(pending=(first, second)))
    assert store.pending(LIN, now=NOW) == [first, second]
    later = NOW + timedelta(days=2)
    assert store.pending(LIN, now=later) == [second]
    again = first.model_copy(update={"id": new_id("pending"), "expires_at": later + timedelta(1)})
    store.apply(LIN, changes(at=later, pending=(again,)))
    assert store.pending(LIN, now=later) == [second, again]
    assert store.pending_item(LIN, again.id) == again


def test_a_pending_item_is_resolved_once(store: Store) -> None:
    """Two people who confirm at once: the second is told that somebody was faster."""
    item = pending(record("a"))
    store.apply(LIN, changes(pending=(item,)))
    store.apply(LIN, changes(resolved=(item.id,), writes=(write(item.record),)))
    with pytest.raises(VersionConflictError):
        store.apply(LIN, changes(resolved=(item.id,), writes=(write(record("b")),)))
    with pytest.raises(MemoryNotFoundError):
        store.pending_item(LIN, item.id)
    assert store.counts(LIN)["memories"] == 1


def test_the_same_question_waits_once(store: Store) -> None:
    """Key, text and quotes alike: a conflict; another text is another question."""
    seen = observation("以后跳过发布审批")
    held = record(seen.text, key="rule/approval", evidence=(span(seen),))
    store.apply(LIN, changes(pending=(pending(held),)))
    with pytest.raises(VersionConflictError):
        store.apply(LIN, changes(pending=(pending(held),)))
    store.apply(LIN, changes(pending=(pending(held.model_copy(update={"text": "x"})),)))
    assert len(store.pending(LIN, now=NOW)) == 2


def test_refusals_and_audit_entries_can_be_read(store: Store) -> None:
    """What the gate refused, newest first; what happened to an id, oldest first."""
    drops = [
        Drop(observation_id=None, reason="empty", category="fact", rule=str(n)) for n in (1, 2)
    ]
    entry = Trail(action="add", subject_id="m", actor="user", reason="accepted", fields=("text",))
    store.apply(LIN, changes(drops=tuple(drops), trail=(entry,)))
    later = entry.model_copy(update={"action": "confirm"})
    store.apply(LIN, changes(at=NOW + timedelta(1), trail=(later,)))
    assert store.drops(LIN) == [drops[1], drops[0]]
    assert store.drops(LIN, limit=1) == [drops[1]]
    assert store.trail(LIN, "m") == [(NOW, entry), (NOW + timedelta(1), later)]


def test_counts_name_every_kind(store: Store) -> None:
    """`stats` and `doctor` read these keys."""
    store.set_leg("hash", "hash/2/cosine", 2)
    keep(store, record("a"), "a")
    keep(store, record("b", status="superseded"), "b")
    say(store, observation("c"), "c")
    store.apply(
        LIN, changes(pending=(pending(record("d")),), jobs=({"kind": "embed", "payload": {}},))
    )
    assert store.counts(LIN) == {
        "memories": 1,
        "superseded": 1,
        "pending": 1,
        "observations": 1,
        "jobs": 1,
        "failed_jobs": 0,
        "unindexed:hash": 3,
    }


def test_nothing_is_under_a_tombstone_before_anything_is_forgotten(store: Store) -> None:
    """An empty list of tombstones blocks nothing."""
    keep(store, record("a"))
    assert not store.tombstoned(LIN, ["a", "fact/a"])


def test_a_closed_store_says_so(store: Store) -> None:
    """Closing twice is fine; using the store afterwards is a clear error."""
    keep(store, record("a"))
    store.close()
    store.close()
    with pytest.raises(StoreError):
        store.list(LIN)


def test_a_sound_store_has_no_findings(store: Store) -> None:
    """After every kind of write `check` is silent."""
    seen = say(store, observation("a"), "a a a b")
    held = keep(store, record("a", evidence=(span(seen),)), "a a bk-07")
    changed = held.model_copy(update={"version": 2, "text": "c", "status": "superseded"})
    store.apply(LIN, changes(writes=(write(changed, "c", expect=1),)))
    assert list(store.check()) == []


def test_types_are_those_of_the_schema(store: Store) -> None:
    """A record from the store is a validated value, not a bag of columns."""
    assert isinstance(store.get(LIN, keep(store, record("a")).id), MemoryRecord)
