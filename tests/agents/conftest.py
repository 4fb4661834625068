"""What tests of frameworks share."""

import asyncio
from collections.abc import Iterator

import pytest


@pytest.fixture
def own_loop() -> Iterator[None]:
    """An event loop that is closed afterwards: `run_sync` of some frameworks makes one for the thread and leaves it."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield
    asyncio.set_event_loop(None)
    loop.close()
