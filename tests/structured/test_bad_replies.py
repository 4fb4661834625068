"""Whatever a model replies: a value that fits the schema, or a typed error (S1: 100% of 10,000 replies)."""

import json
import math
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal, cast

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from stelae.errors import ModelError, ModelOutputError
from stelae.ports import ChatMessage
from stelae.remember.proposals.answer_form import form_of
from stelae.structured.call import ask
from stelae.structured.json_schema import json_schema
from stelae.testing import ScriptedModel

PROMPT = (
    ChatMessage("system", 'Answer with {"memories": [...]} and nothing else; 只输出 JSON。'),
    ChatMessage("user", "我住在绍兴。 I work at a bakery."),
)
REASONS = {"empty", "refused", "echo", "not_json", "invalid_schema", "truncated"}


class Interest(BaseModel):
    """A strict category of somebody's own."""

    category: Literal["interest"]
    topic: str = Field(min_length=1, max_length=40)
    since: date | None
    strength: int = Field(ge=1, le=5)
    share: float = Field(ge=0, le=1)
    tags: list[str] = Field(max_length=3)


class Task(BaseModel):
    """Another."""

    category: Literal["task"]
    title: str
    done: bool


class Batch(BaseModel):
    """A union of both."""

    memories: list[Annotated[Interest | Task, Field(discriminator="category")]] = Field(
        max_length=4
    )


GOOD: dict[str, Any] = {
    "memories": [
        {"category": "interest", "topic": "围棋，还有“死活题”", "since": "2024-05-01", "strength": 3,
         "share": 0.25, "tags": ["棋", "it's {fun}"]},
        {"category": "task", "title": "Return the book: <b>soon</b>", "done": False},
    ]
}  # fmt: skip
WRITTEN = json.dumps(GOOD, ensure_ascii=False)
NOISE = ("```json\n", "\n```", "<think>", "</think>", "Sure! ", "好的：", "{", "}", "[", "]", '"', "'", "“", "”", "，",
         "：", ",", ":", "\\", "\x00", "\ud83d", "\ufeff", "null", "NaN", "Infinity", "1e999", "True", "-0", "9" * 30,
         '{"memories": []}', PROMPT[0].content, "\n" * 50, "[" * 60, '{"a":' * 60)  # fmt: skip


def mutated(base: str, cuts: list[tuple[int, int, str]]) -> str:
    """Put noise into a text and take parts out, one place after the other."""
    for at, gone, noise in cuts:
        place = at % (len(base) + 1)
        base = base[:place] + noise + base[place + gone :]
    return base


CUTS = st.lists(
    st.tuples(st.integers(0, 900), st.integers(0, 30), st.sampled_from(NOISE) | st.text(max_size=6)),
    max_size=4,
)  # fmt: skip
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["interest", "task", "2024-05-01", "fact", "user"])
)  # fmt: skip
NAMES = st.sampled_from(
    ["memories", "facts", "result", "category", "topic", "since", "strength", "share", "tags", "title", "done", "text"]
) | st.text(max_size=5)  # fmt: skip
TREES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=6),
    max_leaves=14,
)
SAME = {
    "as asked": WRITTEN,
    "Python": repr(GOOD),
    "a bare list": json.dumps(GOOD["memories"]),
    "an envelope": json.dumps({"result": GOOD}),
    "another name": json.dumps({"facts": GOOD["memories"]}, indent=2),
    "one a line": "\n".join(map(json.dumps, GOOD["memories"])),
    "wrapped": f"<think>hm</think>```json\n{WRITTEN}\n```",
}
SHAPES = st.sampled_from([*SAME.values(), WRITTEN.replace('"', "”").replace(",", "，")])
REPLIES = st.one_of(
    st.text(max_size=120),
    st.builds(mutated, SHAPES, CUTS),
    TREES.map(lambda tree: json.dumps(tree, ensure_ascii=False)),
    st.builds(mutated, TREES.map(repr), CUTS),
)


def holds(value: Any, schema: Mapping[str, Any]) -> bool:
    """Does a value fit a flat schema? Written here again, so that it does not share a fault with Pydantic."""
    if "anyOf" in schema:
        return any(holds(value, one) for one in schema["anyOf"])
    if "const" in schema:
        return value == schema["const"]
    if "enum" in schema:
        return value in schema["enum"]
    match schema["type"]:
        case "object":
            if not isinstance(value, dict):
                return False
            fields = cast("dict[str, Any]", value)
            return set(fields) == set(schema["properties"]) and all(
                holds(fields[name], one) for name, one in schema["properties"].items()
            )
        case "array":
            return (
                isinstance(value, list)
                and len(cast("list[Any]", value)) <= schema.get("maxItems", math.inf)
                and all(holds(one, schema["items"]) for one in cast("list[Any]", value))
            )
        case "string":
            return isinstance(value, str) and len(value) <= schema.get("maxLength", math.inf)
        case "boolean" | "null":
            return isinstance(value, bool) if schema["type"] == "boolean" else value is None
        case named:
            right = isinstance(value, int) if named == "integer" else isinstance(value, int | float)
            low, high = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
            return right and not isinstance(value, bool) and low <= value <= high


def check(replies: list[str]) -> None:
    """Ask a model that replies so, with one retry."""
    model = ScriptedModel(replies)
    try:
        answer = ask(model, PROMPT, Batch, retries=1)
    except ModelOutputError as error:
        known, asked = error.reason in REASONS, len(model.requests)
        assert (known, asked) == (True, 2)
    else:
        assert holds(answer.value.model_dump(mode="json"), json_schema(Batch))
    told = "".join(m.content for messages, _ in model.requests for m in messages[len(PROMPT) :])
    assert len(told) < 600
    # The extraction's own form is laxer, and its answers are checked all the same.
    try:
        batch = ask(ScriptedModel(replies), PROMPT, form_of().answer, retries=0)
    except ModelError:
        return
    assert all(one.category for one in batch.value.memories)


@given(st.lists(REPLIES, min_size=1, max_size=2))
@settings(max_examples=300, deadline=None)
def test_any_reply_is_a_value_of_the_schema_or_a_typed_error(replies: list[str]) -> None:
    """Never another exception, never an object that does not fit."""
    check(replies)


@pytest.mark.slow
@given(st.lists(REPLIES, min_size=1, max_size=2))
@settings(
    max_examples=10_000,
    deadline=None,
    phases=[Phase.generate, Phase.target, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
def test_ten_thousand_replies_are_values_or_typed_errors(replies: list[str]) -> None:
    """The same at length."""
    check(replies)


@given(cut=st.integers(0, len(WRITTEN)))
@settings(max_examples=120, deadline=None)
def test_a_reply_cut_anywhere_gives_whole_items_and_says_so(cut: int) -> None:
    """A prefix of the items, and never the claim that it is all."""
    try:
        answer = ask(ScriptedModel([WRITTEN[:cut]]), PROMPT, Batch, retries=0)
    except ModelOutputError as error:
        reason = error.reason
        assert reason in {"empty", "truncated", "not_json"}
        return
    got = answer.value.model_dump(mode="json")["memories"]
    assert got == GOOD["memories"][: len(got)]
    assert answer.truncated == (cut < len(WRITTEN))


@pytest.mark.parametrize("reply", SAME.values(), ids=SAME)
def test_the_shapes_that_mean_the_same_are_the_same(reply: str) -> None:
    """Before anything is mutated."""
    answer = ask(ScriptedModel([reply]), PROMPT, Batch, retries=0)
    assert answer.value.model_dump(mode="json") == GOOD
