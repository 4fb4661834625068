"""Which messages are about another person than the one who wrote them."""

import pytest

from stelae.recall.others import is_about_another, names_another


@pytest.mark.parametrize(
    "text",
    [
        "my parents live in York", "My wife's favorite color is green", "Anna lives in Oslo", "He lives in Oslo",
        "my friend's dog is called Rex", "我老婆最喜欢绿色", "我爸妈住在杭州", "他住北京", "父母住在杭州", "小明在腾讯上班",
    ],
)  # fmt: skip
def test_a_message_about_somebody_else_is_known_by_its_first_words(text: str) -> None:
    """Kin, friends, names, he and she."""
    assert is_about_another(text)


@pytest.mark.parametrize(
    "text",
    [
        "I live in Berlin", "my wife and I live in York", "my parents live in York but I live in Berlin",
        "Living alone", "My doctor told me I am diabetic", "My dog is called Rex", "我妈说我住在这里",
        "老家在成都", "公司在杭州",
        "我朋友圈", "我住柏林",
    ],
)  # fmt: skip
def test_a_message_that_speaks_of_its_writer_is_not(text: str) -> None:
    """Beside others, or in their words."""
    assert not is_about_another(text)


@pytest.mark.parametrize(
    ("question", "named"),
    [("where do my parents live", True), ("我妈住哪", True), ("where do I live", False), ("我的公司是哪家", False)],
)  # fmt: skip
def test_a_question_names_somebody_or_nobody(question: str, named: bool) -> None:
    """Then what is said of others is what it may ask for."""
    assert names_another(question) is named
