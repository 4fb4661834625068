"""A form in words: its shape, and nothing that could be taken for an answer."""

import json
from typing import Any

from stelae.ports import ChatMessage
from stelae.providers.models.shown_form import example_of, with_form, without_form

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "memories": {
            "type": "array",
            "items": {
                "anyOf": [
                    {
                        "type": "object",
                        "properties": {
                            "category": {"type": "string", "const": "interest"},
                            "topic": {"type": "string"},
                            "level": {"type": "string", "enum": ["new", "expert"]},
                            "hours": {"type": "integer", "minimum": 1},
                            "since": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                            "sure": {"type": "boolean"},
                            "share": {"type": "number"},
                            "none": {"type": "null"},
                        },
                    }
                ]
            },
        }
    },
}
ITEM = {"category": "interest", "topic": "...", "level": "new", "hours": 1, "since": "...",
        "sure": False, "share": 0, "none": None}  # fmt: skip
PROMPT = (ChatMessage("system", "提取兴趣。"), ChatMessage("user", "我喜欢围棋"))


def test_an_example_has_the_shape_and_dots_for_texts() -> None:
    """First of the allowed values, least of the numbers."""
    assert example_of(SCHEMA) == {"memories": [ITEM]}


def test_the_form_ends_the_system_message_and_the_schema_stands_there_when_there_is_room() -> None:
    """What people said stays as it is."""
    roomy, tight = (with_form(PROMPT, SCHEMA, context_tokens=size) for size in (8_192, 512))
    assert roomy[1:] == tight[1:] == PROMPT[1:]
    assert roomy[0].content.startswith("提取兴趣。")
    assert json.dumps(SCHEMA) in roomy[0].content
    assert json.dumps(SCHEMA) not in tight[0].content
    assert json.dumps({"memories": [ITEM]}) in tight[0].content


def test_a_form_that_comes_back_is_no_answer_and_an_answer_without_texts_is() -> None:
    """Where the example could be the answer it stays."""
    shown = json.dumps({"memories": [ITEM]})
    assert without_form(f"{shown} {json.dumps(SCHEMA)}", SCHEMA).strip() == ""
    count = {"type": "object", "properties": {"n": {"type": "integer"}}}
    assert without_form('{"n": 0}', count) == '{"n": 0}'
