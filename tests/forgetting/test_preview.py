"""What goes along with what was asked for, and what does not."""

from typing import Any

import pytest

from stelae.errors import FilterError, InvalidInputError, MemoryNotFoundError
from stelae.memory import Memory
from stelae.schemas.forgetting import ForgetPreview
from stelae.testing import FixedClock
from tests.conftest import Opener


@pytest.fixture(params=["sqlite", "memory"])
def memory(request: pytest.FixtureRequest, open_memory: Opener) -> Memory:
    """An empty memory of either store."""
    return open_memory(store=request.param)


def say(memory: Memory, text: str, id_: str, **fields: Any) -> list[str]:
    """Say one message and return the ids of what became of it."""
    result = memory.observe([{"role": "user", "content": text, "id": id_, **fields}])
    return [outcome.id for outcome in result.outcomes if outcome.id]


def texts(shown: ForgetPreview, kind: str = "memory") -> list[str]:
    """Return the texts of one kind."""
    return [item.text for item in shown.preview if item.type == kind]


def test_a_forgotten_memory_takes_its_message_along(memory: Memory) -> None:
    """The raw track must not walk around the forgetting."""
    (id_,) = say(memory, "我对青霉素过敏", "m1")
    shown = memory.forget(id_)
    assert texts(shown) == ["我对青霉素过敏"]
    assert texts(shown, "observation") == ["我对青霉素过敏"]
    assert shown.preview[0].version == memory.get(id_).version
    assert "asked for" in shown.preview[0].why
    assert "came from" in shown.preview[1].why


def test_earlier_values_go_along(memory: Memory, clock: FixedClock) -> None:
    """What was superseded is reached through the chain, step by step."""
    ids: list[str] = []
    for number, digits in enumerate(("13811112222", "13833334444", "13855556666")):
        clock.advance(days=1)
        ids += say(memory, f"我的电话号码是{digits}", f"m{number}")
    for what in (ids[-1], "忘记我的电话号码"):
        shown = memory.forget(what)
        assert len(texts(shown)) == 3
        assert len(texts(shown, "observation")) == 3


def test_a_named_value_takes_no_other_value_along(memory: Memory, clock: FixedClock) -> None:
    """Forgetting one address leaves the one before it and the one after it."""
    for number, place in enumerate(("杭州", "宁波市槐树巷 18 号", "绍兴")):
        clock.advance(days=1)
        say(memory, f"我搬到了{place}", f"m{number}")
    shown = memory.forget("槐树巷 18 号")
    assert texts(shown) == ["我搬到了宁波市槐树巷 18 号"]
    assert texts(shown, "observation") == ["我搬到了宁波市槐树巷 18 号"]


def test_our_own_answer_that_repeats_it_goes_along(memory: Memory) -> None:
    """An assistant's message, in other words around the same value, spaces aside."""
    (id_,) = say(memory, "我的电话号码是13912345678", "m1")
    memory.observe(
        [
            {"role": "assistant", "content": "记下了：139 1234 5678。", "id": "a1"},
            {"role": "assistant", "content": "今天天气不错。", "id": "a2"},
        ]
    )
    shown = memory.forget([id_])
    assert texts(shown, "observation") == ["我的电话号码是13912345678"]
    say(memory, "打 13912345678 就能找到我，别打座机", "m3")
    assert len(texts(memory.forget([id_]), "observation")) == 2


def test_a_common_word_is_looked_for_in_its_session_only(memory: Memory) -> None:
    """“Surveyor” gives nobody away, except where it was just said."""
    (id_,) = say(memory, "I work as a surveyor", "m1", session="s1")
    memory.observe(
        [
            {"role": "assistant", "content": "A surveyor, noted.", "id": "a1", "session": "s1"},
            {"role": "assistant", "content": "Ask a surveyor.", "id": "a2", "session": "s2"},
        ]
    )
    shown = texts(memory.forget(id_), "observation")
    assert shown == ["I work as a surveyor", "A surveyor, noted."]


def test_what_else_was_said_in_the_message_stays_a_memory(memory: Memory) -> None:
    """The message goes as a whole; the other statement keeps its own words, and can still be explained."""
    ids = say(memory, "我住在槐树巷 18 号。我对花生过敏。", "m1")
    assert len(ids) == 2
    by_text = {memory.get(id_).text: id_ for id_ in ids}
    home = next(id_ for text, id_ in by_text.items() if "槐树巷" in text)
    peanuts = next(id_ for text, id_ in by_text.items() if "花生" in text)
    shown = memory.forget(home)
    assert [item.id for item in shown.preview if item.type == "memory"] == [home]
    receipt = memory.forget(shown)
    assert receipt.verified
    assert memory.why(peanuts).memory.text == memory.get(peanuts).text
    assert memory.recall("花生")


def test_what_waits_goes_along(memory: Memory) -> None:
    """A question that rests on the same message would bring it back."""
    say(memory, "我妈妈的电话是13800001111", "m1")
    (item,) = memory.pending()
    shown = memory.forget("忘了我妈妈的电话")
    assert [i.id for i in shown.preview if i.type == "pending"] == [item.id]
    memory.forget(shown)
    assert memory.pending() == ()
    assert memory.recall("13800001111", floor=None).hits == ()


def test_a_message_by_its_id_takes_what_rests_on_it_alone(memory: Memory) -> None:
    """A memory that another message confirms stands on its own."""
    say(memory, "我对青霉素过敏。我的电话号码是13912345678。", "m1")
    say(memory, "我对青霉素过敏", "m2")
    message = next(
        o.id for o in memory._parts.store.observations(memory.namespace) if o.external_id == "m1"
    )
    shown = memory.forget(message)
    assert texts(shown) == ["我的电话号码是13912345678"]


def test_filters_show_what_lies_within_them(memory: Memory, clock: FixedClock) -> None:
    """Category, session, time, field: memories with their messages, and messages without a memory."""
    say(memory, "我对青霉素过敏", "m1", session="clinic", time="2026-01-05T10:00:00Z")
    say(memory, "早上好呀", "m2", session="clinic", time="2026-01-05T10:01:00Z")
    say(memory, "I hate cilantro", "m3", session="kitchen", time="2026-03-05T10:00:00Z")
    everything = memory.forget(everything=True)
    assert len(everything.preview) == 5
    assert texts(memory.forget(category="constraint")) == ["我对青霉素过敏"]
    assert len(memory.forget(session="clinic").preview) == 3
    assert texts(memory.forget(since="2026-02-01T00:00:00Z")) == ["I hate cilantro"]
    assert texts(memory.forget(until="2026-02-01T00:00:00Z")) == ["我对青霉素过敏"]
    assert texts(memory.forget(where={"type": "allergy"})) == ["我对青霉素过敏"]
    assert not memory.forget(session="nowhere")
    with pytest.raises(FilterError):
        memory.forget(where={"typo": "allergy"})


def test_a_project_is_forgotten_by_name_and_everything_means_every_project(
    open_memory: Opener,
) -> None:
    """A handle without a project sees untagged memories; everything is more than it sees."""
    open_memory(project="osaka").remember("The staging cluster is in Osaka")
    plain = open_memory()
    plain.remember("I work as a surveyor")
    assert texts(plain.forget(project="osaka")) == ["The staging cluster is in Osaka"]
    shown = plain.forget(everything=True)
    assert sorted(texts(shown)) == ["I work as a surveyor", "The staging cluster is in Osaka"]
    receipt = plain.forget(shown, hard=True)
    assert receipt.verified
    assert open_memory(project="osaka").list(include_inactive=True) == ()


@pytest.mark.parametrize(
    "where",
    [
        {"object": "青霉素"},
        {"object": {"prefix": "青"}, "type": ["allergy", "diet"]},
        {"object": "CILANTRO", "polarity": "dislike"},
        {"polarity": {"null": False}, "aspect": "thing"},
        {"due": {"gte": "2026-03-01"}},
    ],
)
def test_conditions_mean_the_same_as_for_recall(memory: Memory, where: dict[str, Any]) -> None:
    """What a filter finds to be read is what it finds to be forgotten, in both languages."""
    say(memory, "我对青霉素过敏", "m1")
    say(memory, "I hate cilantro", "m2")
    due = {"goal": "交房租", "due": "2026-03-12T10:00:00+08:00"}
    memory.remember("我要交房租", category="task", attributes=due)
    category = "task" if "due" in where else None
    asked = {"query_type": category, "filter": where}
    found = [hit.text for hit in memory.query(asked).hits]
    assert len(found) == 1
    assert texts(memory.forget(where=where, category=category)) == found


@pytest.mark.parametrize(
    "given",
    [
        {"session": ""},
        {"project": "a b"},
        {"scope": "user:mo"},
        {"where": {"type": {"like": "allergy"}}},
        {"where": {"typo": "allergy"}, "category": "constraint"},
    ],
)
def test_a_wrong_filter_is_refused(memory: Memory, given: dict[str, Any]) -> None:
    """By name or by value."""
    with pytest.raises(InvalidInputError):
        memory.forget(**given)


def test_ids_stand_for_themselves(memory: Memory) -> None:
    """With filters, unknown, empty, of another kind of thing."""
    (id_,) = say(memory, "我对青霉素过敏", "m1")
    with pytest.raises(InvalidInputError):
        memory.forget([id_], category="fact")
    with pytest.raises(InvalidInputError):
        memory.forget([id_], everything=True)
    with pytest.raises(MemoryNotFoundError):
        memory.forget([id_, "01a22b8f-0000-7000-8000-000000000000"])
    with pytest.raises(MemoryNotFoundError):
        memory.forget("01a22b8f-0000-7000-8000-000000000000")
    with pytest.raises(InvalidInputError):
        memory.forget([3])  # pyright: ignore[reportArgumentType, reportCallIssue]


def test_only_the_written_scope_is_forgotten(open_memory: Opener) -> None:
    """What a handle may read beside it is not its to forget."""
    team = open_memory("team:alpha")
    item = team.remember("The staging cluster is in Osaka")
    id_ = team.confirm(item.id).id if item.outcome == "pending" and item.id else item.id
    assert id_ is not None
    lin = open_memory("user:lin", reads=["team:alpha"])
    assert lin.get(id_).text == "The staging cluster is in Osaka"
    with pytest.raises(MemoryNotFoundError):
        lin.forget([id_])
    assert not lin.forget("the staging cluster")
    assert not lin.forget(everything=True)


def test_calls_and_replies_of_tools_that_repeat_it_go_along(memory: Memory) -> None:
    """They are in no index, and would keep the words on disk."""
    call = {"name": "remember", "arguments": {"text": "I hate cilantro"}}
    memory.observe(
        [
            {"role": "user", "content": "I hate cilantro", "id": "m1"},
            {"role": "assistant", "content": "Noted.", "id": "a1", "tool_calls": [call]},
            {"role": "tool", "content": '{"stored": "I hate cilantro"}', "id": "t1"},
            {"role": "tool", "content": '{"stored": "nothing"}', "id": "t2"},
            {"role": "assistant", "content": "Fine.", "id": "a2", "metadata": {"mood": "calm"}},
        ]
    )
    shown = memory.forget("forget that I hate cilantro")
    said = {o.id: o.external_id for o in memory._parts.store.observations(memory.namespace)}
    messages = {said[item.id] for item in shown.preview if item.type == "observation"}
    assert messages == {"m1", "a1", "t1"}
    receipt = memory.forget(shown, hard=True)
    assert receipt.verified
    assert not receipt.pending_purge
    left = memory._parts.store.observations(memory.namespace)
    assert {o.external_id for o in left} == {"t2", "a2"}
