"""What is sent and what is read, with its types."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.client.bodies import parameters, read, written
from stelae.errors import InvalidInputError
from stelae.schemas.change import Outcome
from stelae.schemas.observation import Message
from stelae.schemas.query import RecallResult

AT = datetime(2026, 3, 12, 0, 30, tzinfo=UTC)
TEXT = st.text(st.characters(exclude_categories=["Cs"]))
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=20,
)  # fmt: skip


@given(PLAIN)
def test_a_body_says_what_was_meant(value: Any) -> None:
    """Every plain value, with its type; tuples are lists."""
    said = json.loads(written(value=[value], also=(value,)))
    assert said == {"value": [value], "also": [value]}
    assert repr(said["value"][0]) == repr(value)


def test_none_is_not_said_at_the_top_and_is_within() -> None:
    """The server's default holds; a field that is taken away is named."""
    said = json.loads(written(text=None, attributes={"topic": None}))
    assert said == {"attributes": {"topic": None}}


def test_a_message_keeps_the_zone_of_its_time() -> None:
    """Read again it is the same instant in the same zone, by its name: an offset knows of no summer time."""
    message = Message(content="明天交", id="m1", time=AT, zone="Asia/Shanghai", metadata={"n": 1})
    (said,) = json.loads(written(messages=[message]))["messages"]
    assert said == {
        "content": "明天交",
        "id": "m1",
        "time": "2026-03-12T08:30:00+08:00",
        "zone": "Asia/Shanghai",
        "metadata": {"n": 1},
    }
    timeless = Message(content="hi", zone="Asia/Shanghai")
    assert json.loads(written(message=timeless))["message"] == {
        "content": "hi",
        "zone": "Asia/Shanghai",
    }
    assert json.loads(written(messages=Message(content="hi", role="assistant"))) == {
        "messages": {"content": "hi", "role": "assistant"}
    }
    unplaced = json.loads(written(messages=Message(content="hi", time=AT)))
    assert unplaced["messages"]["time"] == "2026-03-12T00:30:00+00:00"


def test_a_lone_surrogate_is_what_it_is_everywhere_in_stelae() -> None:
    """U+FFFD, also in names and query parameters."""
    assert json.loads(written(text="a\ud800b", attributes={"\udfff": 1})) == {
        "text": "a\ufffdb",
        "attributes": {"\ufffd": 1},
    }
    assert parameters(of="a\ud800b") == (("of", "a\ufffdb"),)


@pytest.mark.parametrize(
    "value", [{1: "a"}, {2, 3}, float("inf"), b"bytes", object(), 10**5000], ids=lambda v: type(v).__name__
)  # fmt: skip
def test_what_is_no_json_is_refused_without_being_shown(value: object) -> None:
    """A key that is a number would come back as text."""
    with pytest.raises(InvalidInputError) as refused:
        written(metadata={"private": value})
    assert "private" not in str(refused.value)


def test_what_contains_itself_is_refused() -> None:
    """As the library refuses it."""
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(InvalidInputError):
        written(metadata={"a": endless})


def test_parameters_are_words() -> None:
    """A tuple is its name several times, what is None is left out."""
    said = parameters(
        reads=("team:a", "global"), limit=5, hard=True, since=AT, cursor=None, none=()
    )
    assert said == (
        ("reads", "team:a"),
        ("reads", "global"),
        ("limit", "5"),
        ("hard", "true"),
        ("since", "2026-03-12T00:30:00+00:00"),
    )


def test_what_a_newer_server_adds_is_passed_over() -> None:
    """At every depth; what is missing is not."""
    outcome = {"outcome": "accepted", "reason": "accepted", "later": 1}
    evidence = [{"observation_id": "o1", "external_id": None, "quote": "x", "start": 0, "end": 1, "later": 2}]  # fmt: skip
    assert read(json.dumps({**outcome, "evidence": evidence}), Outcome).outcome == "accepted"
    with pytest.raises(ValueError, match="reason"):
        read(b'{"outcome": "accepted"}', Outcome)


@pytest.mark.parametrize("body", ["{}", '{"status": "up"}'])
def test_what_names_nothing_that_is_known_is_nobodys_answer(body: str) -> None:
    """An empty result is told as one: it is never read out of something else."""
    with pytest.raises(ValueError, match="none of its fields"):
        read(body, RecallResult)
    assert read('{"hits": []}', RecallResult) == RecallResult()
