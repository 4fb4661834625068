"""Where a server can be asked from is told by its settings alone."""

import pytest

from stelae.config import ServerSettings
from stelae.server.hosts import bare_name, is_loopback, own_names, reachable


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.8.9.1", "localhost", "LOCALHOST", "::1", "[::1]"]
)
def test_this_machine_alone_hears_on_loopback(host: str) -> None:
    """In all its spellings."""
    assert is_loopback(host)
    assert not reachable(ServerSettings(host=host))


@pytest.mark.parametrize(
    "host", ["", "::", "192.168.1.5", "example.com", "127.0.0.1.example.com", "1"]
)
def test_anything_else_may_be_heard_by_others(host: str) -> None:
    """An empty name is every interface; a name that only looks like loopback is none."""
    assert not is_loopback(host)
    assert reachable(ServerSettings(host=host))


def test_a_server_behind_a_proxys_name_can_be_reached() -> None:
    """It listens on loopback, and the proxy does not."""
    assert reachable(ServerSettings(allowed_hosts=("memory.example.com",)))
    assert not reachable(ServerSettings(allowed_hosts=("localhost",)))


def test_names_are_compared_without_port_case_and_final_dot() -> None:
    """As browsers send them."""
    hosts = ["Memory.Example.com:7437", "memory.example.com.", "[::1]:7437", "::1", "127.0.0.1:80"]
    assert [bare_name(one) for one in hosts] == [
        *["memory.example.com"] * 2, *["::1"] * 2, "127.0.0.1",
    ]  # fmt: skip
    names = own_names(ServerSettings(host="10.0.0.7", allowed_hosts=("Memory.example.com",)))
    assert {"localhost", "127.0.0.1", "::1", "10.0.0.7", "memory.example.com"} <= names
