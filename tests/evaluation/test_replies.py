"""Kept replies: a stopped run goes on, and nothing else is taken for one."""

from pathlib import Path

import pytest

from stelae.errors import InvalidInputError, ModelUnavailableError
from stelae.evaluation.replies import KeepingModel, KeptReplies
from stelae.ports import ChatMessage
from stelae.testing import ScriptedModel

PROMPT = (ChatMessage("system", "规则"), ChatMessage("user", "我对芒果过敏"))


def test_a_reply_on_disk_is_not_asked_for_again(tmp_path: Path) -> None:
    """After a stop in the middle of a line, too."""
    path = tmp_path / "replies.jsonl"
    first = ScriptedModel(['{"memories": []}'])
    KeepingModel(first, KeptReplies(path), label="small").complete(PROMPT)
    with path.open("a", encoding="utf-8") as out:
        out.write('{"key": "cut o')
    again = ScriptedModel(["must not be asked"])
    model = KeepingModel(again, KeptReplies(path), label="small")
    model.begin(0)
    assert model.complete(PROMPT).text == '{"memories": []}'
    assert again.requests == []
    assert len(model.taken) == 1


def test_another_run_prompt_schema_or_model_is_another_reply(tmp_path: Path) -> None:
    """Runs stay independent; a changed prompt is asked anew."""
    kept = KeptReplies(tmp_path / "replies.jsonl")
    inner = ScriptedModel(["1", "2", "3", "4", "5"])
    model = KeepingModel(inner, kept, label="small")
    texts = [model.complete(PROMPT).text]
    model.begin(2)
    texts += [model.complete(PROMPT).text, model.complete(PROMPT[:1]).text]
    texts += [model.complete(PROMPT, schema={"type": "object"}).text]
    texts += [KeepingModel(inner, kept, label="large").complete(PROMPT).text]
    assert texts == ["1", "2", "3", "4", "5"]
    assert len(kept) == 5


@pytest.mark.parametrize(
    ("first", "then", "asked"), [(None, 100, 1), (None, 3, 2), (3, 3, 1), (3, 100, 2)]
)
def test_a_reply_that_ended_by_itself_holds_under_another_bound(
    first: int | None, then: int, asked: int
) -> None:
    """One that was cut off holds under the same bound only."""
    inner = ScriptedModel(["a longer reply"])
    model = KeepingModel(inner, KeptReplies(), label="small")
    model.complete(PROMPT, max_tokens=first)
    model.complete(PROMPT, max_tokens=then)
    assert len(inner.requests) == asked


def test_an_error_is_not_kept(tmp_path: Path) -> None:
    """A server that was away is asked again."""
    inner = ScriptedModel([ModelUnavailableError("away"), "here"])
    model = KeepingModel(inner, KeptReplies(tmp_path / "replies.jsonl"), label="small")
    with pytest.raises(ModelUnavailableError):
        model.complete(PROMPT)
    assert model.complete(PROMPT).text == "here"


def test_another_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    """Samples given for replies are not appended to."""
    path = tmp_path / "samples.jsonl"
    path.write_text('{"messages": "hi"}\n', encoding="utf-8")
    with pytest.raises(InvalidInputError, match="line 1"):
        KeptReplies(path)
    assert path.read_text(encoding="utf-8") == '{"messages": "hi"}\n'


def test_it_stands_for_the_model_it_wraps() -> None:
    """Name, room and place are the model's own; pieces pass through."""
    model = KeepingModel(ScriptedModel(["你好"], local=False), KeptReplies(), label="small")
    assert (model.name, model.local, model.context_tokens) == ("scripted", False, 8192)
    assert model.count_tokens("你好") == 2
    assert "".join(model.stream(PROMPT)) == "你好"
