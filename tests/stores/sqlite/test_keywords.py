"""Terms survive FTS5 unchanged, whatever characters a token has."""

import sqlite3

from hypothesis import given, settings
from hypothesis import strategies as st

from stelae.stores.sqlite import keywords

TOKENS = st.text(st.characters(exclude_categories=["Z", "Cc"]), min_size=1, max_size=10).filter(
    lambda token: token.split() == [token]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(TOKENS, min_size=1, max_size=20))
def test_every_token_is_one_term(tokens: list[str]) -> None:
    """What FTS5 holds are exactly the terms that were written: none split, none folded into another."""
    connection = sqlite3.connect(":memory:")
    connection.execute(
        """CREATE VIRTUAL TABLE i USING fts5(t, tokenize="unicode61 remove_diacritics 0 tokenchars '_'")"""
    )
    connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab(i, 'row')")
    connection.execute("INSERT INTO i VALUES (?)", (keywords.index_text(7, " ".join(tokens)),))
    held = dict(connection.execute("SELECT term, cnt FROM v").fetchall())
    connection.close()
    assert held == {keywords.term(7, t): tokens.count(t) for t in tokens}


@given(TOKENS, TOKENS, st.integers(1, 99), st.integers(1, 99))
def test_different_tokens_and_scopes_have_different_terms(
    a: str, b: str, one: int, two: int
) -> None:
    """No token of one scope can look like a token of another."""
    assert (keywords.term(one, a) == keywords.term(two, b)) == ((a, one) == (b, two))


def test_common_tokens_stay_readable() -> None:
    """Words and Chinese are written as they are, identifiers in hexadecimal, very long tokens as a digest."""
    assert keywords.term(3, "设备") == "3_设备"
    assert keywords.term(3, "ds923") == "3_ds923"
    assert keywords.term(3, "bk-07") == "3x" + b"bk-07".hex()
    assert len(keywords.term(3, "x" * 10_000)) < 40


def test_match_text_is_quoted() -> None:
    """Nothing in a term is query syntax."""
    assert keywords.quoted("3_or", "3_near") == '"3_or" AND "3_near"'


@given(
    st.lists(
        st.one_of(st.text("az09茶", min_size=1, max_size=4), st.sampled_from(["a" * 96, "a" * 97])),
        max_size=6,
    ),
    st.sampled_from([" ", "  ", "\n"]),
)
def test_a_text_of_plain_tokens_is_indexed_token_by_token(tokens: list[str], between: str) -> None:
    """The way that takes all of them at once gives the same string."""
    whole = between.join(tokens)
    assert keywords.index_text(7, whole) == " ".join(keywords.term(7, t) for t in tokens)
