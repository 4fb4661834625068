"""The guides on asking, on the profile and on training data do what they say."""

import re
import shlex
from pathlib import Path

import pytest

from stelae.cli.main import run
from tests.docs.ollama_stub import ollama_stub

GUIDES = Path(__file__).parents[2] / "docs/guides"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own, keywords and rules only."""
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "STELAE_DATA": "data",
        "STELAE_SCOPE": "user:lin",
        "STELAE_EMBEDDER_PROFILE": "none",
        "STELAE_EXTRACTOR": "rules",
    }.items():
        monkeypatch.setenv(name, value)


def code_of(guide: str) -> str:
    """The one Python block of a guide."""
    text = (GUIDES / guide).read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.+?)```", text, re.DOTALL)
    return code


@pytest.mark.parametrize("guide", ["asking-a-model.md", "profile.md", "training-data.md"])
def test_every_command_of_the_guides_works(guide: str, capsys: pytest.CaptureFixture[str]) -> None:
    """On a small folder, with a model on the wire."""
    for said in ("我住在宁波", "The staging cluster is in Osaka"):
        assert run(["remember", said]) == 0
    text = (GUIDES / guide).read_text(encoding="utf-8")
    commands = re.findall(r"^\$ stelae (.+)$", text, re.MULTILINE)
    assert commands
    with ollama_stub(lambda _: "宁波[1]。") as stub, pytest.MonkeyPatch.context() as patch:
        patch.setenv("STELAE_MODEL_HOST", stub.url)
        for command in commands:
            assert run(shlex.split(command)) == 0, (command, capsys.readouterr())


def test_the_guide_on_asking_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The answer, its citation, the same as a stream."""
    with ollama_stub(lambda _: "你住在宁波[1]。") as stub, pytest.MonkeyPatch.context() as patch:
        patch.setenv("STELAE_MODEL_HOST", stub.url)
        exec(compile(code_of("asking-a-model.md"), "guide", "exec"), {})  # noqa: S102 - our own page
    assert capsys.readouterr().out.splitlines() == [
        "answered 你住在宁波[1]。",
        "1 我住在宁波 True",
        "你住在宁波[1]。",
        "True",
    ]


def test_the_guide_on_the_profile_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Facts in groups, one trait."""
    exec(compile(code_of("profile.md"), "guide", "exec"), {})  # noqa: S102 - our own page
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "constraints 对花生过敏 ('我对花生过敏',)"
    assert "identity job: teacher ('I work as a teacher',)" in printed
    assert printed[-1] == "True 喜欢各种电影（文艺电影、科幻电影） 2 0.6"


def test_the_guide_on_training_data_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """One edit, one pair."""
    exec(compile(code_of("training-data.md"), "guide", "exec"), {})  # noqa: S102 - our own page
    printed = capsys.readouterr().out.splitlines()
    assert printed == ["{'edited': 1} 我住在宁波 edited 我住在宁波江北区"]


def test_every_status_and_reason_is_explained() -> None:
    """The table leaves none out."""
    from typing import get_args

    from stelae.schemas.answer import AnswerReason, AnswerStatus

    text = (GUIDES / "asking-a-model.md").read_text(encoding="utf-8")
    words = {*get_args(AnswerStatus), *get_args(AnswerReason)} - {""}
    assert [word for word in words if f"`{word}`" not in text] == []
