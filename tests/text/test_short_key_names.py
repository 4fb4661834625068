"""Random values behind AK, SK, PAT and a seed are keys."""

import pytest

from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("七牛 SK：Q8fRt2LxZ7mVb4Ny1PwKd3HaS5gJ0cE", "Q8fRt2LxZ7mVb4Ny1PwKd3HaS5gJ0cE"),
        (
            "azure pat naf6is7k37ptjxoaafpftk633oqq5low6xt5dh",
            "naf6is7k37ptjxoaafpftk633oqq5low6xt5dh",
        ),
        (
            "seed 4f1c9a7e22b04d6db8c3e5f7a9012b3d4f1c9a7e22b04d6d",
            "4f1c9a7e22b04d6db8c3e5f7a9012b3d4f1c9a7e22b04d6d",
        ),
        ("2FA setup key JBSW Y3DP EHPK 3PXP", "JBSW Y3DP EHPK 3PXP"),
    ],
)
def test_random_values_behind_short_names_are_keys(text: str, value: str) -> None:
    """The name alone says little; a random value after it does."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Pat called about order 20931",
        "seed 42 for reproducibility",
        "SKPaymentQueue2Observer3Delegate",
        "/path/to/checkBandwidthUsage2.js",
        "_lib.sk_X509_EXTENSION_value2(a)",
        "AK-47 是一种步枪",
    ],
)
def test_names_that_begin_alike_stay(text: str) -> None:
    """A person, a path and a class are no keys."""
    assert _values(text) == []


def test_both_keys_of_a_pair_are_found() -> None:
    """AK and SK told together are two values."""
    access, secret = "Q8FRT2LXZ7MVB4NY1PWK", "d3HaS5gJ0cEq8fRt2LxZ7mVb4Ny1PwK"
    assert _values(f"华为云 AK/SK {access} {secret}") == [access, secret]
