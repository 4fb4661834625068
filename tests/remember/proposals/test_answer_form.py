"""The form of an answer: the union of the categories that may be used, in the schema and in words."""

import json
import subprocess
import sys
from datetime import date
from typing import Annotated, Any, Literal, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from stelae.errors import UnknownCategoryError
from stelae.remember.prompts import INSTRUCTIONS
from stelae.remember.proposals.answer_form import MAX_PROPOSED, AnswerForm, form_of
from stelae.remember.proposals.proposed import ASKED, OwnProposed, Proposed
from stelae.schemas.categories.choices import Choices
from stelae.schemas.categories.fields import RawContext
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.schemas.categories.merging import RAW_CONTEXT
from stelae.schemas.categories.registration import category_of
from stelae.schemas.categories.registry import BUILT_IN, Registry
from stelae.structured.json_schema import json_schema
from stelae.text.language import Language

LANGUAGES: tuple[Language, ...] = ("zh", "en")


class Interest(MemorySchema, name="interest", key=("topic",), summary="an interest of somebody"):
    """Something somebody is interested in."""

    topic: Annotated[str, Field(description="the thing itself")]
    level: Annotated[
        Literal["low", "high"] | None,
        Choices({"low": "named without zeal", "high": "said to matter"}),
    ] = None
    hours: Annotated[int | None, Field(ge=0, le=168)] = None
    score: Annotated[float | None, Field(ge=0, le=1)] = None
    begun: date | None = None
    tags: tuple[str, ...] = ()
    raw_context: RawContext = None


def with_interest() -> Registry:
    """The built-in categories and one of somebody's own."""
    return BUILT_IN.extended([category_of(Interest)])


def variants(form: AnswerForm) -> list[dict[str, Any]]:
    """The items that the schema admits."""
    schema = cast("dict[str, Any]", json_schema(form.answer))
    items = schema["properties"]["memories"]["items"]
    return items.get("anyOf", [items])


def objects(schema: Any) -> list[dict[str, Any]]:
    """Every object inside a schema."""
    if isinstance(schema, dict):
        found = cast("dict[str, Any]", schema)
        inner = [one for value in found.values() for one in objects(value)]
        return [found, *inner] if found.get("type") == "object" else inner
    if isinstance(schema, list):
        return [one for value in cast("list[Any]", schema) for one in objects(value)]
    return []


def test_without_own_categories_the_form_is_the_measured_flat_one() -> None:
    """One variant, every built-in category that a conversation can give, the instructions as they were measured."""
    (flat,) = variants(form_of())
    assert flat["properties"]["category"]["enum"] == list(ASKED)
    assert list(flat["properties"]) == list(Proposed.model_fields)
    assert form_of().told == INSTRUCTIONS


def test_an_own_category_is_a_variant_with_its_name_and_typed_fields() -> None:
    """Its values enumerated, bounds kept; null everywhere, since a form without a way out makes a model invent (S6)."""
    flat, own = variants(form_of(with_interest()))
    assert "interest" not in flat["properties"]["category"]["enum"]
    assert own["properties"]["category"]["const"] == "interest"
    fields = own["properties"]["attributes"]["properties"]
    assert list(fields) == ["topic", "level", "hours", "score", "begun", "tags"]
    assert RAW_CONTEXT not in fields
    # `typing` gives one Literal for both orders, whichever it has met first.
    assert sorted(fields["level"]["anyOf"][0]["enum"]) == ["high", "low"]
    assert fields["hours"]["anyOf"][0] == {"type": "integer", "minimum": 0, "maximum": 168}
    assert fields["tags"]["anyOf"][0]["items"] == {"type": "string"}
    assert all({"type": "null"} in field["anyOf"] for field in fields.values())


def test_nothing_else_is_admitted_anywhere() -> None:
    """No further member in any object, every member required; and no place for what code decides (K7, S11)."""
    schema = json_schema(form_of(with_interest()).answer)
    for one in objects(schema):
        assert one["additionalProperties"] is False
        assert one["required"] == list(one["properties"])
    named = {name for one in objects(schema) for name in one["properties"]}
    assert not named & {"id", "owner", "owner_id", "key", "status", "created_at", "source_ref"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_instructions_describe_own_categories_with_their_values(language: Language) -> None:
    """Summary, fields, which must be filled, and the meaning of every value, after the built-in ones."""
    told = form_of(with_interest()).told[language]
    assert told.startswith(INSTRUCTIONS[language])
    for words in ("category interest", "an interest of somebody", "- topic", "the thing itself",
                  "named without zeal", "said to matter", "- begun"):  # fmt: skip
        assert words in told
    assert "raw_context" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_own_category_alone_comes_without_the_flat_form(language: Language) -> None:
    """An agent's allow-list: fewer words, and the common fields are still explained."""
    form = form_of(with_interest(), ("interest",))
    told = form.told[language]
    assert "polarity" not in told
    assert len(told) < len(form_of(with_interest()).told[language])
    for name in ("quote", "reason", "subject", "text", "sensitivity", "attributes"):
        assert name in told
    assert len(variants(form)) == 1


def test_some_built_in_categories_alone() -> None:
    """The others are neither in the schema nor in the words, and no answer can use them."""
    form = form_of(BUILT_IN, ("fact", "episode"))
    (flat,) = variants(form)
    assert flat["properties"]["category"]["enum"] == ["fact", "event"]
    assert "preference (a like" not in form.told["en"]
    with pytest.raises(ValueError, match="category"):
        form.answer.model_validate({"memories": [{"category": "task", "text": "x"}]})


@pytest.mark.parametrize("allowed", [("poem",), ("document",), ()])
def test_what_a_conversation_cannot_give_is_no_form(allowed: tuple[str, ...]) -> None:
    """Unknown, or for passages that were read."""
    with pytest.raises(UnknownCategoryError):
        form_of(BUILT_IN, allowed)


def test_the_same_form_is_the_same_bytes_in_every_process() -> None:
    """So that a server can keep the beginning of the prompt, and an answer can be found again."""
    program = (
        "import hashlib, json; from stelae.remember.proposals.answer_form import form_of;"
        "from stelae.structured.json_schema import json_schema; f = form_of();"
        "whole = json.dumps([dict(f.told), json_schema(f.answer)]);"
        "print(f.version, hashlib.sha256(whole.encode()).hexdigest())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True,
            encoding="utf-8", env={"PYTHONHASHSEED": str(seed)},
        ).stdout
        for seed in (1, 2)
    }  # fmt: skip
    assert len(runs) == 1
    assert form_of(with_interest()).version != form_of().version
    assert form_of(with_interest()).version == form_of(with_interest()).version


GOOD: dict[str, Any] = {"category": "fact", "text": "用户住在绍兴", "quote": "我住在绍兴"}
OWN: dict[str, Any] = {
    "category": "interest",
    "quote": "我喜欢天文",
    "attributes": {"topic": "天文"},
}


def test_an_unreadable_item_costs_only_itself() -> None:
    """Unless there is no other: then the answer is asked for again."""
    form = form_of(with_interest())
    read = form.answer.model_validate({"memories": [GOOD, {"category": "poem"}, 7, OWN]})
    assert [type(one) for one in read.memories] == [Proposed, OwnProposed]
    assert read.left_out == 2
    with pytest.raises(ValueError, match=r"memories\.0\.category"):
        form.answer.model_validate({"memories": [{"category": "poem", "text": "秘密"}]})


def test_what_is_wrong_with_an_item_is_told_without_its_words() -> None:
    """It may be fed back, logged or shown."""
    with pytest.raises(ValueError, match="category") as caught:
        form_of().answer.model_validate({"memories": [{"category": "私密的词", "text": "秘密"}]})
    (told,) = cast("Any", caught.value).errors(include_input=False)
    assert "秘密" not in told["msg"]
    assert "私密" not in told["msg"]


def test_items_beyond_the_most_are_counted() -> None:
    """A model that does not stop."""
    read = form_of().answer.model_validate({"memories": [GOOD] * (MAX_PROPOSED + 5)})
    assert (len(read.memories), read.left_out) == (MAX_PROPOSED, 5)


@pytest.mark.parametrize("reply", [{}, {"memories": 7}, {"memories": None}, {"memories": {}}, []])
def test_without_a_list_there_is_no_answer(reply: Any) -> None:
    """It is asked for again; an empty list is `nothing found`."""
    with pytest.raises(ValueError, match="memories"):
        form_of().answer.model_validate(reply)
    assert form_of().answer.model_validate({"memories": []}).memories == ()


NAMES = ["memories", "category", "text", "quote", "attributes", "topic", "kind", "x"]
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["fact", "interest", "high"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=5),
    max_leaves=12,
)  # fmt: skip


@given(JUNK)
@settings(max_examples=400)
def test_any_json_is_read_or_refused_and_nothing_else(reply: Any) -> None:
    """Whatever a model returns: items of the form, or a validation error."""
    form = form_of(with_interest())
    try:
        read = form.answer.model_validate(reply)
    except ValueError:
        return
    assert all(isinstance(one, Proposed | OwnProposed) for one in read.memories)
    again = form.answer.model_validate_json(read.model_dump_json())
    assert json.loads(again.model_dump_json()) == json.loads(read.model_dump_json())
