"""A value is found beside its name, also where a tag, a quote or a line stands between."""

import pytest

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("<password>maven-deploy-77</password>", "maven-deploy-77"),
        ('<add key="ApiSecret" value="Q8fRt2LxZ7mV" />', "Q8fRt2LxZ7mV"),
        ('- name: DB_PASSWORD\n  value: "hunter-prod"', "hunter-prod"),
        ('{"name": "JWT_SECRET", "value": "long-enough-for-me"}', "long-enough-for-me"),
        ("ENV JWT_SECRET this-is-a-long-one", "this-is-a-long-one"),
        ('requests.get(url, auth=("svc", "k7#pLm29"))', "k7#pLm29"),
        ('s.login("notice@example.org", "mailpass99")', "mailpass99"),
        ('jwt.encode(payload, "my-own-phrase")', "my-own-phrase"),
        (
            'app.config["SECRET_KEY"] = "4f1c9a7e22b04d6db8c3e5f7a9012b3d"',
            "4f1c9a7e22b04d6db8c3e5f7a9012b3d",
        ),
        ("WIFI:T:WPA;S:Cafe;P:latte-please;;", "latte-please"),
        ("CREATE USER g IDENTIFIED BY 'graf-dash';", "graf-dash"),
        ("requirepass foobared", "foobared"),
        ("machine git.example.org login lin password gitlin-88", "gitlin-88"),
        ("打开 vpn-password-Xk9Tulips.txt 就行", "Xk9Tulips"),
    ],
)
def test_a_value_is_found_beside_its_name(text: str, value: str) -> None:
    """In markup, settings, code, the text of a Wi-Fi code and the name of a file."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        '<input type="password" name="password" placeholder="Password">',
        "- name: DB_PASSWORD\n  valueFrom: secretKeyRef",
        '{"name": "SECRET_FILE", "value": "/run/secrets/db"}',
        "ENV JWT_SECRET $JWT_SECRET",
        'self.connect("cache_open", "changed_count")',
        "open password-policy-2024.pdf",
        "see password_reset.py",
        "<password>${db.password}</password>",
    ],
)
def test_fields_without_a_value_stay(text: str) -> None:
    """A prompt, a path, a variable and the name of a page are no values."""
    assert _values(text) == []
