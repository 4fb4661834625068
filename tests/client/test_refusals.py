"""An answer that is no success is an error of the library's tree, whoever has written it."""

import json
from collections.abc import Iterator

import pytest

from stelae import errors
from stelae.client.refusals import refusal, retry_after_s, unanswered, unreadable
from stelae.client.steps import Failure, Reply
from stelae.errors import StelaeError

PROBLEM = {"content-type": "application/problem+json; charset=utf-8", "x-request-id": "r1"}
HTML = {"content-type": "text/html"}


def every_error(kind: type[StelaeError] = StelaeError) -> Iterator[type[StelaeError]]:
    """Return the whole tree; what a door has of its own never comes over the wire."""
    yield kind
    for below in kind.__subclasses__():
        if below.__module__ == StelaeError.__module__:
            yield from every_error(below)


def problem(name: object, status: int = 422, **also: object) -> Reply:
    """Return problem details as a server writes them."""
    told = {"error": name, "detail": "不行 because.", "retryable": False, **also}
    return Reply(status, PROBLEM, json.dumps(told).encode())


@pytest.mark.parametrize("kind", [*every_error()], ids=lambda kind: kind.__name__)
def test_every_error_of_the_tree_comes_back_as_itself(kind: type[StelaeError]) -> None:
    """With the server's words, and with every attribute that is promised."""
    error = refusal(problem(kind.__name__), asked="GET /x", about="m1")
    assert type(error) is kind
    assert str(error) == "不行 because."
    assert (error.status, error.request_id, error.retryable) == (422, "r1", False)
    for one in kind.__mro__:
        for name in getattr(one, "__annotations__", {}):
            getattr(error, name)
    if isinstance(error, errors.MemoryNotFoundError):
        assert error.id == "m1"


@pytest.mark.parametrize("name", ["NoSuchError", "Self", "__doc__", ""])
def test_a_name_that_is_no_error_here_is_the_base(name: str) -> None:
    """A newer server knows more of them."""
    assert type(refusal(problem(name), asked="GET /x")) is StelaeError


def test_the_server_says_what_may_succeed_later() -> None:
    """Whatever this version thinks of the class."""
    assert refusal(problem("StoreBusyError", 503, retryable=True), asked="").retryable
    assert not refusal(problem("StoreBusyError", 503), asked="").retryable


@pytest.mark.parametrize(
    ("status", "kind", "retryable"),
    [
        (301, errors.ServerUnavailableError, False),
        (401, errors.UnauthenticatedError, False),
        (403, errors.PermissionDeniedError, False),
        (404, errors.NotFoundError, False),
        (413, errors.TooLargeError, False),
        (429, errors.OverloadedError, True),
        (500, errors.ServerUnavailableError, False),
        (502, errors.ServerUnavailableError, True),
        (503, errors.ServerUnavailableError, True),
        (504, errors.ServerUnavailableError, True),
    ],
)
def test_what_a_proxy_says_is_known_by_its_status(
    status: int, kind: type[StelaeError], retryable: bool
) -> None:
    """And its page is not repeated."""
    error = refusal(Reply(status, HTML, b"<h1>secret host</h1>"), asked="POST /recall")
    assert type(error) is kind
    assert (error.status, error.retryable) == (status, retryable)
    assert "secret" not in str(error)
    assert "POST /recall" in str(error)


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'{"detail": "x"}', b"\xff"])
def test_details_that_cannot_be_read_are_nobodys(body: bytes) -> None:
    """A proxy may lie about its media type."""
    assert type(refusal(Reply(400, PROBLEM, body), asked="")) is errors.ServerUnavailableError


def test_no_answer_at_all_is_a_typed_error() -> None:
    """That says which of the three it was."""
    told = {str(unanswered(Failure(one, "E"))) for one in ("unreached", "broken", "late")}
    assert len(told) == 3
    assert unanswered(Failure("late", "E")).retryable
    strange = unreadable(Reply(200, HTML), asked="GET /stats")
    assert (strange.status, strange.retryable) == (200, False)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": " 0 "}, 0.0),
        ({"retry-after": "9" * 400}, 999_999_999.0),
        ({"retry-after": "Thu, 01 Jan 2026 00:00:07 GMT", "date": "Thu, 01 Jan 2026 00:00:00 GMT"}, 7.0),
        ({"retry-after": "Thu, 01 Jan 2026 00:00:00 GMT", "date": "Thu, 01 Jan 2026 00:00:09 GMT"}, 0.0),
        ({"retry-after": "Thu, 01 Jan 2026 00:00:07 GMT"}, None),
        ({"retry-after": "soon", "date": "Thu, 01 Jan 2026 00:00:00 GMT"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "٣"}, None),
        ({}, None),
    ],
)  # fmt: skip
def test_how_long_to_wait_is_read_in_both_its_forms(
    headers: dict[str, str], seconds: float | None
) -> None:
    """A date by the answer's own clock."""
    assert retry_after_s(Reply(503, headers)) == seconds
