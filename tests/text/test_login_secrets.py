"""Values that stand beside a login, a network or before their name are found; names and addresses are not."""

import pytest

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("wifi: HomeNet / sunflower2020", "sunflower2020"),
        ("hotspot is Mia5G / oakTree55", "oakTree55"),
        ("无线网是HomeNet，tulip2024", "tulip2024"),
        ("家里网络：MiaHome/mia0528", "mia0528"),
        ("netflix: jake@x.com / monkey99", "monkey99"),
        ("网飞账号jake@x.com，monkey99", "monkey99"),
        ("spotify - anna@y.com - pancake42", "pancake42"),
        ("it's dragon123, my laptop password", "dragon123"),
        ("tulip2024 is my wifi password", "tulip2024"),
        ("I use tulip2024 as my password", "tulip2024"),
        ("tulip2024是我的wifi密码", "tulip2024"),
        ("我用tulip2024当密码", "tulip2024"),
    ],
)
def test_what_opens_a_login_is_found_without_being_announced(text: str, value: str) -> None:
    """Behind the name of a network or account, or before its own name (DEV-06.1)."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "wifi: 2.4GHz / 5GHz",
        "wifi: 802.11n / 802.11ac",
        "wifi: WPA2 / WPA3-Enterprise",
        "wifi is HomeNet, room1204 is upstairs",
        "wifi是HomeNet，房间1204",
        "contact: lin@x.com / lin2024",
        "email: lin@x.com / lin2025@x.com",
        "lin2024是我的用户名，密码忘了",
        "SHA256 is the password hash",
        "123456 is the most common password",
        "I use Firefox120 as my password manager",
        "iPhone15 is asking for the passcode",
        "Web3是密码学的应用",
    ],
)
def test_names_addresses_and_methods_are_left_alone(text: str) -> None:
    """What stands beside a login is not always what opens it (DEV-06.4)."""
    assert _values(text) == []
