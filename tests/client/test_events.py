"""An answer that comes in events, however its bytes are cut."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae import errors
from stelae.client.events import ComingAnswer, Event, EventReader
from stelae.schemas.answer import Answer

TEXT = st.text(st.characters(exclude_categories=["Cs"]))


def event(name: str, value: object, end: str = "\n") -> bytes:
    """Return an event as a server writes it."""
    data = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"event: {name}{end}data: {data}{end}{end}".encode()


def cut(stream: bytes, size: int) -> list[bytes]:
    """Return a stream in parts of that size."""
    return [stream[at : at + size] for at in range(0, len(stream), size)]


@given(st.lists(TEXT, max_size=5), st.integers(1, 40), st.sampled_from(["\n", "\r\n"]))
def test_pieces_come_whole_however_the_bytes_are_cut(texts: list[str], size: int, end: str) -> None:
    """Also with line breaks in them that are none of the stream's (U+2028, U+0085)."""
    whole = Answer(text="".join(texts), status="answered", detail="\u2028\x85")
    stream = b"".join(event("piece", {"text": one}, end) for one in texts)
    stream += event("answer", whole.model_dump_json(), end)
    coming = ComingAnswer()
    pieces = [piece for part in cut(stream, size) for piece in coming.feed(part)]
    coming.end()
    coming.cut()
    assert pieces == texts
    assert coming.answer == whole


def test_the_forms_of_the_standard_are_read() -> None:
    """Data over several lines, comments, no blank behind the colon, events without a name."""
    told = EventReader().feed(b": hi\ndata:a\ndata: b\n\nid: 1\nevent: x\n\nevent: y\ndata\n\n")
    assert list(told) == [Event("", "a\nb"), Event("y", "")]


def test_an_answer_that_ends_too_early_is_an_error() -> None:
    """What came is no answer yet."""
    coming = ComingAnswer()
    assert list(coming.feed(event("piece", {"text": "半"}))) == ["半"]
    with pytest.raises(errors.InvalidInputError):
        _ = coming.answer
    with pytest.raises(errors.ServerUnavailableError) as broken:
        coming.end()
    assert broken.value.retryable


def test_closing_early_leaves_what_has_come() -> None:
    """Marked as cut, and as resting on nothing that was checked."""
    coming = ComingAnswer()
    list(coming.feed(event("piece", {"text": "half of"})))
    coming.cut()
    assert coming.answer.text == "half of"
    assert (coming.answer.status, coming.answer.truncated) == ("answered", True)
    nothing = ComingAnswer()
    nothing.cut()
    assert nothing.answer.status == "failed"


def test_a_failure_in_the_middle_is_the_servers_own() -> None:
    """By its name; the status was sent long before."""
    coming = ComingAnswer()
    with pytest.raises(errors.ModelTimeoutError, match="too long"):
        list(coming.feed(event("problem", {"error": "ModelTimeoutError", "detail": "too long"})))


@pytest.mark.parametrize(
    "told", [event("piece", "no json"), event("answer", {"text": 1}), event("piece", {})]
)
def test_an_event_that_cannot_be_read_is_a_typed_error(told: bytes) -> None:
    """And one of a later server is passed over."""
    with pytest.raises(errors.ServerUnavailableError):
        list(ComingAnswer().feed(told))
    assert list(ComingAnswer().feed(event("thought", "later"))) == []
