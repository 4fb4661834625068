"""Thoughts are no answer, in one piece or in many."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.structured.thinking import cut_thinking, without_thinking

ANSWER = "你住在绍兴。You said so in May."


def streamed(text: str, sizes: list[int]) -> str:
    """What passes of a text that comes in pieces of these sizes, the last for ever."""
    pieces, at = list[str](), 0
    while at < len(text):
        size = sizes[min(len(pieces), len(sizes) - 1)]
        pieces.append(text[at : at + size])
        at += size
    return "".join(without_thinking(pieces))


SECTIONS = ("<think>他住哪儿？</think>\n\n", "<THINKING>hm <b> </THINKING>", "<think></think>\n",
            "<reasoning>a</reasoning> <think>b</think>", "")  # fmt: skip


@pytest.mark.parametrize("section", SECTIONS)
@given(sizes=st.lists(st.integers(1, 9), min_size=1, max_size=8))
def test_thoughts_before_the_answer_do_not_pass(section: str, sizes: list[int]) -> None:
    """Wherever the pieces are cut."""
    assert streamed(section + ANSWER, sizes) == ANSWER


@given(
    text=st.text(max_size=80).map(lambda said: f"A{said}"),
    sizes=st.lists(st.integers(1, 9), min_size=1),
)
def test_an_answer_passes_to_the_letter(text: str, sizes: list[int]) -> None:
    """Also one about thinking tags."""
    text += "<think>x</think> is a tag"
    assert streamed(text, sizes) == text


def test_thoughts_that_never_end_are_no_answer() -> None:
    """Nothing passes."""
    assert streamed("<think>他住哪儿？", [3]) == ""
    assert streamed("  ", [1]) == ""
    assert streamed("<thi", [1]) == "<thi"


def test_the_first_words_pass_before_the_stream_ends() -> None:
    """Nobody waits for the whole answer."""
    pieces = iter(["<think>hm</think>", "Yes", ", and no"])
    assert next(without_thinking(pieces)) == "Yes"
    assert next(pieces) == ", and no"


def test_a_whole_text_is_cut_the_same() -> None:
    """And says whether a section was left open."""
    assert cut_thinking("<think>a</think>b") == ("b", False)
    assert cut_thinking("a</think>b") == ("b", False)
    assert cut_thinking("<think>a") == ("a", True)
