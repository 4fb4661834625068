"""Shared fixtures: a clean environment, a clock that stands still, and a memory on a real file."""

import asyncio
import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from stelae.memory import Memory
from stelae.testing import FixedClock

# A machine with much else to do makes no law wrong: nothing here is measured by the clock.
settings.register_profile(
    "unhurried", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No STELAE_* variable of the machine reaches a test, and no test reaches the user's data folder."""
    for name in [
        n for n in os.environ if n.startswith("STELAE_") and not n.startswith("STELAE_TEST_")
    ]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("STELAE_DATA", str(tmp_path / "default-data"))
    monkeypatch.setenv("STELAE_ZONE", "Asia/Shanghai")


@pytest.fixture(autouse=True)
def logging_comes_back() -> Iterator[None]:
    """A server or a command of one test leaves no handler, whose stream is closed, to the next one."""
    kept = [
        (one, [*one.handlers], one.level, one.propagate)
        for one in map(logging.getLogger, ("", "stelae"))
    ]
    yield
    for logger, handlers, level, propagate in kept:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)
    logging.captureWarnings(False)


@pytest.fixture
def clock() -> FixedClock:
    """A clock that moves only when told to."""
    return FixedClock()


Opener = Callable[..., Memory]


@pytest.fixture
def open_memory(tmp_path: Path, clock: FixedClock) -> Iterator[Opener]:
    """Open memories on one folder, without vectors unless asked for; all are closed afterwards."""
    opened: list[Memory] = []

    def open_one(scope: str = "user:lin", **options: Any) -> Memory:
        settled: dict[str, Any] = {
            "embedder": "none",
            "extractor": "rules",
            "clock": clock,
            **options,
        }
        opened.append(Memory.open(tmp_path / "data", scope=scope, **settled))
        return opened[-1]

    yield open_one
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_memory: Opener) -> Memory:
    """A memory of user:lin, keywords only."""
    return open_memory()


@pytest.fixture
def own_loop() -> Iterator[None]:
    """An event loop that is closed afterwards: `run_sync` of some frameworks makes one for the thread and leaves it."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield
    asyncio.set_event_loop(None)
    loop.close()
