"""DEV-06: secrets kept word for word, and ordinary text lost to the secret filter.

Left to the issues that build them: the same through MCP and HTTP.
"""

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from stelae.testing import FixedClock
from tests.cases.conftest import OpenDoor
from tests.cases.doors import Door, DoorName, Json, RefusedError, open_door

PASSWORD = "Maple!" + "Kite-204"
TOKEN = "ghp_" + "A1b2" * 9
NOTE = f"记一下：测试库在 db3 上，账号 reader，密码 {PASSWORD}，接口 token 是 {TOKEN}"
NOTE_EN = f"Remember: the test database is on db3, account reader, password {PASSWORD}, api token is {TOKEN}"
COMMIT = "合并提交 4f9c2ab1 已上线，对应工单 3312、3318，负责人小葛。"
COMMIT_EN = "Merge commit 4f9c2ab1 is live, tickets 3312 and 3318, owner Sam."
TRACES = (PASSWORD, TOKEN, "maple!", "kite-204", TOKEN[4:])
"""What must not be found, in any case: the secrets, and the pieces a tokeniser would cut them into."""


def bytes_below(folder: Path) -> bytes:
    """Return every byte of every file: tables, old versions, keyword index, WAL, vectors, queue."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    assert files
    return b"\x00".join(path.read_bytes() for path in files)


def assert_gone(text: str | bytes, where: str) -> None:
    """Fail when anything of the secrets is there, whatever its case."""
    raw = (text.encode() if isinstance(text, str) else text).lower()
    assert [trace for trace in TRACES if trace.lower().encode() in raw] == [], where


def by_observe(door: Door, text: str) -> Json:
    """Said in a conversation."""
    return door.observe([{"role": "user", "content": text, "id": "m1"}])


def by_observe_raw(door: Door, text: str) -> Json:
    """Kept raw, without extraction."""
    return door.observe([{"role": "user", "content": text, "id": "m1"}], extract=False)


def by_remember(door: Door, text: str) -> Json:
    """A direct write."""
    return door.remember(text)


def by_edit(door: Door, text: str) -> Json:
    """A correction of something harmless."""
    made = door.remember("测试库在 db3 上 (test database on db3)")["id"]
    return door.edit(made, text)


def by_tool(door: Door, text: str) -> Json:
    """A tool's message, and the arguments it was called with."""
    return door.observe(
        [
            {
                "role": "assistant",
                "content": "",
                "tool_calls": [{"function": {"name": "login", "arguments": {"note": text}}}],
                "id": "m0",
            },
            {"role": "tool", "content": text, "id": "m1"},
        ]
    )


TEXT_PATHS = (by_observe, by_observe_raw, by_remember, by_edit)
Path_ = Callable[[Door, str], Json]


@pytest.mark.parametrize("text", [NOTE, NOTE_EN], ids=["zh", "en"])
@pytest.mark.parametrize("write", [*TEXT_PATHS, by_tool], ids=lambda w: w.__name__)
def test_dev_06_1_no_byte_of_the_data_folder_and_no_output_holds_the_secrets(
    door: Door, write: Path_, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither while the store is open nor after it is closed, neither in the log nor in what any command says."""
    caplog.set_level(logging.DEBUG)
    write(door, text)
    for memory in door.list(every=True):
        door.why(memory["id"])
    for trace in (
        door.recall("测试库 db3 密码", floor="none"),
        door.recall("password of db3", floor="none"),
    ):
        door.why_recalled(trace["trace_id"])
    door.context("db3 的密码是什么？")
    door.pending()
    assert_gone(bytes_below(door.folder), "data folder, open")
    door.close()
    assert_gone(bytes_below(door.folder), "data folder, closed")
    assert_gone("\n".join(door.told), "output")
    assert_gone(caplog.text, "log")


def test_dev_06_1_an_error_does_not_repeat_the_secrets(
    door: Door, caplog: pytest.LogCaptureFixture
) -> None:
    """A refused write is no place to leak either."""
    caplog.set_level(logging.DEBUG)
    with pytest.raises(RefusedError):
        door.remember(NOTE, category="no-such-category")
    with pytest.raises(RefusedError):
        door.remember(NOTE + "。" * 2_000)
    with pytest.raises(RefusedError):
        door.observe([{"role": f"nobody {PASSWORD}", "content": NOTE}])
    with pytest.raises(RefusedError):
        door.observe([{"role": "user", "content": NOTE, "metadata": {"id": TOKEN}}])
    assert_gone("\n".join(door.told), "output")
    assert_gone(caplog.text, "log")


@pytest.mark.parametrize(
    ("text", "asked"), [(NOTE, "测试库 db3"), (NOTE_EN, "test database db3")], ids=["zh", "en"]
)
@pytest.mark.parametrize("write", TEXT_PATHS, ids=lambda w: w.__name__)
def test_dev_06_2_the_rest_survives_with_visible_placeholders(
    door: Door, write: Path_, text: str, asked: str
) -> None:
    """A search for what was meant finds it; where the secrets stood, one sees that something is missing."""
    write(door, text)
    hits = [h for h in door.recall(asked)["hits"] if "reader" in h["text"]]
    assert hits
    for hit in hits:
        assert "db3" in hit["text"]
        assert hit["text"].count("[") == 2
        assert hit["text"].count("]") == 2


@pytest.mark.parametrize(
    "secret", [f"密码 {PASSWORD}", f"token: {TOKEN}", TOKEN], ids=["password", "token", "bare"]
)
def test_dev_06_3_a_tag_keeps_no_secret(door: Door, secret: str) -> None:
    """Tags are text like any other."""
    made = door.remember("测试库在 db3 上", tags=[secret, "ops"])
    assert "ops" in door.show(made["id"])["tags"]
    door.close()
    assert_gone(bytes_below(door.folder), "data folder")
    assert_gone("\n".join(door.told), "output")


def test_dev_06_3_a_metadata_value_keeps_no_secret(door: Door) -> None:
    """Nested values, values announced by their key, and the speaker's name."""
    door.observe(
        [
            {
                "role": "user",
                "content": "记一下：测试库在 db3 上",
                "id": "m1",
                "name": f"密码 {PASSWORD}",
                "metadata": {
                    "password": PASSWORD,
                    "deep": [{"note": f"密码 {PASSWORD}"}, TOKEN],
                    "n": 7,
                },
            }
        ]
    )
    (made,) = door.list()
    (source,) = door.why(made["id"])["observations"]
    assert source["metadata"]["n"] == 7
    door.close()
    assert_gone(bytes_below(door.folder), "data folder")
    assert_gone("\n".join(door.told), "output")


@pytest.mark.parametrize(
    ("text", "asked"), [(COMMIT, "提交 4f9c2ab1"), (COMMIT_EN, "commit 4f9c2ab1")], ids=["zh", "en"]
)
@pytest.mark.parametrize("write", TEXT_PATHS, ids=lambda w: w.__name__)
def test_dev_06_4_a_commit_hash_is_no_secret(
    door: Door, write: Path_, text: str, asked: str
) -> None:
    """Hash and ticket numbers stay, letter for letter."""
    write(door, text)
    for query in (asked, "3318"):
        found = [h["text"].rstrip("。.") for h in door.recall(query)["hits"]]
        assert text.rstrip("。.") in found


@pytest.mark.parametrize("write", [by_remember, by_edit], ids=lambda w: w.__name__)
def test_dev_06_5_a_changed_write_says_so(door: Door, write: Path_) -> None:
    """The outcome names the types of what was taken out, never the values."""
    outcome = write(door, NOTE)
    assert outcome["outcome"] == "accepted"
    assert "redacted" in outcome["detail"]
    assert "password" in outcome["detail"]
    assert "redacted" not in write(door, COMMIT)["detail"]


def test_dev_06_5_a_changed_message_says_so(door: Door) -> None:
    """The same for what was said in a conversation."""
    accepted = [o for o in by_observe(door, NOTE)["outcomes"] if o["outcome"] == "accepted"]
    assert accepted
    assert all("redacted" in o["detail"] for o in accepted)


@pytest.mark.parametrize(
    "secret", [f"密码是 {PASSWORD}", f"my password is {PASSWORD}", TOKEN], ids=["zh", "en", "bare"]
)
def test_dev_06_5_a_refused_write_is_not_called_stored(door: Door, secret: str) -> None:
    """Nothing but a secret: refused with a reason code, and nothing is there."""
    outcome = door.remember(secret)
    assert (outcome["outcome"], outcome["reason"], outcome["id"]) == (
        "rejected",
        "restricted",
        None,
    )
    (told,) = by_observe(door, secret)["outcomes"]
    assert (told["outcome"], told["reason"], told["id"]) == ("rejected", "restricted", None)
    assert door.list(every=True) == []
    assert door.pending() == []


def test_dev_06_5_what_is_called_stored_is_stored(opened: OpenDoor) -> None:
    """Accepted means that another handle finds it."""
    outcome = opened().remember(NOTE)
    assert outcome["outcome"] == "accepted"
    assert opened().show(outcome["id"])["text"] == outcome["text"]


@pytest.mark.parametrize("text", [NOTE, NOTE_EN], ids=["zh", "en"])
@pytest.mark.parametrize("extract", [True, False], ids=["memory", "raw"])
def test_dev_06_3_an_import_lets_no_secret_in(
    opened: OpenDoor, door_name: DoorName, tmp_path: Path, text: str, extract: bool
) -> None:
    """An export into which somebody wrote one: text, fields and evidence alike."""
    said = "测试库在 db3 上 (test database on db3)"
    first = opened()
    first.observe([{"role": "user", "content": said, "id": "m1"}], extract=False)
    if extract:
        first.remember(said)
    first.export(tmp_path / "one.jsonl")
    exported = (tmp_path / "one.jsonl").read_text(encoding="utf-8")
    assert said in exported
    (tmp_path / "two.jsonl").write_text(exported.replace(said, text), encoding="utf-8")
    other = open_door(door_name, tmp_path / "other", "user:lin", FixedClock())
    report = other.import_(tmp_path / "two.jsonl", key=tmp_path / "data/audit.key")
    assert report["trust"] == "edited"
    assert "db3" in json.dumps(other.pending(), ensure_ascii=False) or not extract
    other.close()
    assert_gone(bytes_below(other.folder), "data folder")
    assert_gone("\n".join(other.told), "output")
