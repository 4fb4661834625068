"""An answer of a model comes piece by piece through a socket, and is the library's answer at its end."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from stelae import AsyncClient, errors
from stelae.config import ServerSettings, Settings
from stelae.memory import Memory
from stelae.schemas.answer import Usage
from stelae.server.app import create_app
from stelae.server.keys import Keyring
from stelae.testing import FixedClock, ScriptedModel
from tests.client.conftest import Connect, Served
from tests.client.served import listening

REPLY = "你对花生过敏 [1]，\u2028所以别吃沙茶酱。 You are allergic to peanuts [1]."


@pytest.fixture
def answering(tmp_path: Path, clock: FixedClock) -> Iterator[Served]:
    """A server whose model answers one thing, a few characters at a time."""
    settings = Settings(data=tmp_path / "data", scope="user:lin", server=ServerSettings(mcp=False))
    with Memory.open(
        settings=settings,
        embedder="none",
        extractor="rules",
        model=ScriptedModel([REPLY]),
        clock=clock,
    ) as memory:
        memory.remember("我对花生过敏")
        keyring = Keyring(tmp_path / "data", clock)
        with listening(create_app(memory, keyring=keyring)) as url:
            yield Served(url, memory, keyring)


def test_the_pieces_and_the_whole_are_those_of_the_library(
    connect: Connect, answering: Served
) -> None:
    """But for the time it took and the recall's id."""
    client = connect(answering.url, key=answering.key("agent"))
    stream, theirs = (
        client.ask_stream("我对什么过敏？"),
        answering.memory.ask_stream("我对什么过敏？"),
    )
    assert (told := list(stream)) == list(theirs)
    assert len(told) > 3
    same = {"trace_id": "", "usage": Usage()}
    whole = stream.answer.model_copy(update=same)
    assert whole == theirs.answer.model_copy(update=same)
    assert whole.status == "answered"
    assert whole.citations[0].text == "我对花生过敏"
    assert client.ask("我对什么过敏？").text == whole.text


def test_who_has_heard_enough_closes_it(connect: Connect, answering: Served) -> None:
    """What came is kept, marked as cut; the client goes on being of use."""
    client = connect(answering.url, key=answering.key("agent"))
    stream = client.ask_stream("我对什么过敏？")
    first = next(iter(stream))
    with pytest.raises(errors.InvalidInputError):
        _ = stream.answer
    stream.close()
    stream.close()
    assert REPLY.startswith(first)
    assert stream.answer.text.startswith(first)
    assert stream.answer.truncated
    assert client.stats()["memories"] == 1


def test_a_program_awaits_it_in_one_loop(answering: Served) -> None:
    """With `async with` and `async for`, several calls at once."""

    async def program() -> tuple[list[str], AsyncClient]:
        async with AsyncClient(answering.url, key=answering.key("agent")) as client:
            found, stream = await asyncio.gather(
                client.recall("花生"), client.ask_stream("我对什么过敏？")
            )
            assert found.hits[0].text == "我对花生过敏"
            return [piece async for piece in stream], client

    pieces, client = asyncio.run(program())
    assert "".join(pieces).startswith("你对花生过敏")
    assert repr(client) == f"AsyncClient({answering.url!r}, scope=None)"
