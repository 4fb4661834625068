"""PINs and the codes of locks are found; postal codes, pins of other kinds and numbers that count are not."""

import pytest

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("the pin for my card is 4821", "4821"),
        ("my bank pin's 9034", "9034"),
        ("my bank pin’s 9034", "9034"),
        ("backup pin 7788", "7788"),
        ("the pin on my debit card is still 4821", "4821"),
        ("my debit card pin was changed to 4821", "4821"),
        ("pin? 4821", "4821"),
        ("my pin is 4-8-2-1", "4-8-2-1"),
        ("sim卡pin码还是1234", "1234"),
        ("PIN码4821", "4821"),
        ("garage keypad is 1994", "1994"),
        ("garage code's 1994", "1994"),
        ("the code for the front door is 4471#", "4471"),
        ("the code to my gym locker is 2218", "2218"),
        ("the door's code is 4471#", "4471#"),
        ("my locker combination is 12-34-56", "12-34-56"),
        ("the safe combo is 12 34 56", "12 34 56"),
        ("my phone unlocks with 731298", "731298"),
        ("the combination is 44-12-9 for the safe", "44-12-9"),
        ("门锁密码4321#", "4321#"),
        ("小区门禁码是2580#", "2580#"),
        ("锁屏密码2580", "2580"),
    ],
)
def test_pins_and_codes_of_locks_are_found(text: str, value: str) -> None:
    """Told, asked and answered, or with an owner before them (DEV-06.1)."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "pin the tweet",
        "pin code of Delhi is 110001",
        "the pin code in Delhi: 110001",
        "pin code of my city is 400001",
        "postal code is 94110",
        "pin 2024 posts to the board",
        "GPIO pin: 4821",
        "set pin 4 to output",
        "the pin is four digits",
        "my pin was changed in 2021",
        "my pin is from 2019",
        "error code is 404",
        "the code is on GitHub",
        "the garage keypad is from 1994",
        "the garage was built in 1994",
        "the code for the safe algorithm is 2000 lines",
        "my favourite combo is 12-34-56",
        "I changed the door code in 2023",
        "门禁密码忘了",
        "密码输错3次被锁",
        "密码锁换了第3个了",
        "密码箱是24寸的",
        "房间号是1994",
    ],
)
def test_other_pins_and_numbers_are_left_alone(text: str) -> None:
    """A place, a board, a year or a number of something opens nothing (DEV-06.4)."""
    assert _values(text) == []
