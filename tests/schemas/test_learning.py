"""The categories that ship and are off until they are named (S9, S10), and the built-in ones that cover S3 and S5."""

from collections.abc import Callable
from pathlib import Path

import pytest

from stelae import Memory
from stelae.config import load
from stelae.errors import ConfigurationError, UnknownCategoryError
from stelae.schemas.categories.fields import described
from stelae.schemas.categories.learning import SHIPPED, Interest, Mastery
from stelae.testing import FixedClock

Opener = Callable[..., Memory]
INTEREST = {"entity_type": "technology", "entity_name": "向量数据库", "interest_level": "curious"}


def test_they_are_off_by_default(memory: Memory) -> None:
    """Nobody is profiled by accident."""
    with pytest.raises(UnknownCategoryError):
        memory.remember(category="interest", attributes=INTEREST)


def test_a_name_switches_one_on(open_memory: Opener) -> None:
    """As an argument."""
    memory = open_memory(categories=["interest"])
    assert memory.remember(category="interest", attributes=INTEREST).text == (
        "对向量数据库（technology）感兴趣：curious"
    )


@pytest.mark.parametrize("variable", ["interest,mastery", " interest , mastery "])
def test_the_settings_switch_them_on(tmp_path: Path, variable: str) -> None:
    """As a variable or in `stelae.toml`, for every door."""
    environ = {"STELAE_DATA": str(tmp_path), "STELAE_CATEGORIES": variable}
    settings = load(environ=environ).settings
    with Memory.open(settings=settings, embedder="none") as memory:
        assert memory.remember(category="interest", attributes=INTEREST).outcome == "accepted"
    (tmp_path / "stelae.toml").write_text('categories = ["mastery"]\n', encoding="utf-8")
    settings = load(environ={"STELAE_DATA": str(tmp_path)}).settings
    assert settings.categories == ("mastery",)


def test_a_name_that_is_nothing_is_told(open_memory: Opener) -> None:
    """A misspelt name is no silent omission."""
    with pytest.raises(ConfigurationError, match=r"'intrest'.*interest, mastery"):
        open_memory(categories=["intrest"])
    with pytest.raises(ConfigurationError, match="There is no file"):
        open_memory(categories=["missing.yaml"])


def test_every_choice_excludes_the_others_in_words() -> None:
    """S4: enumerated values with exclusive definitions."""
    for schema in SHIPPED.values():
        meanings = [d for spec in described(schema) for _, d in spec.choices]
        assert all(meanings)
        assert len(set(meanings)) == len(meanings)


def test_levels_move_on_and_resources_gather(open_memory: Opener, clock: FixedClock) -> None:
    """The operators of S9 and S10: newest, newest, union."""
    memory = open_memory(categories=["mastery"])
    first = {"topic": "Python", "understanding_level": "basic", "related_resources": ["book"]}
    second = {
        "topic": "python",
        "understanding_level": "intermediate",
        "confidence_score": 0.6,
        "related_resources": ["course", "book"],
    }
    memory.remember(category="mastery", attributes=first)
    clock.advance(days=1)
    assert memory.remember(category="mastery", attributes=second).change == "merge"
    (record,) = memory.list()
    assert record.attributes["understanding_level"] == "intermediate"
    assert record.attributes["related_resources"] == ["book", "course"]
    assert record.text == "Knows Python: intermediate"


def test_a_sub_topic_is_known_by_itself() -> None:
    """The last part of a key may be left out."""
    whole = Mastery(topic="Python", understanding_level="basic")
    part = Mastery(topic="Python", sub_topic="typing", understanding_level="expert")
    assert (whole.identity(), part.identity()) == (("Python",), ("Python", "typing"))
    assert Interest.model_validate(INTEREST).lacking() == ()


def test_a_task_keeps_what_was_done_when_its_status_changes(
    memory: Memory, clock: FixedClock
) -> None:
    """S5: status is the value; actions and results go on with it."""
    task = {"goal": "迁移数据库", "parent": "上线新版本", "due": "2026-06-01T00:00:00+08:00"}
    memory.remember(
        "开始迁移数据库",
        category="task",
        attributes={**task, "status": "executing", "actions": ["备份"]},
    )
    clock.advance(days=1)
    done = memory.remember(
        "数据库迁移完成了",
        category="task",
        attributes={"goal": "迁移数据库", "status": "completed", "results": ["没有丢数据"]},
    )
    (record,) = memory.list()
    assert done.change == "supersede"
    assert record.attributes["status"] == "completed"
    assert record.attributes["actions"] == ["备份"]
    assert record.attributes["results"] == ["没有丢数据"]
    assert record.attributes["parent"] == "上线新版本"
    assert record.attributes["due"].startswith("2026-05-31T16:00")
