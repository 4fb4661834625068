"""One-time codes, PINs and recovery codes are found; other numbers are not."""

import pytest

from stelae.text.secrets import find_secrets


def _found(text: str) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.type) for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("验证码：４８２９１３", "４８２９１３"),
        ("【招行】验证码 814488，请勿泄露", "814488"),
        ("刚收到的短信码是986840", "986840"),
        ("814488 是你的登录验证码", "814488"),
        ("动态码是八三一四零二", "八三一四零二"),
        ("验证码是 A7K9Q2", "A7K9Q2"),
        ("Your code is 482913", "482913"),
        ("the code is 693000 , valid for five minutes", "693000"),
        ("Use 482913 to sign in", "482913"),
        ("482 913 is your verification code", "482 913"),
        ("G-482913 is your Google verification code", "482913"),
        ("the verification code for the bank app is 354457", "354457"),
        ("otp: 4829", "4829"),
    ],
)
def test_one_time_codes_are_found(text: str, code: str) -> None:
    """Before or after the word, in digits of either width or in Chinese."""
    assert _found(text) == [(code, "one_time_code")]


def test_a_pin_is_a_password_and_the_card_code_has_a_name_of_its_own() -> None:
    """Both are secrets though they are short."""
    assert _found("my pin is 4821") == [("4821", "password")]
    assert _found("my cvv is 123") == [("123", "card_code")]


def test_all_recovery_codes_of_a_list_are_taken() -> None:
    """The list is one secret, over line breaks too."""
    assert _found("recovery codes: 1a2b-3c4d 5e6f-7a8b\n9c0d-1e2f") == [
        ("1a2b-3c4d 5e6f-7a8b\n9c0d-1e2f", "recovery_code")
    ]
    assert _found("恢复码：8F3K-22LQ，7HD2-99XA") == [("8F3K-22LQ，7HD2-99XA", "recovery_code")]


def test_a_seed_phrase_is_taken_whole() -> None:
    """Twelve words after the name of the phrase are the key to a wallet."""
    words = "maple kite river stone cloud paper lemon tiger ocean brick candle mirror"
    assert _found(f"my seed phrase is {words}") == [(words, "recovery_code")]


@pytest.mark.parametrize(
    "text",
    [
        "验证码原理讲了 2024 遍",
        "验证码没收到",
        "订单验证码功能 2024 年上线",
        "会议号 482 913 556",
        "the error code is 500123",
        "zip code is 94107",
        "promo code is SAVE20",
        "the code is 12000 lines long",
        "pin 2024 posts to the board",
        "code review 202406",
        "I explained how one-time codes work",
    ],
)
def test_other_codes_and_numbers_are_left_alone(text: str) -> None:
    """Talk about codes, and codes that open nothing."""
    assert _found(text) == []
