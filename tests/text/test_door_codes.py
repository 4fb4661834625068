"""Codes of doors, alarms and cases are found without the word code."""

import pytest

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("门口按 1024# 就开了", "1024#"),
        ("车库遥控坏了就按5566加#号开", "5566"),
        ("the keypad takes 80215, then press the bell", "80215"),
        ("gate is #8802 after 9pm", "8802"),
        ("our alarm: 7714 to disarm it", "7714"),
        ("my luggage lock is 417", "417"),
        ("行李箱密码设成了369", "369"),
        ("保险柜密码 38-12-27", "38-12-27"),
        ("锁屏是9527", "9527"),
        ("punch in 5519# at the door", "5519#"),
        ("the lockbox by the fence, 3-6-9-2 opens it", "3-6-9-2"),
    ],
)
def test_codes_of_what_locks_are_found(text: str, value: str) -> None:
    """What opens it is told by what one does with it."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "按 2 转人工",
        "输入 2024 试试能不能查到",
        "gate B23, boarding 18:45",
        "press 1 for English",
        "the lock on thread 14 is held for 350 ms",
        "database lock wait timeout is 5000 ms",
        "door to door in 2024",
        "the safe distance is 200 m",
        "在门口等了 1024 秒",
        "锁屏 30 秒后变暗",
    ],
)
def test_numbers_that_open_nothing_stay(text: str) -> None:
    """A menu, a gate of an airport, a duration and a year are no codes."""
    assert _values(text) == []
