"""YAML with lines: what people write is read with the line of every key; what is written is read as it was."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.ingestion.yaml_text import LARGEST, UnreadableError, read_marked, written

WORDS = st.text(max_size=40) | st.text("快照，过期\n |>:#-'\"&*{}[]", max_size=40)


def test_every_key_and_entry_knows_its_line() -> None:
    """Also the text of a block, which begins below its key, and what stands above in the file."""
    read = read_marked(
        "intent: 一\nkeywords:\n  - 快照\n  - stale\nbody: |\n  one\n  two\n", above=2
    )
    assert read.values == {"intent": "一", "keywords": ["快照", "stale"], "body": "one\ntwo\n"}
    assert read.lines == {"intent": 3, "keywords": 4, "body": 7}
    assert read.text_lines["body"] == 8
    assert read.item_lines == {"keywords": (5, 6)}


def test_of_a_key_that_stands_there_twice_the_first_counts() -> None:
    """And the second one is told with its line."""
    read = read_marked("a: 1\nb: 2\na: 3\n")
    assert (read.values, read.doubled) == ({"a": 1, "b": 2}, {"a": 3})


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: [1", 1),
        ("a: 1\n\tb: 2", 2),
        ("- a\n- b", 1),
        ("", 1),
        ("a: &x 1\nb: *x", 1),
        ("a: !!python/object:os.system 1", 1),
        ("a: 2026-13-40", None),
        *((f"a: !!{tag}", None) for tag in ("int ''", "float ''", "bool 是", "timestamp 今天")),
        ("a: 0x" + "f" * 5_000, None),
        ("a: " + "[" * 3_000, None),
        ("a: " + "x" * LARGEST, None),
    ],
)
def test_what_is_no_mapping_of_plain_values_is_refused(text: str, line: int | None) -> None:
    """With the line, as far as it is known, and never with what stands there."""
    with pytest.raises(UnreadableError) as refused:
        read_marked(text)
    assert refused.value.line == line


@given(
    st.dictionaries(
        st.sampled_from("abc"), WORDS | st.lists(WORDS, max_size=4) | st.integers(0, 9), min_size=1
    )
)
def test_reading_what_was_written_gives_the_same(fields: dict[str, Any]) -> None:
    """In any script, with any line break."""
    assert read_marked(written(fields)).values == fields
