"""The block stands beside the user's message and nowhere else."""

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from stelae.recall.injection import inject_block
from stelae.schemas.query import ContextBlock
from stelae.text.markers import CLOSE, OPEN

BLOCK = ContextBlock(text=f"{OPEN}\nheader\n[1] fact: Osaka\n{CLOSE}", ids=("a",), tokens=9)


def test_the_block_comes_before_the_last_users_words() -> None:
    """The prefix of the conversation is untouched, so that its cache holds."""
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "hello"},
        {"role": "assistant", "content": "hi"},
        {"role": "user", "content": "Where do I live?"},
    ]
    out = inject_block(messages, BLOCK)
    assert out[:3] == messages[:3]
    assert out[3]["content"] == f"{BLOCK.text}\n\nWhere do I live?"


def test_the_predecessor_goes() -> None:
    """Injecting twice, as every model call does, leaves one block."""
    once = inject_block([{"role": "user", "content": "Where do I live?"}], BLOCK)
    assert inject_block(once, BLOCK) == once
    assert inject_block(once, ContextBlock()) == [{"role": "user", "content": "Where do I live?"}]


def test_a_tool_loop_keeps_the_block_at_the_question() -> None:
    """Tool results come after the message that is answered."""
    messages = [
        {"role": "user", "content": "Weather?"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
        {"role": "tool", "content": "sunny", "tool_call_id": "1"},
    ]
    out = inject_block(messages, BLOCK)
    assert out[0]["content"].startswith(OPEN)
    assert out[1:] == messages[1:]


def test_content_in_parts_gets_a_part() -> None:
    """An image stays where it is; a part that held only our block goes."""
    image = {"type": "image_url", "image_url": {"url": "data:,"}}
    messages = [{"role": "user", "content": [{"type": "text", "text": BLOCK.text}, image]}]
    (out,) = inject_block(messages, BLOCK)
    assert out["content"] == [{"type": "text", "text": BLOCK.text}, image]


def test_without_a_user_nothing_is_put_in() -> None:
    """There is nobody to answer."""
    messages = [{"role": "system", "content": "Be brief."}]
    assert inject_block(messages, BLOCK) == messages


_PART: st.SearchStrategy[dict[str, str]] = st.fixed_dictionaries(
    {"type": st.just("text"), "text": st.text(max_size=20)}
)
_CONTENT: st.SearchStrategy[Any] = st.one_of(st.none(), st.text(max_size=40), st.lists(_PART))
_ROLE: st.SearchStrategy[Any] = st.sampled_from(["system", "user", "assistant", "tool"])
_MESSAGES: st.SearchStrategy[list[dict[str, Any]]] = st.lists(
    st.fixed_dictionaries({"role": _ROLE, "content": _CONTENT}), max_size=6
)


@given(_MESSAGES)
def test_the_callers_messages_are_never_changed(messages: list[dict[str, Any]]) -> None:
    """A new list comes back; roles and number stay."""
    before = copy.deepcopy(messages)
    out = inject_block(messages, BLOCK)
    assert messages == before
    assert [m["role"] for m in out] == [m["role"] for m in messages]
