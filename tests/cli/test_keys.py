"""Keys as people make, see, rotate and revoke them."""

from pathlib import Path
from typing import Any

import pytest

from stelae.cli import main
from stelae.server.keys import Keyring
from stelae.testing import FixedClock
from tests.cli.conftest import Stelae


def made(stelae: Stelae, *arguments: str) -> dict[str, Any]:
    """Make a key, and return what programs are told."""
    ran = stelae("keys", "create", *arguments, "--json")
    assert ran.code == main.DONE, ran.out
    return ran.json


def test_a_secret_is_shown_once_and_says_so(stelae: Stelae, data: Path) -> None:
    """On stdout as a line of its own; the list never shows it."""
    ran = stelae("keys", "create", "小林的终端")
    (secret,) = [line for line in ran.out.splitlines() if line.startswith("stl_")]
    assert "shown once" in ran.err
    assert secret not in ran.err
    key = Keyring(data, FixedClock()).find(secret)
    assert key is not None
    assert (key.name, key.role, key.tenant, key.scopes) == (
        "小林的终端",
        "agent",
        "default",
        ("user:lin",),
    )
    listed = stelae("keys", "list")
    assert key.id in listed.out
    assert "小林的终端" in listed.out
    assert secret not in listed.out + listed.err


def test_a_key_is_bound_to_what_is_named(stelae: Stelae) -> None:
    """Scopes and patterns, further ones to read, a tenant, a role, an end."""
    key = made(
        stelae, "ci", "--role", "reviewer", "--tenant", "acme", "--scope", "team:ops", "--scope", "user:*",
        "--read", "global", "--read", "agent:*", "--expires", "26w",
    )["key"]  # fmt: skip
    assert (key["role"], key["tenant"]) == ("reviewer", "acme")
    assert key["scopes"] == ["team:ops", "user:*"]
    assert key["reads"] == ["global", "agent:*"]
    assert key["expires_at"] > key["created_at"]


def test_options_may_stand_before_the_command(stelae: Stelae, tmp_path: Path) -> None:
    """As with every command."""
    ran = stelae(
        "--data", str(tmp_path / "b"), "--scope", "team:ops", "keys", "create", "x", "--json"
    )
    assert ran.json["key"]["scopes"] == ["team:ops"]
    assert (tmp_path / "b" / "keys.json").exists()


def test_a_rotated_key_has_another_secret(stelae: Stelae, data: Path) -> None:
    """The one before holds no more, or for the grace that was given."""
    first = made(stelae, "bot")
    key_id = first["key"]["id"]
    second = stelae("keys", "rotate", key_id, "--grace", "24h", "--json").json
    ring = Keyring(data, FixedClock())
    assert second["key"] == first["key"]
    assert [ring.find(one["secret"]) is not None for one in (first, second)] == [True, True]
    third = stelae("keys", "rotate", key_id)
    assert "stl_" in third.out
    assert [ring.find(one["secret"]) for one in (first, second)] == [None, None]


def test_a_revoked_key_stays_on_the_list(stelae: Stelae, data: Path) -> None:
    """As revoked, and lets nobody in."""
    first = made(stelae, "bot")
    assert "Revoked bot" in stelae("keys", "revoke", first["key"]["id"]).out
    assert Keyring(data, FixedClock()).find(first["secret"]) is None
    assert "revoked" in stelae("keys", "list").out
    (listed,) = stelae("keys", "list", "--json").json["keys"]
    assert listed["revoked_at"] is not None
    again = stelae("keys", "revoke", first["key"]["id"], "--json").json
    assert again["key"] == listed
    assert stelae("keys", "rotate", first["key"]["id"]).code == main.USAGE


def test_without_keys_the_list_says_what_that_means(stelae: Stelae, data: Path) -> None:
    """And makes no folder."""
    assert "everybody on it is an agent" in stelae("keys", "list").out
    assert stelae("keys", "list", "--json").json == {"keys": []}
    assert not data.exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("create", "x", "--expires", "soon"), main.USAGE),
        (("create", "x", "--expires", "0d"), main.USAGE),
        (("create", "x", "--expires", "999999d"), main.USAGE),
        (("create", "x", "--scope", "lin"), main.USAGE),
        (("create", "two words"), main.USAGE),
        (("create", "x", "--role", "owner"), main.USAGE),
        (("rotate", "00000000"), main.NOT_FOUND),
        (("revoke", "00000000"), main.NOT_FOUND),
    ],
)
def test_what_cannot_be_is_refused(stelae: Stelae, arguments: tuple[str, ...], code: int) -> None:
    """With the code of its kind, and no key is made."""
    assert stelae("keys", *arguments).code == code
    assert stelae("keys", "list", "--json").json == {"keys": []}


def test_serving_what_others_can_ask_needs_a_key(stelae: Stelae) -> None:
    """It ends before anything is opened, and names the command."""
    ran = stelae("serve", "--host", "::", "--port", "0")
    assert ran.code == main.FAILED
    assert "stelae keys create" in ran.err
    assert stelae("serve", "--read", "global").code == main.USAGE
