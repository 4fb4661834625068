"""Taking back what was done to a memory, and making it what it was: nothing is rewritten, nothing current is lost."""

import threading
from collections.abc import Callable

import pytest

from stelae.errors import InvalidInputError, MemoryNotFoundError, VersionConflictError
from stelae.memory import Memory
from stelae.schemas.change import Outcome
from stelae.schemas.forgetting import Receipt
from stelae.schemas.memory import PendingItem
from stelae.testing import FixedClock, HashEmbedder
from tests.conftest import Opener

LANGUAGES = pytest.mark.parametrize(
    ("first", "second", "third", "word"),
    [
        ("我住在绍兴", "我搬到杭州了", "我搬到苏州了", "绍兴 杭州 苏州"),
        ("I live in Leeds", "I moved to York", "I moved to Hull", "Leeds York Hull"),
    ],
    ids=["zh", "en"],
)


def say(memory: Memory, clock: FixedClock, *sentences: str) -> list[str]:
    """Say each in a turn of its own, a day after the other; return the ids of what was accepted."""
    ids: list[str] = []
    for sentence in sentences:
        clock.advance(days=1)
        message = {"role": "user", "content": sentence, "id": clock.now().isoformat()}
        found = memory.observe([message]).outcomes
        ids += [o.id for o in found if o.id is not None and o.outcome == "accepted"]
    clock.advance(days=1)
    return ids


def restored(memory: Memory, id_: str, version: int | None = None) -> Outcome:
    """Restore a memory."""
    found = memory.restore(id_, version=version)
    assert isinstance(found, Outcome)
    return found


def current(memory: Memory) -> list[str]:
    """Return what holds."""
    return [m.text for m in memory.list()]


def found(memory: Memory, words: str) -> list[str]:
    """Return what recall finds as current, by words."""
    hits = memory.recall(words, include="memories", floor="none").hits
    return [hit.text for hit in hits if hit.status == "active"]


@LANGUAGES
def test_an_edit_is_undone(
    memory: Memory, clock: FixedClock, first: str, second: str, third: str, word: str
) -> None:
    """Words, fields, key and authority are those of before; the edit stays in the history."""
    (id_,) = say(memory, clock, first)
    before = memory.get(id_)
    memory.edit(id_, text=second)
    outcome = restored(memory, id_)
    after = memory.get(id_)
    assert (outcome.change, outcome.id, outcome.text) == ("restore", id_, first)
    assert (after.text, after.key, after.attributes) == (
        before.text,
        before.key,
        before.attributes,
    )
    assert (after.authority, after.confirmed, after.version) == ("user", False, 3)
    assert found(memory, word) == [first]
    assert [s.change for s in memory.history(id_).steps] == ["add", "edit", "restore"]


@LANGUAGES
def test_an_addition_is_taken_back_and_what_it_replaced_holds_again(
    memory: Memory, clock: FixedClock, first: str, second: str, third: str, word: str
) -> None:
    """It was never right: no time in the world shows it, only what the store believed then does."""
    old, new = say(memory, clock, first, second)
    believed = clock.now()
    clock.advance(days=1)
    outcome = restored(memory, new)
    assert (outcome.change, outcome.id) == ("retract", new)
    assert current(memory) == found(memory, word) == [first]
    assert memory.get(old).superseded_by is None
    gone = memory.recall(word, include="memories", floor="none", as_of=believed).hits
    assert [hit.text for hit in gone] == [first]
    then = memory.recall(word, include="memories", floor="none", known_at=believed).hits
    assert [hit.text for hit in then] == [second]
    assert memory.history(new).earlier == ()


@LANGUAGES
def test_a_retraction_can_be_taken_back(
    memory: Memory, clock: FixedClock, first: str, second: str, third: str, word: str
) -> None:
    """What holds meanwhile is replaced by it, as a new memory: the chain never closes."""
    old, new = say(memory, clock, first, second)
    restored(memory, new)
    clock.advance(days=1)
    again = restored(memory, new)
    assert again.id not in {old, new}
    assert current(memory) == [second]
    assert again.id is not None
    assert [m.id for m in memory.history(again.id).earlier] == [old]


@LANGUAGES
def test_what_was_superseded_comes_back_as_a_new_memory(
    memory: Memory, clock: FixedClock, first: str, second: str, third: str, word: str
) -> None:
    """Two links back: it replaces what holds now, and all of it stays readable."""
    ids = say(memory, clock, first, second, third)
    outcome = restored(memory, ids[0])
    assert outcome.id is not None
    assert outcome.id not in ids
    assert current(memory) == found(memory, word) == [first]
    assert [m.id for m in memory.history(outcome.id).earlier] == [ids[2], ids[1], ids[0]]
    assert memory.get(outcome.id).valid_from == clock.now()


def test_being_recalled_is_no_change_to_take_back(memory: Memory, clock: FixedClock) -> None:
    """Counts of recalls stand beside the versions."""
    (id_,) = say(memory, clock, "我住在绍兴")
    memory.edit(id_, text="我住在绍兴越城区")
    for _ in range(2):
        assert found(memory, "绍兴") == ["我住在绍兴越城区"]
        memory.flush()
    assert memory.get(id_).access_count == 2
    assert restored(memory, id_).text == "我住在绍兴"
    assert memory.get(id_).access_count == 2
    (other,) = say(memory, clock, "我喜欢香菜")
    assert found(memory, "香菜")[0] == "我喜欢香菜"
    memory.flush()
    assert restored(memory, other).change == "retract"


def test_any_version_can_be_restored(memory: Memory, clock: FixedClock) -> None:
    """By its number, back and forth."""
    (id_,) = say(memory, clock, "我的工位在三楼")
    for text in ("我的工位在四楼", "我的工位在五楼"):
        memory.edit(id_, text=text)
        clock.advance(days=1)
    for version, text in ((1, "我的工位在三楼"), (3, "我的工位在五楼"), (2, "我的工位在四楼")):
        assert restored(memory, id_, version).text == text
        assert current(memory) == [text]
    with pytest.raises(MemoryNotFoundError):
        memory.restore(id_, version=40)
    with pytest.raises(InvalidInputError):
        memory.restore(id_, version=6)


def test_a_merge_is_undone(memory: Memory, clock: FixedClock) -> None:
    """Fields, wording and count of evidence are as before."""
    fields = {"what": "看牙医", "begin": "2026-06-13T01:00:00Z"}
    made = memory.remember("6 月 13 号看牙医", category="event", attributes=fields)
    clock.advance(days=1)
    memory.remember(
        "6 月 13 号去仁济看牙医", category="event", attributes=fields | {"place": "仁济"}
    )
    assert made.id is not None
    assert memory.get(made.id).attributes["place"] == "仁济"
    restored(memory, made.id)
    after = memory.get(made.id)
    assert "place" not in after.attributes
    assert (after.text, after.evidence_count) == ("6 月 13 号看牙医", 1)
    assert memory.pending() == ()


def asked(memory: Memory) -> PendingItem:
    """Return the one question that waits."""
    (item,) = memory.pending()
    return item


def from_an_agent(memory: Memory, clock: FixedClock) -> PendingItem:
    """Something that an agent proposes, about something new."""
    memory.remember("我住在绍兴", authority="agent")
    return asked(memory)


def against_an_edit(memory: Memory, clock: FixedClock) -> PendingItem:
    """A remark against what the person has edited."""
    (id_,) = say(memory, clock, "我住在绍兴")
    memory.edit(id_, text="我住在绍兴越城区")
    say(memory, clock, "我搬到杭州了")
    return asked(memory)


def more_of_the_same(memory: Memory, clock: FixedClock) -> PendingItem:
    """An agent adds a field to what the person said."""
    fields = {"what": "看牙医", "begin": "2026-06-13T01:00:00Z"}
    memory.remember("6 月 13 号看牙医", category="event", attributes=fields)
    clock.advance(days=1)
    text = "6 月 13 号去仁济看牙医"
    more = fields | {"place": "仁济"}
    memory.remember(text, category="event", attributes=more, authority="agent")
    return asked(memory)


@pytest.mark.parametrize("ask", [from_an_agent, against_an_edit, more_of_the_same])
def test_undoing_a_confirmation_brings_the_question_back(
    memory: Memory, clock: FixedClock, ask: Callable[[Memory, FixedClock], PendingItem]
) -> None:
    """Everything is as it was before the answer, and the other answer is open again."""
    question, before = ask(memory, clock), current(memory)
    clock.advance(days=1)
    done = memory.confirm(question.id)
    assert memory.pending() == ()
    assert current(memory) != before
    clock.advance(days=1)
    assert done.id is not None
    restored(memory, done.id)
    assert current(memory) == before
    again = asked(memory)
    assert (again.reason, again.change, again.question, again.before) == (
        question.reason,
        question.change,
        question.question,
        question.before,
    )
    assert (again.record.text, again.record.authority) == (
        question.record.text,
        question.record.authority,
    )
    assert again.id != question.id
    clock.advance(days=1)
    memory.confirm(again.id)
    assert memory.pending() == ()
    assert question.record.text in current(memory)


def test_what_a_person_entered_by_hand_is_no_question(memory: Memory, clock: FixedClock) -> None:
    """Taken back it is gone; nobody had been asked."""
    made = memory.remember("我住在绍兴", authority="user_edit")
    assert made.id is not None
    clock.advance(days=1)
    assert restored(memory, made.id).change == "retract"
    assert (current(memory), memory.pending()) == ([], ())


def test_what_was_denied_is_replaced_by_its_restoration(memory: Memory, clock: FixedClock) -> None:
    """Also where the two have no key in common."""
    no, yes = "The north lift is not in service on Mondays", "The north lift works on Mondays"
    opposite = "The north lift is in service on Mondays"
    old, new = say(memory, clock, no, opposite)
    assert current(memory) == [opposite]
    back = restored(memory, old)
    assert current(memory) == [no]
    assert memory.get(new).superseded_by == back.id
    assert yes not in current(memory)


def test_a_memory_that_is_about_something_else_by_now_takes_no_place(
    memory: Memory, clock: FixedClock
) -> None:
    """Undoing its edit would give one key to two; the person is told which memory it is."""
    (id_,) = say(memory, clock, "我住在绍兴")
    memory.edit(id_, text="我的职业是教师")
    (holder,) = say(memory, clock, "我搬到杭州了")
    with pytest.raises(InvalidInputError, match=holder):
        memory.restore(id_)
    assert sorted(current(memory)) == ["我搬到杭州了", "我的职业是教师"]
    with pytest.raises(InvalidInputError, match=holder):
        memory.edit(id_, text="我住在苏州")


@pytest.mark.parametrize("text", ["在绍兴越城区的老宅子里", "The old house on Mill Lane"])
def test_an_edit_that_no_rule_can_read_keeps_its_place(
    memory: Memory, clock: FixedClock, text: str
) -> None:
    """A home in other words is still the home: the next move does not stand beside it."""
    (id_,) = say(memory, clock, "我住在绍兴")
    key = memory.get(id_).key
    memory.edit(id_, text=text)
    edited = memory.get(id_)
    assert (edited.key, edited.attributes["object"]) == (key, text)
    say(memory, clock, "我搬到杭州了")
    assert asked(memory).target == id_


def test_one_field_is_set_and_the_others_stay(memory: Memory, clock: FixedClock) -> None:
    """None takes a field away."""
    (id_,) = say(memory, clock, "我住在绍兴")
    memory.edit(id_, attributes={"object": "杭州"})
    assert memory.get(id_).attributes["attribute"] == "home"
    assert memory.get(id_).attributes["object"] == "杭州"
    memory.edit(id_, attributes={"object": None})
    assert "object" not in memory.get(id_).attributes


def test_a_receipt_and_a_memory_share_the_word(memory: Memory, clock: FixedClock) -> None:
    """One has versions, the other has none."""
    (id_,) = say(memory, clock, "我住在绍兴")
    receipt = memory.forget(memory.forget([id_]))
    with pytest.raises(MemoryNotFoundError):
        memory.restore(id_)
    with pytest.raises(InvalidInputError):
        memory.restore(receipt.id, version=1)
    assert isinstance(memory.restore(receipt.id), Receipt)
    assert current(memory) == ["我住在绍兴"]


def test_another_scope_restores_nothing(
    memory: Memory, open_memory: Opener, clock: FixedClock
) -> None:
    """A handle restores in the scope it writes; a readable one is not enough."""
    (id_,) = say(memory, clock, "我住在绍兴")
    for other in (open_memory("user:mo"), open_memory("user:mo", reads=["user:lin"])):
        with pytest.raises(MemoryNotFoundError):
            other.restore(id_)
        with pytest.raises(MemoryNotFoundError):
            other.edit(id_, text="x")


def test_what_is_restored_has_its_vectors_at_once(open_memory: Opener, clock: FixedClock) -> None:
    """Found by meaning before any background work, and nothing waits to be embedded."""
    memory = open_memory(embedder=HashEmbedder())
    old, new = say(memory, clock, "我住在绍兴", "我搬到杭州了")
    memory.flush()
    restored(memory, new)
    assert memory.stats()["unindexed:hash"] == 0
    (hit,) = memory.recall("绍兴", include="memories", floor="none").hits
    assert hit.id == old
    trace = memory.why_recalled(memory.recall("绍兴", include="memories", floor="none").trace_id)
    assert {leg.leg for hit in trace.hits if hit.id == old for leg in hit.legs} >= {"hash"}
    memory.edit(old, text="我住在宁波")
    restored(memory, old)
    assert memory.stats()["unindexed:hash"] == 0


def test_of_two_editors_of_one_version_the_second_is_told(memory: Memory) -> None:
    """Compare-and-swap for who names the version they have seen; without it the last one stands."""
    made = memory.remember("My desk is 4F-118")
    assert made.id is not None
    seen = memory.get(made.id).version
    memory.edit(made.id, text="My desk is 4F-119", expect=seen)
    with pytest.raises(VersionConflictError):
        memory.edit(made.id, text="My desk is 4F-120", expect=seen)
    assert current(memory) == ["My desk is 4F-119"]
    memory.edit(made.id, text="My desk is 4F-121")
    assert current(memory) == ["My desk is 4F-121"]


def test_editors_at_the_same_time_lose_no_version(memory: Memory) -> None:
    """Eight at once: with the version exactly one succeeds; without it all do, one after the other."""
    made = memory.remember("My desk is 4F-000")
    assert made.id is not None
    id_, told = made.id, list[BaseException]()

    def edit(number: int, expect: int | None) -> None:
        try:
            memory.edit(id_, text=f"My desk is 4F-{number}", expect=expect)
        except VersionConflictError as error:
            told.append(error)

    def at_once(expect: int | None) -> None:
        threads = [threading.Thread(target=edit, args=(n, expect)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)

    at_once(1)
    assert (len(told), memory.get(id_).version) == (7, 2)
    told.clear()
    at_once(None)
    assert memory.get(id_).version == 10 - len(told)
    assert [s.version for s in memory.history(id_).steps] == list(range(1, 11 - len(told)))


def test_the_audit_names_the_person(memory: Memory, clock: FixedClock) -> None:
    """Who restored, and what it did to both memories."""
    old, new = say(memory, clock, "我住在绍兴", "我搬到杭州了")
    restored(memory, new)
    steps = [memory.history(id_).steps[-1] for id_ in (old, new)]
    assert [(s.change, s.actor) for s in steps] == [
        ("restore", "user_edit"),
        ("retract", "user_edit"),
    ]
    assert memory.audit_verify().sound
