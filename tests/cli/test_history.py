"""`stelae history`, `stelae restore ID`, and what `pending --conflicts` asks."""

import json
from collections.abc import Callable

import pytest

from stelae.cli import main
from tests.cli.conftest import Stelae

Write = Callable[[str, str | bytes], str]


@pytest.fixture
def edited(stelae: Stelae) -> str:
    """A memory that was corrected once; its id."""
    made: str = stelae("remember", "My desk is 4F-118", "--json").json["id"]
    assert stelae("edit", made[-8:], "--text", "My desk is 4F-119").code == main.DONE
    return made


def said(stelae: Stelae, write: Write, *sentences: str) -> None:
    """Say each a day after the other."""
    lines = [
        {"role": "user", "content": text, "id": f"m{n}", "time": f"2026-03-{n + 1:02}T09:00:00Z"}
        for n, text in enumerate(sentences)
    ]
    path = write("said.jsonl", "\n".join(json.dumps(m, ensure_ascii=False) for m in lines))
    assert stelae("observe", path).code == main.DONE


def test_history_shows_what_each_version_changed(stelae: Stelae, edited: str) -> None:
    """For people with the wording word by word, for programs with every field."""
    told = stelae("history", edited[-8:])
    assert told.code == main.DONE
    for shown in ("4F-118", "4F-119", "edit", "user_edit", "--version"):
        assert shown in told.out
    found = stelae("history", edited, "--json").json
    assert [step["version"] for step in found["steps"]] == [1, 2]
    assert found["steps"][0]["changed"] == []
    (text,) = [c for c in found["steps"][1]["changed"] if c["field"] == "text"]
    assert (text["before"], text["after"]) == ("My desk is 4F-118", "My desk is 4F-119")
    assert found["earlier"] == found["later"] == []


def test_history_shows_what_came_before_and_after(stelae: Stelae, write: Write) -> None:
    """The chain, from both ends."""
    said(stelae, write, "我住在绍兴", "我搬到杭州了", "我搬到苏州了")
    (last,) = stelae("list", "--json").json["memories"]
    found = stelae("history", last["id"], "--json").json
    assert [m["text"] for m in found["earlier"]] == ["我搬到杭州了", "我住在绍兴"]
    first = found["earlier"][-1]["id"]
    told = stelae("history", first[-8:])
    assert told.out.count("replaced by") == 2
    assert "我搬到苏州了" in told.out


def test_restore_undoes_the_last_change(stelae: Stelae, edited: str) -> None:
    """And a version by its number; what it already is, is refused."""
    undone = stelae("restore", edited[-8:], "--json").json["outcome"]
    assert (undone["change"], undone["text"]) == ("restore", "My desk is 4F-118")
    again = stelae("restore", edited, "--version", "2")
    assert again.code == main.DONE
    assert "4F-119" in again.out
    assert stelae("restore", edited, "--version", "4").code == main.USAGE
    assert stelae("restore", edited, "--version", "9").code == main.NOT_FOUND
    changes = [s["change"] for s in stelae("history", edited, "--json").json["steps"]]
    assert changes == ["add", "edit", "restore", "restore"]


@pytest.mark.parametrize(
    ("first", "second"),
    [("我住在绍兴", "我搬到杭州了"), ("I live in Leeds", "I moved to York")],
)
def test_restoring_names_what_gives_way_and_what_holds_again(
    stelae: Stelae, write: Write, first: str, second: str
) -> None:
    """In words and in JSON: nothing current is replaced without a word."""
    said(stelae, write, first, second)
    (now,) = stelae("list", "--json").json["memories"]
    old = stelae("history", now["id"], "--json").json["earlier"][0]["id"]
    back = stelae("restore", old, "--json").json["outcome"]
    assert back["supersedes"] == now["id"]
    assert f"it replaces “{second}” ({now['id']})" in back["detail"]
    undone = stelae("restore", back["id"])
    assert f"what holds again is “{second}”" in " ".join(undone.out.split())
    shown = stelae("restore", old)
    assert f"it replaces “{second}”" in " ".join(shown.out.split())


def test_restoring_an_edit_replaces_no_other_memory(stelae: Stelae, edited: str) -> None:
    """And says nothing of one."""
    assert stelae("restore", edited, "--json").json["outcome"]["detail"] == ""


def test_restore_takes_receipts_and_memories_alike(stelae: Stelae, edited: str) -> None:
    """One word for bringing back; a version belongs to a memory."""
    receipt = stelae("forget", edited, "--yes", "--json").json["receipt"]["id"]
    assert stelae("history", edited).code == main.NOT_FOUND
    assert stelae("restore", edited).code == main.NOT_FOUND
    assert stelae("restore", receipt, "--version", "1").code == main.USAGE
    assert stelae("restore", "--version", "1").code == main.USAGE
    assert stelae("restore", receipt[-8:], "--json").json["receipt"]["id"] == receipt
    assert "4F-119" in stelae("history", edited[-8:]).out


def test_an_edit_can_name_the_version_it_is_of(stelae: Stelae, edited: str) -> None:
    """Who has seen version 1 does not overwrite version 2."""
    late = stelae("edit", edited, "--text", "My desk is 5A-001", "--version", "1", "--json")
    assert late.code == main.STORE
    assert late.json["error"]["type"] == "VersionConflictError"
    assert stelae("edit", edited, "--text", "My desk is 5A-001", "--version", "2").code == main.DONE


@pytest.mark.parametrize(
    ("mine", "corrected", "remark", "asked"),
    [
        ("我住在绍兴", "我住在绍兴越城区", "我搬到杭州了", "现在是哪一个"),
        ("I live in Leeds", "I live in Ilkley", "I moved to York", "which of the two holds now"),
    ],
)
def test_a_conflict_shows_its_question(
    stelae: Stelae, write: Write, mine: str, corrected: str, remark: str, asked: str
) -> None:
    """What a person edited is not replaced by a remark: it asks, with both wordings."""
    made = stelae("remember", mine, "--json").json["id"]
    stelae("edit", made, "--text", corrected)
    path = write("later.json", json.dumps([{"role": "user", "content": remark, "id": "m9"}]))
    stelae("observe", path)
    assert [m["text"] for m in stelae("list", "--json").json["memories"]] == [corrected]
    (item,) = stelae("pending", "--conflicts", "--json").json["pending"]
    assert corrected in item["question"]
    assert remark in item["question"]
    told = stelae("pending", "--conflicts").out
    assert asked in " ".join(told.split())
    assert asked in " ".join(stelae("review", stdin="s\n").out.split())
    confirmed = stelae("confirm", item["id"], "--json").json["outcomes"][0]
    assert confirmed["change"] == "supersede"
    assert [m["text"] for m in stelae("list", "--json").json["memories"]] == [remark]
