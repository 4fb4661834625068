"""E1: a window is no memory. Receive, structure, index, recall and feed back close the loop, at two doors.

The library in this process, and `stelae.Client` before `stelae serve` in a process of its own: one test for both.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from stelae import Client, Memory
from stelae.assembly import SystemClock
from stelae.server.keys import Keyring

Open = Callable[[], AbstractContextManager[Any]]


@contextmanager
def served(data: Path, key: str) -> Generator[Client]:
    """Run a server until the client has done with it; it ends when it is told to, with 0."""
    command = [sys.executable, "-m", "stelae.cli.main", "serve", "--data", str(data), "--port", "0"]
    with subprocess.Popen(
        [*command, "--json"],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ},
    ) as process:
        try:
            assert process.stdout is not None
            told = json.loads(process.stdout.readline())
            with Client(told["address"], key=key) as client:
                yield client
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=30) == 0


@pytest.fixture(params=["library", "http"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Open the memory of user:lin; twice in a test is twice the same data folder."""
    data = tmp_path / "data"
    if request.param == "library":
        return lambda: Memory.open(data, scope="user:lin")
    keyring = Keyring(data, SystemClock())
    data.mkdir()
    _, key = keyring.create(name="lin", role="reviewer", tenant="default", scopes=("user:lin",))
    return lambda: served(data, key)


class Told(NamedTuple):
    """Something a person says, what they say later, and the question that it answers."""

    said: str
    later: str
    question: str
    old: str
    new: str


TOLD: Final = (
    Told("我住在绍兴", "我现在住在杭州", "我住在哪里？", "绍兴", "杭州"),
    Told("My cat is called Miso", "My cat is called Taro now", "what is my cat called?", "Miso", "Taro"),
)  # fmt: skip


def test_five_actions_close_the_loop(opened: Open) -> None:
    """What was received is structured, found again after a restart, shown to a model, and corrected by what is said next."""
    with opened() as memory:
        ids = [receive_and_structure(memory, f"m{n}", told) for n, told in enumerate(TOLD)]
    with opened() as memory:
        assert memory.stats()["memories"] == len(TOLD)
        for id_, told in zip(ids, TOLD, strict=True):
            index_and_recall(memory, id_, told)
            feed_back(memory, id_, told)
        assert memory.recall("谁赢了昨天的比赛？", include="memories").hits == ()


def receive_and_structure(memory: Any, message_id: str, told: Told) -> str:
    """The message is logged under its own id; what it says has a category, a time, an owner, and rests on its words."""
    received = memory.observe({"role": "user", "content": told.said, "id": message_id})
    assert [one.external_id for one in received.observations] == [message_id]
    (outcome,) = received.outcomes
    assert outcome.outcome == "accepted"
    record = memory.get(outcome.id)
    assert (record.category, record.status, record.scope) == ("fact", "active", "user:lin")
    assert told.old in record.text
    assert record.evidence[0].quote in told.said
    assert memory.why(outcome.id).observations[0].text == told.said
    return outcome.id


def index_and_recall(memory: Any, id_: str, told: Told) -> None:
    """A question in other words finds it first, and the trace says how; it is in the list of its category."""
    found = memory.recall(told.question)
    assert found.hits[0].id == id_
    assert any(one.id == id_ and one.legs for one in memory.why_recalled(found.trace_id).hits)
    assert id_ in {one.id for one in memory.list(category="fact")}


def feed_back(memory: Any, id_: str, told: Told) -> None:
    """A model is shown it with its id; what the person then says takes its place, and the next block says so."""
    block = memory.context(told.question)
    assert told.old in block.text
    assert id_ in block.ids
    assert id_ in {one.id for one in memory.ask(told.question).citations}
    assert memory.observe({"role": "user", "content": told.later}).outcomes
    assert told.new in memory.context(told.question).text
    assert told.new in memory.recall(told.question).hits[0].text
