"""E14: five mistakes of a memory service that was handed around as an example. Each is a test, at every door.

Metadata that overrides system fields; a filter that nobody checks; values that come back as text; an id that comes twice; a
memory that is nobody's.
"""

from pathlib import Path
from typing import Any

import pytest

from stelae import Client, errors
from stelae.assembly import SystemClock
from stelae.config import ServerSettings, Settings
from stelae.memory import Memory
from stelae.remember.messages import RESERVED_METADATA
from stelae.server.app import create_app
from stelae.server.keys import Keyring
from tests.cases.doors import Door, RefusedError
from tests.client.served import listening

every_door = pytest.mark.parametrize("door_name", ["library", "cli", "http"], indirect=True)
SAID = "我对花生过敏"
METADATA: dict[str, Any] = {
    "kind": "episode",
    "created_at": "1970-01-01T00:00:00Z",
    "category": "constraint",
    "count": 3,
    "ratio": 3.0,
    "seen": True,
    "nobody": None,
    "path": ["a", {"b": [1, "二"]}],
}


def said(text: str = SAID, **fields: Any) -> list[dict[str, Any]]:
    """Return one message of a person's."""
    return [{"role": "user", "content": text, "id": "m1", **fields}]


@every_door
@pytest.mark.parametrize("name", sorted(RESERVED_METADATA))
def test_e14_1_metadata_may_not_take_a_system_name(door: Door, name: str) -> None:
    """It is refused by its name, and nothing is stored."""
    with pytest.raises(RefusedError) as refused:
        door.observe(said(metadata={name: "user:mo"}))
    assert refused.value.kind == "InvalidInputError"
    assert name in refused.value.message
    assert "user:mo" not in refused.value.message
    assert door.stats()["observations"] == 0


@every_door
def test_e14_1_metadata_changes_no_field_of_a_memory(door: Door) -> None:
    """Whatever it is called: the record's own kind, category and times are what code has made them."""
    (outcome,) = door.observe(said(metadata=METADATA))["outcomes"]
    record = door.show(outcome["id"])
    assert (record["kind"], record["category"]) == (outcome["kind"], outcome["category"])
    assert record["kind"] != METADATA["kind"]
    assert not record["recorded_at"].startswith("1970")


@every_door
def test_e14_2_a_filter_that_means_nothing_is_refused(door: Door) -> None:
    """An unknown category is no empty result; the message names those that there are."""
    door.observe(said())
    with pytest.raises(RefusedError) as refused:
        door.recall("花生", category="epsiode")
    assert refused.value.kind == "UnknownCategoryError"
    assert "preference" in refused.value.message
    with pytest.raises(RefusedError) as refused:
        door.recall("花生", since="yesterdayish")
    assert refused.value.kind == "InvalidInputError"


@every_door
def test_e14_3_values_come_back_with_the_types_they_were_given(door: Door) -> None:
    """Numbers, truth, nothing, lists within objects: not one of them as text."""
    (outcome,) = door.observe(said(metadata=METADATA))["outcomes"]
    (observation,) = door.why(outcome["id"])["observations"]
    assert observation["metadata"] == METADATA
    assert [type(value) for value in observation["metadata"].values()] == [
        type(value) for value in METADATA.values()
    ]


@every_door
def test_e14_4_an_id_that_comes_twice_is_a_duplicate(door: Door) -> None:
    """The first message stands, whatever the second one says; neither is lost silently."""
    (first,) = door.observe(said())["outcomes"]
    again = [one["outcome"] for one in door.observe(said("I live in Osaka"))["outcomes"]]
    assert again[0] == "duplicate"
    assert "accepted" not in again
    assert [one["text"] for one in door.list()] == [first["text"]]
    assert door.stats()["observations"] == 1


def test_e14_5_a_memory_is_never_nobodys(tmp_path: Path) -> None:
    """A key of several scopes has to say which; one that is bound to a single scope says it by itself."""
    settings = Settings(data=tmp_path / "data", server=ServerSettings(mcp=False))
    with Memory.open(settings=settings) as memory:
        keyring = Keyring(tmp_path / "data", SystemClock())
        several, patterned, single = (
            keyring.create(name="k", role="reviewer", tenant="default", scopes=scopes)[1]
            for scopes in (("user:lin", "user:mo"), ("user:*",), ("user:lin",))
        )
        with listening(create_app(memory, keyring=keyring)) as url:
            for key in (several, patterned):
                with Client(url, key=key) as client:
                    with pytest.raises(errors.ScopeError):
                        client.remember(SAID)
                    with pytest.raises(errors.ScopeError):
                        client.recall("花生")
                    assert client.at(scope="user:mo").list() == ()
            with Client(url, key=single) as client:
                assert client.remember(SAID).outcome == "accepted"
                assert [one.scope for one in client.list()] == ["user:lin"]
            with Client(url) as nobody, pytest.raises(errors.UnauthenticatedError):
                nobody.remember(SAID)


def test_e14_5_the_library_opens_no_memory_of_nobody(tmp_path: Path) -> None:
    """A scope without a name is refused before anything is made."""
    for scope in ("", "user:", "lin", "user: "):
        with pytest.raises(errors.ScopeError):
            Memory.open(tmp_path / "data", scope=scope)
