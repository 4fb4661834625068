"""Thoughts are no answer."""

import pytest

from stelae.structured.thinking import cut_thinking

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
