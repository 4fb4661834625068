"""Answers to security questions are found, talk about the questions is not."""

import pytest

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("密保问题答案：我母亲姓欧阳", "我母亲姓欧阳"),
        ("密保：小学班主任叫刘桂芳", "刘桂芳"),
        ("银行预留问题的答案是外婆家的大黄狗", "外婆家的大黄狗"),
        ("security answer: first pet was Biscuit", "first pet was Biscuit"),
        ("the answer to my security question is Biscuit", "Biscuit"),
        ("what was your first school? Maple Grove - that's my security answer", "Maple Grove"),
        ("mother's maiden name: Kowalczyk", "Kowalczyk"),
    ],
)
def test_answers_to_security_questions_are_found(text: str, value: str) -> None:
    """Such an answer opens an account as a password does."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "密保问题怎么改",
        "密保问题的答案不能为空",
        "这题答案是 B",
        "the security question is optional",
        "I forgot my security answer",
        "ask the security question, and verify answers to confirm the customer's identity",
        "my mother's maiden name is on her birth certificate",
    ],
)
def test_talk_about_security_questions_stays(text: str) -> None:
    """What is asked, and family, is no secret."""
    assert _values(text) == []
