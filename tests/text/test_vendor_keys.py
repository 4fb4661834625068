"""Keys that show by their own form are found whole, also across line breaks."""

import pytest

from stelae.text.secrets import find_secrets

_BODY = "Ab3dEf7h"


def _found(text: str) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.type) for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("sk-" + _BODY * 6, "openai_key"),
        ("sk-" + "proj-" + _BODY * 4, "openai_key"),
        ("AKIA" + "Q4DF7EC2" * 2, "aws_access_key"),
        ("ghp_" + "A1b2" * 9, "github_token"),
        ("github_pat_" + _BODY * 4, "github_token"),
        ("glpat-" + _BODY * 3, "gitlab_token"),
        ("xoxb-" + "12345678-" * 2 + _BODY, "slack_token"),
        ("AIza" + (_BODY * 5)[:35], "google_key"),
        ("sk_live_" + _BODY * 3, "stripe_key"),
        ("npm_" + _BODY * 4, "service_key"),
        ("eyJ" + _BODY * 3 + ".eyJ" + _BODY * 3 + "." + _BODY * 3, "jwt"),
    ],
)
@pytest.mark.parametrize("sentence", ["用这个 {} 就行", "clone with {}, thanks", "TOKEN={}"])
def test_a_vendor_prefix_names_the_key(key: str, kind: str, sentence: str) -> None:
    """The prefix tells the type; the sentence around the key is left alone."""
    assert _found(sentence.format(key)) == [(key, kind)]


def test_a_key_split_over_a_line_break_is_found_whole() -> None:
    """Neither half of the key survives, and the word on the next line is not taken for one."""
    github = "ghp_" + "A1b2" * 5 + "\n" + "A1b2" * 4
    assert _found(f"token {github} thanks") == [(github, "github_token")]
    openai = "sk-" + _BODY * 3 + "\\\n  " + _BODY * 2
    assert _found(openai) == [(openai, "openai_key")]
    alone = "ghp_" + "A1b2" * 9
    assert _found(f"{alone}\nthanks") == [(alone, "github_token")]


def test_a_private_key_goes_from_its_beginning_to_its_end() -> None:
    """The whole block is one secret, also when its end was cut off."""
    lines = "\n".join([_BODY * 8] * 3)
    mark = "PRIVATE KEY-----"
    whole = f"-----BEGIN RSA {mark}\n{lines}\n-----END RSA {mark}"
    assert _found(f"私钥如下：\n{whole}\n收好") == [(whole, "private_key")]
    cut = f"-----BEGIN {mark}\n{lines}"
    assert _found(f"{cut}\nand so on") == [(cut, "private_key")]


def test_a_public_key_is_no_secret() -> None:
    """Only the private half is."""
    assert _found("-----BEGIN PUBLIC KEY-----\n" + _BODY * 8 + "\n-----END PUBLIC KEY-----") == []


@pytest.mark.parametrize(
    ("address", "password"),
    [
        ("postgres://app:ksXrBfOlAeVI@10.0.0.5/main", "ksXrBfOlAeVI"),
        ("redis://:S3cretPw@cache:6379/0", "S3cretPw"),
        ("mongodb+srv://app:p%40ss1@cluster0.example.net/db", "p%40ss1"),
    ],
)
def test_only_the_password_of_an_address_is_taken(address: str, password: str) -> None:
    """Host and user stay readable."""
    assert _found(f"数据库地址 {address}") == [(password, "url_password")]


def test_the_secret_half_of_an_aws_pair_is_found_without_a_name() -> None:
    """Forty random characters beside an access key are its secret."""
    access, secret = "AKIA" + "Q4DF7EC2" * 2, "Ab3dEf7hQ/" * 4
    assert _found(f"{access} {secret}") == [(access, "aws_access_key"), (secret, "aws_secret_key")]
    assert _found(f"AWS_SECRET_ACCESS_KEY={secret}") == [(secret, "aws_secret_key")]


@pytest.mark.parametrize(
    "text",
    [
        "task-force-management-of-the-year2024",
        "risk-adjusted-return-of-the-portfolio-2024",
        "sk-learn-contrib-something-rather-long",
        "ghp_" + "x" * 36,
        "eyJ is how a token begins",
        "http://example.org:8080/a@b",
    ],
)
def test_words_that_only_begin_like_a_key_are_left_alone(text: str) -> None:
    """A prefix without a random body is no key."""
    assert _found(text) == []
