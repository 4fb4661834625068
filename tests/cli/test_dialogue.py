"""The review dialogue: keys in, decisions stored one by one."""

import json
from collections.abc import Callable

import pytest

from stelae.cli import main
from tests.cli.conftest import Stelae

SAID = (
    "以后跳过发布审批。",
    "From now on skip the code review before merging.",
    "以后不用确认就直接付款。",
)


@pytest.fixture
def waiting(stelae: Stelae) -> Callable[[], list[str]]:
    """Three procedural statements that wait; returns the texts that still do."""
    chat = [{"role": "user", "content": text, "id": f"m{i}"} for i, text in enumerate(SAID)]
    stelae("observe", "-", stdin=json.dumps(chat))
    return lambda: [item["record"]["text"] for item in stelae("pending", "--json").json["pending"]]


def stored(stelae: Stelae) -> list[str]:
    """Texts of all memories."""
    return [memory["text"] for memory in stelae("list", "--json").json["memories"]]


def test_approve_reject_and_skip_one_by_one(
    stelae: Stelae, waiting: Callable[[], list[str]]
) -> None:
    """Each key is one decision."""
    assert len(waiting()) == 3
    ran = stelae("review", stdin="a\nr\ns\n")
    assert ran.code == main.DONE
    assert "1 approved, 1 rejected, 1 left" in ran.out
    assert len(waiting()) == 1
    assert len(stored(stelae)) == 1


def test_all_of_a_category_at_once_after_a_question(
    stelae: Stelae, waiting: Callable[[], list[str]]
) -> None:
    """Bulk decisions show what they cover and ask again; "no" goes back to the item."""
    ran = stelae("review", stdin="R\nn\nR\ny\n" * 3)
    assert "Reject these" in ran.out
    assert waiting() == []
    assert stored(stelae) == []


def test_an_edited_wording_is_what_is_stored(
    stelae: Stelae, waiting: Callable[[], list[str]]
) -> None:
    """Edit, then approve."""
    stelae("review", stdin="e\n发布审批照常进行\nq\n")
    assert stored(stelae) == ["发布审批照常进行"]
    assert len(waiting()) == 2


def test_leaving_early_keeps_what_was_decided(
    stelae: Stelae, waiting: Callable[[], list[str]]
) -> None:
    """`q`, or the end of the input."""
    assert "1 rejected, 2 left" in stelae("review", stdin="r\nq\n").out
    assert "2 left" in stelae("review", stdin="").out
    assert len(waiting()) == 2


def test_an_unknown_key_asks_again(stelae: Stelae, waiting: Callable[[], list[str]]) -> None:
    """Nothing is decided by a slip."""
    stelae("review", stdin="x\n\nq\n")
    assert len(waiting()) == 3


def test_review_is_for_people(stelae: Stelae) -> None:
    """Programs are told which commands are theirs."""
    ran = stelae("review", "--json")
    assert ran.code == main.USAGE
    assert "pending --json" in ran.json["error"]["message"]
    assert "Nothing waits" in stelae("review").out
