"""Memory types of a user's own, as classes: what they declare, and what is refused."""

from typing import Annotated, Any

import pytest
from pydantic import Field, ValidationError

from stelae import Choices, MemorySchema, Merge, RawContext
from stelae.errors import ConfigurationError
from stelae.schemas.base import UtcTime
from stelae.schemas.categories.fields import described
from stelae.schemas.categories.merging import merged
from stelae.schemas.categories.registration import SYSTEM_FIELDS, category_of
from stelae.schemas.categories.registry import BUILT_IN


class Interest(
    MemorySchema,
    name="interest",
    key=("entity_type", "entity_name"),
    template={
        "en": "{entity_name} ({entity_type})[: {level}][, tags: {tags}]",
        "zh": "{entity_name}（{entity_type}）[：{level}]",
    },
):
    """What somebody is interested in."""

    entity_type: Annotated[str, Choices({"technology": "a tool", "person": "a human being"})]
    entity_name: Annotated[str, Field(max_length=80)]
    level: Annotated[
        str | None, Choices({"curious": "asked once", "keen": "comes back to it"}), Merge("newest")
    ] = None
    tags: Annotated[tuple[str, ...], Field(max_length=3), Merge("union")] = ()
    score: Annotated[float | None, Field(ge=0, le=1)] = None
    raw_context: RawContext = None


def test_identity_comes_from_the_key_fields_and_the_rest_is_value_or_merges() -> None:
    """R6: the key is built by code from typed fields."""
    one = Interest(entity_type="person", entity_name="李雷", score=0.5)
    assert one.identity() == ("person", "李雷")
    assert one.values() == {"score": "0.5"}
    assert one.single_valued()
    assert Interest(entity_type="person", entity_name="").identity() is None


def test_a_category_without_other_fields_is_many_valued() -> None:
    """Two values of one key are then two memories."""

    class Pet(MemorySchema, name="pet", key=("animal",)):
        animal: str

    assert not Pet(animal="猫").single_valued()


def test_what_was_not_said_is_counted() -> None:
    """S6: a missing optional field is null; the raw buffer is none of them."""
    full = Interest(
        entity_type="person", entity_name="Ann", level="keen", tags=("a",), score=1, raw_context="x"
    )
    assert full.unsaid() == 0
    assert Interest(entity_type="person", entity_name="Ann").unsaid() == 1


def test_the_text_is_made_from_the_fields_in_both_languages() -> None:
    """Braces and brackets in values are data."""
    one = Interest(
        entity_type="technology", entity_name="{level}[x]", level="keen", tags=("a", "b")
    )
    assert one.sentence("en") == "{level}[x] (technology): keen, tags: a, b"
    assert one.sentence("zh") == "{level}[x]（technology）：keen"
    assert Interest(entity_type="person", entity_name="Ann").sentence("en") == "Ann (person)"


def test_a_template_of_one_language_serves_the_other() -> None:
    """A text beats none."""

    class Note(MemorySchema, name="note", template="{about}: {remark}"):
        about: str
        remark: str

    assert Note(about="茶", remark="淡").sentence("zh") == "茶: 淡"


@pytest.mark.parametrize("broken", ["{a", "a}", "[{a}", "{a.b}", "{a!r}", "{}", "{a:>9}", "[[{a}]"])
def test_a_template_that_is_none_is_refused(broken: str) -> None:
    """It knows names and nothing else; no format string of a file reaches into an object."""
    with pytest.raises(ConfigurationError, match="template"):

        class Bad(MemorySchema, name="bad", template=broken):  # pyright: ignore[reportUnusedClass]
            a: str


def test_the_raw_buffer_is_cut_visibly() -> None:
    """S4: it has a length."""
    kept = Interest(entity_type="person", entity_name="Ann", raw_context="长" * 900).raw_context
    assert kept is not None
    assert len(kept) == 500
    assert kept.endswith("…")


def test_fields_are_described_in_plain_values() -> None:
    """One reading for prompts, lint, command and docs."""
    kind, name, level, tags, score, raw = described(Interest)
    assert kind.choices == (("technology", "a tool"), ("person", "a human being"))
    assert (kind.key, kind.required, kind.words) == (True, True, "one of: technology, person")
    assert (name.max_length, name.type) == (80, "text")
    assert (level.nullable, level.operator, level.type) == (True, "newest", "choice")
    assert (tags.many, tags.max_items, tags.words) == (True, 3, "list of text")
    assert (score.minimum, score.maximum) == (0, 1)
    assert (raw.name, raw.max_length, raw.operator) == ("raw_context", 500, "replace")


def test_marks_are_found_on_either_side_of_none() -> None:
    """Nobody has to know where Pydantic keeps them."""

    class Shelf(MemorySchema, name="shelf"):
        inside: Annotated[tuple[str, ...], Field(max_length=2), Merge("union")] | None = None
        outside: Annotated[tuple[str, ...] | None, Field(max_length=2), Merge("union")] = None

    inside, outside = described(Shelf)
    assert (inside.operator, inside.max_items, inside.nullable) == ("union", 2, True)
    assert (outside.operator, outside.max_items, outside.nullable) == ("union", 2, True)
    before, after = Shelf(inside=("a", "b"), outside=("a",)), Shelf(inside=("c",), outside=("c",))
    assert merged(before, after) == {"inside": ["b", "c"], "outside": ["a", "c"]}


def test_a_value_that_is_no_choice_is_invalid() -> None:
    """Choices are the type, optional or not."""
    with pytest.raises(ValidationError):
        Interest(entity_type="planet", entity_name="Mars")
    with pytest.raises(ValidationError):
        Interest(entity_type="person", entity_name="Ann", level="mad")


def test_built_in_categories_can_be_described_and_every_choice_says_what_it_means() -> None:
    """What lint asks of others holds at home."""
    specs = [spec for category in BUILT_IN for spec in described(category.model)]
    assert all(meaning for spec in specs for _, meaning in spec.choices)
    assert {spec.name for spec in described(BUILT_IN.get("task").model) if spec.key} == {"goal"}


@pytest.mark.parametrize("name", sorted(SYSTEM_FIELDS))
def test_a_field_that_code_sets_is_refused(name: str) -> None:
    """S11, K7."""
    fields: dict[str, Any] = {name: str}
    schema = type(
        "Mine", (MemorySchema,), {"__annotations__": fields, "__module__": __name__}, name="mine"
    )
    with pytest.raises(ConfigurationError, match=f"{name}.*set by code"):
        category_of(schema)


def _broken() -> dict[str, tuple[type[MemorySchema], str]]:
    class Value(MemorySchema, name="a", key=("wrong",)):
        about: str

    class Text(MemorySchema, name="a", template="{wrong}"):
        about: str

    class Upper(MemorySchema, name="Not A Name"):
        about: str

    class Nested(MemorySchema, name="a"):
        about: dict[str, str]

    class Sum(MemorySchema, name="a"):
        about: Annotated[str, Merge("sum")] = ""

    class Union(MemorySchema, name="a"):
        about: Annotated[str, Merge("union")] = ""

    class Many(MemorySchema, name="a", key=("about",)):
        about: tuple[str, ...]

    class Empty(MemorySchema, name="a"):
        pass

    class French(MemorySchema, name="a", template={"fr": "{about}"}):
        about: str

    class Base(MemorySchema):
        about: str

    return {
        "key": (Value, "key names 'wrong'"),
        "template": (Text, "template en names 'wrong'"),
        "name": (Upper, "no category name"),
        "type": (Nested, "Nested.about has the type"),
        "sum": (Sum, "needs a number"),
        "union": (Union, "needs a list"),
        "list in key": (Many, "cannot be part of the key"),
        "no fields": (Empty, "no fields"),
        "language": (French, "not for 'fr'"),
        "no name": (Base, "no category name"),
    }


@pytest.mark.parametrize("case", _broken())
def test_a_declaration_that_code_cannot_keep_is_refused(case: str) -> None:
    """At registration, with what is wrong and where."""
    schema, message = _broken()[case]
    with pytest.raises(ConfigurationError, match=message):
        category_of(schema)


def test_one_text_is_no_list_of_fields() -> None:
    """`key="about"` would name five fields of one letter."""
    with pytest.raises(ConfigurationError, match=r"\('about',\)"):

        class Mine(MemorySchema, name="mine", key="about"):  # pyright: ignore[reportUnusedClass]
            about: str


def test_a_registered_class_says_what_it_is() -> None:
    """Kind, policy row and summary stand beside the model."""

    class Meeting(MemorySchema, name="meeting", kind="episodic", summary="when people met"):
        when: UtcTime

    found = category_of(Meeting)
    assert (found.name, found.kind, found.summary) == ("meeting", "episodic", "when people met")
    assert category_of(Interest).summary == "What somebody is interested in"
