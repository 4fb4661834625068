"""`stelae eval`: measured on bundled samples and on one's own, as a table, as JSON, as a page."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Stelae
from tests.docs.ollama_stub import Sent, ollama_stub

OWN = [
    {"id": "zh1", "messages": "我对芒果过敏。", "expect": [{"category": ["constraint", "fact"], "must": "芒果"}]},
    {"id": "en1", "messages": "I carried the ferns out to the balcony."},
]  # fmt: skip
TEA = {
    "id": "lin",
    "memories": [{"id": "tea", "text": "我爱喝炭焙铁观音", "category": "preference"}],
    "questions": [{"text": "我爱喝什么铁观音？", "expect": "tea"}, {"text": "Who built it?", "kind": "nothing"}],
}  # fmt: skip
ANSWER = json.dumps(
    {
        "memories": [
            {"quote": "a farm", "text": "The user owns a farm in Kansas", "category": "fact"}
        ]
    }
)


@pytest.fixture
def own(write: Callable[[str, str | bytes], str]) -> str:
    """A file with two samples."""
    return write("own.jsonl", "\n".join(json.dumps(s, ensure_ascii=False) for s in OWN))


def test_the_rules_are_measured_on_the_bundled_samples_without_a_model(stelae: Stelae) -> None:
    """Everything works without a key, a server or a network."""
    ran = stelae("eval", "extract", "--extractor", "rules", "--json")
    assert ran.code == 0, ran.err
    (rules,) = ran.json["variants"]
    assert ran.json["samples"] == "bundled"
    assert (rules["label"], rules["runs"], rules["unread"]) == ("rules", 1, 0)
    assert set(rules["by_language"]) == {"zh", "en"}
    assert rules["faults"]["leaked"] == 0
    assert 0 <= rules["figures"]["missed"]["low"] <= rules["figures"]["missed"]["mean"] < 0.5


def test_models_stand_beside_the_rules_with_and_without_the_gate(
    stelae: Stelae, own: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two models of one server, two runs; the page is written, and the replies are kept."""
    kept, page = tmp_path / "kept.jsonl", tmp_path / "report.html"
    command = ["eval", "extract", own, "--runs", "2", "--model", "small:1b", "--model", "large:8b", "--no-gate"]  # fmt: skip
    with ollama_stub(lambda _: ANSWER, models=["small:1b", "large:8b"]) as stub:
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        ran = stelae(*command, "--keep", str(kept), "--html", str(page), "--json")
        again = stelae(*command, "--keep", str(kept), "--json")
    assert ran.code == again.code == 0, ran.err
    figures = {v["label"]: v["figures"] for v in ran.json["variants"]}
    assert list(figures) == [
        "rules", "rules (no gate)", "small:1b", "small:1b (no gate)", "large:8b", "large:8b (no gate)"
    ]  # fmt: skip
    assert figures["small:1b"]["wrong"]["count"] == 0
    assert figures["small:1b (no gate)"]["wrong"]["mean"] == 1
    assert len(stub.chats) == len(kept.read_text(encoding="utf-8").splitlines()) == 2 * 2 * 2
    assert again.json["variants"][2]["figures"] == ran.json["variants"][2]["figures"]
    assert "small:1b (no gate)" in page.read_text(encoding="utf-8")


def test_people_get_a_table_and_texts_only_when_they_ask(stelae: Stelae, own: str) -> None:
    """The default keeps a blind set blind."""
    blind = stelae("eval", "extract", own, "--extractor", "rules")
    assert blind.code == 0, blind.err
    assert "wrong writes" in blind.out
    assert "2 samples" in blind.out
    assert "芒果" not in blind.out


def test_without_a_model_the_rules_are_measured_and_named(
    stelae: Stelae, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody asked for a model, so there is a result; it says of whom, and what would bring a model."""
    monkeypatch.setenv("STELAE_MODEL_HOST", "http://127.0.0.1:9")
    ran = stelae("eval", "extract", own, "--json")
    assert ran.code == 0, ran.err
    assert [variant["label"] for variant in ran.json["variants"]] == ["rules"]
    assert ran.json["runs"] == 1
    assert "measured the extractor rules alone" in ran.err
    assert "ollama" in ran.err
    assert "rules" in stelae("eval", "extract", own).out


@pytest.mark.parametrize(
    "asked", [["--extractor", "llm"], ["--extractor", "auto"], ["--model", "qwen3:8b"]]
)
def test_a_model_that_was_asked_for_and_is_away_fails_before_anything_runs(
    stelae: Stelae, own: str, monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    """And says what to do."""
    monkeypatch.setenv("STELAE_MODEL_HOST", "http://127.0.0.1:9")
    ran = stelae("eval", "extract", own, *asked, "--json")
    assert ran.code == 1
    assert ran.json["error"]["type"] == "ModelUnavailableError"


def test_a_model_that_answers_nothing_usable_is_no_result(
    stelae: Stelae, own: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The figures are shown, and the exit code says that they are of no answer."""
    with ollama_stub(lambda _: Sent(status=500)) as stub:
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        ran = stelae("eval", "extract", own, "--runs", "1")
    assert ran.code == 1
    assert "read nothing" in ran.err


def test_recall_is_measured_on_bundled_and_own_questions(
    stelae: Stelae, write: Callable[[str, str | bytes], str], tmp_path: Path
) -> None:
    """R@k, MRR, what is lost at the floor, and what is rightly nothing."""
    bundled = stelae("eval", "recall", "--runs", "1", "--json")
    assert bundled.code == 0, bundled.err
    assert bundled.json["memories"] == 48
    page = tmp_path / "recall.html"
    path = write("tea.jsonl", json.dumps(TEA, ensure_ascii=False))
    ran = stelae("eval", "recall", path, "--html", str(page))
    assert ran.code == 0, ran.err
    assert "MRR" in ran.out
    assert "1/1 = 100.0%" in ran.out
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_broken_file_is_usage_and_names_the_line(
    stelae: Stelae, write: Callable[[str, str | bytes], str]
) -> None:
    """In both commands, without a traceback."""
    path = write("broken.jsonl", '{"messages": "我住在佛山", "expekt": []}\n')
    for command in ("extract", "recall"):
        ran = stelae("eval", command, path, "--json")
        assert ran.code == 2
        assert "broken.jsonl, line 1" in ran.json["error"]["message"]


def test_nothing_is_written_to_the_data_folder(stelae: Stelae, data: Path, own: str) -> None:
    """A measurement leaves no memory."""
    assert stelae("eval", "extract", own, "--extractor", "rules").code == 0
    assert stelae("eval", "recall", "--runs", "1", "--limit", "1").code == 0
    assert not data.exists()
