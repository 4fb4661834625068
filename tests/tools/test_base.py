"""A tool is a name, a strict schema, and a call that answers a model's slips in words."""

from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.errors import StoreError
from stelae.structured.json_schema import undecodable
from stelae.tools.base import Arguments, Tool, tool


class Wish(Arguments):
    """Arguments of a tool."""

    thing: str
    """What is wanted,
    in a word."""
    side: Literal["like", "dislike"] = "like"
    places: list[str] | None = None


def wish(given: Wish) -> dict[str, Any]:
    """Give back what came."""
    if given.thing == "broken":
        raise StoreError("The disk is full.")
    return given.model_dump()


TOOL = tool("wish", "Wish for a thing.", Wish, wish)


def test_the_schema_is_strict_and_described() -> None:
    """Nothing optional or open, within what grammars can hold; null for what may be unknown."""
    schema = TOOL.parameters
    assert schema["required"] == ["thing", "side", "places"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["thing"]["description"] == "What is wanted, in a word."
    assert {"type": "null"} in schema["properties"]["places"]["anyOf"]
    plain = {
        n: {w: v for w, v in p.items() if w != "description"}
        for n, p in schema["properties"].items()
    }
    assert undecodable({**schema, "properties": plain}) == ()


def test_the_definition_is_what_openai_style_servers_take() -> None:
    """With the schema marked strict."""
    assert TOOL.definition["function"] == {
        "name": "wish",
        "description": "Wish for a thing.",
        "parameters": TOOL.parameters,
        "strict": True,
    }


def test_arguments_come_as_a_mapping_or_as_text() -> None:
    """Defaults stand for what is left out."""
    wanted = {"thing": "茶", "side": "dislike", "places": None}
    assert TOOL.call({"thing": "茶", "side": "dislike"}) == wanted
    assert TOOL.call('{"thing": "\\"茶\\"", "side": "Dislike", "places": "null"}') == wanted


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({}, "thing is missing."),
        ({"thing": "tea", "side": "love"}, "side: input should be 'like' or 'dislike'."),
        ({"thing": "tea", "authority": "user_edit"}, "There is an unknown argument."),
        ({"thing": {"a": "x", "b": "y"}}, "thing: input should be a valid string."),
        ("tea, please", "The arguments are no JSON object."),
        ({"thing": "broken"}, "The disk is full. Nothing was done."),
    ],
)
def test_a_mistake_is_an_answer_that_a_model_can_act_on(sent: Any, told: str) -> None:
    """It says what is wrong and which arguments there are."""
    answer = TOOL.call(sent)
    assert set(answer) == {"error"}
    assert answer["error"].startswith(told)
    if "broken" not in str(sent):
        assert "thing, side (may be left out), places (may be left out)" in answer["error"]


def test_an_error_repeats_no_value() -> None:
    """What a model put there may be private."""
    assert "secret-word" not in str(TOOL.call({"thing": "tea", "side": "secret-word"}))
    assert "secret-word" not in str(TOOL.call({"thing": "tea", "secret-word": 1}))


def test_a_tool_is_frozen() -> None:
    """Nobody swaps what it does."""
    with pytest.raises(AttributeError):
        TOOL.name = "other"  # type: ignore[misc]
    assert isinstance(TOOL, Tool)


@given(
    st.dictionaries(
        st.text(max_size=8), st.text(max_size=8) | st.integers() | st.none(), max_size=3
    )
)
def test_no_mapping_raises(sent: dict[str, Any]) -> None:
    """It is done, or told."""
    answer = TOOL.call(sent)
    assert "error" in answer or "thing" in answer
