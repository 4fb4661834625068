"""What is kept of a model's readings: answers of one scope for a while, counters, and what waits to be read."""

from datetime import timedelta
from typing import Any

import pytest

from stelae.ports import Store
from stelae.schemas.change import Job, Tombstone
from stelae.schemas.extraction import KeptReply, ReadingNote, Unread, Used
from stelae.schemas.scope import Namespace
from stelae.stores.entries import KEPT_REPLIES, REPLY_DAYS
from tests.contracts.builders import (
    LIN,
    MO,
    NOW,
    buried,
    changes,
    keep,
    observation,
    receipt,
    record,
    say,
)

BODY = '{"memories": [{"text": "用户住在绍兴"}]}'


def note(**fields: Any) -> ReadingNote:
    """A reading from before any forgetting."""
    return ReadingNote.model_validate({"at": NOW, "forgettings": 0, **fields})


def kept(*marks: str) -> tuple[KeptReply, ...]:
    """Answers under these marks."""
    return tuple(KeptReply(mark=mark, body=BODY) for mark in marks)


def waits(id_: str, **fields: Any) -> Unread:
    """A message that was not read."""
    return Unread.model_validate(
        {"observation_id": id_, "reason": "truncated", "since": NOW, **fields}
    )


def test_an_answer_is_found_in_its_own_scope_and_no_other(store: Store) -> None:
    """Neither another scope nor another tenant nor a scope that only reads it gets it."""
    store.note_reading(LIN, note(replies=kept("m")))
    assert store.reply(LIN, "m", now=NOW) == BODY
    others = (MO, Namespace(tenant="acme", scope="user:lin"), Namespace(scope="user:mo", reads=("user:lin",)))  # fmt: skip
    assert [store.reply(ns, "m", now=NOW) for ns in others] == [None, None, None]
    assert store.reply(LIN, "another", now=NOW) is None


def test_an_answer_grows_old(store: Store) -> None:
    """After 30 days it is not used, and maintenance takes it away."""
    store.note_reading(LIN, note(replies=kept("m")))
    last = NOW + timedelta(days=REPLY_DAYS)
    assert store.reply(LIN, "m", now=last) == BODY
    assert store.expire_replies(last, limit=9) == 0
    later = last + timedelta(seconds=1)
    assert store.reply(LIN, "m", now=later) is None
    assert (store.expire_replies(later, limit=9), store.expire_replies(later, limit=9)) == (1, 0)


def test_the_newest_answers_of_a_scope_are_kept(store: Store) -> None:
    """Another scope's do not count."""
    store.note_reading(MO, note(replies=kept("mo")))
    for n in range(3):
        marks = [f"{n}-{i}" for i in range(KEPT_REPLIES // 2)]
        store.note_reading(LIN, note(at=NOW + timedelta(minutes=n), replies=kept(*marks)))
    assert store.reply(LIN, "0-0", now=NOW) is None
    assert [store.reply(LIN, m, now=NOW) for m in ("1-0", "2-0")] == [BODY, BODY]
    assert store.reply(MO, "mo", now=NOW) == BODY


@pytest.mark.parametrize("how", ["hidden", "destroyed", "forgotten"])
def test_a_forgetting_drops_all_answers_of_its_scope(store: Store, how: str) -> None:
    """Soft or hard, of a message or of a memory; other scopes keep theirs."""
    said, held = say(store, observation()), keep(store, record())
    store.note_reading(LIN, note(replies=kept("m"), unread=(waits(said.id), waits("other"))))
    store.note_reading(MO, note(replies=kept("m")))
    if how == "forgotten":
        store.apply(LIN, changes(writes=(buried(held),), receipts=(receipt("r"),)))
    else:
        store.apply(LIN, changes(**{how: (said.id,)}))
        assert [u.observation_id for u in store.unread(LIN)] == ["other"]
    assert store.reply(LIN, "m", now=NOW) is None
    assert store.reply(MO, "m", now=NOW) == BODY


def test_forgetting_what_only_waited_drops_the_answers_too(store: Store) -> None:
    """A proposal that waits came out of such an answer; no message or memory is named then."""
    store.note_reading(LIN, note(replies=kept("m")))
    store.apply(LIN, changes(tombstones=(Tombstone(mark="fact/user/home", receipt="r"),)))
    assert store.reply(LIN, "m", now=NOW) is None


def test_an_answer_from_before_a_forgetting_is_not_kept(store: Store) -> None:
    """The model was being asked while something was forgotten; what it cost is counted all the same."""
    held = keep(store, record())
    store.apply(LIN, changes(writes=(buried(held),), receipts=(receipt("r"),)))
    late = note(replies=kept("m"), used=(Used(model="qwen3:8b", name="calls", amount=1),))
    store.note_reading(LIN, late)
    assert store.reply(LIN, "m", now=NOW) is None
    store.note_reading(LIN, late.model_copy(update={"forgettings": store.forgettings(LIN)}))
    assert store.reply(LIN, "m", now=NOW) == BODY
    assert [u.amount for u in store.used(LIN)] == [2]


def test_counters_add_up_by_model_and_name(store: Store) -> None:
    """Of the written scope alone."""
    used = (
        Used(model="qwen3:8b", name="calls", amount=2),
        Used(model="qwen3:8b", name="seconds", amount=0.25),
        Used(name="prefilter_skipped", amount=3),
    )
    for _ in range(2):
        store.note_reading(LIN, note(used=used))
    store.note_reading(MO, note(used=used[:1]))
    assert [(u.model, u.name, u.amount) for u in store.used(LIN)] == [
        ("", "prefilter_skipped", 6),
        ("qwen3:8b", "calls", 4),
        ("qwen3:8b", "seconds", 0.5),
    ]
    assert store.used(Namespace(scope="user:nobody")) == []


def test_what_was_not_read_waits_since_the_first_time_for_the_last_reason(store: Store) -> None:
    """Until it is read; the categories its caller asked for stay with it."""
    store.note_reading(LIN, note(unread=(waits("b", categories=("fact", "task")), waits("a"))))
    later = NOW + timedelta(hours=1)
    store.note_reading(LIN, note(unread=(waits("a", reason="not_json", since=later),)))
    assert store.unread(LIN) == [
        waits("a", reason="not_json"),
        waits("b", categories=("fact", "task")),
    ]
    assert store.unread(MO) == []
    store.note_reading(LIN, note(read=("a",)))
    assert [u.observation_id for u in store.unread(LIN)] == ["b"]


def test_what_waits_is_of_exactly_one_project(store: Store) -> None:
    """Read again from another project it would be tagged with that one."""
    tagged = Namespace(scope="user:lin", project="北斗")
    store.note_reading(LIN, note(unread=(waits("plain"),)))
    store.note_reading(tagged, note(unread=(waits("tagged"),)))
    assert [u.observation_id for u in store.unread(LIN)] == ["plain"]
    assert [u.observation_id for u in store.unread(tagged)] == ["tagged"]


def test_messages_of_failed_jobs_wait_and_what_was_read_leaves_its_jobs(store: Store) -> None:
    """A job that failed three times is nobody's any more; read again by hand it is done."""
    job = Job(kind="extract", payload={"observations": ["a", "b"], "only": "fact"})
    store.apply(LIN, changes(jobs=(job,)))
    assert store.unread(LIN) == []
    (claimed,) = store.claim(["extract"], limit=1, now=NOW)
    store.fail(claimed, reason="ModelTimeoutError", now=NOW, max_attempts=1)
    assert [(u.observation_id, u.reason, u.categories) for u in store.unread(LIN)] == [
        ("a", "ModelTimeoutError", ("fact",)),
        ("b", "ModelTimeoutError", ("fact",)),
    ]
    store.note_reading(LIN, note(read=("a",)))
    assert [u.observation_id for u in store.unread(LIN)] == ["b"]
    store.note_reading(LIN, note(read=("b",)))
    assert store.unread(LIN) == []
    assert store.counts(LIN)["failed_jobs"] == 0


def test_reading_leaves_the_search_as_it_was(store: Store) -> None:
    """A note changes no row, so that nobody's catalogue is read anew."""
    say(store, observation())
    before = store.catalog(LIN, "user:lin").sequence
    store.note_reading(LIN, note(used=(Used(name="prefilter_skipped", amount=1),)))
    assert store.catalog(LIN, "user:lin").sequence == before
