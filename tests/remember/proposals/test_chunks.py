"""DEV-21: chunks fit, and together they hold every character."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.remember.proposals.chunks import OVERLAP, Line, pack, pieces
from stelae.text.estimate import estimate_tokens

SENTENCES = st.lists(
    st.sampled_from(["今天天气不错。", "It rained again. ", "好的！", "no end here ", "\n", "我住在绍兴，", "x" * 90]),
    max_size=120,
).map("".join)  # fmt: skip


@given(text=SENTENCES, room=st.integers(4, 80))
def test_pieces_follow_each_other_without_a_gap(text: str, room: int) -> None:
    """They begin at the beginning, end at the end, overlap a little, and each one fits."""
    found = list(pieces(text, room=room, count=estimate_tokens))
    assert found[0][0] == 0
    assert found[-1][1] == len(text)
    for (start, end), (following, after) in pairwise(found):
        assert start < following <= end < after
        assert end - following <= OVERLAP
    assert all(estimate_tokens(text[start:end]) <= room for start, end in found if end - start > 1)


@given(
    texts=st.lists(SENTENCES.filter(str.strip), min_size=1, max_size=6), room=st.integers(30, 200)
)
def test_every_chunk_fits_and_none_of_the_conversation_is_lost(texts: list[str], room: int) -> None:
    """The head of a message stands before each of its pieces."""
    lines = [Line(f"[{n}] ", text) for n, text in enumerate(texts)]
    chunks = [c.text for c in pack(lines, room=room, count=estimate_tokens)]
    for chunk in chunks:
        assert estimate_tokens(chunk) <= room
        assert chunk.startswith("[")
    for line in lines:
        covered = 0
        for start, end in pieces(line.text, room=room - 6, count=estimate_tokens):
            covered = end if start <= covered else covered
        assert covered == len(line.text)
        assert any(line.text[:3] in chunk for chunk in chunks)


def test_a_sentence_at_a_border_stands_whole_in_one_of_the_pieces() -> None:
    """What is said there is not only seen cut in two."""
    text = "".join(f"第{n}句话说的是今天的天气很好。" for n in range(40))
    shown = [text[start:end] for start, end in pieces(text, room=60, count=estimate_tokens)]
    assert len(shown) > 5
    for n in range(40):
        assert any(f"第{n}句话说的是今天的天气很好。" in piece for piece in shown)


BORDERS = {
    "zh": [
        "他说：“下雨了！”然后走了。",
        "价格是 3.5 元；不算贵…",
        "我对花生过敏。",
        "😀👨‍👩‍👧 全家去了滨江公园！",
    ],
    "en": [
        "It cost 3.5 dollars; not much… ",
        'He said "no!" and left. ',
        "I am allergic to peanuts. ",
        "😀 We went. ",
    ],
}


@pytest.mark.parametrize("language", BORDERS)
@given(data=st.data(), room=st.integers(80, 260))
def test_at_every_border_each_sentence_stands_whole_in_some_piece(
    language: str, data: st.DataObject, room: int
) -> None:
    """Quotation marks, decimal points, ellipses and characters beyond the first plane do not cut one in two."""
    said = data.draw(st.lists(st.sampled_from(BORDERS[language]), min_size=12, max_size=40))
    text = "".join(f"{n} {sentence}" for n, sentence in enumerate(said))
    shown = [text[a:b] for a, b in pieces(text, room=room, count=estimate_tokens)]
    for n, sentence in enumerate(said):
        assert any(f"{n} {sentence}".strip() in piece for piece in shown)
    assert all(piece.encode("utf-8") for piece in shown)


def test_a_chunk_says_which_lines_it_shows() -> None:
    """A line that is cut is shown by each of its chunks."""
    lines = [Line("[user] ", "短句。"), Line("[user] ", "长句。" * 60), Line("[user] ", "另一句。")]
    chunks = list(pack(lines, room=80, count=estimate_tokens))
    assert chunks[0].lines[0] == 0
    assert chunks[-1].lines[-1] == 2
    assert sum(1 in chunk.lines for chunk in chunks) > 1
    for chunk in chunks:
        assert list(chunk.lines) == sorted(set(chunk.lines))


def test_short_messages_share_a_chunk() -> None:
    """One call for many messages."""
    lines = [Line("[user] ", f"第{n}句") for n in range(20)]
    assert len(list(pack(lines, room=400, count=estimate_tokens))) == 1
