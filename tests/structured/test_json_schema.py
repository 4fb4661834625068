"""The schema a model decodes by is flat and complete."""

from datetime import date
from enum import StrEnum
from typing import Annotated, Any, Literal, cast, get_args

import pytest
from pydantic import BaseModel, Field

from stelae.remember.proposals.answer_form import form_of
from stelae.remember.proposals.proposed import AskedCategory
from stelae.structured.json_schema import flat, json_schema, undecodable


class Colour(StrEnum):
    """Two of them."""

    RED = "red"
    BLUE = "blue"


class Inner(BaseModel):
    """One item."""

    colour: Colour = Colour.RED
    kind: Literal["a", "b"] = "a"
    size: float = Field(default=0.5, ge=0, le=1)


class Outer(BaseModel):
    """A list of them."""

    items: list[Inner] = Field(default=[], max_length=3)
    note: str | None = None


def nodes(schema: Any) -> list[dict[str, Any]]:
    """Every object inside a schema."""
    if isinstance(schema, dict):
        found = cast("dict[str, Any]", schema)
        return [found, *(one for value in found.values() for one in nodes(value))]
    if isinstance(schema, list):
        many = cast("list[Any]", schema)
        return [one for value in many for one in nodes(value)]
    return []


def test_references_are_inlined_and_everything_is_required() -> None:
    """A small model leaves out what it may leave out."""
    schema = json_schema(Outer)
    inner = schema["properties"]["items"]["items"]
    assert inner["properties"]["colour"] == {"type": "string", "enum": ["red", "blue"]}
    assert inner["required"] == ["colour", "kind", "size"]
    assert schema["required"] == ["items", "note"]
    assert schema["properties"]["items"]["maxItems"] == 3
    assert schema["properties"]["note"]["anyOf"] == [{"type": "string"}, {"type": "null"}]


@pytest.mark.parametrize("model", [Outer, form_of().answer])
def test_a_schema_holds_only_what_grammars_understand(model: type[BaseModel]) -> None:
    """No references, titles or defaults, and no object is open."""
    for node in nodes(json_schema(model)):
        assert (
            not {"$ref", "$defs", "title", "default", "pattern"} & set(node) or "$ref" not in node
        )
        if node.get("type") == "object":
            assert node["additionalProperties"] is False
            assert set(node["required"]) == set(node["properties"])


def test_a_model_that_refers_to_itself_is_refused() -> None:
    """It cannot be said flat."""

    class Tree(BaseModel):
        """A node."""

        children: list["Tree"] = []

    with pytest.raises(ValueError, match="Tree"):
        json_schema(Tree)


def test_the_extraction_schema_offers_every_category_a_conversation_can_give() -> None:
    """And no `document`, which is for passages that were read."""
    item = json_schema(form_of().answer)["properties"]["memories"]["items"]
    assert item["properties"]["category"]["enum"] == list(get_args(AskedCategory))
    forbidden = {"id", "owner_id", "source_ref", "status", "created_at", "authority", "key"}
    assert not forbidden & set(item["properties"]), "K7: never the model's to say"


class Interest(BaseModel):
    """A category of somebody's own."""

    category: Literal["interest"] = "interest"
    topic: str = Field(max_length=40, description="what about", pattern="^.+$")
    since: date | None = Field(default=None, description="第一次提到的日子")
    strength: int = Field(default=1, gt=0, lt=6)
    share: float = Field(default=0.5, gt=0, le=1)
    aliases: list[list[str]] = Field(default=[], max_length=5_000)


class Task(BaseModel):
    """Another."""

    category: Literal["task"] = "task"
    title: str
    counts: dict[str, int] = {}


class Kept(BaseModel):
    """A union of categories."""

    memories: list[Annotated[Interest | Task, Field(discriminator="category")]]


def test_a_union_of_categories_is_told_apart_by_its_constant() -> None:
    """`anyOf` with the name as constant, whatever Pydantic calls it; ranges closed, null for what may be unknown."""
    interest, task = json_schema(Kept)["properties"]["memories"]["items"]["anyOf"]
    assert interest["properties"] == {
        "category": {"type": "string", "const": "interest"},
        "topic": {"type": "string", "maxLength": 40},
        "since": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
        "strength": {"type": "integer", "minimum": 1, "maximum": 5},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "aliases": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
    }
    assert interest["required"] == list(interest["properties"])
    assert task["properties"]["category"]["const"] == "task"
    assert undecodable(json_schema(Kept)) == ()


def test_described_values_are_one_enumeration() -> None:
    """Descriptions are for the prompt; a grammar has the values."""
    described = [
        {"const": "new", "description": "刚开始"},
        {"const": "expert", "description": "精通"},
    ]
    schema = flat({"type": "object", "properties": {"level": {"oneOf": described}}})
    assert schema["properties"]["level"] == {"type": "string", "enum": ["new", "expert"]}


MISFITS: dict[str, tuple[dict[str, Any], str]] = {
    "negation": ({"not": {"type": "string"}}, "$.x: not"),
    "pattern": ({"type": "string", "pattern": "a+"}, "$.x: pattern"),
    "format": ({"type": "string", "format": "email"}, "$.x: format email"),
    "unique": ({"type": "array", "items": {"type": "null"}, "uniqueItems": True}, "$.x: uniqueItems"),
    "open": ({"type": "object"}, "$.x: open object"),
    "untyped": ({}, "$.x: no type"),
    "several types": ({"type": ["string", "null"]}, "$.x: type ['string', 'null']"),
    "long": ({"type": "array", "items": {"type": "null"}, "maxItems": 5_000}, "$.x: maxItems over 400"),
    "deep": ({"type": "array", "items": {"anyOf": [{"$ref": "#/x"}]}}, "$.x[]|0: $ref"),
}  # fmt: skip


@pytest.mark.parametrize(("inner", "told"), MISFITS.values(), ids=MISFITS)
def test_what_no_grammar_holds_is_named_with_its_place(inner: dict[str, Any], told: str) -> None:
    """A server may take it and apply nothing."""
    schema = {"type": "object", "properties": {"x": inner}, "additionalProperties": False}
    assert told in undecodable(schema)
    assert undecodable({"type": "string"}) == ("$: the root is no object",)


def test_a_reference_out_of_the_schema_is_refused() -> None:
    """Nothing is fetched."""
    with pytest.raises(ValueError, match="elsewhere"):
        flat({"type": "object", "properties": {"x": {"$ref": "elsewhere.json"}}})
