"""One word a concept: the glossary knows the words of the schemas."""

import re
from pathlib import Path
from typing import get_args

from stelae.schemas.change import OutcomeWord
from stelae.schemas.memory import Change

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")


def test_every_outcome_and_change_is_explained() -> None:
    """The fixed words of a result stand in the glossary."""
    words = {*get_args(OutcomeWord), *get_args(Change)}
    assert [word for word in words if word not in PAGE] == []


def test_no_word_is_explained_twice() -> None:
    """One word, one meaning."""
    words = re.findall(r"^\| \*\*(.+?)\*\*", PAGE, re.MULTILINE)
    assert len(words) > 20
    assert len(words) == len(set(words))
