"""The guide on MCP does what it says."""

import json
import re
import tomllib
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import typer.main
from mcp import Client

from stelae.cli import main
from stelae.schemas.access import Place
from stelae.server.mcp.desk import Context, Visit
from stelae.server.mcp.server import build
from tests.docs.guides import Guide
from tests.server.mcp.wire import talk

GUIDE = Guide("mcp")


def nobody(_: Context) -> Visit:
    """No memory is there: lists need none."""
    raise AssertionError


SERVER = build(nobody)


def configured() -> list[dict[str, Any]]:
    """Return the servers of every block of configuration."""
    read = [*map(json.loads, GUIDE.blocks("json", marked=True))]
    read += map(tomllib.loads, GUIDE.blocks("toml", marked=True))
    known = ("mcpServers", "servers", "mcp_servers")
    return [next(one[name] for name in known if name in one)["stelae"] for one in read]


def test_every_block_of_configuration_is_one() -> None:
    """Four clients over stdio; over HTTP one block serves two of them."""
    assert len(GUIDE.blocks("json")) + len(GUIDE.blocks("toml")) == len(configured()) == 7
    assert sum("command" in one for one in configured()) == 4


@pytest.mark.parametrize("server", [one for one in configured() if "command" in one])
def test_a_client_starts_a_command_that_there_is(server: dict[str, Any]) -> None:
    """With options that it takes, and settings that there are."""
    assert server["command"] == "stelae"
    name, *options = server["args"]
    commands: Any = typer.main.get_command(main.app)
    command: Any = commands.commands[name]
    assert command.make_context(name, options).params["role"] == "agent"
    assert set(server.get("env", {})) <= {"STELAE_ZONE"}


@pytest.mark.parametrize("server", [one for one in configured() if "url" in one])
def test_a_client_asks_at_an_address_that_is_served(server: dict[str, Any]) -> None:
    """The port of the settings, the path of the door, a place, and a key that stands in no file."""
    from stelae.config import ServerSettings
    from stelae.server.mcp.http import PATH

    address = urlsplit(str(server["url"]))
    assert (address.port, address.path) == (ServerSettings().port, PATH)
    assert Place.model_validate({n: v[0] for n, v in parse_qs(address.query).items()}).scope
    assert "stl_" not in json.dumps(server)


def test_the_table_names_every_tool_and_what_it_changes() -> None:
    """And no other one."""

    async def script(client: Client) -> dict[str, str]:
        found: dict[str, str] = {}
        for tool in (await client.list_tools()).tools:
            hints = tool.annotations
            assert hints is not None
            changes = "**yes**" if hints.destructive_hint else "adds"
            found[tool.name] = "no" if hints.read_only_hint else changes
        return found

    rows = re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", GUIDE.text, re.MULTILINE)
    assert dict(rows) == talk(SERVER, script)


def test_the_resources_that_are_named_are_there() -> None:
    """Two lists and two templates."""

    async def script(client: Client) -> set[str]:
        listed = {one.uri for one in (await client.list_resources()).resources}
        templates = (await client.list_resource_templates()).resource_templates
        return listed | {one.uri_template for one in templates}

    assert set(re.findall(r"`(stelae://[^`]+)`", GUIDE.text)) == talk(SERVER, script)
