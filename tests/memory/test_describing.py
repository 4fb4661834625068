"""A program can ask which categories there are, and what holds for each."""

from pathlib import Path

import pytest

from stelae.errors import UnknownCategoryError
from tests.conftest import Opener

OWN = """
name: 口味
kind: semantic
summary: 谁喜欢吃什么
key: [dish]
fields:
  dish: {required: true, description: 菜名}
"""


def test_every_category_is_listed_with_the_row_that_holds(
    open_memory: Opener, tmp_path: Path
) -> None:
    """Built-in ones and those of the folder; a row of `policy.yaml` is what is shown."""
    folder = tmp_path / "data" / "schemas"
    folder.mkdir(parents=True)
    (folder / "taste.yaml").write_text(OWN.replace("口味", "taste"), encoding="utf-8")
    (tmp_path / "data" / "policy.yaml").write_text(
        "rows: {preference: {context_cap: 2}}", encoding="utf-8"
    )
    told = {one.name: one for one in open_memory().categories()}
    assert told["preference"].policy.context_cap == 2
    assert told["constraint"].policy.pinned
    assert told["usage_guide"].of_agents
    assert (told["taste"].key, told["taste"].fields) == (("dish",), ("dish",))
    assert told["taste"].summary == "谁喜欢吃什么"


def test_one_category_comes_with_the_schema_of_its_fields(open_memory: Opener) -> None:
    """An alias is its category; a name that is none says which there are."""
    memory = open_memory()
    event = memory.category("episode")
    assert event.name == "event"
    assert set(event.json_schema["properties"]) == set(event.fields)
    with pytest.raises(UnknownCategoryError, match="preference"):
        memory.category("喜好")
