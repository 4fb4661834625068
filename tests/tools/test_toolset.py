"""Which tools an agent gets."""

import pytest

from stelae.config import Settings
from stelae.memory import Memory
from stelae.structured.json_schema import undecodable
from stelae.tools import Turn, tools_for
from tests.conftest import Opener

READING = ["recall_memory", "recall_memories"]
KEEPING = ["remember_preference", "save_memory", "propose_forget"]
TEACHING = ["propose_memory_draft", "commit_to_memory"]


def test_reading_and_keeping_come_together_or_reading_alone(memory: Memory) -> None:
    """In a stable order, so that a prompt stays the same."""
    assert [t.name for t in tools_for(memory)] == READING + KEEPING
    assert [t.name for t in tools_for(memory, preferences=False)] == READING
    every = tools_for(memory, drafts=True)
    assert [t.name for t in every] == READING + KEEPING + TEACHING


def test_memory_that_is_switched_off_has_no_tools(open_memory: Opener) -> None:
    """STELAE_ENABLED=0 takes tools away, too."""
    assert tools_for(open_memory(settings=Settings(enabled=False))) == ()


def test_every_schema_is_strict_and_every_argument_described(memory: Memory) -> None:
    """Within what grammars hold; none has a place for what code decides."""
    for one in tools_for(memory, drafts=True):
        schema = one.parameters
        assert schema["required"] == list(schema["properties"])
        assert all(p["description"] for p in schema["properties"].values())
        assert not {"authority", "status", "id", "confirmed", "blocking"} & set(
            schema["properties"]
        )
        plain = {
            n: {w: v for w, v in p.items() if w != "description"}
            for n, p in schema["properties"].items()
        }
        assert undecodable({**schema, "properties": plain}) == ()
        assert len(one.description) < 500


@pytest.mark.parametrize("given", [True, False])
def test_tools_find_the_turn_they_run_in(memory: Memory, given: bool) -> None:
    """Made once for an agent, or for one turn."""
    turn = Turn("我不喜欢塑料")
    (keep,) = (
        t
        for t in tools_for(memory, turn=turn if given else None)
        if t.name == "remember_preference"
    )
    wish = {"object": "塑料", "polarity": "dislike"}
    with turn:
        assert keep.call(wish)["stored"] is True
    assert [one.text for one in turn.learned] == ["我不喜欢塑料"]


@pytest.mark.parametrize("said", [None, "你好"])
def test_no_tool_raises_whatever_it_is_given(memory: Memory, said: str | None) -> None:
    """Nothing, nonsense, and names it does not know."""
    turn = Turn(said) if said else None
    for one in tools_for(memory, turn=turn):
        for sent in (
            "",
            "{",
            {},
            {"x": 1},
            {"query": None},
            {"object": "", "polarity": "like"},
            {"topic": ""},
            {"text": " "},
        ):
            assert isinstance(one.call(sent), dict)
