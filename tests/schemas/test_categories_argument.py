"""How categories reach a memory: as an argument, by a file, by a name; the same for the asynchronous handle."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from stelae import AsyncMemory, Memory
from stelae.errors import ConfigurationError
from stelae.schemas.categories.registration import category_of
from tests.schemas.forms import FORMS, Interest

Opener = Callable[..., Memory]
FIELDS = {"entity_type": "person", "entity_name": "韩梅梅"}


def test_an_asynchronous_memory_takes_the_same_argument(tmp_path: Path) -> None:
    """Parity."""

    async def told() -> str:
        memory = await AsyncMemory.open(tmp_path, embedder="none", categories=[Interest])
        async with memory:
            outcome = await memory.remember(category="hobby", attributes=FIELDS)
            return outcome.text

    assert asyncio.run(told()) == "韩梅梅（person）"


def test_a_finished_category_is_taken_as_it_is(open_memory: Opener) -> None:
    """For programs that make theirs."""
    memory = open_memory(categories=[category_of(Interest)])
    assert memory.remember(category="hobby", attributes=FIELDS).outcome == "accepted"


def test_one_name_is_one_category(open_memory: Opener, tmp_path: Path) -> None:
    """Neither a built-in one nor another of one's own is replaced by accident."""
    with pytest.raises(ConfigurationError, match="'hobby' already"):
        open_memory(categories=[Interest, FORMS["yaml"](tmp_path)])
    path = tmp_path / "fact.yaml"
    path.write_text("name: fact\nfields: {about: {}}\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="'fact' already"):
        open_memory(categories=[path])


def test_a_policy_file_may_have_rows_for_own_categories(
    open_memory: Opener, tmp_path: Path
) -> None:
    """The class's own row is the default, field by field."""
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "policy.yaml").write_text("rows: {hobby: {confirm: always}}\n", encoding="utf-8")
    memory = open_memory(categories=[Interest])
    outcome = memory.remember(category="hobby", attributes=FIELDS)
    assert (outcome.outcome, outcome.reason) == ("pending", "needs_confirmation")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name: a\nfields:\n  x: {type: colour}\n", r"a\.yaml: fields\.x\.type must be one of text, integer"),
        ("name: a\nfields:\n  x: {choices: {}}\n", r"fields\.x: choices belong to the type text"),
        ("name: a\nfields:\n  x: {minimum: 3}\n", "minimum and maximum belong to numbers"),
        ("name: a\nfields:\n  x: {max_items: 3}\n", "max_items belongs to a list"),
        ("name: a\nfields:\n  x: {colour: 3}\n", r"fields\.x\.colour is not known here.*schema show"),
        ("name: a\nfields:\n  x: {choices: {yes: 1}}\n", r"fields\.x\.choices"),
        ("- a\n- b\n", "a category is a mapping"),
        ("name: a\n", r"a\.yaml: fields is missing"),
        ("name: a\nproperties: {x: {type: string}}\n", "`x-stelae` is missing"),
        ("x-stelae: {name: a}\nproperties: {x: {type: object}}\n", "x: the type 'object'"),
        ("x-stelae: {name: a}\nproperties: {x: {type: string, pattern: b}}\n", "'pattern'"),
        ("x-stelae: {name: a}\nproperties: {x: {type: string, format: uri}}\n", "'uri'"),
        ("x-stelae: {name: a}\nproperties: {x: {$ref: '#/$defs/y'}}\n", "leads nowhere"),
        ("x-stelae: {name: a}\nproperties: {x: {type: [string, integer]}}\n", "one type"),
        ("x-stelae: {name: a}\nproperties: {x: {anyOf: [{type: string}, {type: integer}]}}\n", "anyOf"),
        ("x-stelae: {name: a}\nallOf: []\nproperties: {x: {type: string}}\n", "'allOf'"),
        ("x-stelae: {name: a}\nrequired: [y]\nproperties: {x: {type: string}}\n", "required names 'y'"),
        ("x-stelae: {name: a}\nproperties: {x: {type: array, items: {type: array}}}\n", "x"),
        ("x-stelae: {name: a}\nproperties: {x: {oneOf: [{type: string}]}}\n", "oneOf"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_understood_names_itself_and_the_word(
    open_memory: Opener, tmp_path: Path, text: str, told: str
) -> None:
    """No keyword is passed over."""
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError, match=told) as caught:
        open_memory(categories=[path])
    assert "a.yaml" in str(caught.value)
