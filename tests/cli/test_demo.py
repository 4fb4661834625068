"""The demo shows what it promises, on the real product."""

import json
from pathlib import Path

from stelae.cli import demo, main
from tests.cli.conftest import Stelae


def test_the_demo_shows_all_four_steps_without_a_terminal(stelae: Stelae, data: Path) -> None:
    """Extraction with reasons, questions in both languages, one "nothing relevant", the block; nothing is left behind."""
    ran = stelae("demo")
    assert ran.code == main.DONE, ran.err
    for part in (
        "accepted",
        "pending",
        "Not proposed",
        "Nothing relevant",
        *demo.QUESTIONS,
        demo.TURN,
    ):
        assert part in ran.out
    assert not data.exists()


def test_the_demo_as_json_is_one_document(stelae: Stelae) -> None:
    """The same for programs: outcomes, questions with hits and scores, context."""
    document = stelae("demo", "--json").json
    assert {"observe", "questions", "context"} == set(document)
    answers = {question["query"]: question["hits"] for question in document["questions"]}
    assert answers[demo.QUESTIONS[-1]] == []
    assert all(hits for query, hits in answers.items() if query != demo.QUESTIONS[-1])
    assert {o["outcome"] for o in document["observe"]["outcomes"]} >= {"accepted", "pending"}


def test_the_demo_chats_secret_is_nowhere(stelae: Stelae, tmp_path: Path) -> None:
    """Neither shown nor in any file."""
    folder = tmp_path / "kept"
    ran = stelae("demo", "--keep", str(folder))
    assert "Maple!Kite-204" not in ran.out
    assert all(
        b"Maple!Kite-204" not in path.read_bytes() for path in folder.rglob("*") if path.is_file()
    )


def test_a_kept_demo_can_be_looked_at(stelae: Stelae, tmp_path: Path) -> None:
    """The printed command works; a folder in use is refused."""
    folder = tmp_path / "kept"
    ran = stelae("demo", "--keep", str(folder))
    assert f"stelae list --data {folder} --scope {demo.SCOPE}" in ran.out
    assert stelae("list", "--data", str(folder), "--scope", demo.SCOPE, "--json").json["memories"]
    assert stelae("demo", "--keep", str(folder)).code == main.USAGE


def test_the_chat_is_bilingual_and_ours() -> None:
    """One JSON message a line, Chinese and English."""
    path = Path(demo.__file__).with_name(demo.CHAT)
    texts = [json.loads(line)["content"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert any(text.isascii() for text in texts)
    assert any(not text.isascii() for text in texts)
