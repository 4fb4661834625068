"""A turn begins with what the person rules out."""

import pytest

from stelae.agents.turn import begin, current_turn
from stelae.memory import Memory
from stelae.tools import tools_for
from tests.conftest import Opener

CHAT = [
    {"role": "user", "content": "想买双鞋"},
    {"role": "assistant", "content": "真皮的怎么样？"},
]


@pytest.mark.parametrize(
    ("said", "thing"), [("真皮的我不喜欢", "真皮"), ("I can't stand leather", "leather")]
)
def test_what_is_ruled_out_acts_in_this_very_answer(memory: Memory, said: str, thing: str) -> None:
    """It is stored before the first model call, in the domain of the conversation (P5, P12)."""
    with begin(memory, [*CHAT, {"role": "user", "content": said}]) as turn:
        assert memory.preferences(domain="shoes").penalty[0] == thing
        assert [one.text for one in turn.learned] == [said]
        assert current_turn() is turn
    assert memory.preferences(domain="bags").penalty == ()


def test_a_like_is_left_to_the_tool_and_the_capture(memory: Memory) -> None:
    """The entry rule is for what does harm when it is lost."""
    turn = begin(memory, "我喜欢真皮")
    assert (turn.learned, memory.list()) == ((), ())


def test_it_is_read_once_however_often_a_turn_begins(memory: Memory) -> None:
    """Frameworks call a hook for every step (P9)."""
    chat = [*CHAT, {"role": "user", "content": "真皮的我不喜欢", "id": "m1"}]
    learned = [len(begin(memory, chat).learned) for _ in range(3)]
    memory.observe(chat)
    assert learned == [1, 0, 0]
    assert [r.evidence_count for r in memory.list(category="preference")] == [1]


def test_a_sub_agent_reads_no_entry(memory: Memory) -> None:
    """Its message was written by a model; what it learns is the outer turn's (P10)."""
    with (
        begin(memory, "找个水杯，流苏我看着就烦") as outer,
        begin(memory, "The user hates bamboo.") as inner,
    ):
        assert memory.list() == ()
        assert inner.said == ("找个水杯，流苏我看着就烦",)
        keep = {t.name: t for t in tools_for(memory)}["remember_preference"]
        assert keep.call({"object": "bamboo", "polarity": "dislike"})["stored"] is False
        assert keep.call({"object": "流苏", "polarity": "dislike"})["stored"] is True
    assert [one.attributes["object"] for one in outer.learned] == ["流苏"]
    assert inner.learned == outer.learned


def test_nobodys_conversation_learns_nothing(open_memory: Opener) -> None:
    """An agent without a person still has a turn."""
    agent = open_memory(scope="agent:shop")
    with begin(agent, "我不喜欢塑料") as turn:
        assert turn.behind("塑料") is not None
    assert (turn.learned, agent.stats()["observations"]) == ((), 0)


def test_rules_and_tool_in_one_turn_learn_it_once(memory: Memory) -> None:
    """The tool finds it stored, and says so as the turn's own."""
    with begin(memory, "我不喜欢塑料") as turn:
        keep = {t.name: t for t in tools_for(memory)}["remember_preference"]
        told = keep.call({"object": "塑料", "polarity": "dislike"})
    assert (told["stored"], told["message"]) == (True, "Stored, as the person said it.")
    assert len(turn.learned) == 1
