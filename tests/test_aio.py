"""The asynchronous surface: the same methods, the same arguments, no logic of its own."""

import asyncio
import contextlib
import inspect
from pathlib import Path

from stelae.aio import AsyncMemory
from stelae.memory import Memory
from stelae.testing import FixedClock

SYNC_ONLY = {"open", "close", "embedders", "at"}


def public(kind: type) -> dict[str, object]:
    """Return the public names of a class and of what it is put together from."""
    return {n: getattr(kind, n) for n in dir(kind) if not n.startswith("_")}


def test_both_surfaces_have_the_same_methods_and_signatures() -> None:
    """Parity: a method of one is a method of the other, argument for argument."""
    sync, asynchronous = public(Memory), public(AsyncMemory)
    assert set(sync) - SYNC_ONLY <= set(asynchronous)
    for name in set(sync) - SYNC_ONLY:
        mine, theirs = sync[name], asynchronous[name]
        if inspect.isfunction(mine):
            assert inspect.iscoroutinefunction(theirs), name
            assert inspect.signature(mine) == inspect.signature(theirs), name
            assert inspect.getdoc(mine) == inspect.getdoc(theirs), name


def test_the_main_job_runs_asynchronously(tmp_path: Path) -> None:
    """Observe, recall and context from a running loop, many at once."""

    async def job() -> list[str]:
        async with await AsyncMemory.open(
            tmp_path, scope="user:lin", embedder="none", extractor="rules", clock=FixedClock()
        ) as memory:
            await asyncio.gather(
                memory.observe("我对花生过敏"), memory.remember("The staging cluster is in Osaka")
            )
            found = await asyncio.gather(
                memory.recall("我对什么过敏？"), memory.recall("where is the staging cluster?")
            )
            block = await memory.context("where is the staging cluster?")
            return [*(r.hits[0].text for r in found), block.text]

    allergy, place, block = asyncio.run(job())
    assert allergy == "我对花生过敏"
    assert place == "The staging cluster is in Osaka"
    assert place in block


def test_a_cancelled_await_lets_the_write_finish(tmp_path: Path) -> None:
    """Nothing half-done: the memory is there, and asking again is a duplicate."""

    async def job() -> tuple[str, int]:
        async with await AsyncMemory.open(
            tmp_path, scope="user:lin", embedder="none", extractor="rules", clock=FixedClock()
        ) as memory:
            task = asyncio.create_task(memory.remember("我对花生过敏", id="m1"))
            await asyncio.sleep(0)
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
            again = await memory.remember("我对花生过敏", id="m1")
            return again.outcome, len(await memory.list())

    outcome, count = asyncio.run(job())
    assert count == 1
    assert outcome in {"duplicate", "accepted"}
