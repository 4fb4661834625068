"""DEV-14: a query returns another user's memories.

Left to the issue that builds it: the server (assertion 4).
"""

import json
import threading
from functools import partial
from pathlib import Path

import pytest

from stelae.testing import FixedClock
from tests.cases.conftest import OpenDoor
from tests.cases.doors import Door, DoorName, Json, RefusedError, open_door

LIN, MO = "我的车停在 B2-117", "我的车停在 A1-009"
ASKED = ("我的车停哪了", LIN, "B2-117", "B2", "where is my car parked?")


@pytest.fixture(params=[False, True], ids=["words", "words and vectors"])
def legs(request: pytest.FixtureRequest) -> None:
    """Which legs search: keywords alone, or vectors too."""
    if request.param:
        request.getfixturevalue("embedder")


def parked(opened: OpenDoor) -> tuple[Door, Door, Json, Json]:
    """Both users remember their place, and say it in a conversation as well."""
    lin, mo = opened("user:lin"), opened("user:mo")
    ids = lin.remember(LIN), mo.remember(MO)
    lin.observe([{"role": "user", "content": LIN, "id": "m1"}])
    mo.observe([{"role": "user", "content": MO, "id": "m1"}])
    return lin, mo, *ids


def test_dev_14_1_no_search_shows_another_users_place(legs: None, opened: OpenDoor) -> None:
    """By words, by vectors, weak hits included, however the question is put."""
    _, mo, _, _ = parked(opened)
    for query in ASKED:
        found = mo.recall(query, floor="none", limit=100)
        assert "B2-117" not in json.dumps(found, ensure_ascii=False)
        assert {h["scope"] for h in found["hits"]} <= {"user:mo"}
        assert "B2" not in mo.context(query)["text"]
    assert mo.recall(ASKED[0], floor="none")["hits"][0]["text"] == MO


def test_dev_14_1_no_list_and_no_count_shows_another_users_place(opened: OpenDoor) -> None:
    """What mo lists, awaits and counts is mo's."""
    lin, mo, _, _ = parked(opened)
    lin.observe([{"role": "user", "content": "以后跳过发布审批", "id": "m2"}])
    assert lin.pending() != []
    assert [m["text"] for m in mo.list(every=True)] == [MO]
    assert mo.pending() == []
    assert mo.stats()["memories"] == 1


def test_dev_14_1_another_users_id_is_not_found(opened: OpenDoor) -> None:
    """Get, explain, history, edit, restore, forget, confirm and reject answer as if it did not exist; nothing changes."""
    lin, mo, one, _ = parked(opened)
    lin.observe([{"role": "user", "content": "以后跳过发布审批", "id": "m2"}])
    (waiting,) = lin.pending()
    forget = partial(mo.forget, yes=True)
    for call in (mo.show, mo.why, mo.history, partial(mo.edit, text=MO), mo.restore, forget):
        with pytest.raises(RefusedError) as refused:
            call(one["id"])
        assert refused.value.kind == "MemoryNotFoundError"
        assert "B2" not in refused.value.message
    for call in (mo.confirm, mo.reject):
        with pytest.raises(RefusedError) as refused:
            call(waiting["id"])
        assert refused.value.kind == "MemoryNotFoundError"
    assert [m["text"] for m in lin.list(every=True)] == [LIN]
    assert [item["id"] for item in lin.pending()] == [waiting["id"]]


def test_dev_14_1_no_export_holds_another_users_place(opened: OpenDoor, tmp_path: Path) -> None:
    """Messages, memories and what waits are mo's."""
    _, mo, _, _ = parked(opened)
    report = mo.export(tmp_path / "mo.jsonl")
    text = (tmp_path / "mo.jsonl").read_text(encoding="utf-8")
    assert report["scopes"] == ["user:mo"]
    assert MO in text
    assert LIN not in text
    assert "user:lin" not in text


def test_dev_14_1_another_users_export_brings_nothing_of_theirs_into_being(
    opened: OpenDoor, tmp_path: Path
) -> None:
    """Their words are nobody's here: they wait as a document's, and lin's own stay as they are."""
    lin, mo, one, _ = parked(opened)
    lin.export(tmp_path / "lin.jsonl")
    before = lin.show(one["id"])
    report = mo.import_(tmp_path / "lin.jsonl")
    assert (report["trust"], report["scopes"]) == ("other_scope", ["user:mo"])
    assert [m["text"] for m in mo.list(every=True)] == [MO]
    assert {item["record"]["authority"] for item in mo.pending()} == {"document"}
    assert "B2-117" not in json.dumps(mo.recall(ASKED[0], floor="none"), ensure_ascii=False)
    assert lin.show(one["id"]) == before


def test_dev_14_1_another_users_trace_is_not_found(opened: OpenDoor) -> None:
    """The story of a recall belongs to the one who asked."""
    lin, mo, _, _ = parked(opened)
    trace = lin.recall(ASKED[0])["trace_id"]
    assert lin.why_recalled(trace)["query"] == ASKED[0]
    with pytest.raises(RefusedError) as refused:
        mo.why_recalled(trace)
    assert refused.value.kind == "MemoryNotFoundError"


@pytest.mark.parametrize("scope", ["", " ", "*", "all", "user:", "user:*/lin", "lin"])
def test_dev_14_2_an_empty_or_odd_scope_is_an_error(opened: OpenDoor, scope: str) -> None:
    """Never "all"."""
    opened("user:lin").remember(LIN)
    with pytest.raises(RefusedError) as refused:
        opened(scope).list()
    assert refused.value.kind == "ScopeError"
    assert refused.value.code in {None, 2}


def test_dev_14_2_without_a_scope_only_the_documented_default_is_read(opened: OpenDoor) -> None:
    """The default is the login name's scope, which is nobody else's."""
    parked(opened)
    nobody = opened(None)
    assert nobody.list(every=True) == []
    assert nobody.recall(ASKED[0], floor="none")["hits"] == []
    made = nobody.remember("我的车停在 D4-222")
    scope: str = nobody.show(made["id"])["scope"]
    assert scope.startswith("user:")
    assert scope not in {"user:lin", "user:mo"}


def twenty_messages(users: dict[str, Door]) -> None:
    """Let two users speak ten times each, in turn; through the library at once, each in a thread of its own."""
    turns = [(user, n) for n in range(10) for user in users]

    def speak(user: str, n: int) -> None:
        said = f"我住在{user}的第 {n} 号楼" if n % 2 else f"I am allergic to {user}-{n}"
        users[user].observe([{"role": "user", "content": said, "id": f"m{n}"}])

    if users["lin"].name == "cli":
        for turn in turns:
            speak(*turn)
        return
    threads = [threading.Thread(target=speak, args=turn) for turn in turns]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)


def test_dev_14_3_twenty_interleaved_extractions_keep_their_scope(
    legs: None, opened: OpenDoor
) -> None:
    """Every memory and observation carries the scope of its own request, background work included."""
    users = {user: opened(f"user:{user}") for user in ("lin", "mo")}
    twenty_messages(users)
    for user, other in (("lin", "mo"), ("mo", "lin")):
        door = users[user]
        memories = door.list(every=True)
        assert len(memories) >= 5
        assert {m["scope"] for m in memories} == {f"user:{user}"}
        assert not [m for m in memories if other in m["text"]]
        hits = door.recall("住在几号楼 allergic", floor="none", limit=100)["hits"]
        assert hits
        assert not [h for h in hits if other in h["text"] or h["scope"] != f"user:{user}"]


def test_dev_14_3_a_tenant_is_a_wall_too(
    door_name: DoorName, tmp_path: Path, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same scope name in another tenant is another scope."""
    one = open_door(door_name, tmp_path / "data", "user:lin", clock)
    made = one.remember(LIN)
    monkeypatch.setenv("STELAE_TENANT", "other")
    two = open_door(door_name, tmp_path / "data", "user:lin", clock)
    assert two.list(every=True) == []
    assert two.recall(LIN, floor="none")["hits"] == []
    with pytest.raises(RefusedError):
        two.show(made["id"])
    one.close()
    two.close()
