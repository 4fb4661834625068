"""What a memory has been: versions with their differences, the chain, and two kinds of time, through Memory."""

from datetime import datetime, timedelta

import pytest

from stelae.errors import MemoryNotFoundError
from stelae.memory import Memory
from stelae.schemas.history import HistoryStep
from stelae.testing import FixedClock
from tests.conftest import Opener

HOMES = {
    "zh": ("我住在绍兴", "我搬到杭州了", "绍兴还是杭州"),
    "en": ("I live in Leeds", "I moved to York", "Leeds or York"),
}
HOME_LANGUAGES = pytest.mark.parametrize("language", ["zh", "en"])


def say(memory: Memory, clock: FixedClock, *sentences: str) -> list[str]:
    """Say each in a turn of its own, a day after the other; return the ids of what was accepted."""
    ids: list[str] = []
    for sentence in sentences:
        clock.advance(days=1)
        message = {"role": "user", "content": sentence, "id": clock.now().isoformat()}
        found = memory.observe([message]).outcomes
        ids += [o.id for o in found if o.id is not None and o.outcome == "accepted"]
    return ids


def texts(
    memory: Memory,
    question: str,
    *,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
) -> list[str]:
    """Recall memories, weak hits too."""
    found = memory.recall(
        question, include="memories", floor="none", as_of=as_of, known_at=known_at
    )
    return [hit.text for hit in found.hits]


def changed(step: HistoryStep) -> dict[str, tuple[object, object]]:
    """Return what a step changed, by field."""
    return {one.field: (one.before, one.after) for one in step.changed}


def test_each_step_names_the_fields_it_changed_and_who_did_it(
    memory: Memory, clock: FixedClock
) -> None:
    """Said, said again, corrected by hand; fields of the payload one by one."""
    (id_,) = say(memory, clock, "我住在绍兴", "我住在绍兴")
    clock.advance(days=1)
    memory.edit(id_, text="我住在杭州")
    first, again, edit = memory.history(id_).steps
    assert (first.change, first.actor, first.changed) == ("add", "user", ())
    assert (again.change, again.actor) == ("reinforce", "user")
    assert changed(again)["evidence_count"] == (1, 2)
    assert changed(again)["reliability"] == (0.5, 0.7)
    assert (edit.change, edit.actor, edit.reason) == ("edit", "user_edit", "edited")
    assert changed(edit)["text"] == ("我住在绍兴", "我住在杭州")
    assert changed(edit)["attributes.object"] == ("绍兴", "杭州")
    assert "attributes.attribute" not in changed(edit)
    assert first.at < again.at < edit.at


def test_a_version_names_who_replaced_it_not_who_had_said_it(
    memory: Memory, clock: FixedClock
) -> None:
    """A person replaces what an agent had found out: the closing version is the person's doing."""
    made = memory.remember("我住在绍兴", authority="agent")
    (waiting,) = memory.pending()
    clock.advance(days=1)
    made = memory.confirm(waiting.id)
    assert made.id is not None
    (step,) = memory.history(made.id).steps
    assert (step.actor, step.change, step.reason) == ("user_edit", "add", "confirmed")


@HOME_LANGUAGES
def test_the_chain_is_seen_from_every_end(memory: Memory, clock: FixedClock, language: str) -> None:
    """Nearest first, in both directions."""
    first, second, _ = HOMES[language]
    third = {"zh": "我搬到苏州了", "en": "I moved to Hull"}[language]
    ids = say(memory, clock, first, second, third)
    assert [m.id for m in memory.history(ids[2]).earlier] == [ids[1], ids[0]]
    assert [m.id for m in memory.history(ids[0]).later] == [ids[1], ids[2]]
    middle = memory.history(ids[1])
    assert ([m.id for m in middle.earlier], [m.id for m in middle.later]) == ([ids[0]], [ids[2]])


@HOME_LANGUAGES
def test_what_is_told_late_becomes_history(
    memory: Memory, clock: FixedClock, language: str
) -> None:
    """An older statement replaces nothing: it has an end and points to what holds."""
    before, now, question = HOMES[language]
    (current,) = say(memory, clock, now)
    told = memory.observe(
        [{"role": "user", "content": before, "time": "2026-01-05T09:00:00Z"}]
    ).outcomes
    assert told[0].id is not None
    past = memory.history(told[0].id)
    assert (past.memory.status, past.memory.valid_to) == (
        "superseded",
        memory.get(current).valid_from,
    )
    assert [m.id for m in past.later] == [current]
    assert texts(memory, question) == [now]
    assert texts(memory, question, as_of=datetime.fromisoformat("2026-02-01T00:00:00Z")) == [before]


def test_what_is_told_late_takes_its_place_between_two_others(
    memory: Memory, clock: FixedClock
) -> None:
    """What held then ends there, the chain has a link more, and what was believed before is not rewritten."""
    first, last = say(memory, clock, "我住在绍兴", "我搬到杭州了")
    start, believed = memory.get(first).valid_from, clock.now()
    clock.advance(days=9)
    between = (start + timedelta(hours=8)).isoformat()
    (told,) = memory.observe([{"role": "user", "content": "我住在宁波", "time": between}]).outcomes
    assert told.id is not None
    assert [m.id for m in memory.history(last).earlier] == [told.id, first]
    assert [m.id for m in memory.history(first).later] == [told.id, last]
    everywhere, noon = "绍兴 宁波 杭州", start + timedelta(hours=12)
    assert texts(memory, everywhere, as_of=noon) == ["我住在宁波"]
    assert texts(memory, everywhere, as_of=noon, known_at=believed) == ["我住在绍兴"]
    assert texts(memory, everywhere) == ["我搬到杭州了"]
    memory.restore(last)
    assert texts(memory, everywhere) == ["我住在宁波"]


def test_what_held_then_is_strengthened_when_it_is_told_again(
    memory: Memory, clock: FixedClock
) -> None:
    """A late statement of what is history already makes no second one."""
    first, _ = say(memory, clock, "我住在绍兴", "我搬到杭州了")
    when = (memory.get(first).valid_from + timedelta(hours=8)).isoformat()
    (told,) = memory.observe([{"role": "user", "content": "我住在绍兴", "time": when}]).outcomes
    assert (told.outcome, told.id) == ("duplicate", first)
    assert (memory.get(first).evidence_count, memory.get(first).status) == (2, "superseded")


def test_a_remark_told_late_does_not_cut_what_a_person_edited(
    memory: Memory, clock: FixedClock
) -> None:
    """It is kept as said, and never held."""
    (first,) = say(memory, clock, "我住在绍兴")
    memory.edit(first, text="我住在绍兴越城区")
    start = memory.get(first).valid_from
    clock.advance(days=5)
    memory.remember("我搬到杭州了", authority="user_edit")
    between = (start + timedelta(days=2)).isoformat()
    memory.observe([{"role": "user", "content": "我住在宁波", "time": between}])
    noon = start + timedelta(days=3)
    assert texts(memory, "绍兴 宁波 杭州", as_of=noon) == ["我住在绍兴越城区"]
    assert "我住在宁波" in [m.text for m in memory.list(include_inactive=True)]


@HOME_LANGUAGES
def test_the_world_and_the_store_are_two_times(
    memory: Memory, clock: FixedClock, language: str
) -> None:
    """A move that was told weeks later: what was true then, and what was known then."""
    before, after, question = HOMES[language]
    say(memory, clock, before)
    start = clock.now()
    clock.advance(days=30)
    moved = "2026-05-12T09:00:00Z"
    memory.observe([{"role": "user", "content": after, "time": moved}])
    assert texts(memory, question) == [after]
    day = datetime.fromisoformat("2026-05-20T00:00:00Z")
    assert texts(memory, question, as_of=day) == [after]
    assert texts(memory, question, known_at=day) == [before]
    assert texts(memory, question, as_of=day, known_at=day) == [before]
    assert texts(memory, question, as_of=start) == [before]


def test_an_edit_is_known_from_then_on(memory: Memory, clock: FixedClock) -> None:
    """The wording of the time is found by its own words."""
    (id_,) = say(memory, clock, "我住在绍兴")
    known = clock.now()
    clock.advance(days=5)
    memory.edit(id_, text="我住在杭州")
    assert texts(memory, "住在绍兴还是杭州") == ["我住在杭州"]
    assert texts(memory, "住在绍兴还是杭州", known_at=known) == ["我住在绍兴"]
    assert texts(memory, "绍兴", known_at=known) == ["我住在绍兴"]


def test_a_merge_is_known_from_then_on(memory: Memory, clock: FixedClock) -> None:
    """Fields that were added later were not known before."""
    fields = {"what": "看牙医", "begin": "2026-06-13T01:00:00Z"}
    memory.remember("6 月 13 号看牙医", category="event", attributes=fields)
    known = clock.now()
    clock.advance(days=1)
    merged = memory.remember(
        "6 月 13 号去仁济看牙医", category="event", attributes=fields | {"place": "仁济"}
    )
    assert merged.change == "merge"
    assert merged.id is not None
    (_, step) = memory.history(merged.id).steps
    assert changed(step)["attributes.place"] == (None, "仁济")
    assert texts(memory, "看牙医", known_at=known) == ["6 月 13 号看牙医"]
    assert texts(memory, "看牙医") == ["6 月 13 号去仁济看牙医"]


@pytest.mark.parametrize(
    ("like", "dislike", "question"),
    [
        ("我喜欢香菜", "我现在不喜欢香菜了", "香菜"),
        ("I like cilantro", "I hate cilantro", "cilantro"),
    ],
)
def test_a_change_of_mind_keeps_its_history(
    memory: Memory, clock: FixedClock, like: str, dislike: str, question: str
) -> None:
    """Back and forth: one current, the others in order."""
    ids = say(memory, clock, like, dislike)
    clock.advance(days=1)
    back = memory.observe([{"role": "user", "content": like, "id": "again"}]).outcomes[0]
    assert back.change == "supersede"
    assert back.id is not None
    assert texts(memory, question) == [like]
    found = memory.history(back.id)
    assert [(m.id, m.text) for m in found.earlier] == [(ids[1], dislike), (ids[0], like)]


def test_history_is_as_private_as_the_memory(
    open_memory: Opener, memory: Memory, clock: FixedClock
) -> None:
    """Another scope does not see it, and a forgotten memory has none."""
    (id_,) = say(memory, clock, "我住在绍兴")
    with pytest.raises(MemoryNotFoundError):
        open_memory("user:mo").history(id_)
    memory.forget(memory.forget([id_]))
    with pytest.raises(MemoryNotFoundError):
        memory.history(id_)


def test_a_forgotten_link_is_left_out_of_the_chain(memory: Memory, clock: FixedClock) -> None:
    """The history of what replaced it begins there."""
    ids = say(memory, clock, "我住在绍兴", "我搬到杭州了", "我搬到苏州了")
    memory.forget(memory.forget([ids[1]]))
    assert memory.history(ids[2]).earlier == ()
    assert memory.history(ids[2]).memory.supersedes == ids[1]
