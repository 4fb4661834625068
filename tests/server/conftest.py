"""A memory behind HTTP, with keys of every role and of two tenants."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from stelae.config import ServerSettings, Settings
from stelae.memory import Memory
from stelae.schemas.access import Role
from stelae.server.app import create_app
from stelae.server.keys import Keyring
from stelae.testing import FixedClock


@dataclass
class Served:
    """One server over one data folder."""

    memory: Memory
    keyring: Keyring
    client: TestClient
    """Without a key."""

    def secret(
        self,
        role: Role = "reviewer",
        *scopes: str,
        tenant: str = "default",
        reads: tuple[str, ...] = (),
    ) -> str:
        """Make a key and return its secret."""
        _, secret = self.keyring.create(
            name=f"{role}-key",
            role=role,
            tenant=tenant,
            scopes=scopes or ("user:lin",),
            reads=reads,
        )
        return secret

    def as_(self, secret: str) -> "Caller":
        """Return a caller with that key."""
        return Caller(self.client, secret)


@dataclass
class Caller:
    """Asks with one key; every answer comes back with its status and JSON."""

    client: TestClient
    secret: str

    def ask(
        self, method: str, path: str, body: Any = None, *, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """Return status and JSON of one request."""
        answer = self.client.request(
            method,
            path,
            json=body,
            headers={"Authorization": f"Bearer {self.secret}", **(headers or {})},
        )
        return answer.status_code, answer.json() if answer.content else None

    def post(self, path: str, **body: Any) -> tuple[int, Any]:
        """Post a JSON body."""
        return self.ask("POST", path, body)

    def get(self, path: str) -> tuple[int, Any]:
        """Read."""
        return self.ask("GET", path)


Server = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path, clock: FixedClock) -> Iterator[Server]:
    """Serve the test's data folder; everything is closed afterwards."""
    opened: list[Served] = []

    def one(server: ServerSettings | None = None, **options: Any) -> Served:
        settings = Settings(
            data=tmp_path / "data",
            scope="user:lin",
            zone="Asia/Shanghai",
            server=server or ServerSettings(),
        )
        settled: dict[str, Any] = {"embedder": "none", "extractor": "rules", **options}
        memory = Memory.open(settings=settings, clock=clock, **settled)
        keyring = Keyring(tmp_path / "data", clock)
        app = create_app(memory, keyring=keyring)
        client = TestClient(app, raise_server_exceptions=False, base_url="http://localhost")
        client.__enter__()
        opened.append(Served(memory, keyring, client))
        return opened[-1]

    yield one
    for served in opened:
        served.client.__exit__(None, None, None)
        served.memory.close()


@pytest.fixture
def served(serve: Server) -> Served:
    """A server without vectors, rules only."""
    return serve()


@pytest.fixture
def lin(served: Served) -> Caller:
    """A reviewer of user:lin."""
    return served.as_(served.secret("reviewer"))


@pytest.fixture
def agent(served: Served) -> Caller:
    """An agent that works for user:lin."""
    return served.as_(served.secret("agent"))


@pytest.fixture
def ring(tmp_path: Path, clock: FixedClock) -> Keyring:
    """The keys of a folder without a memory, none at first."""
    return Keyring(tmp_path, clock)
