"""The guides on asking, on the profile and on training data do what they say."""

import pytest

from stelae.cli.main import run
from tests.docs.guides import Guide
from tests.docs.ollama_stub import ollama_stub

pytestmark = pytest.mark.usefixtures("place")
ASKING, PROFILE, TRAINING = Guide("asking-a-model"), Guide("profile"), Guide("training-data")


def run_the_code(guide: Guide) -> None:
    """Run its one block of Python."""
    (code,) = guide.blocks("python")
    guide.execute(code)


@pytest.mark.parametrize("guide", [ASKING, PROFILE, TRAINING], ids=lambda guide: guide.name)
def test_every_command_of_the_guides_works(guide: Guide) -> None:
    """On a small folder, with a model on the wire."""
    for said in ("我住在宁波", "The staging cluster is in Osaka"):
        assert run(["remember", said]) == 0
    assert guide.commands
    with ollama_stub(lambda _: "宁波[1]。") as stub, pytest.MonkeyPatch.context() as patch:
        patch.setenv("STELAE_MODEL_HOST", stub.url)
        guide.run_commands()


def test_the_guide_on_asking_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The answer, its citation, the same as a stream."""
    with ollama_stub(lambda _: "你住在宁波[1]。") as stub, pytest.MonkeyPatch.context() as patch:
        patch.setenv("STELAE_MODEL_HOST", stub.url)
        run_the_code(ASKING)
    assert capsys.readouterr().out.splitlines() == [
        "answered 你住在宁波[1]。",
        "1 我住在宁波 True",
        "你住在宁波[1]。",
        "True",
    ]


def test_the_guide_on_the_profile_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """Facts in groups, one trait."""
    run_the_code(PROFILE)
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "constraints 对花生过敏 ('我对花生过敏',)"
    assert "identity job: teacher ('I work as a teacher',)" in printed
    assert printed[-1] == "True 喜欢各种电影（文艺电影、科幻电影） 2 0.6"


def test_the_guide_on_training_data_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """One edit, one pair."""
    run_the_code(TRAINING)
    printed = capsys.readouterr().out.splitlines()
    assert printed == ["{'edited': 1} 我住在宁波 edited 我住在宁波江北区"]


def test_every_status_and_reason_is_explained() -> None:
    """The table leaves none out."""
    from typing import get_args

    from stelae.schemas.answer import AnswerReason, AnswerStatus

    words = {*get_args(AnswerStatus), *get_args(AnswerReason)} - {""}
    assert [word for word in words if f"`{word}`" not in ASKING.text] == []
