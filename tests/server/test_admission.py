"""Whose key it is is found out before anything else is read, and guessers are given no lever."""

import asyncio
from pathlib import Path

import pytest

from stelae.server.admission import FAILURES, Admission
from stelae.server.buckets import Buckets
from stelae.server.key_file import KEYS
from stelae.server.keys import Keyring
from stelae.server.problem_details import Message
from tests.server.asgi import ask, echo, made, scope_of, statuses
from tests.server.test_buckets import Seconds


def test_without_keys_everything_passes_on_to_the_doors(ring: Keyring) -> None:
    """Who comes is theirs to say."""
    app = Admission(echo, ring)
    assert (
        statuses(app, scope_of(), scope_of("POST"), scope_of(authorization="Bearer x")) == [200] * 3
    )


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "DELETE"])
def test_with_keys_nothing_of_a_body_is_read_before_the_key_is_known_to_hold(
    ring: Keyring, method: str
) -> None:
    """Whatever the method, and however the body is announced: without a key, and with a wrong one."""
    key_id, shown = made(ring)

    async def unread() -> Message:
        pytest.fail("the body was read")

    for announced in ({"content_length": "3900000"}, {"transfer_encoding": "chunked"}):
        for secret in ({}, {"authorization": f"{shown[:-1]}_"}):
            sent: list[Message] = []

            async def send(message: Message, sent: list[Message] = sent) -> None:
                sent.append(message)

            scope = scope_of(method, **announced, **secret)
            asyncio.run(Admission(echo, ring)(scope, unread, send))
            headers = dict(sent[0]["headers"])
            assert sent[0]["status"] == 401
            assert headers[b"www-authenticate"] == b'Bearer realm="stelae"'
            assert headers[b"connection"] == b"close"
    app = Admission(echo, ring)
    for _ in range(2):
        answer = asyncio.run(ask(app, scope_of(method, authorization=shown, content_length="3")))
        assert answer.json["key"] == key_id


def test_without_a_key_and_without_a_body_the_door_says_what_is_open(ring: Keyring) -> None:
    """A body of no length is none."""
    made(ring)
    app = Admission(echo, ring)
    assert statuses(app, scope_of(), scope_of("POST"), scope_of(content_length="0")) == [200] * 3


def test_whoever_guesses_keys_is_told_to_come_back(ring: Keyring) -> None:
    """After ten in a minute, before another hash; who is known passes, from the same address, too."""
    _, shown = made(ring)
    timer = Seconds()
    app = Admission(echo, ring, Buckets(10 / 60, 10, timer=timer))
    good = scope_of(authorization=shown)
    wrong = scope_of(authorization="Bearer guess")
    assert statuses(app, good, *[wrong] * 10) == [200, *[401] * 10]
    answer = asyncio.run(ask(app, wrong))
    assert (answer.status, answer.headers["retry-after"]) == (429, "6")
    assert answer.json["retryable"] is True
    assert statuses(app, good, scope_of(authorization="Bearer guess", peer="10.1.1.1")) == [
        200,
        401,
    ]
    timer.now += 6
    assert statuses(app, wrong, wrong) == [401, 429]


def test_wrong_keys_that_come_at_once_are_no_more_than_may_come_in_a_row(ring: Keyring) -> None:
    """Each is counted before the next one is hashed; another address waits for none of them."""
    key_id, _ = made(ring)
    app = Admission(echo, ring, Buckets(FAILURES / 60, FAILURES, timer=Seconds()))
    wrong = [scope_of(authorization=f"Bearer stl_{key_id}_{n:043}") for n in range(40)]
    other = scope_of(authorization=f"Bearer stl_{key_id}_{'x' * 43}", peer="10.1.1.1")

    async def at_once() -> list[int]:
        return [one.status for one in await asyncio.gather(*(ask(app, s) for s in [*wrong, other]))]

    assert sorted(asyncio.run(at_once())) == [*[401] * (FAILURES + 1), *[429] * (40 - FAILURES)]


def test_good_keys_that_come_at_once_are_no_failures(ring: Keyring) -> None:
    """After a start none is known yet; behind one address there may be more of them than failures are allowed."""
    shown = [made(ring)[1] for _ in range(3)]
    app = Admission(echo, ring, Buckets(1 / 60, 1, timer=Seconds()))
    asked = [scope_of(authorization=one) for one in shown for _ in range(5)]

    async def at_once() -> list[int]:
        return [one.status for one in await asyncio.gather(*(ask(app, s) for s in asked))]

    assert asyncio.run(at_once()) == [200] * 15


def test_addresses_of_one_ipv6_household_are_one(ring: Keyring) -> None:
    """It has 2 to the power of 64 of them."""
    made(ring)
    app = Admission(echo, ring, Buckets(10 / 60, 10, timer=Seconds()))
    asked = [scope_of(authorization="Bearer x", peer=f"2001:db8::{n:x}") for n in range(11)]
    other = scope_of(authorization="Bearer x", peer="2001:db8:0:1::1")
    assert statuses(app, *asked, other) == [*[401] * 10, 429, 401]


def test_keys_that_cannot_be_read_let_nobody_in(
    ring: Keyring, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The operator reads why; whoever asks does not."""
    (tmp_path / KEYS).write_text("broken", encoding="utf-8")
    answer = asyncio.run(ask(Admission(echo, ring)))
    assert (answer.status, answer.json["error"]) == (500, "ConfigurationError")
    assert str(tmp_path) not in answer.body.decode()
    assert str(tmp_path) in caplog.text
