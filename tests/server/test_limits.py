"""A server takes on what it can, and tells the rest when to come back."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from stelae.server.admission import Admission
from stelae.server.buckets import Buckets
from stelae.server.keys import Keyring
from stelae.server.limits import Bodies, Rates, Room
from stelae.server.problem_details import App, Message, Receive, Scope, Send
from tests.server.asgi import Answered, ask, echo, made, scope_of, statuses
from tests.server.test_buckets import Seconds

# --- rates -------------------------------------------------------------------------------------------------------------


def test_a_key_may_ask_so_often_whatever_others_do(ring: Keyring) -> None:
    """Ten seconds can be saved up; an address that shows no key has a rate of its own."""
    _, shown = made(ring)
    timer = Seconds()
    app = Admission(Rates(echo, 1.0, Buckets(1.0, 10.0, timer=timer)), ring)
    mine, nobodys = scope_of(authorization=shown), scope_of()
    assert statuses(app, *[mine] * 11) == [*[200] * 10, 429]
    assert statuses(app, *[nobodys] * 11) == [*[200] * 10, 429]
    assert statuses(app, scope_of(peer="10.1.1.1")) == [200]
    timer.now += 2
    assert statuses(app, *[mine] * 3) == [200, 200, 429]


# --- bodies ------------------------------------------------------------------------------------------------------------


def test_a_body_has_its_limit_whether_or_not_it_tells_its_size() -> None:
    """Exactly the limit passes, one byte more does not; a size that lies is not believed."""
    app = Bodies(echo, 10)
    chunked = {"transfer_encoding": "chunked"}
    assert statuses(app, scope_of("POST", content_length="10"), parts=(b"12345", b"67890")) == [200]
    assert statuses(app, scope_of("POST", **chunked), parts=(b"12345", b"67890")) == [200]
    for scope, parts in (
        (scope_of("POST", content_length="11"), (b"",)),
        (scope_of("POST", content_length="x"), (b"",)),
        (scope_of("POST", **chunked), (b"12345", b"67890", b"1")),
        (scope_of("POST", content_length="2"), (b"12345678901",)),
    ):
        answer = asyncio.run(ask(app, scope, parts))
        assert (answer.status, answer.headers["connection"]) == (413, "close")
        assert answer.json["error"] == "TooLargeError"


def test_no_more_of_a_body_is_read_than_it_may_have() -> None:
    """The rest stays where it is."""
    read: list[int] = []

    async def receive() -> Message:
        read.append(1)
        return {"type": "http.request", "body": b"12345", "more_body": True}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope = scope_of("POST", transfer_encoding="chunked")
    asyncio.run(Bodies(echo, 10)(scope, receive, send))
    assert (len(read), sent[0]["status"]) == (3, 413)


def test_a_body_comes_through_whole_and_what_follows_it_too() -> None:
    """The app may wait for the client to go."""
    heard: list[Any] = []

    async def listening(_scope: Scope, receive: Receive, send: Send) -> None:
        heard.extend([await receive(), await receive()])
        await echo({"state": {}}, lambda: _message(b""), send)

    asyncio.run(
        ask(Bodies(listening, 100), scope_of("POST", content_length="6"), ("你".encode(), b"abc"))
    )
    assert heard == [
        {"type": "http.request", "body": "你abc".encode(), "more_body": False},
        {"type": "http.disconnect"},
    ]


async def _message(body: bytes) -> Message:
    return {"type": "http.request", "body": body, "more_body": False}


def test_whoever_sends_too_slowly_or_goes_is_not_waited_for() -> None:
    """A body has its time; the app never hears of it."""

    async def never() -> Message:
        await asyncio.sleep(60)
        return {}

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    async def unheard(_scope: Scope, _receive: Receive, _send: Send) -> None:
        pytest.fail("nothing came")

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    app = Bodies(unheard, 10, patience_s=0.01)
    asyncio.run(app(scope_of("POST", content_length="3"), never, send))
    assert sent[0]["status"] == 408
    sent.clear()
    asyncio.run(app(scope_of("POST", content_length="3"), gone, send))
    assert sent == []


# --- room --------------------------------------------------------------------------------------------------------------


class Work:
    """An app whose requests go on until they are told to end."""

    def __init__(self, content_type: str = "application/json") -> None:
        """Take what its answers are."""
        self.at_work, self.most = 0, 0
        self.go_on = asyncio.Event()
        self._content_type = content_type.encode()

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Begin to answer, and go on."""
        self.at_work += 1
        self.most = max(self.most, self.at_work)
        headers = [(b"content-type", self._content_type)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await self.go_on.wait()
        await send({"type": "http.response.body", "body": b"{}"})
        self.at_work -= 1


async def settle() -> None:
    """Let everything that can go on do so."""
    for _ in range(20):
        await asyncio.sleep(0)


@asynccontextmanager
async def asking(
    app: App, work: Work, count: int, scope: Callable[[], Scope] = scope_of
) -> AsyncGenerator[list[asyncio.Task[Answered]]]:
    """Ask so often at once; at the end all go on."""
    tasks = [asyncio.create_task(ask(app, scope())) for _ in range(count)]
    await settle()
    yield tasks
    work.go_on.set()
    await asyncio.gather(*tasks)


def test_so_many_work_as_many_wait_and_the_rest_comes_back() -> None:
    """And those that waited get their turn."""

    async def story() -> None:
        work = Work()
        async with asking(Room(work, 2), work, 6) as tasks:
            assert work.at_work == 2
            refused = [task.result() for task in tasks if task.done()]
            assert [one.status for one in refused] == [429, 429]
            assert all(one.headers["retry-after"] == "1" for one in refused)
            assert refused[0].json["error"] == "OverloadedError"
        assert sorted(task.result().status for task in tasks) == [200, 200, 200, 200, 429, 429]
        assert work.most == 2

    asyncio.run(story())


def test_a_request_that_fails_or_is_given_up_leaves_its_place() -> None:
    """Also while it waits for one."""

    async def story() -> None:
        work = Work()
        room = Room(work, 1)
        async with asking(room, work, 2) as tasks:
            tasks[1].cancel()
            await settle()
            tasks[0].cancel()
            await settle()
            work.at_work = 0
            work.go_on.set()
            assert [(await ask(room)).status for _ in range(3)] == [200] * 3
            tasks.clear()

        async def failing(_scope: Scope, _receive: Receive, _send: Send) -> None:
            raise LookupError("失败")

        room = Room(failing, 1)
        for _ in range(3):
            with pytest.raises(LookupError, match="失败"):
                await ask(room)

    asyncio.run(story())


@pytest.mark.parametrize(("method", "listeners"), [("GET", 5), ("POST", 1)])
def test_a_stream_that_is_listened_to_takes_no_place(method: str, listeners: int) -> None:
    """It is silent most of the time; an answer that is streamed is work."""

    async def story() -> None:
        work = Work("text/event-stream; charset=utf-8")
        async with asking(Room(work, 1), work, 5, lambda: scope_of(method)):
            assert work.at_work == listeners

    asyncio.run(story())
