"""What looks like a password beside the word is one, names of servers and programs are not."""

import pytest

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("is Fluffy2019! a strong password?", "Fluffy2019!"),
        ("I keep using Pumpkin#31 as my password everywhere", "Pumpkin#31"),
        ("我用 Qwe123!@# 做密码够不够", "Qwe123!@#"),
        ("try letmein_2020, if that password fails tell me", "letmein_2020"),
        ("试试 wang0608，密码应该没换", "wang0608"),
        ("gmail app password qzvx wlkt ymrb pdsh", "qzvx wlkt ymrb pdsh"),
    ],
)
def test_what_looks_like_a_password_beside_the_word_is_one(text: str, value: str) -> None:
    """Before the word or after it, with a sign or as what somebody tries."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "I use Firefox120 as my password manager",
        "use bcrypt or argon2id for the password",
        "重置 server01 的密码",
        "use web-01 to reset the password",
        "password? what password?",
        "密码策略见 ISO-27001",
        "Invalid password or PKCS12 data",
    ],
)
def test_names_beside_the_word_stay(text: str) -> None:
    """A program, a method and a host are no passwords."""
    assert _values(text) == []
