"""The schema a model decodes by is flat and complete."""

from enum import StrEnum
from typing import Any, Literal, cast, get_args

import pytest
from pydantic import BaseModel, Field

from stelae.remember.answer_form import form_of
from stelae.remember.proposed import AskedCategory
from stelae.structured.json_schema import json_schema


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
