"""Citations are read as small models write them, and what was made up is taken out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.recall.citations import Pieces, read_reply

REPLIES = [
    ("你对花生过敏[1]。", "你对花生过敏[1]。", (1,), 0),
    ("喜欢茶【2】，住宁波（1）。", "喜欢茶【2】，住宁波（1）。", (2, 1), 0),
    ("Peanuts (1).", "Peanuts (1).", (1,), 0),
    ("［记忆 2］说你喝茶。", "［记忆 2］说你喝茶。", (2,), 0),
    ("Tea [1-2], see [memory 3].", "Tea [1-2], see [memory 3].", (1, 2, 3), 0),
    ("Tea [1, 7] and jam [9].", "Tea [1] and jam.", (1,), 2),
    ("<think>maybe [3]</think>\n茶[1]", "茶[1]", (1,), 0),
    ("no opening </think> Tea [1]", "Tea [1]", (1,), 0),
    ("<think>it never ends [1]", "", (), 0),
]


@pytest.mark.parametrize(("reply", "text", "indices", "invented"), REPLIES)
def test_every_form_of_a_citation_is_read(
    reply: str, text: str, indices: tuple[int, ...], invented: int
) -> None:
    """Square, lenticular, full-width and round brackets, ranges and lists; indices of nothing go."""
    read = read_reply(reply, 3)
    assert (read.text, read.indices, read.invented) == (text, indices, invented)


@pytest.mark.parametrize(
    "reply",
    ["(1) wash, (2) dry", "步骤：（1）洗（2）晒", "First: (1) wash (2) dry", "rows[0]", "(2025)", "（9）。"],
)  # fmt: skip
def test_the_numbers_of_a_list_cite_nothing(reply: str) -> None:
    """A round bracket may number an item; it stays in the text."""
    read = read_reply(reply, 3)
    assert (read.text, read.indices, read.invented) == (reply, (), 0)


@given(st.text(st.sampled_from("ab [1]3,(2)（3）【】\n<think>/。"), max_size=40), st.integers(1, 5))
def test_pieces_come_to_the_same_as_the_whole(reply: str, size: int) -> None:
    """Wherever a stream is cut, unless a closing tag without an opening one shows too late that it was thinking."""
    pieces = Pieces(3)
    parts = [pieces.feed(reply[i : i + size]) for i in range(0, len(reply), size)]
    told = "".join([*parts, pieces.end()])
    whole = read_reply(reply, 3).text
    assert told.endswith(whole)
    if "</think>" not in reply:
        assert told == whole


def test_a_long_list_of_indices_is_held_back_as_one_and_prose_is_not() -> None:
    """Nothing is shown that has to be taken back, and a bracket of words does not stop the stream."""
    pieces, reply = Pieces(3), f"Tea [{', '.join(map(str, range(1, 21)))}]."
    told = "".join([*(pieces.feed(char) for char in reply), pieces.end()])
    assert told == "Tea [1, 2, 3]."
    assert Pieces(3).feed("茶（他每天早上都要喝") == "茶（他每天早上都要喝"


@given(st.text(st.sampled_from("ab [1]37,(2)（3）【】-\n"), max_size=60), st.integers(0, 4))
def test_no_index_names_what_was_not_shown(reply: str, shown: int) -> None:
    """Whatever a model writes."""
    assert all(1 <= index <= shown for index in read_reply(reply, shown).indices)
