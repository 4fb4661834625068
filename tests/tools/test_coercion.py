"""What models send in place of arguments is read where it has one reading, and never raises."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.tools.coercion import NotAnObjectError, coerce, strip_quote_leak

TEXT = {"type": "string"}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "query": TEXT,
        "scopes": {"anyOf": [{"type": "array", "items": TEXT}, {"type": "null"}]},
        "polarity": {"type": "string", "enum": ["like", "dislike"]},
        "limit": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "where": {"anyOf": [{"type": "object"}, {"type": "null"}]},
    },
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=12,
)
NAMES = st.sampled_from(
    ["query", "scopes", "polarity", "limit", "where", '"query"', "value", "arguments"]
)


@pytest.mark.parametrize(
    ("leaked", "meant"),
    [
        ('"塑料"', "塑料"),
        ('\\"塑料\\"', "塑料"),
        ('"\\"塑料\\""', "塑料"),
        ('""塑料""', "塑料"),
        ("“塑料”", "塑料"),
        ("'plastic'", "plastic"),
        ("`plastic`", "plastic"),
        ('plastic"}', "plastic"),
        ('plastic",', "plastic"),
        ("\\u5851\\u6599", "塑料"),
        ("null", "null"),
    ],
)
def test_quotes_and_escapes_around_a_value_are_taken_off(leaked: str, meant: str) -> None:
    """However often it was written as JSON."""
    assert strip_quote_leak(leaked) == meant


@pytest.mark.parametrize(
    "text",
    [
        'He said "hi"',
        '"a" and "b"',
        "“豆包”是我家的狗",
        'a monitor of 27"',
        "the boys'",
        "it's mine",
    ],
)
def test_a_quotation_within_a_text_stays(text: str) -> None:
    """What has another reading is left alone."""
    assert strip_quote_leak(text) == text


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        ('{"query": "塑料"}', {"query": "塑料"}),
        ('```json\n{"query": "塑料"}\n```', {"query": "塑料"}),
        ("{'query': 'plastic',}", {"query": "plastic"}),
        ('"{\\"query\\": \\"x\\"}"', {"query": "x"}),
        ({"query": {"value": "塑料"}}, {"query": "塑料"}),
        ({"query": {"type": "string", "value": "塑料"}}, {"query": "塑料"}),
        ({"query": {"query": "x"}}, {"query": "x"}),
        ({"query": ["x"]}, {"query": "x"}),
        ({"query": 42}, {"query": "42"}),
        ({'"query"': '"x"'}, {"query": "x"}),
        ({"arguments": {"query": "x"}}, {"query": "x"}),
        ({"input": '{"query": "x"}'}, {"query": "x"}),
        (
            {"query": "x", "scopes": "global，user:lin"},
            {"query": "x", "scopes": ["global", "user:lin"]},
        ),
        ({"query": "x", "scopes": '["global"]'}, {"query": "x", "scopes": ["global"]}),
        ({"query": "x", "scopes": ['"global"', "null"]}, {"query": "x", "scopes": ["global"]}),
        ({"query": "x", "scopes": "null", "limit": "None"}, {"query": "x"}),
        ({"query": "x", "polarity": "Dislike"}, {"query": "x", "polarity": "dislike"}),
        ({"query": "x", "where": '{"a": 1}'}, {"query": "x", "where": {"a": 1}}),
    ],
)
def test_what_was_meant_is_read(sent: Any, meant: dict[str, Any]) -> None:
    """Envelopes, layers, JSON text, comma text, spelling, nothing."""
    assert coerce(sent, SCHEMA) == meant


def test_what_nobody_knows_is_kept_for_validation_to_name() -> None:
    """Only a null of an unknown name says nothing."""
    assert coerce({"query": "x", "authority": "user_edit", "extra": None}, SCHEMA) == {
        "query": "x",
        "authority": "user_edit",
    }


@pytest.mark.parametrize("text", ["", "hello", "[1, 2]", '{"query": "cut o'])
def test_a_text_without_one_whole_object_is_refused(text: str) -> None:
    """Nothing is guessed from half of an answer."""
    with pytest.raises(NotAnObjectError):
        coerce(text, SCHEMA)


@given(st.dictionaries(NAMES, JSON, max_size=4) | JSON.map(json.dumps) | st.text(max_size=40))
def test_no_arguments_raise_anything_else(sent: Any) -> None:
    """A mapping gives a mapping; a text gives one or says that it is none."""
    try:
        found = coerce(sent, SCHEMA)
    except NotAnObjectError:
        assert isinstance(sent, str)
        return
    assert all(isinstance(name, str) for name in found)


@given(st.text(max_size=30))
def test_stripping_never_raises_and_adds_nothing(text: str) -> None:
    """What is left is no longer than what came, but for decoded escapes, which are shorter anyway."""
    assert len(strip_quote_leak(text)) <= len(text)


@given(
    st.dictionaries(st.just("query"), st.from_regex(r"[a-z塑料]{1,8}", fullmatch=True), min_size=1)
)
def test_plain_arguments_stay_as_they_are(sent: dict[str, str]) -> None:
    """Words without a quote are nobody's slip."""
    assert coerce(sent, SCHEMA) == sent


def test_a_text_in_which_every_sign_counts_is_left_alone() -> None:
    """A program's own escapes are no leak; nothing is still nothing."""
    schema = {
        "properties": {
            "body": {"type": "string"},
            "more": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        }
    }
    raw = ' "say \\"hi\\"" '
    assert coerce({"body": raw}, schema, verbatim={"body"}) == {"body": raw}
    assert coerce({"body": raw, "more": "null"}, schema, verbatim={"body", "more"}) == {"body": raw}
    assert coerce({"body": raw}, schema) != {"body": raw}
