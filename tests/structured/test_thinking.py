"""Thoughts are no answer."""

import pytest

from stelae.structured.thinking import cut_thinking, without_thinking

CUT = {
    "a section": ("<think>他住哪儿？</think>绍兴", ("绍兴", False)),
    "capitals": ("<THINKING>hm <b> </THINKING>yes", ("yes", False)),
    "two": ("<reasoning>a</reasoning>b<think>c</think>d", ("bd", False)),
    "the closing tag alone": ("他住哪儿？</think>绍兴", ("绍兴", False)),
    "left open": ("<thought>他住哪儿？", ("他住哪儿？", True)),
    "none": ("I think so", ("I think so", False)),
}


@pytest.mark.parametrize(("text", "left"), CUT.values(), ids=CUT)
def test_what_is_thought_is_cut_out(text: str, left: tuple[str, bool]) -> None:
    """And it is said when nobody can tell where it ends."""
    assert cut_thinking(text) == left


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("绍兴。<think>他住", "绍兴。"),
        ("<think>a <thought>b</thought> c", ""),
        ("<think>他住哪儿？</think>绍兴", "绍兴"),
        ("hm</reasoning>yes", "yes"),
        ("I think so", "I think so"),
    ],
)
def test_what_is_still_being_thought_is_not_shown(text: str, shown: str) -> None:
    """A text that comes in pieces shows no thinking, not even one inside another, before its end is there."""
    assert without_thinking(text) == shown
