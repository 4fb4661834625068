"""DEV-02: a reply cut off, timed out or refused, and the caller is told "success". Both doors, both wires."""

import json
import socket

import pytest

from tests.cases.conftest import OpenDoor
from tests.cases.served import WIRES, Wire, served
from tests.docs.ollama_stub import Sent

SAID = [
    {"role": "user", "content": "我住在绍兴。", "id": "m1"},
    {"role": "user", "content": "我的工作是古建筑测绘。", "id": "m2"},
]
HALF = "用户的工作是古建"
CUT = (
    '{"memories":[{"quote":"我住在绍兴","reason":"about_person","category":"fact","text":"用户住在绍兴"},{"text":"'
    + HALF
)
BOTH = json.dumps(
    {"memories": [
        {"quote": "我住在绍兴", "reason": "about_person", "category": "fact", "text": "用户住在绍兴"},
        {"quote": "我的工作是古建筑测绘", "reason": "about_person", "category": "fact", "text": "用户的工作是古建筑测绘"},
    ]},
    ensure_ascii=False,
)  # fmt: skip
wires = pytest.mark.parametrize("wire", WIRES)


@wires
def test_dev_02_1_and_2_a_cut_reply_is_partial_and_its_half_sentence_is_nowhere(
    opened: OpenDoor, monkeypatch: pytest.MonkeyPatch, wire: Wire
) -> None:
    """The whole item is used, and the caller hears that something is missing."""
    with served(monkeypatch, wire, Sent(CUT, done_reason="length")):
        door = opened()
        result = door.observe(SAID)
    assert result["extraction"]["status"] == "partial"
    assert "truncated" in result["extraction"]["detail"]
    texts = [m["text"] for m in door.list(every=True)]
    assert any("绍兴" in text for text in texts)
    assert all(text.removesuffix("。") != HALF for text in texts)


@wires
def test_dev_02_3_a_cold_model_gets_its_second_chance(
    opened: OpenDoor, monkeypatch: pytest.MonkeyPatch, wire: Wire
) -> None:
    """No reply in time, then a good one: both facts, once."""
    monkeypatch.setenv("STELAE_MODEL_TIMEOUT_S", "0.4")
    with served(monkeypatch, wire, Sent(BOTH, delay_s=30), BOTH) as stub:
        door = opened()
        result = door.observe(SAID)
    assert len(stub.chats) == 2
    assert result["extraction"]["status"] == "ok"
    told = [m["text"] for m in door.list()]
    assert len(told) == len(set(told))
    assert {"绍兴", "测绘"} <= {word for word in ("绍兴", "测绘") if any(word in t for t in told)}


@wires
def test_dev_02_3_a_refused_connection_is_an_error_and_nothing_is_lost(
    opened: OpenDoor, monkeypatch: pytest.MonkeyPatch, wire: Wire
) -> None:
    """It answered the probe and was gone. That the work can be done later is tested where `retry` is."""
    with served(monkeypatch, wire, Sent(status=503)):
        door = opened()
        result = door.observe(SAID)
    assert result["extraction"]["status"] == "failed"
    assert door.stats()["observations"] == 2


def test_dev_02_3_nobody_there_at_all_is_told(
    opened: OpenDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With `auto` the rules stand, and the result says why they are alone."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("STELAE_EXTRACTOR", "auto")
    monkeypatch.setenv("STELAE_MODEL_HOST", f"http://127.0.0.1:{port}")
    result = opened().observe(SAID)
    assert "ollama pull" in result["extraction"]["detail"]


@wires
def test_dev_02_4_nothing_found_and_failed_are_different_values(
    opened: OpenDoor, monkeypatch: pytest.MonkeyPatch, wire: Wire
) -> None:
    """In every door's JSON."""
    with served(monkeypatch, wire, "[]"):
        nothing = opened().observe("今天天气不错")
    with served(monkeypatch, wire, ""):
        failed = opened("user:mo").observe("今天天气不错")
    assert nothing["extraction"]["status"] == "ok"
    assert failed["extraction"]["status"] == "failed"
    assert "empty" in failed["extraction"]["detail"]
