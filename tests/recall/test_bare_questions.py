"""Which messages are a question and nothing else."""

import pytest

from stelae.recall.bare_questions import LONGEST, is_bare_question


@pytest.mark.parametrize(
    "text",
    [
        "where do I live", "Where do I live?", "what's my name again", "do you remember my birthday?",
        "what color is my car", "How old am I?", "Hi! Can you tell me where I live?",
        "我叫什么你还记得不", "我在哪上班你记不记得",
        "你好！我住哪？", "你知道我住哪吗", "我几岁了", "我叫什麼名字", "我的猫叫什么",
    ],
)  # fmt: skip
def test_a_question_is_known_with_and_without_its_mark(text: str) -> None:
    """As people write to an assistant."""
    assert is_bare_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "I live in Berlin, right?", "What I love is pizza", "Which is why I moved to Berlin", "How I miss Paris",
        "I live in Berlin. Where do you live?", "Who knows, maybe I'll move", "我住在柏林，对吧？", "我什么都喜欢",
        "没什么", "我不知道他是谁", "我知道他住哪", "哪里都行", "我喜欢什么样的电影都看", "我住在柏林。你住哪？", "", "你好",
        "where do I live " * LONGEST,
    ],
)  # fmt: skip
def test_what_tells_something_is_no_bare_question(text: str) -> None:
    """Also where it has the words of one, or ends in a mark."""
    assert not is_bare_question(text)
