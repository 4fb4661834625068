"""What tests of frameworks share."""

from typing import Any

import pytest

from stelae.tools.base import Arguments, tool
from stelae.tools.turn import current_turn

LANGUAGES = pytest.mark.parametrize(
    ("fact", "question", "word"),
    [
        ("我家猫叫芝麻", "我家猫叫什么？", "芝麻"),
        ("The staging cluster is in Osaka", "where is the staging cluster?", "Osaka"),
    ],
)
PROMPT = "You are brief."


class Name(Arguments):
    """Whose."""

    name: str
    """Name of the pet."""
    kind: str | None = None


def age_of(given: Name) -> dict[str, Any]:
    """Answer, and say who asks."""
    turn = current_turn()
    return {"age": 3, "of": given.name, "asked": turn.said[-1] if turn else None}


AGE = tool("age_of", "Tell the age.", Name, age_of)
