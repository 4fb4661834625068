"""How a server is reached, and what comes of it when that goes wrong, over real sockets."""

import json
import logging
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from stelae import errors
from stelae.client import Client
from stelae.client.connection import options
from stelae.schemas.session import SessionState
from tests.client.conftest import Connect
from tests.client.served import Said, standing_in

STATS = Said(body=b'{"memories": 1}')
OUTCOME = Said(201, json.dumps({"outcome": "accepted", "reason": "accepted", "id": "m1"}))
HTML = {"Content-Type": "text/html"}
BUSY = Said(
    503,
    json.dumps({"error": "StoreBusyError", "detail": "忙", "retryable": True}),
    {"Content-Type": "application/problem+json", "Retry-After": "0", "X-Request-Id": "r1"},
)
GONE = Said(hang_up_after=-1)
HALF = Said(body=b'{"memories": 1}', hang_up_after=5)


def secret() -> str:
    """Return a key that opens nothing."""
    return "stl_" + "0" * 8 + "_" + "k" * 43


@pytest.mark.parametrize("first", [BUSY, GONE, HALF, Said(502, "<h1>Bad Gateway</h1>", HTML)])
def test_a_call_is_sent_again_until_it_is_answered(connect: Connect, first: Said) -> None:
    """Busy, gone, gone mid-way, or a proxy without a server behind it."""
    with standing_in(first, STATS) as server:
        assert connect(server.url).stats() == {"memories": 1}
    assert [one.line for one in server.heard] == ["GET /v1/stats HTTP/1.1"] * 2


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (BUSY, errors.StoreBusyError),
        (GONE, errors.ServerUnavailableError),
        (HALF, errors.ServerUnavailableError),
        (Said(502, "<h1>Bad Gateway</h1>", HTML), errors.ServerUnavailableError),
        (Said(429, "slow down", {"Retry-After": "0"}), errors.OverloadedError),
    ],
)
def test_after_some_times_the_caller_is_told(
    connect: Connect, answer: Said, kind: type[Exception]
) -> None:
    """With an error of the tree that says it may succeed later."""
    with standing_in(answer) as server, pytest.raises(errors.StelaeError) as told:
        connect(server.url, retries=1).stats()
    assert type(told.value) is kind
    assert told.value.retryable
    assert len(server.heard) == 2


def test_the_answer_that_says_so_is_not_hurried(connect: Connect) -> None:
    """A long Retry-After goes to the caller at once."""
    patience = Said(429, "", {"Retry-After": "3600"})
    with standing_in(patience) as server, pytest.raises(errors.OverloadedError):
        connect(server.url).stats()
    assert len(server.heard) == 1


def test_a_write_is_sent_again_under_its_own_key(connect: Connect) -> None:
    """The same for every repetition, another one for every call; what only reads has none."""
    with standing_in(GONE, BUSY, OUTCOME) as server:
        client = connect(server.url)
        assert client.remember("我对花生过敏").id == "m1"
        assert client.remember("我对花生过敏").id == "m1"
        with pytest.raises(errors.ServerUnavailableError):
            client.recall("花生")
    keys = [one.headers.get("idempotency-key") for one in server.heard]
    assert keys[0] == keys[1] == keys[2] != keys[3]
    assert keys[4] is None
    assert all(json.loads(one.body)["text"] == "我对花生过敏" for one in server.heard[:4])


def test_nobody_there_is_a_typed_error(connect: Connect) -> None:
    """After the address was tried as often as it may."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(errors.ServerUnavailableError) as told:
        connect(f"http://127.0.0.1:{port}", retries=1).stats()
    assert told.value.retryable
    assert told.value.status is None


def test_what_takes_too_long_is_not_asked_again(connect: Connect) -> None:
    """The server may be at it still."""
    with standing_in(Said(delay_s=5)) as server, pytest.raises(errors.ServerUnavailableError):
        connect(server.url, timeout_s=0.2).stats()
    assert len(server.heard) == 1


@pytest.mark.parametrize(
    "answer",
    [
        Said(200, "<h1>Log in</h1>", HTML),
        Said(200, ""),
        Said(302, "", {"Location": "http://127.0.0.1:9/"}),
        Said(200, b"\x1f\x8b no gzip", {"Content-Encoding": "gzip"}),
    ],
)
def test_a_page_in_place_of_an_answer_is_a_typed_error(connect: Connect, answer: Said) -> None:
    """A redirect is not followed: it would take the key along."""
    with standing_in(answer) as server, pytest.raises(errors.ServerUnavailableError):
        connect(server.url, key=secret(), retries=0).stats()
    assert len(server.heard) == 1


def test_a_stream_that_breaks_off_is_a_typed_error(connect: Connect) -> None:
    """After the pieces that came; a refusal before it is the refusal itself."""
    told = b'event: piece\ndata: {"text": "\xe5\x8d\x8a"}\n\n'
    stream = {"Content-Type": "text/event-stream", "Content-Length": "9999"}
    with standing_in(GONE, Said(200, told, stream), Said(200, told)) as server:
        client = connect(server.url)
        for _ in range(2):
            pieces = iter(client.ask_stream("谁？"))
            assert next(pieces) == "半"
            with pytest.raises(errors.ServerUnavailableError):
                next(pieces)
    assert json.loads(server.heard[0].body) == {
        "question": "谁？", "top_k": 3, "budget": 800, "anyway": False, "stream": True,
    }  # fmt: skip
    with standing_in(BUSY) as server, pytest.raises(errors.StoreBusyError):
        connect(server.url, retries=0).ask_stream("谁？")


def test_a_failure_in_the_middle_comes_after_the_pieces_before_it(connect: Connect) -> None:
    """Even when all of it arrives at once."""
    told = 'event: piece\ndata: {"text": "半"}\n\nevent: problem\ndata: {"error": "ModelTimeoutError"}\n\n'
    with standing_in(Said(200, told)) as server:
        pieces = iter(connect(server.url).ask_stream("谁？"))
        assert next(pieces) == "半"
        with pytest.raises(errors.ModelTimeoutError):
            next(pieces)


def test_a_list_is_followed_to_its_end(connect: Connect) -> None:
    """By the cursors that its pages come with."""
    pages = [Said(body=f'{{"items": [], "next": {one}}}') for one in ('"a"', '"b"', "null")]
    with standing_in(*pages) as server:
        assert connect(server.url).pending() == ()
    asked = [one.line.split()[1] for one in server.heard]
    assert asked == [f"/v1/pending?{more}limit=100" for more in ("", "cursor=a&", "cursor=b&")]


def test_an_export_that_breaks_off_leaves_no_file(connect: Connect, tmp_path: Path) -> None:
    """Neither cut by the network nor without its signed end."""
    half = b'{"kind":"header"}\n'
    for answer in (Said(body=half, hang_up_after=5), Said(body=half), BUSY):
        with standing_in(answer) as server, pytest.raises(errors.StelaeError):
            connect(server.url, retries=0).export(tmp_path / "lin.jsonl")
    assert list(tmp_path.glob("*")) == []


def test_the_key_is_in_no_text_of_a_client(
    connect: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    """Not in its repr, not in what it logs, not in an error; it goes in one header."""
    caplog.set_level(logging.DEBUG)
    key = secret()
    with standing_in(GONE, STATS, Said(401, "no", HTML)) as server:
        client = connect(server.url, key=key, scope="user:lin")
        client.stats()
        with pytest.raises(errors.UnauthenticatedError) as refused:
            client.stats()
    assert {one.headers["authorization"] for one in server.heard} == {f"Bearer {key}"}
    shown = [repr(client), str(client), repr(refused.value), str(refused.value), caplog.text]
    assert "user:lin" in shown[0]
    assert not any(key in one for one in shown)
    assert not any(key in one.line for one in server.heard)


@pytest.mark.parametrize(
    "key", ["", "two words", "line\nbreak", "钥匙", "tab\t", "\u00e9"]
)  # fmt: skip
def test_what_cannot_be_a_key_is_refused_and_not_shown(key: str) -> None:
    """A header library would put it into its error."""
    with pytest.raises(errors.ConfigurationError) as refused:
        Client(key=key)
    assert not key or key not in str(refused.value)


@pytest.mark.parametrize(
    "url",
    ["", "127.0.0.1:7437", "ftp://host", "http://", "http://lin:pass@host", "http://h?key=x", "http://h:x"],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    """A password in it would stand in logs."""
    with pytest.raises(errors.ConfigurationError) as refused:
        Client(url)
    assert "pass@" not in str(refused.value)
    with pytest.raises(errors.ConfigurationError):
        Client(timeout_s=0)


def test_what_stays_on_this_machine_goes_through_no_proxy() -> None:
    """Whatever the environment says; what leaves it may."""
    for host in ("127.0.0.1", "localhost", "[::1]", "127.8.8.8"):
        assert not options(f"http://{host}:7437", None, 1.0)["trust_env"]
    assert options("https://memory.example", None, 1.0)["trust_env"]


def test_an_address_with_a_path_is_one_behind_a_proxy(connect: Connect) -> None:
    """The path stays before `/v1`."""
    with standing_in(STATS) as server:
        connect(f"{server.url}/memory/", scope="user:lin", reads=["global"]).stats()
    assert server.heard[0].line == ("GET /memory/v1/stats?scope=user%3Alin&reads=global HTTP/1.1")


def test_a_name_in_an_address_stays_one_part_of_it(connect: Connect) -> None:
    """Whatever is in it."""
    with standing_in(Said(body=SessionState().model_dump_json())) as server:
        client = connect(server.url)
        for name in ("..", "a/b", "a b", "?x=1", "#", "键", "%2e"):
            client.session_state(name)
    parts = [one.line.split()[1].removeprefix("/v1/sessions/") for one in server.heard]
    assert parts == ["%2E%2E", "a%2Fb", "a%20b", "%3Fx%3D1", "%23", "%E9%94%AE", "%252e"]


def test_another_transport_takes_the_place_of_the_socket(connect: Connect, kind: str) -> None:
    """For tests of one's own."""

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"memories": len(request.url.path)})

    client = connect("http://nowhere.test", transport=httpx.MockTransport(answer))
    assert client.stats() == {"memories": len("/v1/stats")}


def test_a_closed_client_says_so(connect: Connect) -> None:
    """A mistake in the program, and no error of a server."""
    client: Any = connect("http://127.0.0.1:9")
    client.close()
    client.close()
    call: Callable[[], object] = client.stats
    with pytest.raises(RuntimeError):
        call()
