"""Session states through the library's door: never a memory, gone with what is forgotten."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from stelae.errors import InvalidInputError
from stelae.memory import Memory
from stelae.schemas.forgetting import ForgetPreview
from stelae.testing import FixedClock
from tests.conftest import Opener

TURNS = {
    "zh": (
        "帮我找一双跑鞋，预算 500 元以内",
        "这次不要真皮",
        "换成红色",
        "其实真皮也可以",
        "必须防水",
    ),
    "en": (
        "Find me running shoes under $50",
        "not leather this time",
        "make it red",
        "the leather one is fine after all",
        "it must be waterproof",
    ),
}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("store", ["sqlite", "memory"])
def test_no_memory_appears_from_a_session(
    open_memory: Opener, clock: FixedClock, language: str, store: str
) -> None:
    """Turns are taken in, jobs run, days go by: nothing is promoted, logged or asked (R18)."""
    memory = open_memory(store=store)
    for said in TURNS[language]:
        memory.update_session("chat", said)
    memory.update_session(
        "chat", patch={"constraints": [{"content": "leather", "polarity": "dislike"}]}
    )
    state = memory.session_state("chat")
    assert state.budget is not None
    assert state.slots["color"] in {"红色", "red"}
    memory.flush()
    clock.advance(days=2)
    memory.maintain()
    assert memory.list(include_inactive=True) == ()
    assert memory.pending() == ()
    assert memory.stats()["observations"] == 0
    assert not memory.recall(TURNS[language][1], floor=None).hits
    assert not memory.session_state("chat")


def test_a_session_needs_a_name(memory: Memory) -> None:
    """A blank one is nobody's conversation."""
    for ask in (memory.session_state, memory.update_session, memory.end_session):
        with pytest.raises(InvalidInputError):
            ask(" ")


def test_another_handle_reads_it(open_memory: Opener) -> None:
    """It is on disk, for this scope alone."""
    open_memory().update_session("chat", "不要真皮")
    assert open_memory().session_state("chat").constraints
    assert not open_memory(scope="user:wen").session_state("chat")
    assert open_memory().end_session("chat")
    assert not open_memory().session_state("chat")


@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("我对真皮过敏，这次不要真皮的鞋", "真皮"),
        ("I'm allergic to leather, so no leather this time", "leather"),
    ],
)
def test_a_forgetting_reaches_it(
    open_memory: Opener, tmp_path: Path, clock: FixedClock, hard: bool, said: str, asked: str
) -> None:
    """What repeats the forgotten goes along and is counted; the rest of the task stays in its own conversation."""
    memory = open_memory()
    memory.observe(said, session="chat")
    memory.update_session("chat", said)
    memory.update_session("other", "预算 500 以内")
    assert memory.session_state("chat")
    clock.advance(minutes=1)
    receipt = memory.forget(memory.forget(asked), hard=hard)
    assert receipt.cascaded["sessions"] == 1
    assert receipt.verified
    assert not memory.session_state("chat")
    assert memory.session_state("other")
    left = [p.read_text(encoding="utf-8") for p in (tmp_path / "data" / "sessions").rglob("*.json")]
    assert [json.loads(one)["session"] for one in left] == ["other"]


def test_forgetting_something_else_leaves_the_task(open_memory: Opener, clock: FixedClock) -> None:
    """A ban of the task at hand is not lost because a phone number was forgotten (P12)."""
    memory = open_memory()
    memory.observe("我的电话号码是13912345678", session="chat")
    memory.observe("不要真皮", session="chat")
    memory.update_session("chat", "不要真皮")
    clock.advance(minutes=1)
    receipt = memory.forget(memory.forget("我的电话号码"), hard=True)
    assert "sessions" not in receipt.cascaded
    assert memory.session_state("chat").constraints


def everything(memory: Memory) -> ForgetPreview:
    """Preview all of the scope."""
    return memory.forget(everything=True)


def conversation(memory: Memory) -> ForgetPreview:
    """Preview all of a conversation."""
    return memory.forget(session="chat")


@pytest.mark.parametrize("preview", [everything, conversation])
def test_a_whole_conversation_takes_its_state_along(
    open_memory: Opener, clock: FixedClock, preview: Callable[[Memory], ForgetPreview]
) -> None:
    """Also where the state has it from a model, in words that no message has."""
    memory = open_memory()
    memory.observe("今天想给外甥挑个礼物", session="chat")
    memory.update_session("chat", patch={"intent": "toys for a boy of six"})
    clock.advance(minutes=1)
    assert memory.forget(preview(memory)).cascaded["sessions"] == 1
    assert not memory.session_state("chat")


def test_looking_makes_no_folder(open_memory: Opener, tmp_path: Path) -> None:
    """Where nobody uses sessions, the data folder has no trace of them."""
    memory = open_memory()
    memory.observe("我的电话号码是13912345678")
    memory.forget(memory.forget("我的电话号码"), hard=True)
    memory.maintain()
    assert not memory.session_state("chat")
    assert not memory.end_session("chat")
    assert not (tmp_path / "data" / "sessions").exists()


def test_maintenance_deletes_what_is_out_of_date(
    open_memory: Opener, tmp_path: Path, clock: FixedClock
) -> None:
    """A conversation nobody comes back to leaves no file."""
    memory = open_memory()
    memory.update_session("chat", "不要真皮")
    clock.advance(days=1, seconds=1)
    assert memory.maintain().counts["sessions"] == 1
    assert list((tmp_path / "data" / "sessions").rglob("*.json")) == []


def test_nothing_is_taken_in_where_memory_is_switched_off(
    open_memory: Opener, tmp_path: Path
) -> None:
    """`STELAE_ENABLED=0` keeps nothing at all."""
    memory = open_memory()
    off = Memory.open(
        tmp_path / "off",
        settings=memory.settings.model_copy(update={"enabled": False}),
        embedder="none",
    )
    with off:
        assert not off.update_session("chat", "不要真皮")
        assert not off.session_state("chat")
