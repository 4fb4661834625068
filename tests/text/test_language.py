"""The script decides the language."""

import pytest

from stelae.text.language import language_index, language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我家猫叫芝麻", "zh"),
        ("把 staging cluster 迁到 Osaka 去", "zh"),
        ("東京の歯医者を予約した", "zh"),
        ("The staging cluster is in Osaka", "en"),
        ("The word 猫 means cat, and I keep forgetting how to write it", "en"),
        ("Café Müller", "en"),
        ("", "en"),
        ("？！", "en"),
    ],
)
def test_language_follows_the_share_of_the_script(text: str, language: str) -> None:
    """Chinese with English names stays Chinese, English with one Chinese word stays English."""
    assert language_of(text) == language


def test_index_is_what_the_catalogue_holds() -> None:
    """1 is Chinese, 0 everything else."""
    assert (language_index("zh"), language_index("en")) == (1, 0)
