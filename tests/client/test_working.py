"""A caller learns what became of the work that it left, and whether the server is well."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stelae import errors
from stelae.config import ServerSettings, Settings
from stelae.memory import Memory
from stelae.server.app import create_app
from stelae.server.keys import Keyring
from stelae.testing import FixedClock, HashEmbedder, ScriptedModel
from tests.client.conftest import Connect, Served
from tests.client.served import listening

AWAY = errors.ModelUnavailableError("away")


@pytest.fixture
def apart(tmp_path: Path, clock: FixedClock) -> Iterator[Served]:
    """A server with a model that is away at first, and on whose jobs nobody works unless told to."""
    settings = Settings(data=tmp_path / "data", scope="user:lin", server=ServerSettings(mcp=False))
    with Memory.open(
        settings=settings,
        embedder=HashEmbedder(),
        extractor="llm",
        model=ScriptedModel([AWAY, AWAY, AWAY, '{"memories": []}']),
        clock=clock,
        worker=False,
    ) as memory:
        keyring = Keyring(tmp_path / "data", clock)
        with listening(create_app(memory, keyring=keyring)) as url:
            yield Served(url, memory, keyring)


def test_a_job_is_followed_from_the_message_to_its_end(
    connect: Connect, apart: Served, clock: FixedClock
) -> None:
    """Waiting, failed with its reason, put in again, done; the list is the library's."""
    client = connect(apart.url, key=apart.key())
    reading, vectors = client.observe("我养了一只叫阿福的乌龟").jobs
    assert client.job(reading) == apart.memory.job(reading)
    assert client.jobs() == apart.memory.jobs()
    assert client.jobs(limit=1, after=vectors) == apart.memory.jobs(limit=1, after=vectors)
    assert client.wait_for(reading, timeout_s=0).state == "waiting"
    for _ in range(3):
        apart.memory.flush(timeout_s=0)
        clock.advance(hours=1)
    failed = client.wait_for(reading)
    assert (failed.state, failed.reason) == ("failed", "ModelUnavailableError")
    assert [one.id for one in client.jobs(state="failed")] == [reading]
    assert client.retry_job(reading).state == "waiting"
    worker = threading.Timer(0.3, apart.memory.flush, kwargs={"timeout_s": 0})
    worker.start()
    assert client.wait_for(reading, timeout_s=20).state == "done"
    worker.join()


def test_waiting_ends_with_its_time(connect: Connect, apart: Served) -> None:
    """The job comes back as it stands."""
    client = connect(apart.url, key=apart.key())
    reading = client.observe("I keep a tortoise called Alfie").jobs[0]
    assert client.wait_for(reading, timeout_s=0.4).state == "waiting"


def test_a_foreign_job_is_not_found(lin: Any) -> None:
    """Nor one that cannot be."""
    for id_ in ("018f0000-0000-7000-8000-000000000001", "../stats", ""):
        for call in (lin.job, lin.retry_job, lin.wait_for):
            with pytest.raises(errors.JobNotFoundError) as missing:
                call(id_)
            assert missing.value.id == id_


def test_a_server_says_that_it_is_well_to_anybody(connect: Connect, served: Served) -> None:
    """Without a key."""
    nobody = connect(served.url)
    assert nobody.health().status == "alive"
    assert nobody.ready().embedders == served.memory.embedders
