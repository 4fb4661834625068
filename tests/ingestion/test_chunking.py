"""Long texts become passages, and nothing of them is lost."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stelae.ingestion.chunking import OVERLAP, SIZE, chunked, misfit, verbatim_parts
from stelae.schemas.candidate import MAX_MEMORY_CHARS
from stelae.text.estimate import estimate_tokens

WORDS = st.sampled_from(
    [
        "# 安装\n",
        "## Install\n",
        "先检查端口。",
        "The port is 8086. ",
        "\n\n",
        "- item\n",
        "```\n# x\n```\n",
    ]
)
TEXTS = st.one_of(
    st.text(max_size=3_000),
    st.lists(WORDS, max_size=300).map("".join),
    st.lists(st.sampled_from("ab 。.\n好"), max_size=3_000).map("".join),
)


@given(text=TEXTS, markdown=st.booleans(), size=st.sampled_from([20, 60, SIZE]))
@settings(max_examples=200, deadline=None)
def test_the_passages_without_their_overlaps_are_the_text(
    text: str, markdown: bool, size: int
) -> None:
    """Nothing is lost, nothing is added, whatever the text."""
    found = chunked(text, size=size, overlap=size // 5, markdown=markdown)
    assert "".join(one.text[one.overlap :] for one in found) == text
    assert all(len(one.text) > one.overlap for one in found)


@given(text=TEXTS, size=st.sampled_from([20, 60, SIZE]))
@settings(max_examples=200, deadline=None)
def test_no_passage_is_longer_than_it_may_be_and_each_overlap_is_the_end_of_the_one_before(
    text: str, size: int
) -> None:
    """A passage fits into a memory, with what it repeats."""
    found = chunked(text, size=size, overlap=size // 5)
    for before, one in pairwise(found):
        repeated = one.text[: one.overlap]
        assert before.text.endswith(repeated)
        assert estimate_tokens(repeated) <= size // 5
    for one in found:
        assert estimate_tokens(one.text) <= size
        assert len(one.text) <= MAX_MEMORY_CHARS


@given(source=st.text(max_size=500), limit=st.integers(1, 60))
def test_the_parts_of_a_drawing_are_its_source_byte_for_byte(source: str, limit: int) -> None:
    """Joined they are the source; none is blank, and none is over the limit but for white space around it."""
    parts = verbatim_parts(source, limit=limit)
    assert "".join(parts) == source
    assert all(len(part.strip()) <= limit for part in parts)
    assert all(part.strip() for part in parts) or parts == (source,)


def test_a_drawing_is_cut_at_ends_of_lines() -> None:
    """A line of Mermaid stays whole."""
    assert verbatim_parts("graph TD\n  a --> b\n  b --> c\n", limit=12) == (
        "graph TD\n",
        "  a --> b\n",
        "  b --> c\n",
    )


def test_chinese_is_cut_at_ends_of_sentences() -> None:
    """No sentence is torn, and a passage begins with the last sentences of the one before."""
    text = "".join(f"第{n}步：先确认交换机端口的状态，再登记设备编号。" for n in range(120))
    found = chunked(text)
    assert len(found) > 5
    for one in found:
        assert one.text.endswith("。")
        assert one.text.startswith("第")
    assert all(60 < estimate_tokens(one.text[: one.overlap]) <= OVERLAP for one in found[1:])


def test_passages_of_markdown_follow_its_headings() -> None:
    """A section begins a passage of its own and says under which headings it stands; small ones stay together."""
    step = "Check the port, then write down the number of the device. "
    text = f"# Manual\n\n## Install\n\n{step * 20}\n## 注册\n\n{step * 60}\n## Notes\n\nShort.\n## More\n\nShort.\n"
    found = chunked(text)
    assert [one.heading for one in found] == [
        "Manual",
        *["Manual > 注册"] * 3,
        "Manual > Notes",
    ]
    assert found[1].text.startswith("## 注册")
    assert found[1].overlap == 0
    assert found[2].overlap > 0
    assert "## More" in found[-1].text


def test_a_comment_in_fenced_code_is_no_heading() -> None:
    """Shell comments begin with the same mark."""
    code = "```sh\n# not a heading\nmake ship\n```\n"
    found = chunked("# Deploy\n" + "Run it as shown below. " * 30 + "\n" + code)
    assert {one.heading for one in found} == {"Deploy"}


@pytest.mark.timeout(60)
def test_a_text_without_any_end_of_sentence_is_cut_quickly() -> None:
    """A megabyte of letters does not hold up an import."""
    assert "".join(one.text[one.overlap :] for one in chunked("x" * 1_000_000)) == "x" * 1_000_000


@pytest.mark.parametrize(
    ("body", "text", "told"),
    [
        ("先查端口。", "", "none"),
        ("word " * 600, "", "needs_summary"),
        ("字" * 900, "", "none"),
        ("字" * 1_001, "", "needs_summary"),
        ("摘要。", "先查端口。", "one_is_enough"),
        ("摘要。", "字" * 400, "none"),
        ("字" * 400, "字" * 4_000, "summary_too_long"),
    ],
)
def test_the_size_rule_says_what_becomes_of_a_text(body: str, text: str, told: str) -> None:
    """Up to 500 tokens one memory, above 1,500 a summary and passages, in between as proposed (O38)."""
    assert misfit(body, text) == told
