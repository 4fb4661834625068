"""Cookies and headers of a request that keep somebody signed in."""

import pytest

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Cookie: theme=dark; sessionid=q8fRt2LxZ7mVb4Ny1PwKd3Ha", "q8fRt2LxZ7mVb4Ny1PwKd3Ha"),
        (
            "Set-Cookie: connect.sid=s%3AQ8fRt2LxZ7mVb4Ny.1PwKd3Ha; Path=/; HttpOnly",
            "s%3AQ8fRt2LxZ7mVb4Ny.1PwKd3Ha",
        ),
        ("登录 cookie 是 SESSDATA=4f1c9a7e%2C1749999999%2Cb04d6", "4f1c9a7e%2C1749999999%2Cb04d6"),
        ("JSESSIONID=4F1C9A7E22B04D6DB8C3E5F7A9012B3D", "4F1C9A7E22B04D6DB8C3E5F7A9012B3D"),
        ("Proxy-Authorization: Basic dXNlcjpwYXNzd29yZDEy", "dXNlcjpwYXNzd29yZDEy"),
    ],
)
def test_what_keeps_somebody_signed_in_is_found(text: str, value: str) -> None:
    """By the header, or by the usual name of a session."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "the cookie banner is annoying",
        "Cookie: theme=dark; lang=zh",
        "Set-Cookie: fig=newton\r\nSet-Cookie: sugar=wafer",
        "session_id=7e813da3-f1f4-4ce3-ac1a-d79ed69e90c7 took 231 ms",
        "曲奇 cookie 要 180 度烤 15 分钟",
        "class BasicHttpAuthorizer2Test:",
    ],
)
def test_plain_cookies_and_ids_of_sessions_in_logs_stay(text: str) -> None:
    """A setting, a recipe and a correlation id open nothing."""
    assert _values(text) == []
