"""What is nearly JSON has one reading or none."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.structured.lenient import decode
from stelae.structured.reply import parse

ITEM = {"text": "用户养了一只乌龟，叫阿福", "age": 3, "sure": True, "note": None}
NEARLY = {
    "full-width punctuation": '{“text”：“用户养了一只乌龟，叫阿福”，“age”：3，“sure”：true，“note”：null}',
    "Python": "{'text': '用户养了一只乌龟，叫阿福', 'age': 3, 'sure': True, 'note': None}",
    "commas too many": '{"text": "用户养了一只乌龟，叫阿福", "age": 3, "sure": true, "note": null,}',
    "mixed": '{"text"：\'用户养了一只乌龟，叫阿福\'，"age": 3, "sure": True, "note": None,\n}',
}  # fmt: skip


@pytest.mark.parametrize("text", NEARLY.values(), ids=NEARLY)
def test_what_has_one_reading_is_read(text: str) -> None:
    """To the letter, and through the reply's parser too."""
    assert decode(text, 0) == (ITEM, len(text))
    assert parse(f"好的：\n```python\n{text}\n```").objects == (ITEM,)


def test_quotes_within_other_quotes_are_text() -> None:
    """Python's way of writing an apostrophe, a double quote within single ones, and escapes."""
    said = {"a": "it's", "b": 'he said "no"', "c": "back\\slash", "d": "line\nbreak"}
    assert parse(repr(said)).objects == (said,)


AMBIGUOUS = (
    "{'text': 'it's mine'}",
    '{"text": "she said "no" to me"}',
    "{“text”：“他说“好””}",
    "{'a': maybe}",
    "{'a': 1 'b': 2}",
    "{'a': 01}",
    "{'a' 1}",
    "{'a': 1",
    "{'a': 1, 'a': 2}",
    "{,}",
    "{'a': [" * 200 + "]}" * 200,
)


@pytest.mark.parametrize("text", AMBIGUOUS)
def test_what_has_two_readings_or_none_is_refused(text: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(ValueError, match="not JSON"):
        decode(text, 0)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@given(st.dictionaries(st.text(max_size=6), VALUES, max_size=4))
def test_json_itself_is_read_as_json(value: dict[str, Any]) -> None:
    """The tolerant reader agrees with the strict one wherever that reads."""
    text = json.dumps(value, ensure_ascii=False)
    assert decode(text, 0) == (value, len(text))


@given(st.text(alphabet="{}[]'\"“”‘’:：,，\\ntrueNone12.eE- 好", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No other error, and what comes out is JSON."""
    with suppress(ValueError):
        value, end = decode("{" + text, 0)
        assert end <= len(text) + 1
        json.dumps(value)
