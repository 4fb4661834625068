"""DEV-01: good JSON inside bad wrapping. Both doors, both wires."""

import json
from typing import Any

import pytest

from tests.cases.conftest import OpenDoor
from tests.cases.served import WIRES, Wire, served
from tests.docs.ollama_stub import Sent

SAID = "我养了一只叫阿福的乌龟，每周日给它换水。"
TEXTS = ["用户养了一只叫阿福的乌龟", "用户每周日给它换水"]
QUOTES = ["我养了一只叫阿福的乌龟", "每周日给它换水"]
ITEMS: list[dict[str, Any]] = [
    {"quote": quote, "category": "fact", "text": text, "reason": "about_person"}
    for quote, text in zip(QUOTES, TEXTS, strict=True)
]
OBJ = json.dumps({"memories": ITEMS}, ensure_ascii=False)
WRAPPED: dict[str, str | Sent] = {
    "run 1": f"Sure! Here is what I found:\n```json\n{OBJ}\n```\nLet me know!",
    "run 2": f'<think>the user has a turtle {{"not":"this"}} ...</think>{OBJ}',
    "run 3": f"<think>\n{OBJ}",
    "run 4, repaired": "{\n" + OBJ,
    "run 7": OBJ + "\n" * 4_000,
    "a bare list": json.dumps(ITEMS, ensure_ascii=False),
    "an envelope": f'{{"result": {OBJ}}}',
    "another name": OBJ.replace('"memories"', '"facts"'),
    "Python": repr({"memories": ITEMS}),
    "full-width punctuation": OBJ.replace('": "', "”：“").replace('", "', "”，“").replace('{"', "{“")
    .replace('"}', "”}").replace("“memories\": [", "“memories”：["),
}  # fmt: skip
UNUSABLE: dict[str, str | Sent] = {
    "run 5": "There is a turtle and it has a name.",
    "empty": "",
    "run 6": Sent("", thinking=OBJ),
    "a refusal": "抱歉，我不能记录个人信息。",
    "an error as JSON": '{"error": "cannot comply"}',
}
wires = pytest.mark.parametrize("wire", WIRES)


@pytest.mark.parametrize(
    ("wire", "reply"), [(WIRES[n % 2], one) for n, one in enumerate(WRAPPED.values())], ids=WRAPPED
)
def test_dev_01_1_and_3_exactly_the_two_memories_are_stored(
    opened: OpenDoor, monkeypatch: pytest.MonkeyPatch, wire: Wire, reply: str | Sent
) -> None:
    """Nothing of the thinking, no fence, no tag, no brace."""
    with served(monkeypatch, wire, reply):
        door = opened()
        result = door.observe(SAID)
    assert result["extraction"]["status"] == "ok"
    stored = {m["text"] for m in door.list() if m["extractor"] != "rules"}
    assert stored <= set(TEXTS)
    assert len(result["outcomes"]) >= 2
    told = " ".join(m["text"] for m in door.list(every=True))
    assert not set("{}`<>") & set(told)
    assert all(any(quote in told for quote in (q, t)) for q, t in zip(QUOTES, TEXTS, strict=True))


@pytest.mark.parametrize(
    ("wire", "reply"),
    [(WIRES[n % 2], one) for n, one in enumerate(UNUSABLE.values())],
    ids=UNUSABLE,
)
def test_dev_01_2_unusable_output_is_tried_again_and_then_told(
    opened: OpenDoor, monkeypatch: pytest.MonkeyPatch, wire: Wire, reply: str | Sent
) -> None:
    """A bounded number of requests, no traceback, and another word than "nothing worth remembering"."""
    with served(monkeypatch, wire, reply) as stub:
        result = opened().observe(SAID)
    assert len(stub.chats) == 2
    assert result["extraction"]["status"] == "failed"
    assert "model output unusable" in result["extraction"]["detail"]
    with served(monkeypatch, wire, '{"memories": []}'):
        nothing = opened("user:mo").observe(SAID)
    assert nothing["extraction"]["status"] == "ok"


@wires
def test_dev_01_4_the_wire_carries_the_schema_and_the_reply_is_checked_all_the_same(
    opened: OpenDoor, monkeypatch: pytest.MonkeyPatch, wire: Wire
) -> None:
    """Also where the probe has just shown that the server applies schemas."""
    with served(monkeypatch, wire, '{"memories": [{"category": "poem", "text": "用户"}]}') as stub:
        result = opened().observe(SAID)
    first, again = stub.chats
    schema = first["format"] if wire == "ollama" else first["response_format"]["json_schema"]
    assert '"memories"' in json.dumps(schema)
    assert wire == "openai" or first["think"] is False
    assert "invalid_schema" in result["extraction"]["detail"]
    assert "poem" not in json.dumps(again["messages"][2:], ensure_ascii=False)
