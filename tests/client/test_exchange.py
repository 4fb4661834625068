"""What is sent again and what is not, without a socket: the steps are looked at."""

import json

import pytest

from stelae import errors
from stelae.client.exchange import FIRST_PAUSE_S, LONGEST_PAUSE_S, exchange, value_of
from stelae.client.steps import Failure, Method, Pause, Reply, Request

REQUEST = Request("POST", "/v1/remember", headers={"Idempotency-Key": "k"}, content=b"{}")


def busy(status: int = 503, *, retryable: bool = True, after: str | None = None) -> Reply:
    """Return a refusal of a server's."""
    told = json.dumps({"error": "StoreBusyError", "detail": "busy", "retryable": retryable})
    headers = {"content-type": "application/problem+json"}
    if after is not None:
        headers["retry-after"] = after
    return Reply(status, headers, told.encode())


def drive(
    *heard: Reply | Failure, retries: int = 2, request: Request = REQUEST
) -> tuple[list[Request], list[float], Reply]:
    """Hand back one thing after the other; return what was sent, which pauses were made, and the end.

    Raises:
        StelaeError: as the steps do.
    """
    steps = exchange(request, retries=retries, asked="POST /remember")
    sent: list[Request] = []
    pauses: list[float] = []
    left = list(heard)
    answer: Reply | Failure | None = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration as done:
            assert left == []
            return sent, pauses, done.value
        if isinstance(step, Pause):
            pauses.append(step.seconds)
            answer = None
        else:
            sent.append(step)
            answer = left.pop(0)


@pytest.mark.parametrize(
    "first",
    [
        busy(),
        busy(429),
        Reply(502, {"content-type": "text/html"}, b"<html>"),
        Failure("unreached", "ConnectError"),
        Failure("broken", "RemoteProtocolError"),
    ],
)
def test_what_may_pass_is_sent_again_under_the_same_key(first: Reply | Failure) -> None:
    """After a short pause."""
    sent, pauses, end = drive(first, Reply(200, {}))
    assert sent == [REQUEST, REQUEST]
    assert end.status == 200
    assert 0 < pauses[0] <= FIRST_PAUSE_S


@pytest.mark.parametrize(
    "only",
    [
        busy(retryable=False),
        busy(504),
        busy(422, retryable=False),
        Reply(500, {}, b""),
        Reply(504, {}, b""),
        Failure("late", "ReadTimeout"),
    ],
)
def test_what_does_not_pass_or_was_long_enough_is_told_at_once(only: Reply | Failure) -> None:
    """Also what ran out of time: the server may be at it still."""
    with pytest.raises(errors.StelaeError):
        drive(only)


def test_pauses_grow_and_end() -> None:
    """The last answer is the caller's."""
    failed = Failure("unreached", "ConnectError")
    _, pauses, _ = drive(*[failed] * 5, Reply(200, {}), retries=5)
    for number, pause in enumerate(pauses):
        assert FIRST_PAUSE_S * 2**number / 2 <= pause <= FIRST_PAUSE_S * 2**number
    with pytest.raises(errors.StoreBusyError) as last:
        drive(failed, failed, busy())
    assert last.value.retryable
    for none in (0, -1):
        with pytest.raises(errors.ServerUnavailableError):
            drive(failed, retries=none)


def test_a_server_is_left_alone_as_long_as_it_says() -> None:
    """Not longer than a caller would wait: then the answer is theirs."""
    _, pauses, _ = drive(busy(after="2"), Reply(200, {}))
    assert pauses == [2.0]
    longest = f"{LONGEST_PAUSE_S:.0f}"
    assert drive(busy(after=longest), Reply(200, {}))[1] == [LONGEST_PAUSE_S]
    with pytest.raises(errors.StoreBusyError):
        drive(busy(after="31"))


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_what_has_no_key_is_not_sent_again_when_it_may_be_done(method: Method) -> None:
    """What a server has put off may, and what it never received."""
    request = Request(method, "/v1/memories/m1")
    for unknown in (
        Failure("broken", "ReadError"),
        Reply(502, {"content-type": "text/html"}, b"<html>"),
    ):
        with pytest.raises(errors.ServerUnavailableError):
            drive(unknown, request=request)
    for known in (busy(after="0"), Failure("unreached", "ConnectError")):
        assert len(drive(known, Reply(200, {}), request=request)[0]) == 2


def test_a_file_that_broke_off_is_not_begun_again() -> None:
    """It may hold a part of the answer; what was never reached may be asked again."""

    class Sink:
        def write(self, data: bytes, /) -> object:
            raise AssertionError(data)

    into = Request("GET", "/v1/export", sink=Sink())
    with pytest.raises(errors.ServerUnavailableError):
        drive(Failure("broken", "ReadError"), request=into)
    assert (
        drive(Failure("unreached", "ConnectError"), Reply(200, {}), request=into)[0] == [into] * 2
    )


def test_a_success_that_cannot_be_read_is_a_typed_error() -> None:
    """Another server's page, or one of a version that is too new."""
    assert value_of(Reply(200, {}, b'{"a": 1}'), dict[str, int], asked="GET /stats") == {"a": 1}
    for body in (b"", b"<html>", b'{"a": "x"}'):
        with pytest.raises(errors.ServerUnavailableError):
            value_of(Reply(200, {}, body), dict[str, int], asked="GET /stats")
