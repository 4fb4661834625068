"""Keyword tokens find a text by any of its words (DEV-17)."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.text.tokens import index_tokens, tokens

_STORED = [
    "设备清单：书房的 NAS 是 DS923，备份盘编号 bk-07",
    "昨天重启gw-east后恢复正常",
    "東京の歯医者を金曜に予約した",
]


def _indexed(text: str) -> set[str]:
    return set(index_tokens(text, speaker=None, time=None, language="zh"))


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("设备", 0),
        ("設備", 0),
        ("备份盘", 0),
        ("书房 备份盘 路由器", 0),
        ("DS923", 0),
        ("bk-07", 0),
        ("BK07", 0),
        ("bk", 0),
        ("gw-east", 1),
        ("east", 1),
        ("歯医者", 2),
    ],
)
def test_words_inside_a_sentence_share_tokens_with_it(query: str, line: int) -> None:
    """A word, an identifier glued to Chinese text or a part of one is found (DEV-17.1)."""
    asked = set(tokens(query))
    shared = [len(asked & _indexed(text)) for text in _STORED]
    assert shared[line] == max(shared) > 0


def test_a_whole_identifier_is_one_token() -> None:
    """`bk-07` and `bk07` are the same token, rarer than its parts."""
    assert tokens("bk-07")[0] == tokens("bk07")[0] == "bk07"


@pytest.mark.parametrize("text", ["我家猫叫芝麻", "小猫咪", "猫咖"])
def test_one_character_finds_every_text_that_holds_it(text: str) -> None:
    """A question of one character does not depend on how the sentence was cut (DEV-26.2)."""
    assert set(tokens("猫")) <= _indexed(text)


@pytest.mark.parametrize("query", ["？", "的", "", "!!! ...", "什么", "the and of", "\u200b", "🙂"])
def test_punctuation_and_stop_words_give_no_token(query: str) -> None:
    """Such a query asks for nothing (DEV-17.2)."""
    assert tokens(query) == []


def test_english_forms_share_a_stem() -> None:
    """Singular, plural and tense do not matter."""
    assert tokens("hiking trips") == tokens("hike trip")


def test_apostrophes_do_not_split_words() -> None:
    """Straight and curly apostrophes fold alike."""
    assert tokens("don't") == tokens("don\u2019t") == ["dont"]


def test_speaker_and_day_are_part_of_the_index() -> None:
    """A text is found by who said it and by its day, in the text's language."""
    day = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    english = index_tokens("went hiking", speaker="Caroline", time=day, language="en")
    assert set(tokens("Caroline 8 May 2023")) <= set(english)
    chinese = index_tokens("去爬山了", speaker="小李", time=day, language="zh")
    assert set(tokens("小李 2023年5月8日")) <= set(chinese)


@pytest.mark.parametrize("speaker", ["user", "assistant", None, ""])
def test_bare_roles_are_not_indexed(speaker: str | None) -> None:
    """Nobody searches for the word `user` to find half of everything."""
    assert index_tokens("hiking", speaker=speaker, time=None, language="en") == ["hike"]


@given(st.text(max_size=200))
def test_tokens_hold_letters_and_digits_only(text: str) -> None:
    """A token can stand in any index: no blanks, no punctuation, not empty."""
    for token in index_tokens(text, speaker=None, time=None, language="en"):
        assert token
        assert not any(c.isspace() or c in "\"'-_./@:*()" for c in token)


@given(st.text(max_size=200))
def test_every_query_token_of_a_text_finds_that_text(text: str) -> None:
    """Asking with a stored text's own words finds it."""
    stored = index_tokens(text, speaker=None, time=None, language="en")
    assert set(tokens(text)) <= set(stored)
