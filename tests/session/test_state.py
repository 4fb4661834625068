"""The one writer of session states, kept on disk or in the process."""

from pathlib import Path
from typing import Any

import pytest

from stelae.errors import InvalidInputError
from stelae.schemas.scope import Namespace
from stelae.schemas.session import SessionPatch, SessionState
from stelae.session.files import SessionFiles
from stelae.session.held import HeldSessions
from stelae.session.state import SessionKeeping, SessionStates
from stelae.testing import FixedClock
from stelae.text.markers import TASK_CLOSE, TASK_OPEN

NS, OTHER = Namespace(scope="user:lin"), Namespace(scope="user:wen")


@pytest.fixture(params=["files", "held"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> SessionKeeping:
    """Both places where states are kept."""
    return SessionFiles(tmp_path) if request.param == "files" else HeldSessions()


@pytest.fixture
def states(kept: SessionKeeping, clock: FixedClock) -> SessionStates:
    """A writer."""
    return SessionStates(kept, clock)


def contents(state: SessionState) -> list[str]:
    """Return what the constraints are about."""
    return [one.content for one in state.constraints]


@pytest.mark.parametrize(
    ("said", "about"), [("这次不要真皮", "真皮"), ("not leather this time", "leather")]
)
def test_a_turn_is_kept_for_its_conversation(states: SessionStates, said: str, about: str) -> None:
    """And for no other conversation or scope."""
    assert contents(states.update(NS, "chat", said, None)) == [about]
    assert contents(states.get(NS, "chat")) == [about]
    assert not states.get(NS, "other")
    assert not states.get(OTHER, "chat")
    assert states.end(NS, "chat")
    assert not states.end(NS, "chat")
    assert states.get(NS, "chat") == SessionState()


def test_a_state_lasts_a_day_after_its_last_turn(states: SessionStates, clock: FixedClock) -> None:
    """Each turn begins the day anew; then it is empty, and maintenance deletes it."""
    states.update(NS, "chat", "预算 500 以内", None)
    clock.advance(hours=23)
    states.update(NS, "chat", "好的", None)
    clock.advance(hours=23)
    assert states.get(NS, "chat").budget is not None
    assert states.sweep(clock.now()) == 0
    clock.advance(hours=2)
    assert states.get(NS, "chat") == SessionState()
    assert states.update(NS, "chat", "不要真皮", None).turn == 1
    clock.advance(days=2)
    assert states.sweep(clock.now()) == 1
    assert states.sweep(clock.now()) == 0


def test_a_conversation_without_a_task_leaves_no_trace(
    kept: SessionKeeping, states: SessionStates
) -> None:
    """Small talk is no state."""
    states.update(NS, "chat", "你好", None)
    assert list(kept.conversations()) == []


@pytest.mark.parametrize(
    "block",
    [f"{TASK_OPEN}\n- 不能有：真皮\n{TASK_CLOSE}", "<stelae-memory>\n不要真皮\n</stelae-memory>"],
)
def test_our_own_blocks_are_no_words_of_the_person(states: SessionStates, block: str) -> None:
    """What is shown to a model does not come back as said."""
    assert contents(states.update(NS, "chat", f"{block}\n\n不要红色的", None)) == ["红色"]


def test_secrets_are_not_kept(states: SessionStates, kept: SessionKeeping) -> None:
    """Neither from a message nor from a patch."""
    secret = "sk-" + "a1B2" * 8
    states.update(NS, "chat", f"帮我找一个包，密码是 {secret}，不要真皮", None)
    states.update(NS, "chat", None, {"slots": {"note": f"key {secret}"}})
    assert contents(states.get(NS, "chat")) == ["真皮"]
    assert all(secret not in one.model_dump_json() for one in kept.conversations())


def test_a_patch_is_merged_with_the_words_behind_it(states: SessionStates) -> None:
    """As a value or as plain data; what bans needs the message."""
    patch: dict[str, Any] = {
        "intent": "a bag",
        "constraints": [
            {
                "content": "leather",
                "polarity": "dislike",
                "source_quote": "no leather",
                "blocking": True,
            }
        ],
    }
    assert not states.update(NS, "one", None, patch).constraints[0].blocking
    state = states.update(NS, "two", "a bag, no leather", SessionPatch.model_validate(patch))
    assert state.constraints[0].blocking
    assert (state.current_intent, state.turn) == ("a bag", 1)
    late = states.update(NS, "two", None, {"epoch": 4, "slots": {"size": "42"}})
    assert late.slots == {}


@pytest.mark.parametrize(
    ("message", "patch"),
    [
        (None, None),
        (None, {"new_task": True}),
        (None, {"constraints": [{"content": "", "polarity": "like"}]}),
        (None, {"constraints": [{"content": "x", "polarity": "like", "id": "c9"}]}),
        (None, {"budget": {"least": 5, "most": 2}}),
    ],
)
def test_what_is_no_turn_is_refused(states: SessionStates, message: str | None, patch: Any) -> None:
    """With the place of the fault, and without the words."""
    with pytest.raises(InvalidInputError):
        states.update(NS, "chat", message, patch)


def test_a_folder_that_cannot_be_written_fails_no_turn(tmp_path: Path, clock: FixedClock) -> None:
    """The turn goes on with what was read (R22)."""
    (tmp_path / "sessions").write_text("a file in the way", encoding="utf-8")
    states = SessionStates(SessionFiles(tmp_path), clock)
    assert contents(states.update(NS, "chat", "不要真皮", None)) == []
    assert states.get(NS, "chat") == SessionState()


@pytest.mark.parametrize(
    ("said", "forgotten", "gone"),
    [
        (
            "帮我找一双跑鞋，我的尺码是 42 码，不要真皮",
            ["帮我找一双跑鞋，我的尺码是 42 码，不要真皮"],
            1,
        ),
        ("不要真皮", ["我对真皮过敏", "真皮"], 1),
        ("预算 500 以内", ["我这个月只剩预算 500 以内了"], 1),
        ("no leather please", ["I am allergic to leather", "leather"], 1),
        ("no leather please", ["My phone number is 415-555-0132", "415-555-0132"], 0),
        ("帮我找一双跑鞋，不要真皮", ["我的电话是 13912345678", "13912345678"], 0),
    ],
)
def test_what_repeats_something_forgotten_goes(
    states: SessionStates, said: str, forgotten: list[str], gone: int
) -> None:
    """And nothing else: a forgotten phone number lifts no ban of the task at hand."""
    states.update(NS, "chat", said, None)
    states.update(OTHER, "chat", said, None)
    assert states.forget(NS, forgotten) == gone
    assert bool(states.get(NS, "chat")) == (not gone)
    assert states.get(OTHER, "chat")


def test_everything_and_whole_conversations_go(states: SessionStates) -> None:
    """None of the texts is asked for then."""
    for session in ("one", "two", "three"):
        states.update(NS, session, "不要真皮", None)
    assert states.forget(NS, [], {"two"}) == 1
    assert states.forget(NS, None) == 2
