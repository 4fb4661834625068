"""An answer in another shape is the same answer, or none."""

import json
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from stelae.errors import ModelOutputError
from stelae.structured.reply import parse
from stelae.structured.shaping import shape


class Fact(BaseModel):
    """One item; forgiving, as answers of models are."""

    model_config = ConfigDict(extra="ignore")

    text: str
    category: Literal["fact", "task"]
    store: bool = True


class Batch(BaseModel):
    """A list of them."""

    memories: tuple[Fact, ...] = Field(max_length=3)


class Verdict(BaseModel):
    """No list."""

    same: bool
    why: str = ""


ONE = {"text": "用户住在绍兴", "category": "fact"}
TWO = {"text": "The user works at a bakery", "category": "fact", "store": False}
BOTH = Batch.model_validate({"memories": [ONE, TWO]})


def shaped(reply: str, model: type[BaseModel] = Batch) -> Any:
    """The value of a reply."""
    return shape(parse(reply), model).value


def written(value: Any) -> str:
    """As JSON."""
    return json.dumps(value, ensure_ascii=False)


SAME = {
    "as asked": {"memories": [ONE, TWO]},
    "a bare list": [ONE, TWO],
    "an envelope": {"result": {"memories": [ONE, TWO]}},
    "an envelope with a word": {"status": "ok", "result": {"memories": [ONE, TWO]}},
    "facts": {"facts": [ONE, TWO]},
    "items": {"items": [ONE, TWO]},
    "capitals": {"Memories": [ONE, TWO]},
    "Chinese": {"记忆": [ONE, TWO]},
    "with its reasoning": {"reasoning": "two facts", "extracted": [ONE, TWO]},
}


@pytest.mark.parametrize("reply", SAME.values(), ids=SAME)
def test_another_shape_is_the_same_answer(reply: Any) -> None:
    """Root and list name may differ; the items are the same to the letter."""
    assert shaped(written(reply)) == BOTH
    assert shaped(f"Sure!\n```json\n{written(reply)}\n```") == BOTH


def test_one_object_and_one_a_line_are_lists() -> None:
    """Without their brackets, or one in the list's place."""
    assert shaped(written(ONE)).memories == BOTH.memories[:1]
    assert shaped(f"{written(ONE)}\n{written(TWO)}") == BOTH
    assert shaped(written({"memories": ONE})).memories == BOTH.memories[:1]


@pytest.mark.parametrize(
    "reply", ["[]", "```json\n[ ]\n```", '{"memories": []}', '{"facts": []}', '{"结果": []}']
)
def test_an_empty_list_is_nothing_found(reply: str) -> None:
    """Which is an answer."""
    assert shaped(reply).memories == ()


OTHERWISE: dict[str, str] = {
    "another list that is empty": '{"errors": []}',
    "nothing": "{}",
    "null": '{"memories": null}',
    "another field of an item": written({"memories": [{"content": "x", "category": "fact"}]}),
    "another value": written({"memories": [{**ONE, "category": "Fakt"}]}),
    "one good and one bad": written([ONE, {"text": 3}]),
    "too many": written([ONE] * 4),
    "two lists": written({"facts": [ONE], "tasks": [TWO]}),
    "texts": written({"memories": ["用户住在绍兴"]}),
    "deep": '{"memories": ' + "[" * 3_000 + "]" * 3_000 + "}",
}


@pytest.mark.parametrize("reply", OTHERWISE.values(), ids=OTHERWISE)
def test_what_might_mean_something_else_is_refused(reply: str) -> None:
    """Failed, and not "nothing found"."""
    with pytest.raises(ModelOutputError) as refused:
        shaped(reply)
    assert refused.value.reason in {"invalid_schema", "not_json"}


def test_a_cut_off_bare_list_gives_its_whole_items_and_says_so() -> None:
    """An item that was cut may have lost the word that matters (`store`)."""
    reply = written([ONE, TWO])
    cut = shape(parse(reply[: reply.index('"store"')]), Batch)
    assert cut.value.memories == BOTH.memories[:1]
    assert cut.truncated
    with pytest.raises(ModelOutputError) as refused:
        shaped(reply[: reply.index('"category"')])
    assert refused.value.reason == "truncated"


def test_problems_are_paths_and_kinds_and_no_word_of_the_reply() -> None:
    """What the model is told, and what a log may hold."""
    bad = {"memories": [{"text": "x", "category": "秘密"}, {"私人": 1, "category": "fact"}]}
    with pytest.raises(ModelOutputError) as refused:
        shaped(written(bad))
    assert refused.value.problems == (
        "memories.0.category literal_error",
        "memories.1.text missing",
    )
    with pytest.raises(ModelOutputError) as refused:
        shaped(written({"私人": {"a": 1}}))
    assert refused.value.problems == ("memories missing",)


def test_an_answer_without_a_list_knows_envelopes_only() -> None:
    """There is no list to put right."""
    assert shaped('{"answer": {"same": true}}', Verdict) == Verdict(same=True)
    for reply in ("[]", '{"equal": true}', '{"x": [1]}', '{"x": {"y": {"same": true}}}'):
        with pytest.raises(ModelOutputError):
            shaped(reply, Verdict)
