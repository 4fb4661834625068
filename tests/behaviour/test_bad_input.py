"""Bad input is a typed error or a reasoned outcome: never a traceback, never a silent drop.

Wholly empty input is case DEV-20; scopes are case DEV-14.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cases.conftest import OpenDoor
from tests.cases.doors import CommandDoor, Door, Json, RefusedError

FACT = "我对花生过敏"
TEN_MB = "说" * 3_500_000
IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
on_the_command_line = pytest.mark.parametrize("door_name", ["cli"], indirect=True)


def user(content: object, **fields: object) -> Json:
    """Return a message of a user."""
    return {"role": "user", "content": content, **fields}


def refusal(call: Callable[[], object]) -> RefusedError:
    """Return the error that a call ends with; at the command line it ends with code 2."""
    with pytest.raises(RefusedError) as refused:
        call()
    assert refused.value.code in {None, 2}
    return refused.value


def nothing_there(door: Door) -> bool:
    """Is the store as empty as before?"""
    return set(door.stats().values()) == {0}


# -- too large -----------------------------------------------------------------------------------------------------------


def test_a_message_of_ten_megabytes_is_refused_with_the_limit(door: Door) -> None:
    """The error names the message and the limit, and none of its neighbours is half written."""
    refused = refusal(lambda: door.observe([user(FACT), user(TEN_MB)]))
    assert refused.kind == "TooLargeError"
    assert "Message 2" in refused.message
    assert "1,000,000" in refused.message
    assert len(refused.message) < 200
    assert nothing_there(door)


def test_a_message_just_under_the_limit_is_kept_whole(door: Door) -> None:
    """Long is not too long: the last words are found as well as the first."""
    text = f"先说重要的：{FACT}。" + "今天天气不错。" * 40_000 + "我换了辆蓝色自行车。"
    assert 800_000 < len(text.encode()) < 1_000_000
    (ref,) = door.observe([user(text)], extract=False)["observations"]
    for asked in ("花生过敏", "蓝色自行车"):
        assert ref["id"] in [h["id"] for h in door.recall(asked, floor="none")["hits"]]


def test_ten_megabytes_of_image_are_no_text(door: Door) -> None:
    """Only text counts against the limit of texts."""
    picture = {
        "type": "image_url",
        "image_url": {"url": "data:image/png;base64," + "A" * 10_000_000},
    }
    result = door.observe([user([{"type": "text", "text": FACT}, picture])])
    assert [m["text"] for m in door.list()] == [FACT]
    assert len(json.dumps(result)) < 10_000


def test_a_memory_over_its_limit_is_refused_with_the_limit(door: Door) -> None:
    """A direct write holds 2,000 characters."""
    refused = refusal(lambda: door.remember("说" * 2_001))
    assert refused.kind == "TooLargeError"
    assert "2,000" in refused.message
    assert door.remember("说" * 2_000)["outcome"] == "accepted"


def test_metadata_over_its_limit_is_refused_with_the_limit(door: Door) -> None:
    """16 KB."""
    refused = refusal(lambda: door.observe([user(FACT, metadata={"note": "x" * 20_000})]))
    assert refused.kind == "TooLargeError"
    assert "16,384" in refused.message
    assert nothing_there(door)


def test_a_query_over_its_limit_is_refused_with_the_limit(door: Door) -> None:
    """A whole document is no question."""
    door.remember(FACT)
    for call in (door.recall, door.context):
        refused = refusal(lambda call=call: call("花生" * 50_000))
        assert refused.kind in {"TooLargeError", "InvalidInputError"}
        assert "8,000" in refused.message or "8000" in refused.message
    assert door.recall("花生" * 2_000)["trace_id"]


# -- broken files, at the command line -----------------------------------------------------------------------------------

FILES: dict[str, tuple[str, bytes]] = {
    "broken UTF-8": ("chat.json", b'[{"role": "user", "content": "caf\xe9"}]'),
    "GB18030": ("chat.txt", "我对花生过敏".encode("gb18030")),
    "UTF-16": ("chat.txt", "我对花生过敏".encode("utf-16")),
    "cut off": ("chat.json", b'[{"role": "user", "content": "I am allerg'),
    "two documents": ("chat.json", b'[{"role": "user", "content": "x"}] []'),
    "a number": ("chat.json", b"42"),
    "null": ("chat.json", b"null"),
    "a list of numbers": ("chat.json", b"[1, 2]"),
    "not a number": ("chat.json", b'[{"role": "user", "content": "x", "metadata": {"n": NaN}}]'),
    "very deep": ("chat.json", b"[" * 100_000),
    "a broken line": ("chat.jsonl", b'{"content": "a"}\n{"content": "b"}\n{"content": \n'),
}


@on_the_command_line
@pytest.mark.parametrize(("name", "content"), FILES.values(), ids=FILES)
def test_a_broken_file_is_named_and_not_half_read(
    door: Door, tmp_path: Path, name: str, content: bytes
) -> None:
    """Exit code 2, one JSON document that says which file, nothing stored, no traceback."""
    assert isinstance(door, CommandDoor)
    path = tmp_path / name
    path.write_bytes(content)
    ran = door.run("observe", str(path), "--json")
    assert ran.code == 2
    error = json.loads(ran.out)["error"]
    assert error["type"] == "BrokenInputError"
    assert name in error["message"]
    assert "Traceback" not in ran.err
    assert nothing_there(door)


@on_the_command_line
def test_a_broken_line_is_named_by_its_number(door: Door, tmp_path: Path) -> None:
    """So that a person can go and look."""
    assert isinstance(door, CommandDoor)
    path = tmp_path / "chat.jsonl"
    path.write_bytes(FILES["a broken line"][1])
    assert "line 3" in door.run("observe", str(path)).err


@on_the_command_line
@pytest.mark.parametrize("name", ["missing.json", ".", "a\x00b"])
def test_a_file_that_cannot_be_read_is_said_to_be_so(door: Door, tmp_path: Path, name: str) -> None:
    """Missing, a folder, no name at all."""
    assert isinstance(door, CommandDoor)
    ran = door.run("observe", f"{tmp_path}/{name}", "--json")
    assert (ran.code, json.loads(ran.out)["error"]["type"]) == (2, "BrokenInputError")


@on_the_command_line
def test_a_byte_order_mark_is_no_trouble(door: Door, tmp_path: Path) -> None:
    """Editors write it."""
    assert isinstance(door, CommandDoor)
    path = tmp_path / "chat.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps([user(FACT)]).encode())
    assert door.run("observe", str(path)).code == 0
    assert [m["text"] for m in door.list()] == [FACT]


def test_a_real_process_ends_without_a_traceback(tmp_path: Path) -> None:
    """Broken bytes on stdin and in the arguments of the installed command."""
    env = {
        k: v
        for k, v in os.environ.items()
        if k in {"PATH", "HOME", "LANG", "LC_ALL"} or k.startswith("STELAE_")
    }
    command = [sys.executable, "-c", "import sys; from stelae.cli.main import run; sys.exit(run())"]
    place: list[str | bytes] = ["--data", str(tmp_path / "data"), "--scope", "user:lin"]
    for arguments in (["observe", "-"], ["remember", b"caf\xe9 \xff\xfe"], ["recall", b"\xff\xfe"]):
        done = subprocess.run(
            [*command, *place, *arguments],
            env=env, input=b"\xff\xfe\xff", capture_output=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode in {0, 2}, done.stderr
        assert b"Traceback" not in done.stderr
        assert done.stdout or done.stderr


# -- shapes, names, categories -------------------------------------------------------------------------------------------

SHAPES: dict[str, list[Any]] = {
    "unknown role": [{"role": "boss", "content": FACT}],
    "role is a number": [{"role": 7, "content": FACT}],
    "content is a number": [user(7)],
    "content is an object": [user({"text": FACT})],
    "a part is a number": [user([7])],
    "metadata is a list": [user(FACT, metadata=[1])],
    "metadata takes a reserved name": [user(FACT, metadata={"scope": "user:mo"})],
    "tool calls are a text": [user(FACT, tool_calls="login")],
    "session is a list": [user(FACT, session=["s1"])],
    "id is an object": [user(FACT, id={"n": 1})],
    "name is a number": [user(FACT, name=7)],
}


@pytest.mark.parametrize("messages", SHAPES.values(), ids=SHAPES)
def test_a_message_of_the_wrong_shape_is_refused_by_its_number(
    door: Door, messages: list[Any]
) -> None:
    """The good message before it is not written either, and the text is not repeated."""
    refused = refusal(lambda: door.observe([user("I live in Shaoxing"), *messages]))
    assert refused.kind == "InvalidInputError"
    assert "Message 2" in refused.message
    assert FACT not in refused.message
    assert nothing_there(door)


@pytest.mark.parametrize("category", ["nonsense", "", "Fact", "fact/../x", "事实"])
def test_an_unknown_category_is_refused_with_the_known_ones(door: Door, category: str) -> None:
    """For writing and for reading."""
    for call in (door.remember, door.recall):
        refused = refusal(lambda call=call: call(FACT, category=category))
        assert refused.kind == "UnknownCategoryError"
        assert "preference" in refused.message
    assert nothing_there(door)


@pytest.mark.parametrize(
    "scope", ["everything", "user:", "user:a b", "user:\u202elin", "user:" + "x" * 200]
)
def test_an_unknown_scope_is_refused_with_the_forms_there_are(opened: OpenDoor, scope: str) -> None:
    """Whatever is done in it."""
    refused = refusal(lambda: opened(scope).remember(FACT))
    assert refused.kind == "ScopeError"
    assert len(refused.message) < 300


@pytest.mark.parametrize(
    "id",
    ["no-such-memory", "0" * 36, "0193a1b2-0000-7000-8000-000000000000", "'; DROP TABLE x; --"],
)
def test_an_unknown_id_is_not_found(door: Door, id: str) -> None:  # noqa: A002
    """The same for every command that takes one."""
    door.remember(FACT)
    calls: list[Callable[[], object]] = [
        lambda: door.show(id),
        lambda: door.why(id),
        lambda: door.edit(id, "我对芒果过敏"),
        lambda: door.confirm(id),
        lambda: door.reject(id),
        lambda: door.why_recalled(id),
    ]
    for call in calls:
        with pytest.raises(RefusedError) as refused:
            call()
        assert refused.value.kind == "MemoryNotFoundError"
        assert refused.value.code in {None, 3}
    assert [m["text"] for m in door.list()] == [FACT]


@pytest.mark.parametrize(
    "query", ['"', "AND OR NOT", "a* NEAR(b", "t1:花生", "-花生", "(", "'; --", "花生 OR", "%_\\"]
)
def test_signs_of_a_query_language_are_just_signs(door: Door, query: str) -> None:
    """No query breaks the keyword index."""
    door.remember(FACT)
    found = door.recall(query, floor="none")
    assert {h["text"] for h in found["hits"]} <= {FACT}


# -- characters ----------------------------------------------------------------------------------------------------------

CONTROLS = "我对\x00花生\x1b[31m过敏\x07\x9b"


def only_the_words(door: Door) -> bool:
    """Is the fact there, found, and free of everything that drives a terminal, also in what was told?"""
    (memory,) = door.list()
    (hit, *_) = door.recall("花生")["hits"]
    shown = "".join(door.told)
    clean = not [c for c in shown if c in "\x00\x1b\x07\x9b"]
    return memory["text"] == FACT and hit["id"] == memory["id"] and clean


def test_control_characters_in_a_message_do_not_reach_the_store(door: Door) -> None:
    """The words stay and are found."""
    door.observe([user(CONTROLS, id="m1")])
    assert only_the_words(door)


@pytest.mark.parametrize("door_name", ["library"], indirect=True)
def test_control_characters_in_a_statement_do_not_reach_the_store(door: Door) -> None:
    """At the command line no argument can hold a NUL; there the next test reads stdin."""
    door.remember(CONTROLS)
    assert only_the_words(door)


@on_the_command_line
def test_control_characters_from_stdin_do_not_reach_the_terminal(door: Door) -> None:
    """As people see it: tables and notices."""
    assert isinstance(door, CommandDoor)
    assert door.run("remember", "-", stdin=CONTROLS.encode()).code == 0
    for command in (["list"], ["recall", "花生"], ["context", "花生"], ["recall", "\x1b[2J"]):
        ran = door.run(*command)
        assert not [c for c in ran.out + ran.err if c in "\x00\x1b\x07\x9b"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("אני אלרגי לבוטנים", "לבוטנים"),
        ("لدي حساسية من الفول السوداني", "السوداني"),
        ("ฉันแพ้ถั่วลิสง และ latex", "latex"),
        ("Мне нельзя арахис", "арахис"),
        ("👩‍👩‍👧 are my family", "family"),
    ],
    ids=["hebrew", "arabic", "thai", "russian", "joined emoji"],
)
def test_other_scripts_are_text_like_any_other(door: Door, text: str, asked: str) -> None:
    """Right-to-left scripts and joiners inside an emoji are kept as they are and found by a word."""
    assert door.remember(text)["outcome"] == "accepted"
    assert door.recall(asked)["hits"][0]["text"] == text


HIDDEN = {
    "right-to-left override": "I am allergic to \u202estunaep\u202c",
    "zero width": "我对花\u200b生过\u2060敏",
    "tags": "I am allergic to peanuts" + "".join(chr(0xE0000 + ord(c)) for c in "obey"),
    "soft hyphen": "I am aller\u00adgic to pea\u00adnuts",
    "byte order mark": "\ufeff我对花生过敏",
}


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_hidden_characters_are_kept_out_or_told(door: Door, text: str) -> None:
    """What a person cannot see is gone from the memory, or the outcome says why nothing was kept."""
    for outcome in (door.remember(text), *door.observe([user(text)])["outcomes"]):
        if outcome["outcome"] == "rejected":
            assert outcome["reason"] in {"injection", "no_rule", "redundant", "not_novel"}
    for memory in door.list(every=True):
        assert not [
            c for c in memory["text"] if c in "\u202e\u200b\u2060\ufeff" or ord(c) >= 0xE0000
        ]


def test_the_same_words_with_zero_width_characters_are_no_second_memory(door: Door) -> None:
    """Nobody could tell the two apart."""
    door.remember(FACT)
    door.remember("我对花\u200b生过敏")
    assert len(door.list(every=True)) == 1


def test_half_a_character_is_no_fault(door: Door) -> None:
    """A lone surrogate, as a cut-off emoji leaves it."""
    if isinstance(door, CommandDoor):
        ran = door.run("observe", "-", "--json", stdin=json.dumps([user(f"{FACT}\ud83d")]).encode())
        assert ran.code == 0
    else:
        door.observe([user(f"{FACT}\ud83d")])
    (memory,) = door.list()
    assert memory["text"].startswith(FACT)
    memory["text"].encode()


# -- times ---------------------------------------------------------------------------------------------------------------

TIMES: dict[str, object] = {
    "no date": "yesterday",
    "no month 13": "2026-13-01T00:00:00Z",
    "no 30 February": "2026-02-30T00:00:00Z",
    "year 0": "0000-01-01T00:00:00Z",
    "year 10000": "10000-01-01T00:00:00Z",
    "before the first instant": "0001-01-01T00:00:00+14:00",
    "after the last instant": "9999-12-31T23:59:59-12:00",
    "an age of seconds": 1e300,
    "a truth value": True,
    "a list": [2026, 3, 12],
    "an offset of days": "2026-03-12T00:00:00+99:00",
}


@pytest.mark.parametrize("time", TIMES.values(), ids=TIMES)
def test_a_time_out_of_range_is_refused(door: Door, time: object) -> None:
    """By the number of its message; nothing is stored under a guessed time."""
    refused = refusal(lambda: door.observe([user(FACT, time=time)]))
    assert refused.kind == "InvalidInputError"
    assert "Message 1" in refused.message
    assert nothing_there(door)


@pytest.mark.parametrize(
    "time", ["0001-01-02T00:00:00Z", "1899-12-31T00:00:00Z", "9999-12-30T00:00:00Z"]
)
def test_a_strange_time_within_range_is_kept(door: Door, time: str) -> None:
    """Old letters and far plans: stored under their own time, and no arithmetic fails."""
    door.observe([user(f"{FACT}，明天看牙医", time=time, id="m1")])
    (ref,) = door.observe([user("再见", time=time, id="m2")])["observations"]
    assert ref["external_id"] == "m2"
    memories = door.list(every=True)
    assert memories
    assert {m["valid_from"][:10] for m in memories} == {time[:10]}
    assert door.recall("花生", floor="none")["trace_id"]
    assert door.context("花生")["text"]


@pytest.mark.parametrize("field", ["since", "until"])
@pytest.mark.parametrize(
    "time", ["long ago", "2026-13-01", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", ""]
)
def test_a_filter_out_of_range_is_refused(door: Door, field: str, time: str) -> None:
    """Never read as "no filter"."""
    door.remember(FACT)
    assert refusal(lambda: door.recall("花生", **{field: time})).kind == "InvalidInputError"


@pytest.mark.parametrize(
    "text",
    ["2月30日看牙医", "13月40日交稿", "公元前221年我在读史记", "9999年12月31日看牙医", "25点99分开会",
     "I see the dentist on February 30th", "meeting at 25:99 on 2026-99-99", "in 99999999999 years I retire"],
)  # fmt: skip
def test_an_impossible_date_in_a_text_is_not_resolved(door: Door, text: str) -> None:
    """The words stay; no memory has a date that nobody said."""
    result = door.observe([user(text, time="2026-03-12T09:00:00+08:00")])
    assert result["outcomes"], "neither a memory nor a reason"
    for memory in door.list(every=True):
        begin = memory["attributes"].get("begin")
        assert begin is None or begin.startswith("9999-12-3")
    assert text in [
        h["text"] for h in door.recall(text, floor="none", include="observations")["hits"]
    ]


# -- ids and neighbours --------------------------------------------------------------------------------------------------


def test_the_same_id_and_text_twice_is_one_message(door: Door) -> None:
    """In one call and in the next."""
    first = door.observe([user(FACT, id="m1"), user(FACT, id="m1")])
    again = door.observe([user(FACT, id="m1")])
    assert len({ref["id"] for r in (first, again) for ref in r["observations"]}) == 1
    assert {o["outcome"] for o in again["outcomes"]} == {"duplicate"}
    (memory,) = door.list()
    assert memory["evidence_count"] == 1


@pytest.mark.parametrize("together", [True, False], ids=["one call", "two calls"])
def test_the_same_id_with_another_text_is_told(door: Door, together: bool) -> None:
    """The first stands; the second is refused with a reason instead of overwriting or vanishing."""
    one, two = user(FACT, id="m1"), user("I live in Shaoxing", id="m1")
    results = [door.observe([one, two])] if together else [door.observe([one]), door.observe([two])]
    told = [o for o in results[-1]["outcomes"] if o["outcome"] == "rejected"]
    assert [o["reason"] for o in told] == ["not_novel"]
    assert told[0]["evidence"][0]["external_id"] == "m1"
    assert [m["text"] for m in door.list(every=True)] == [FACT]


def test_an_odd_id_is_an_id(door: Door) -> None:
    """Any text or number; it comes back as evidence, as text."""
    ids = ["", " ", "用户/1", "a" * 500, 7, "7"]
    result = door.observe([user(f"{FACT}，第 {n} 次说", id=one) for n, one in enumerate(ids)])
    returned = [ref["external_id"] for ref in result["observations"]]
    assert returned[2:] == ["用户/1", "a" * 500, "7", "7"]
    assert [o["reason"] for o in result["outcomes"] if o["outcome"] == "rejected"] == ["not_novel"]


def test_an_empty_message_among_others_is_told(door: Door) -> None:
    """The good one is kept; for each message without text there is an outcome `empty`."""
    messages = [user(FACT), user(""), user([IMAGE]), user(None), user(" \n\u200b")]
    result = door.observe(messages)
    assert [m["text"] for m in door.list()] == [FACT]
    assert [o["reason"] for o in result["outcomes"]].count("empty") == 4


def test_what_an_image_is_said_with_is_kept(door: Door) -> None:
    """The text part of a message counts, the image does not."""
    door.observe([user([{"type": "text", "text": FACT}, IMAGE])])
    assert [m["text"] for m in door.list()] == [FACT]
