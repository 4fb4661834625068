"""`export --training`: what was reviewed, as pairs or chats."""

import json
from pathlib import Path

import pytest

from stelae.cli import main
from tests.cli.conftest import Stelae


def test_what_was_reviewed_is_written_and_what_is_left_out_is_said(
    stelae: Stelae, chat: str, tmp_path: Path
) -> None:
    """The chat has a rule that waits, in Chinese, and an English allergy."""
    stelae("observe", chat)
    waiting = stelae("pending", "--json").json["pending"][0]
    stelae("reject", waiting["id"])
    for memory in stelae("list", "--json").json["memories"]:
        stelae("edit", memory["id"], "--text", memory["text"] + "！")
    target = tmp_path / "pairs.jsonl"
    ran = stelae("export", "--training", str(target))
    assert ran.code == main.DONE, ran.err
    assert "1 edited" in ran.out
    assert "1 rejected" in ran.out
    assert "sensitive" in ran.out
    lines = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert {line["decision"] for line in lines} == {"edited", "rejected"}
    assert "peanuts" not in target.read_text(encoding="utf-8")
    ran = stelae(
        *("export", "--training", "--sensitive", "--form", "chat", "--json"),
        str(tmp_path / "chats.jsonl"),
    )
    assert ran.code == main.DONE, ran.out
    assert ran.json["form"] == "chat"
    assert "peanuts" in (tmp_path / "chats.jsonl").read_text(encoding="utf-8")


def test_it_goes_to_stdout_too_and_refuses_what_does_not_fit(stelae: Stelae, chat: str) -> None:
    """One scope at a time; nothing reviewed is an empty file."""
    stelae("observe", chat)
    assert stelae("export", "--training", "-").out == ""
    stelae("reject", stelae("pending", "--json").json["pending"][0]["id"])
    assert json.loads(stelae("export", "--training", "-").out)["decision"] == "rejected"
    assert stelae("export", "--training", "--everything", "-").code == main.USAGE


@pytest.mark.parametrize("option", [["--sensitive"], ["--form", "chat"]])
def test_an_option_of_training_without_it_is_refused_with_what_to_do(
    stelae: Stelae, chat: str, tmp_path: Path, option: list[str]
) -> None:
    """Nobody believes to have left out what a plain export holds."""
    stelae("observe", chat)
    target = tmp_path / "all.jsonl"
    ran = stelae("export", *option, str(target), "--json")
    assert ran.code == main.USAGE
    assert "--training" in ran.json["error"]["message"]
    assert not target.exists()
