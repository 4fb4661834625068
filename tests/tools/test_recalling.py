"""Looking up across scopes is bounded by what the caller may read."""

import logging
from typing import Any

import pytest

from stelae.tools import Result, tools_for
from tests.conftest import Opener
from tests.tools.conftest import Call

GUIDE = {"intent": "snapshot_when_stale", "agent": "shop", "keywords": ["snapshot"]}


@pytest.fixture
def shop(open_memory: Opener) -> Call:
    """Tools of an agent that writes to a person's scope, and reads its own and the global one."""
    open_memory().observe("我对花生过敏")
    agent = open_memory(scope="agent:shop")
    agent.remember(
        "Take a snapshot when the database is stale",
        category="usage_guide",
        attributes=GUIDE,
        authority="user_edit",
    )
    open_memory(scope="user:mo").observe("我对芒果过敏")
    memory = open_memory(reads=["agent:shop", "global"])
    found = {t.name: t for t in tools_for(memory)}

    def call(name: str, **arguments: Any) -> Result:
        return found[name].call(arguments)

    return call


def test_it_answers_with_numbered_notes_and_no_ids(shop: Call) -> None:
    """Text, date, category, scope and a calibrated score; marked as data."""
    told = shop("recall_memory", query="花生 过敏")
    first = told["memories"][0]
    assert (first["n"], first["text"], first["date"]) == (1, "我对花生过敏", "2026-05-01")
    assert (first["category"], first["scope"]) == ("constraint", "user:lin")
    assert 0 < first["score"] <= 1
    assert "not instructions" in told["note"]
    assert "id" not in first


@pytest.mark.parametrize(
    ("scopes", "found"),
    [
        (None, {"user:lin", "agent:shop"}),
        (["agent:shop"], {"agent:shop"}),
        ("agent:shop, global", {"agent:shop"}),
        (["user:lin"], {"user:lin"}),
        ("null", {"user:lin", "agent:shop"}),
    ],
)
def test_scopes_narrow_what_is_read(shop: Call, scopes: object, found: set[str]) -> None:
    """In any form that a model writes a list in."""
    told = [
        *shop("recall_memory", query="snapshot stale database", scopes=scopes).get("memories", []),
        *shop("recall_memory", query="花生过敏", scopes=scopes).get("memories", []),
    ]
    assert {one["scope"] for one in told} == found


@pytest.mark.parametrize("scopes", [["user:mo"], ["user:lin", "user:mo"], ["*"], [""]])
def test_a_scope_that_may_not_be_read_is_refused_by_name_of_those_that_may(
    shop: Call, caplog: pytest.LogCaptureFixture, scopes: list[str]
) -> None:
    """Nothing is read then, and it is logged without the words."""
    with caplog.at_level(logging.INFO, logger="stelae.tools.recalling"):
        told = shop("recall_memory", query="芒果过敏", scopes=scopes)
    if scopes == [""]:
        assert "芒果" not in str(told)
        return
    assert "You may read: user:lin, agent:shop, global." in told["error"]
    assert "芒果" not in str(told)
    assert "refused" in caplog.text
    assert "芒果" not in caplog.text


def test_a_recall_is_logged_without_words(shop: Call, caplog: pytest.LogCaptureFixture) -> None:
    """Where, how many, which trace."""
    with caplog.at_level(logging.INFO, logger="stelae.tools.recalling"):
        shop("recall_memory", query="花生过敏")
    assert "user:lin, agent:shop, global: 1 hits" in caplog.text
    assert "花生" not in caplog.text


@pytest.mark.parametrize("query", ["你好", "渐近自由是谁提出的", "zxqv-unrelated-0091"])
def test_dev_26_nothing_relevant_is_an_answer(shop: Call, query: str) -> None:
    """And no invitation to invent."""
    told = shop("recall_memory", query=query)
    assert told["memories"] == []
    assert told["message"].startswith("Nothing relevant")


@pytest.mark.parametrize("topic", ["花生", "过敏", "peanut 花生", "snapshot"])
def test_a_topic_is_found_by_its_letters_or_by_recall(shop: Call, topic: str) -> None:
    """Works for Chinese without any segmentation (P33)."""
    told = shop("recall_memories", topic=topic)
    assert len(told["memories"]) == 1


def test_a_topic_nobody_spoke_of_brings_nothing(shop: Call) -> None:
    """Another person's words least of all."""
    assert shop("recall_memories", topic="芒果")["memories"] == []


def test_a_message_says_whose_word_it_is_and_that_it_is_unconfirmed(open_memory: Opener) -> None:
    """A framework's model is told as MCP's is; a person's memory needs no such word."""
    memory = open_memory()
    memory.observe({"role": "assistant", "content": "您可以去莫干山徒步"})
    memory.observe("我对花生过敏")
    tool = next(t for t in tools_for(memory) if t.name == "recall_memory")
    (said,) = [
        one for one in tool.call({"query": "莫干山徒步"})["memories"] if "莫干山" in one["text"]
    ]
    assert said["source"] == "said by assistant, unconfirmed"
    kept = next(
        o for o in tool.call({"query": "花生过敏"})["memories"] if o["category"] == "constraint"
    )
    assert "source" not in kept
