"""Passwords that are told piece by piece are found."""

import pytest

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the password is spelled m-a-n-g-o-7-7, lowercase", "m-a-n-g-o-7-7"),
        ("密码依次是 k、f、7、2、9", "k、f、7、2、9"),
        ("my pin is 4 4 7 1", "4 4 7 1"),
        ("the password is capital T, then iger, then 7 7", "capital T, then iger, then 7 7"),
        ("密码是大写K小写fz再加2019", "大写K小写fz再加2019"),
    ],
)
def test_letters_told_one_by_one_are_found(text: str, value: str) -> None:
    """Spelled, or with the capitals named."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "primary key: a, b, c, d",
        "code_id = 1.3.6.1.5.5",
        "the password must contain a capital letter",
        "密码至少要有一个大写字母",
        "a - b - c - d is the plan",
        "密码前几位忘了",
    ],
)
def test_lists_and_rules_for_passwords_stay(text: str) -> None:
    """Columns, versions and what a password should have are no password."""
    assert _values(text) == []


def test_both_halves_of_a_password_are_found() -> None:
    """Neither half alone says anything; together they do, in both languages."""
    assert _values("密码分两段发你，前半 Qing，后半 Dao@88") == ["Qing", "Dao@88"]
    assert _values("token: first half is ab12, second half is cd34") == ["ab12", "cd34"]
