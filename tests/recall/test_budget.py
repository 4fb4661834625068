"""The posting budget bounds the work, not the answer."""

import pytest

from stelae.recall import pipeline
from tests.conftest import Opener


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("打印机在三楼走廊", "打印机在哪"),
        ("The printer stands on floor three", "where is the printer"),
    ],
)
def test_the_rarest_word_is_read_even_beyond_the_budget(
    open_memory: Opener, monkeypatch: pytest.MonkeyPatch, fact: str, question: str
) -> None:
    """Otherwise a question whose every word is common in a huge scope would find nothing by words."""
    monkeypatch.setattr(pipeline, "POSTING_BUDGET", 0)
    memory = open_memory()
    memory.remember(fact)
    assert memory.recall(question, floor=None).hits[0].text == fact
