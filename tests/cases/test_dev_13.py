"""DEV-13: the forgotten memory returns."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from stelae.testing import FixedClock
from tests.cases.doors import CommandDoor, Door, Json, LibraryDoor

Case: TypeAlias = dict[str, str]
ZH: Case = {
    "told": "我的新地址是槐树巷 18 号",
    "request": "忘掉我的地址槐树巷 18 号",
    "asked": "请忘掉我的地址槐树巷 18 号",
    "anew": "我又搬回槐树巷 18 号了",
    "word": "槐树巷",
    "question": "我的地址是什么？",
}
EN: Case = {
    "told": "My new address is 18 Locust Lane",
    "request": "forget my address 18 Locust Lane",
    "asked": "Please forget my address, 18 Locust Lane",
    "anew": "I moved back to 18 Locust Lane",
    "word": "Locust Lane",
    "question": "what is my address?",
}
both_languages = pytest.mark.parametrize("case", [ZH, EN], ids=["zh", "en"])
both_ways = pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])


def tell(door: Door, case: Case) -> Json:
    """Say T, always with the same message id and time."""
    message = {"role": "user", "content": case["told"], "id": "t1", "time": "2026-04-20T09:00:00Z"}
    return door.observe([message])


def forget_it(door: Door, case: Case, *, hard: bool) -> Json:
    """Say T and forget it by the sentence."""
    told = tell(door, case)
    assert [o for o in told["outcomes"] if o["outcome"] == "accepted"]
    done = door.forget(case["request"], yes=True, hard=hard)
    assert done["receipt"]["verified"]
    return done["receipt"]


def everything_shown(door: Door, case: Case) -> str:
    """Ask every reader that a door has, in every search mode, now and in the past."""
    shown: list[object] = [door.list(every=True), door.pending()]
    for query in (case["told"], case["word"], case["question"], case["anew"]):
        shown += [
            door.recall(query, include=include, floor="none")["hits"]
            for include in ("all", "memories", "observations")
        ]
        shown.append(door.recall(query)["hits"])
        shown.append(door.context(query)["text"])
        for past in ("2026-04-25T00:00:00Z", "2099-01-01T00:00:00Z"):
            shown.append(door.recall(query, floor="none", **{_option(door, "as_of"): past})["hits"])
            known = {_option(door, "known_at"): past}
            shown.append(door.recall(query, floor="none", **known)["hits"])
    return json.dumps(shown, ensure_ascii=False)


def _option(door: Door, name: str) -> str:
    return name.replace("_", "-") if isinstance(door, CommandDoor) else name


def upkeep(door: Door) -> None:
    """Consolidation and an index rebuild, as far as a door can ask for them."""
    if isinstance(door, LibraryDoor):
        door.memory.flush()
        door.memory.maintain(compact=True)
        door.memory.repair()
    else:
        assert isinstance(door, CommandDoor)
        for command in (("maintain",), ("doctor", "--repair")):
            assert door.run(*command).code == 0


def export(door: Door, path: Path) -> None:
    """Write an export."""
    if isinstance(door, LibraryDoor):
        door.memory.export(path)
    else:
        assert isinstance(door, CommandDoor)
        assert door.run("export", str(path)).code == 0


def imported(door: Door, path: Path) -> Json:
    """Read an export, and return its report."""
    if isinstance(door, LibraryDoor):
        return door.memory.import_(path).model_dump(mode="json")
    assert isinstance(door, CommandDoor)
    return json.loads(door.run("import", "--json", str(path)).out)


@both_ways
@both_languages
def test_dev_13_1_the_same_message_again_brings_nothing_back(
    door: Door, case: Case, hard: bool
) -> None:
    """(a) With the same id: not as a memory, not as a raw message."""
    forget_it(door, case, hard=hard)
    again = tell(door, case)
    assert [o["reason"] for o in again["outcomes"] if o["outcome"] == "rejected"] == ["forgotten"]
    assert case["word"] not in json.dumps(again, ensure_ascii=False)
    assert case["word"] not in everything_shown(door, case)


@both_ways
@both_languages
def test_dev_13_1_asking_to_forget_brings_nothing_back(door: Door, case: Case, hard: bool) -> None:
    """(b) The request repeats the address, and no reader shows it."""
    forget_it(door, case, hard=hard)
    door.observe([{"role": "user", "content": case["asked"], "id": "b1"}])
    assert case["word"] not in everything_shown(door, case)


@both_ways
@both_languages
def test_dev_13_1_upkeep_brings_nothing_back(door: Door, case: Case, hard: bool) -> None:
    """(d) Consolidation, maintenance, repair and a rebuilt index read what is there, and nothing is."""
    forget_it(door, case, hard=hard)
    upkeep(door)
    assert case["word"] not in everything_shown(door, case)


@both_languages
def test_dev_13_2_the_request_itself_makes_no_memory(door: Door, case: Case) -> None:
    """It is rejected, says how to do it, and what is logged of it holds none of the words."""
    forget_it(door, case, hard=True)
    result = door.observe([{"role": "user", "content": case["asked"], "id": "b1"}])
    assert [(o["outcome"], o["reason"]) for o in result["outcomes"]] == [
        ("rejected", "forget_request")
    ]
    assert "stelae forget" in result["outcomes"][0]["detail"]
    assert case["word"] not in json.dumps(result, ensure_ascii=False)
    assert door.list(every=True) == []
    assert bytes_with(door, case["word"]) == []


@both_ways
@both_languages
def test_dev_13_3_an_import_skips_it_and_says_so(
    door: Door, case: Case, hard: bool, tmp_path: Path
) -> None:
    """(c) An export that was made before: one skipped, forgotten; the rest comes in."""
    tell(door, case)
    door.observe([{"role": "user", "content": "我对花生过敏", "id": "p1"}])
    path = tmp_path / "before.jsonl"
    export(door, path)
    door.forget(case["request"], yes=True, hard=hard)
    report = imported(door, path)
    skipped = {
        (one["kind"], one["reason"]): one["count"]
        for one in report["counts"]
        if one["reason"] == "forgotten"
    }
    assert skipped[("memory", "forgotten")] == 1
    assert case["word"] not in everything_shown(door, case)
    assert [memory["text"] for memory in door.list()] == ["我对花生过敏"]


@both_ways
@both_languages
def test_dev_13_4_a_new_statement_lifts_the_block(
    door: Door, clock: FixedClock, case: Case, hard: bool
) -> None:
    """(e) A month later the person says it in a new message, and it is remembered."""
    forget_it(door, case, hard=hard)
    clock.advance(days=29)
    result = door.observe([{"role": "user", "content": case["anew"], "id": "e1"}])
    assert [o["outcome"] for o in result["outcomes"]] == ["accepted"]
    (kept,) = door.list()
    assert case["word"] in kept["text"]
    assert case["word"] in door.recall(case["word"])["hits"][0]["text"]
    assert tell(door, case)["outcomes"][0]["reason"] == "forgotten"


@both_languages
def test_dev_13_5_after_a_hard_forget_no_byte_of_it_is_left(door: Door, case: Case) -> None:
    """Every file of the data folder is read, after maintenance, with the trace of a recall that asked for it."""
    tell(door, case)
    answer = {"槐树巷": "好的，我记住您住在槐树巷18号了。"}.get(
        case["word"], "Noted: Locust Lane, number 18."
    )
    door.observe([{"role": "assistant", "content": answer, "id": "a1"}])
    door.recall(case["told"])
    assert bytes_with(door, case["word"])
    done = door.forget(case["request"], yes=True, hard=True)
    assert done["receipt"]["verified"]
    assert not done["receipt"]["pending_purge"]
    upkeep(door)
    assert bytes_with(door, case["word"]) == []
    assert list(door.check()) == []


def bytes_with(door: Door, word: str) -> list[str]:
    """Return the files of the data folder that hold the word, in any of the encodings that there are."""
    forms: tuple[Callable[[str], bytes], ...] = (
        lambda text: text.encode(),
        lambda text: text.encode("utf-16-le"),
        lambda text: json.dumps(text)[1:-1].encode(),
        lambda text: text.casefold().encode(),
    )
    found: list[str] = []
    for path in sorted(p for p in door.folder.rglob("*") if p.is_file()):
        content = path.read_bytes()
        if any(form(word) in content for form in forms):
            found.append(path.name)
    return found
