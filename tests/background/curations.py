"""Answers of a curator's model, as a script gives them."""

import json
from typing import Any


def operation(quote: str, text: str, **more: Any) -> dict[str, Any]:
    """Return one operation, by default a new trait."""
    return {
        "quote": quote,
        "holds": "person",
        "operation": "preserve",
        "keys_to_supersede": [],
        "category": "preference",
        "text": text,
        "object": "",
        "attribute": "",
        "polarity": "neutral",
        **more,
    }


def answer(*operations: dict[str, Any]) -> str:
    """Return the whole answer."""
    return json.dumps({"operations": list(operations)}, ensure_ascii=False)
