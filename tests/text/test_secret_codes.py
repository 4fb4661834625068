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
        ("the code they texted me is 884213", "884213"),
        ("they texted me the code 884213", "884213"),
        ("I got a code, it's 884213", "884213"),
        ("the 6-digit code is 884213", "884213"),
        ("google sent me 731298 as the verification code", "731298"),
        ("他们发我的码是884213", "884213"),
        ("短信里那串数字是884213", "884213"),
        ("收到的六位码是884213", "884213"),
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


@pytest.mark.parametrize("name", ["my recovery words are", "wallet seed:", "恢复词是"])
def test_the_words_of_a_wallet_have_many_names(name: str) -> None:
    """However they are called, they are taken whole, numbered or not."""
    words = [
        "maple",
        "kite",
        "river",
        "stone",
        "cloud",
        "paper",
        "lemon",
        "tiger",
        "ocean",
        "brick",
        "candle",
        "mirror",
    ]
    numbered = " ".join(f"{place}. {word}" for place, word in enumerate(words, 1))
    assert _found(f"{name} {' '.join(words)}") == [(" ".join(words), "recovery_code")]
    assert _found(f"{name} {numbered}") == [(numbered, "recovery_code")]


def test_chinese_words_of_a_wallet_are_taken_whole() -> None:
    """A phrase of Chinese words is a key, too."""
    words = "苹果 河流 石头 云朵 纸张 柠檬 老虎 海洋 砖头 蜡烛 镜子 风筝"
    assert _found(f"助记词：{words}") == [(words, "recovery_code")]


@pytest.mark.parametrize(
    "text",
    [
        "card 4111 1111 1111 1111 exp 12/27 cvv 123",
        "信用卡4111 1111 1111 1111，有效期12/27，安全码123",
    ],
)
def test_a_card_beside_its_code_is_taken_with_it(text: str) -> None:
    """Together they pay; a card's number alone is personal data, which people may keep."""
    assert _found(text) == [("4111 1111 1111 1111", "bank_card"), ("123", "card_code")]
    assert _found("my card is 4111 1111 1111 1111") == []


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
        "what's the verification code?",
        "the promo code they sent me is 202405",
        "the code they wrote is 884213 lines long",
        "he texted me 20 pictures",
        "发票代码是 144031",
        "收到的快递单号是884213",
        "短信里的优惠码是 884213",
        "他发的代码1024行",
        "recovery words are hard to remember",
        "my recovery words are stored in the safe at home next to my passport papers",
        "the recovery phrase feature lets users restore wallets when their phones break during travel abroad",
        "助记词要抄在纸上",
        "卡背面三个数字叫安全码",
    ],
)
def test_other_codes_and_numbers_are_left_alone(text: str) -> None:
    """Talk about codes, and codes that open nothing."""
    assert _found(text) == []
