"""Every tool is described for small models, strict in what it takes, and says what it does to the memory."""

import json

import pytest
from jsonschema import Draft202012Validator
from mcp import Client, types

from tests.server.mcp.conftest import At
from tests.server.mcp.wire import ERAS, Era

READING = {"recall", "why", "list_pending", "forget_preview"}
ADDING = {"remember", "propose_memory_draft"}
DECIDING = {"commit_to_memory", "forget"}


@pytest.fixture(params=ERAS)
def tools(request: pytest.FixtureRequest, at: At) -> list[types.Tool]:
    """The tools as a client of each era lists them."""
    era: Era = request.param

    async def script(client: Client) -> list[types.Tool]:
        return (await client.list_tools()).tools

    return at(script, era=era)


def test_the_schemas_are_strict_and_valid(tools: list[types.Tool]) -> None:
    """Nothing unknown is taken, every argument is described, and only what has to be given is required."""
    for tool in tools:
        assert tool.output_schema is not None
        for schema in (tool.input_schema, tool.output_schema):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
            assert schema["additionalProperties"] is False
        properties = tool.input_schema["properties"]
        assert all(one["description"] for one in properties.values())
        assert set(tool.input_schema["required"]) <= set(properties)
    required = {tool.name: tool.input_schema["required"] for tool in tools}
    assert required["recall"] == ["query"]
    assert required["remember"] == ["text"]
    assert required["forget"] == ["ids"]


def test_the_hints_say_what_a_call_does(tools: list[types.Tool]) -> None:
    """A host that asks before destructive calls asks before these two."""
    hints = {tool.name: tool.annotations for tool in tools}
    assert set(hints) == READING | ADDING | DECIDING
    for name, hint in hints.items():
        assert hint is not None
        assert hint.read_only_hint == (name in READING)
        assert hint.open_world_hint is False
        if name not in READING:
            assert hint.destructive_hint == (name in DECIDING)
            assert hint.idempotent_hint == (name in DECIDING)


def test_no_argument_says_who_speaks(tools: list[types.Tool]) -> None:
    """Authority, role and confirmation are never the caller's word."""
    for tool in tools:
        assert not {"authority", "role", "confirmed", "yes", "tenant"} & {
            *tool.input_schema["properties"]
        }


def test_the_list_is_short_enough_for_a_small_model(tools: list[types.Tool]) -> None:
    """What a model is given of it: names, descriptions, arguments."""
    given = [[one.name, one.description, one.input_schema] for one in tools]
    assert len(json.dumps(given, ensure_ascii=False)) < 8_000
    assert all(one.description and len(one.description) < 400 for one in tools)
