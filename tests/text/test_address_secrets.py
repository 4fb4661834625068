"""Keys inside an address are found, ids in it are not."""

import pytest

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "https://api.example.org/now?city=wuhan&appid=4f1c9a7e22b04d6db8c3e5f7a9012b3d",
            "4f1c9a7e22b04d6db8c3e5f7a9012b3d",
        ),
        (
            "推送用 https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=7e813da3-f1f4-4ce3-ac1a-d79ed69e90c7 这个",
            "7e813da3-f1f4-4ce3-ac1a-d79ed69e90c7",
        ),
        ("https://app.example.org/reset?token=Xk29fLq8Rt&lang=en", "Xk29fLq8Rt"),
        ("https://app.example.org/verify?uid=9&code=Q8fRt2LxZ7mVb4Ny1PwK", "Q8fRt2LxZ7mVb4Ny1PwK"),
        ("https://example.org/cb#access_token=Q8fRt2LxZ7mVb4Ny", "Q8fRt2LxZ7mVb4Ny"),
        (
            "https://c.blob.example.org/a.csv?sp=r&sig=Q8fRt2LxZ7mV%2Bb4Ny1%3D",
            "Q8fRt2LxZ7mV%2Bb4Ny1%3D",
        ),
        (
            "https://hooks.slack.com/services/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 posts there",
            "T0AB12CD3/B0EF45GH6/Q8fRt2LxZ7mVb4Ny1PwKd3Ha",
        ),
        (
            "https://open.feishu.cn/open-apis/bot/v2/hook/7e813da3-f1f4-4ce3-ac1a-d79ed69e90c7",
            "7e813da3-f1f4-4ce3-ac1a-d79ed69e90c7",
        ),
        (
            "https://api.telegram.org/bot8102938475:AAQ8fRt2LxZ7mVb4Ny1PwKd3HaS5gJ0cE/getMe",
            "8102938475:AAQ8fRt2LxZ7mVb4Ny1PwKd3HaS5gJ0cE",
        ),
        (
            "https://n8n.example.org/webhook/7e813da3-f1f4-4ce3-ac1a-d79ed69e90c7",
            "7e813da3-f1f4-4ce3-ac1a-d79ed69e90c7",
        ),
        (
            "https://4f1c9a7e22b04d6db8c3e5f7a9012b3d@ingest.example.org/12",
            "4f1c9a7e22b04d6db8c3e5f7a9012b3d",
        ),
        ("https://lin:p%40ssLin1@jira.example.org/rest", "p%40ssLin1"),
    ],
)
def test_a_key_in_an_address_is_found(text: str, value: str) -> None:
    """In the query, as the address of a hook and as its user."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/orders?key=PROJ-1234&code=200",
        "https://example.org/?appid=wx1234567890abcdef",
        "https://docs.example.org/webhooks/events-and-payloads",
        "https://github.com/example/hooks/blob/main/useEffect2.ts",
        "https://example.org/reset?token=<TOKEN>",
        "https://example.org/a?session_id=12",
        "https://video.example.org/watch?v=dQw4w9WgXcQ",
        "postgres://USER:PASSWORD@HOST:5432/DB",
    ],
)
def test_ids_and_placeholders_in_an_address_stay(text: str) -> None:
    """A short or public id, a page about hooks and a value to be filled in open nothing."""
    assert _values(text) == []
