"""What maintenance asks of a store, the same for every one."""

from datetime import timedelta
from typing import Any

from stelae.ports import Store
from stelae.schemas.change import Drop
from stelae.schemas.extraction import ReadingNote, Used
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.schemas.upkeep import MaintenanceReport, StepReport
from tests.contracts.builders import (
    LIN,
    MO,
    NOW,
    changes,
    keep,
    observation,
    pending,
    record,
    say,
    span,
    trace,
    write,
)

DAY = timedelta(days=1)


def found(store: Store, *, after: int = 0, limit: int = 10) -> list[MemoryRecord]:
    """Return the records that are due to expire."""
    return [owned.record for owned in store.expirable(NOW, after=after, limit=limit)]


def test_what_is_past_its_time_is_found_in_every_scope_and_page_by_page(store: Store) -> None:
    """Active memories only, in order of writing."""
    past = [
        keep(store, record(scope=ns.scope, expires_at=NOW - DAY), ns=ns) for ns in (LIN, MO, LIN)
    ]
    keep(store, record(expires_at=NOW + DAY))
    keep(store, record())
    keep(store, record(expires_at=NOW - DAY, status="superseded"))
    assert [r.id for r in found(store)] == [r.id for r in past]
    (first,) = store.expirable(NOW, after=0, limit=1)
    assert first.ns == Namespace(scope="user:lin")
    assert [r.id for r in found(store, after=first.number)] == [r.id for r in past[1:]]


def test_only_the_old_unpinned_memories_of_these_authorities_fade(store: Store) -> None:
    """By category."""
    old: dict[str, Any] = {"time": NOW - 9 * DAY, "authority": "agent"}
    wanted = keep(store, record("会过期的", **old))
    keep(store, record(pinned=True, **old))
    keep(store, record(time=NOW - 9 * DAY, authority="user"))
    keep(store, record(category="event", **old))
    keep(store, record(time=NOW, authority="agent"))
    fading = store.fading("fact", ("agent", "web"), before=NOW - DAY, after=0, limit=9)
    assert [owned.record.id for owned in fading] == [wanted.id]


def test_a_message_is_idle_when_nothing_current_rests_on_it(store: Store) -> None:
    """An active memory or a question that waits keeps its message; a superseded memory does not."""
    said = [say(store, observation(f"话 {n}")) for n in range(5)]
    keep(store, record(evidence=(span(said[0]),)))
    keep(store, record(evidence=(span(said[1]),), status="superseded"))
    asked = pending(record(evidence=(span(said[2]),)))
    store.apply(LIN, changes(pending=(asked,)))
    say(store, observation("later", recorded_at=NOW + DAY))
    idle, following = store.idle_observations(NOW + timedelta(hours=1), after=0, limit=100)
    assert [named.id for named in idle] == [said[1].id, said[3].id, said[4].id]
    assert following is None
    _, following = store.idle_observations(NOW, after=0, limit=2)
    assert following is not None


def test_destroying_idle_messages_page_by_page_reaches_all_of_them(store: Store) -> None:
    """As retention does it."""
    for n in range(7):
        say(store, observation(f"话 {n}"))
    after, gone = 0, 0
    while after is not None:
        idle, after = store.idle_observations(NOW + DAY, after=after, limit=3)
        store.apply(LIN, changes(destroyed=tuple(named.id for named in idle)))
        gone += len(idle)
    assert gone == 7
    assert list(store.observations(LIN)) == []


def test_questions_that_nobody_answered_are_overdue(store: Store) -> None:
    """Of every scope."""
    for ns in (LIN, MO):
        store.apply(ns, changes(pending=(pending(record(scope=ns.scope)),)))
    assert list(store.overdue(NOW, limit=9)) == []
    assert {named.ns.scope for named in store.overdue(NOW + 2 * DAY, limit=9)} == {
        "user:lin",
        "user:mo",
    }


def test_refusals_and_traces_are_trimmed_to_what_is_kept(store: Store) -> None:
    """The newest refusals of each scope; traces by age."""
    for n in range(5):
        drop = Drop(observation_id=f"{n}", reason="small_talk", category="", rule=f"{n}")
        store.apply(LIN, changes(drops=(drop,)))
    store.save(LIN, [trace("t")], {}, now=NOW)
    assert store.trim(refusals_kept=2, traces_before=NOW, limit=100) == {"refusals": 3, "traces": 0}
    assert [drop.rule for drop in store.drops(LIN)] == ["4", "3"]
    trimmed = store.trim(refusals_kept=2, traces_before=NOW + DAY, limit=100)
    assert trimmed == {"refusals": 0, "traces": 1}


def test_a_job_is_planned_once_a_day_for_the_whole_store(store: Store) -> None:
    """An empty store needs none, a new one waits for its first turn."""
    assert not store.upkeep_due(NOW, every=DAY)
    keep(store, record())
    assert store.upkeep_due(NOW, every=DAY)
    assert not store.plan_upkeep(NOW, every=DAY)
    assert not store.plan_upkeep(NOW + DAY / 2, every=DAY)
    assert store.plan_upkeep(NOW + DAY, every=DAY)
    assert not store.plan_upkeep(NOW + DAY, every=DAY)
    (job,) = store.claim(["maintain"], limit=9, now=NOW + DAY)
    assert job.ns == LIN


def test_a_clock_that_was_wrong_does_not_put_maintenance_off_for_years(store: Store) -> None:
    """A date to come is no date."""
    keep(store, record())
    store.plan_upkeep(NOW + 3_000 * DAY, every=DAY)
    assert store.plan_upkeep(NOW, every=DAY)


def test_the_last_report_is_kept_with_an_audit_row(store: Store) -> None:
    """And the next turn is a day later."""
    assert store.last_upkeep() is None
    keep(store, record())
    step = StepReport(step="expire", counts={"expired": 2}, seconds=0.1)
    report = MaintenanceReport(id="run", at=NOW, steps=(step,))
    store.note_upkeep(LIN, report)
    assert store.last_upkeep() == report
    ((_, entry),) = store.trail(LIN, "run")
    assert (entry.action, entry.fields) == ("maintain", ("expired=2",))
    assert not store.upkeep_due(NOW, every=DAY)


def test_coverage_counts_rows_keywords_and_vectors(store: Store) -> None:
    """By leg."""
    store.set_leg("leg", "leg", 2)
    keep(store, record(), "车")
    say(store, observation(), "车")
    store.apply(LIN, changes(writes=(write(record(), "x", vectors={"leg": b"\0" * 8}),)))
    covered = store.coverage()
    assert (covered.rows, covered.keywords, covered.vectors) == (3, 3, {"leg": 1})


def test_what_waits_and_what_models_cost_is_counted_over_all_scopes(store: Store) -> None:
    """Without saying whose it is."""
    for ns in (LIN, MO):
        item = record(scope=ns.scope)
        store.apply(ns, changes(pending=(pending(item),)))
        used = (
            Used(model="qwen3:8b", name="calls", amount=2),
            Used(name="prefilter_skipped", amount=1),
        )
        store.note_reading(ns, ReadingNote(at=NOW, forgettings=0, used=used))
    size = store.folder_size()
    assert size.pending == 2
    assert {(u.model, u.name): u.amount for u in size.used} == {
        ("qwen3:8b", "calls"): 4,
        ("", "prefilter_skipped"): 2,
    }
    assert size.bytes >= 0


def test_tending_an_orderly_store_changes_nothing(store: Store) -> None:
    """Nothing to merge away, nothing to delete, nothing to repair."""
    keep(store, record(), "车 停")
    assert store.drop_stubs(limit=9) == 0
    assert store.compact_vectors() == {"files": 0, "bytes": 0}
    assert set(store.tidy_file()) == {"log_bytes", "free_bytes", "file_bytes"}
    while store.merge_keywords():
        pass
    assert list(store.check()) == []
