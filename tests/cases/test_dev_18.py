"""DEV-18: short Chinese messages are thrown away as too short."""

from typing import get_args

import pytest

from stelae.schemas.memory import Reason
from tests.cases.doors import Door, Json

KEPT = ("我对花生过敏", "叫我老周")
SMALL_TALK = ("好的谢谢", "哈哈哈", "ok", "thanks a lot")
OPEN = "定了，用瑞典语版"


def kept(door: Door) -> list[Json]:
    """Return all memories and everything that waits."""
    return [*door.list(every=True), *(item["record"] for item in door.pending())]


@pytest.mark.parametrize("text", KEPT)
def test_dev_18_1_a_short_statement_is_stored(door: Door, text: str) -> None:
    """Six characters are enough to save a life, four to be called by one's name."""
    door.observe(text)
    assert text[-2:] in "".join(m["text"] for m in door.list())


def test_dev_18_1_a_statement_without_its_context_is_stored_or_says_so(door: Door) -> None:
    """`定了，用瑞典语版` needs what came before it."""
    outcomes = door.observe(OPEN)["outcomes"]
    stored = [m for m in door.list() if "瑞典语" in m["text"]]
    assert stored or "needs_context" in [o["reason"] for o in outcomes]


@pytest.mark.parametrize("text", SMALL_TALK)
def test_dev_18_2_small_talk_is_not_stored(door: Door, text: str) -> None:
    """Neither as a memory nor as something to decide."""
    door.observe(text)
    assert kept(door) == []


def test_dev_18_3_length_alone_decides_nothing(door: Door) -> None:
    """Two characters are a query, and long small talk is small talk."""
    door.observe("叫我老周")
    assert "老周" in door.context("老周")["text"]
    assert door.recall("老周")["hits"]
    door.observe("哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈哈，好的好的，谢谢谢谢！")
    assert len(kept(door)) == 1


@pytest.mark.parametrize("text", [*SMALL_TALK, OPEN])
def test_dev_18_4_what_is_dropped_has_a_reason(door: Door, text: str) -> None:
    """A reason code of the list, and the place it is about."""
    result = door.observe(text)
    (ref,) = result["observations"]
    assert result["extraction"]["status"] == "ok"
    for outcome in result["outcomes"]:
        assert outcome["reason"] in get_args(Reason)
        assert outcome["reason"] != "accepted" or outcome["outcome"] == "accepted"
        assert [span["observation_id"] for span in outcome["evidence"]] == [ref["id"]]
    assert result["outcomes"]
