"""The learning assistant remembers interests and mastery from session to session, in both languages."""

from pathlib import Path
from typing import Any

import pytest

from stelae import Memory
from tests.docs.examples import modules

SAID = {
    "en": ("I want to learn Rust", "I am new to Python", "I am fluent in Python now."),
    "zh": ("我想学向量数据库", "图数据库我刚入门", "图数据库我已经掌握了"),
}
ASKED = {
    "en": ("What about Rust?", "How well do I know Python?"),
    "zh": ("向量数据库学什么？", "我对图数据库掌握得怎么样？"),
}
LANGUAGES = tuple(SAID)


def session(data: Path, *messages: str, ask: str = "") -> tuple[str, list[dict[str, Any]]]:
    """Say these things in a session of their own; return what then stands beside a question, and what is stored."""
    with modules("learning_assistant") as (example,):
        place = Memory.open(
            data, scope="user:lin", extractor="rules", categories=example.CATEGORIES
        )
        with place as memory:
            assistant = example.LearningAssistant(memory)
            for words in messages:
                assistant.turn(words)
            beside = assistant.prompt(ask)[-1]["content"] if ask else ""
            stored = [m for m in memory.list() if m.category in example.CATEGORIES]
            return beside, [{"category": m.category, **m.attributes} for m in stored]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_interest_stands_beside_the_question_of_a_later_session(
    tmp_path: Path, language: str
) -> None:
    """Auto-recall finds it by the topic alone."""
    session(tmp_path, *SAID[language][:2])
    beside, stored = session(tmp_path, ask=ASKED[language][0])
    interest = next(one for one in stored if one["category"] == "interest")
    assert interest["interest_level"] == "interested"
    assert interest["entity_name"] in beside.replace(ASKED[language][0], "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_mastery_grows_across_sessions(tmp_path: Path, language: str) -> None:
    """One memory of the topic, at the level that was told last, and that one is shown."""
    session(tmp_path, SAID[language][1])
    before, _ = session(tmp_path, ask=ASKED[language][1])
    session(tmp_path, SAID[language][2])
    after, stored = session(tmp_path, ask=ASKED[language][1])
    assert "basic" in before
    assert "advanced" in after
    assert "basic" not in after
    assert [one["understanding_level"] for one in stored] == ["advanced"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_thanks_recall_nothing(tmp_path: Path, language: str) -> None:
    """Where nothing is asked, nothing is put in."""
    session(tmp_path, *SAID[language])
    thanks = {"en": "Thanks, bye!", "zh": "谢谢，再见"}[language]
    beside, _ = session(tmp_path, ask=thanks)
    assert beside == thanks
