"""Passwords said in passing are found by what they open, also where they are plain words."""

import pytest

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('wifi name "Blue House", key "sandcastle44"', "sandcastle44"),
        ("WPA2 PSK harbour-lights", "harbour-lights"),
        ("WLAN key: 8842-1190-3375-6620", "8842-1190-3375-6620"),
        ("hotspot password is the word pineapple", "pineapple"),
        ("pineapple is the hotspot password", "pineapple"),
        ("bitwarden master password violet tundra exit 42", "violet tundra exit 42"),
        ("PPPoE user 0731abc pass 851177", "851177"),
        ("sign in with lin@example.org and Meadow-Lark-3", "Meadow-Lark-3"),
        ("my new PIN starts with 4 - it's 4906", "4906"),
        ("初始密码身份证后六位 204417", "204417"),
        ("路由器 2.4G 和 5G 的密码一样，都是 yuanzi520", "yuanzi520"),
        ("密码规律是名字加年份，比如linxiao2021", "linxiao2021"),
        ("短信验证：502876（登录）", "502876"),
        ("whatsapp code 175-398", "175-398"),
        ("wordpress login: editor1 — Paper_Moon7", "Paper_Moon7"),
    ],
)
def test_what_is_said_in_passing_is_found(text: str, value: str) -> None:
    """The wording names what the value opens."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "changing is the password policy we need",
        "length is the password property that matters",
        "my tests pass 2024 checks now",
        "the boarding pass QX7K2M",
        "a password of 8 characters takes 39 minutes to crack",
        "密码要有字母和数字，比如至少 8 位",
        "my PIN is longer now, it's annoying",
        "the bank code is 7171",
        "admin/users/2024",
        "sign in with your work account and wait",
        "master password is required",
    ],
)
def test_talk_about_passwords_stays(text: str) -> None:
    """Policies, tests, passes, paths and banks are no secrets."""
    assert _values(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "api-key header value 7fd46e41847547d8a028b4d1ba4eb1528cd13025",
            "7fd46e41847547d8a028b4d1ba4eb1528cd13025",
        ),
        (
            "AES key 4a9ce4535dd195210d2196b51bbd9feb iv 89299464f349268e369264b3a53a1b00",
            "4a9ce4535dd195210d2196b51bbd9feb",
        ),
    ],
)
def test_a_random_value_some_words_after_a_key_is_one(text: str, value: str) -> None:
    """What stands between them may be a word or two, but no hash or id."""
    assert _values(text) == [value]
    assert _values(f"the access token of commit {value} was fine") == []
