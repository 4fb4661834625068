"""DEV-12: "delete this user's memories" empties the whole store."""

import json
from typing import Any

import pytest

from tests.cases.conftest import OpenDoor
from tests.cases.doors import CommandDoor, Door, DoorName, LibraryDoor, RefusedError

SCOPES = ("user:lin", "user:mo", "team:alpha")
SAID = {
    "user:lin": ("我的车停在 B2-117", "我对花生过敏", "I work as a surveyor"),
    "user:mo": ("我的车停在 A1-009", "我对青霉素过敏", "I work as a florist"),
    "team:alpha": (
        "The staging cluster is in Osaka",
        "周会在每周二上午十点",
        "Deploys go through make ship",
    ),
}


@pytest.fixture
def filled(opened: OpenDoor) -> dict[str, Door]:
    """Three memories in each of three scopes of one data folder."""
    doors: dict[str, Door] = {}
    for scope in SCOPES:
        doors[scope] = opened(scope)
        for text in SAID[scope]:
            stored = doors[scope].remember(text)
            if stored["outcome"] == "pending":
                stored = doors[scope].confirm(stored["id"])
            assert stored["outcome"] == "accepted", stored
    return doors


def ids(door: Door) -> list[str]:
    """Return the ids of everything active."""
    return sorted(memory["id"] for memory in door.list())


@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
def test_dev_12_1_one_scope_is_empty_and_the_others_are_as_they_were(
    filled: dict[str, Door], hard: bool
) -> None:
    """Same ids, still searchable by their words."""
    before = {scope: ids(door) for scope, door in filled.items()}
    filled["user:lin"].forget(everything=True, yes=True, hard=hard)
    assert ids(filled["user:lin"]) == []
    assert not filled["user:lin"].recall("车停在哪", floor="none")["hits"]
    for scope in SCOPES[1:]:
        assert ids(filled[scope]) == before[scope]
        for text in SAID[scope]:
            found = filled[scope].recall(text, include="memories")["hits"]
            assert found[0]["text"] == text


def test_dev_12_1_the_others_are_still_found_by_meaning(
    embedder: object, filled: dict[str, Door]
) -> None:
    """Their vectors stay."""
    for door in filled.values():
        door.recall("anything")  # waits for the vectors
    filled["user:lin"].forget(everything=True, yes=True, hard=True)
    for scope in SCOPES[1:]:
        for text in SAID[scope]:
            result = filled[scope].recall(text, include="memories", floor="none")
            story = filled[scope].why_recalled(result["trace_id"])
            hit = next(h for h in story["hits"] if h["id"] == result["hits"][0]["id"])
            legs = {leg["leg"]: leg["value"] for leg in hit["legs"]}
            assert legs["hash"] > 0.5


@pytest.mark.parametrize("what", ["", "  \n\t", None, [], [""]], ids=repr)
def test_dev_12_2_an_empty_request_is_refused(
    filled: dict[str, Door], what: str | list[str] | None
) -> None:
    """Never "everything", with and without the word to do it."""
    before = {scope: ids(door) for scope, door in filled.items()}
    for yes in (False, True):
        with pytest.raises(RefusedError) as refused:
            filled["user:lin"].forget(what, yes=yes)
        assert refused.value.kind == "InvalidInputError"
    assert {scope: ids(door) for scope, door in filled.items()} == before


@pytest.mark.parametrize(
    "filters",
    [
        {"category": ""},
        {"category": " "},
        {"session": ""},
        {"category": "factt"},
        {"since": "yesterday-ish"},
    ],
    ids=repr,
)
def test_dev_12_2_an_empty_or_misspelt_filter_value_is_refused(
    filled: dict[str, Door], filters: dict[str, Any]
) -> None:
    """It is a mistake, not a wish for everything."""
    with pytest.raises(RefusedError):
        filled["user:lin"].forget(yes=True, **filters)
    assert len(ids(filled["user:lin"])) == 3


@pytest.mark.parametrize("name", ["user_id", "scop", "scope", "cat", "Category"])
def test_dev_12_2_a_misspelt_filter_name_is_refused(door: Door, name: str) -> None:
    """An unknown name is an error that lists the known ones; at the command line it is a usage error."""
    door.remember("我对花生过敏")
    if isinstance(door, LibraryDoor):
        # Over HTTP `scope` is a word of every request, and `lin` is none.
        known = "user:<id>" if (door.name, name) == ("http", "scope") else "session"
        with pytest.raises(RefusedError, match=known):
            door.forget(everything=True, yes=True, **{name: "lin"})
    else:
        assert isinstance(door, CommandDoor)
        ran = door.run("forget", "--all", "--yes", f"--{name}x", "lin")
        assert ran.code == 2
    assert len(door.list()) == 1


def test_dev_12_2_a_sentence_that_names_nothing_is_not_everything(filled: dict[str, Door]) -> None:
    """Forgetting everything has to be said on purpose, with the option for it."""
    for sentence in ("forget everything", "忘掉我说过的一切", "delete all memories", "忘记我"):
        with pytest.raises(RefusedError) as refused:
            filled["user:lin"].forget(sentence, yes=True)
        assert refused.value.kind == "InvalidInputError"
    assert len(ids(filled["user:lin"])) == 3


@pytest.mark.parametrize("scope", ["", "lin", "usr:lin", "user:", "*"])
def test_dev_12_2_a_missing_or_misspelt_scope_is_refused(
    filled: dict[str, Door], opened: OpenDoor, door_name: DoorName, scope: str
) -> None:
    """No scope is all scopes."""
    before = {name: ids(door) for name, door in filled.items()}
    with pytest.raises(RefusedError):
        opened(scope).forget(everything=True, yes=True)
    assert {name: ids(door) for name, door in filled.items()} == before


@pytest.mark.parametrize(
    ("options", "expected"),
    [({"everything": True}, 3), ({"category": "constraint"}, 1), ({"category": "fact"}, 2)],
    ids=["everything", "constraint", "fact"],
)
def test_dev_12_3_what_is_told_is_what_is_gone(
    filled: dict[str, Door], options: dict[str, Any], expected: int
) -> None:
    """The receipt's number is the difference of the counts, and the preview's."""
    door = filled["user:lin"]
    before = door.stats()
    done = door.forget(yes=True, **options)
    after = door.stats()
    receipt = done["receipt"]
    shown = [item for item in done["preview"] if item["type"] == "memory"]
    assert len(receipt["forgotten"]) == len(shown) == before["memories"] - after["memories"]
    assert len(receipt["forgotten"]) == expected
    gone = before["observations"] - after["observations"]
    assert len(receipt["observations"]) == receipt["cascaded"]["observations"] == gone
    assert receipt["verified"] is True
    assert "花生" not in json.dumps(receipt, ensure_ascii=False)
