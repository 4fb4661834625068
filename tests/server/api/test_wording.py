"""Messages of the library are told without the values that they quote."""

from hypothesis import given
from hypothesis import strategies as st

from stelae import errors
from stelae.server.api.wording import unquoted, words_of


@given(st.text())
def test_whatever_is_quoted_is_left_out(value: str) -> None:
    """However Python quotes it."""
    assert unquoted(f"Unknown category {value!r}. Registered: fact.") == (
        "Unknown category …. Registered: fact."
    )


def test_apostrophes_and_examples_stay() -> None:
    """Only values are taken out."""
    for said in (
        "A person's word, and the agents' own: nobody's.",
        'If-Match takes the ETag of a memory, such as "3".',
        "不能这样写，请用 RFC 3339。",
    ):
        assert unquoted(said) == said


def test_an_id_is_not_repeated() -> None:
    """It may be anything that somebody pasted."""
    for kind in (errors.MemoryNotFoundError, errors.JobNotFoundError, errors.DraftNotFoundError):
        assert "hunter2" not in words_of(kind("hunter2"))
    assert "hunter2" not in words_of(errors.MemoryNotFoundError("hunter2", recall=True))


def test_who_asks_for_a_recall_is_not_sent_to_the_memories() -> None:
    """Each kind of id has its own address."""
    recall = words_of(errors.MemoryNotFoundError("x", recall=True))
    assert "POST /v1/recall" in recall
    assert "/v1/memories" not in recall
    assert "/v1/memories" in words_of(errors.MemoryNotFoundError("x"))
