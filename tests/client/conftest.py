"""Both clients before one real server; every test asks through each of them."""

import asyncio
import itertools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Literal

import pytest

from stelae.client import AsyncClient, Client
from stelae.config import ServerSettings, Settings
from stelae.memory import Memory
from stelae.schemas.access import Role
from stelae.server.app import create_app
from stelae.server.keys import Keyring
from stelae.testing import FixedClock
from tests.client.served import listening

Kind = Literal["sync", "async"]


@dataclass
class Bridge:
    """An `AsyncClient` whose calls are waited for, so that a test is written once for both."""

    client: AsyncClient
    runner: asyncio.Runner

    def __getattr__(self, name: str) -> Any:
        """Return a call that waits; what is no coroutine comes as it is."""
        found = getattr(self.client, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            done = found(*args, **kwargs)
            if isinstance(done, AsyncClient):
                return Bridge(done, self.runner)
            done = self.runner.run(done)
            return Pieces(done, self.runner) if hasattr(done, "__anext__") else done

        return call if callable(found) else found

    def __repr__(self) -> str:
        """As the client's own."""
        return repr(self.client)


@dataclass
class Pieces:
    """A stream whose pieces are waited for."""

    stream: Any
    runner: asyncio.Runner

    def __iter__(self) -> Iterator[str]:
        """Take one piece after the other."""

        async def one() -> str | None:
            return await anext(self.stream, None)

        while (piece := self.runner.run(one())) is not None:
            yield piece

    def close(self) -> None:
        """End it."""
        self.runner.run(self.stream.aclose())

    @property
    def answer(self) -> Any:
        """The whole."""
        return self.stream.answer


Connect = Callable[..., Any]


@pytest.fixture(params=["sync", "async"])
def kind(request: pytest.FixtureRequest) -> Kind:
    """Which client."""
    return request.param


@pytest.fixture
def connect(kind: Kind) -> Iterator[Connect]:
    """Make clients of that kind, closed afterwards."""
    with ExitStack() as stack:
        runner = stack.enter_context(asyncio.Runner()) if kind == "async" else None

        def one(url: str, **options: Any) -> Any:
            if runner is None:
                return stack.enter_context(Client(url, **options))
            bridge = Bridge(AsyncClient(url, **options), runner)
            stack.callback(bridge.close)
            return bridge

        yield one


@dataclass
class Served:
    """A server, what it serves to one tenant, and that tenant's keys."""

    url: str
    memory: Memory
    """Of user:lin."""
    keyring: Keyring

    def key(self, role: Role = "reviewer", *scopes: str) -> str:
        """Make a key and return its secret."""
        tenant = self.memory.namespace.tenant
        _, secret = self.keyring.create(
            name=f"{role}-key", role=role, tenant=tenant, scopes=scopes or ("user:lin",)
        )
        return secret


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server on a real socket over a real file, keywords and rules only."""
    data, clock = tmp_path_factory.mktemp("served"), FixedClock()
    settings = Settings(
        data=data, scope="user:lin", zone="Asia/Shanghai", server=ServerSettings(mcp=False)
    )
    with Memory.open(settings=settings, embedder="none", extractor="rules", clock=clock) as memory:
        keyring = Keyring(data, clock)
        with listening(create_app(memory, keyring=keyring)) as url:
            yield Served(url, memory, keyring)


_numbers = itertools.count()


@pytest.fixture
def served(server: Served) -> Served:
    """That server, for a tenant of the test's own."""
    memory = server.memory.at(tenant=f"t{next(_numbers)}", scope="user:lin")
    return Served(server.url, memory, server.keyring)


@pytest.fixture
def lin(connect: Connect, served: Served) -> Any:
    """A client with a reviewer's key of user:lin."""
    return connect(served.url, key=served.key())
