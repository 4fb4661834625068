"""MCP over streamable HTTP: keys, tenants, sessions, names, with the official client."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from starlette.applications import Starlette

from stelae.config import Settings
from stelae.memory import Memory
from stelae.schemas.access import Role
from stelae.server.access_log import AccessLog
from stelae.server.callers import Callers
from stelae.server.keys import Keyring
from stelae.server.mcp.http import McpDoor
from stelae.server.mcp.sessions import MOST_OF_A_KEY
from stelae.testing import FixedClock
from tests.server.asgi import scope_of
from tests.server.mcp.wire import ERAS, HELLO, Era, text

T = TypeVar("T")
ACCEPTS = {"Accept": "application/json, text/event-stream"}


@dataclass
class Served:
    """A door over one data folder, with its keys."""

    memory: Memory
    keyring: Keyring
    clock: FixedClock

    def key(
        self, role: Role = "agent", *scopes: str, tenant: str = "default", name: str = ""
    ) -> str:
        """Make a key and return its secret."""
        _, secret = self.keyring.create(
            name=name or f"{role}-{tenant}",
            role=role,
            tenant=tenant,
            scopes=scopes or ("user:lin",),
        )
        return secret

    @asynccontextmanager
    async def web(self, secret: str = "") -> AsyncGenerator[httpx2.AsyncClient]:
        """Serve, and give a plain client with that key."""
        callers = Callers(self.keyring, self.memory.settings)
        log = AccessLog(self.memory.settings.data, self.clock, days=90)
        door = McpDoor(self.memory, callers, access_log=log, clock=self.clock)
        transport = httpx2.ASGITransport(app=Starlette(routes=[door.route]))
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        async with (
            door.running(),
            httpx2.AsyncClient(
                transport=transport, base_url="http://localhost", headers=headers
            ) as client,
        ):
            yield client
        log.close()

    def talk(
        self,
        script: Callable[[Client], Awaitable[T]],
        secret: str = "",
        *,
        era: Era = "legacy",
        query: str = "",
    ) -> T:
        """Let the official client do something."""

        async def run() -> T:
            async with self.web(secret) as web:
                transport = streamable_http_client(f"http://localhost/mcp{query}", http_client=web)
                async with Client(transport, mode=era) as client:
                    return await script(client)

        return anyio.run(run)

    def ask(self, script: Callable[[httpx2.AsyncClient], Awaitable[T]], secret: str = "") -> T:
        """Ask by hand."""

        async def run() -> T:
            async with self.web(secret) as web:
                return await script(web)

        return anyio.run(run)


@pytest.fixture
def served(tmp_path: Path, clock: FixedClock) -> Iterator[Served]:
    """Keywords and rules only."""
    settings = Settings(data=tmp_path / "data", scope="user:lin", zone="Asia/Shanghai")
    with Memory.open(settings=settings, embedder="none", extractor="rules", clock=clock) as memory:
        yield Served(memory, Keyring(tmp_path / "data", clock), clock)


def message(method: str, **params: Any) -> dict[str, Any]:
    """A request as it goes over the wire."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


async def forget_all(client: Client, topic: str) -> Any:
    """Preview and forget."""
    preview = await client.call_tool("forget_preview", {"topic": topic})
    ids = [item["id"] for item in preview.structured_content["preview"]]
    return await client.call_tool("forget", {"ids": ids})


@pytest.mark.parametrize("era", ERAS)
def test_two_tenants_of_one_name_see_their_own(served: Served, era: Era) -> None:
    """The same scope in two tenants: each recalls what it has remembered, and nothing of the other."""
    keys = {tenant: served.key(tenant=tenant) for tenant in ("acme", "umbra")}
    said = {"acme": "我的车停在 B2-117", "umbra": "我的车停在 A1-009"}

    for tenant, secret in keys.items():

        async def remember(client: Client, said: str = said[tenant]) -> None:
            assert not (await client.call_tool("remember", {"text": said})).is_error

        served.talk(remember, secret, era=era)
    for tenant, secret in keys.items():

        async def recall(client: Client) -> str:
            found = await client.call_tool("recall", {"query": "我的车停哪了", "weak": True})
            pending = await client.read_resource("stelae://pending")
            return f"{found.structured_content} {pending.contents}"

        seen = served.talk(recall, secret, era=era)
        assert [word for word in ("B2-117", "A1-009") if word in seen] == [
            said[tenant][-6:].strip()
        ]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(("role", "left"), [("agent", 1), ("reviewer", 0)])
def test_the_role_of_the_key_decides_what_is_forgotten(
    served: Served, era: Era, role: Role, left: int
) -> None:
    """An agent's key forgets nothing, whatever its client offers; the command named holds no path of the server's."""
    served.memory.remember("我对花生过敏")

    async def script(client: Client) -> Any:
        return await forget_all(client, "花生")

    done = served.talk(script, served.key(role), era=era)
    assert done.is_error == bool(left)
    assert len(served.memory.list()) == left
    if left:
        assert "stelae forget" in text(done)
        assert str(served.memory.settings.data) not in text(done)


def test_a_reviewers_word_in_remember_is_still_a_models(served: Served) -> None:
    """Whoever holds the key: a tool is called by a model, and authority is never the caller's."""

    async def script(client: Client) -> Any:
        return (await client.call_tool("remember", {"text": "我对花生过敏"})).structured_content

    outcome = served.talk(script, served.key("admin"))
    assert outcome["outcome"] == "pending"
    (item,) = served.memory.pending()
    assert item.record.authority == "agent"


def test_a_session_belongs_to_the_key_that_opened_it(served: Served) -> None:
    """With another key, of the same tenant and role even, it is not there; with its own it is."""
    mine, theirs = served.key(name="one"), served.key(name="two")

    async def script(web: httpx2.AsyncClient) -> list[int]:
        opened = await web.post("/mcp", json=message("initialize", **HELLO), headers=ACCEPTS)
        session = {**ACCEPTS, "Mcp-Session-Id": opened.headers["mcp-session-id"]}
        statuses = [opened.status_code]
        for secret in (mine, theirs):
            headers = {**session, "Authorization": f"Bearer {secret}"}
            answer = await web.post("/mcp", json=message("ping"), headers=headers)
            statuses.append(answer.status_code)
        for method in ("GET", "DELETE"):
            headers = {**session, "Authorization": f"Bearer {theirs}"}
            statuses.append((await web.request(method, "/mcp", headers=headers)).status_code)
        return statuses

    assert served.ask(script, mine) == [200, 200, 404, 404, 404]


def test_what_one_session_was_shown_is_nothing_to_another(served: Served) -> None:
    """Ids of a preview are forgotten in the session that previewed them, and for ten minutes."""
    served.memory.remember("我对花生过敏")
    secret = served.key("reviewer")

    async def preview(client: Client) -> Any:
        shown = await client.call_tool("forget_preview", {"topic": "花生"})
        return [item["id"] for item in shown.structured_content["preview"]]

    ids = served.talk(preview, secret)

    async def forget(client: Client) -> Any:
        return await client.call_tool("forget", {"ids": ids})

    assert served.talk(forget, secret).is_error

    async def late(client: Client) -> Any:
        await client.call_tool("forget_preview", {"topic": "花生"})
        served.clock.advance(minutes=11)
        return await client.call_tool("forget", {"ids": ids})

    assert served.talk(late, secret).is_error
    assert len(served.memory.list()) == 1


@pytest.mark.parametrize("era", ERAS)
def test_a_session_is_only_what_this_server_made(served: Served, era: Era) -> None:
    """Another session of the key was shown nothing; without sessions the header a client writes tells nothing apart."""
    served.memory.remember("我对花生过敏")
    secret = served.key("reviewer")

    async def script() -> Any:
        async with served.web(secret) as web:

            async def call(tool: str, **given: Any) -> Any:
                transport = streamable_http_client("http://localhost/mcp", http_client=web)
                async with Client(transport, mode=era) as client:
                    if era != "legacy":
                        web.headers["Mcp-Session-Id"] = uuid4().hex
                    return await client.call_tool(tool, given)

            shown = await call("forget_preview", topic="花生")
            ids = [item["id"] for item in shown.structured_content["preview"]]
            return await call("forget", ids=ids)

    assert anyio.run(script).is_error == (era == "legacy")
    assert len(served.memory.list()) == (1 if era == "legacy" else 0)


@pytest.mark.parametrize(
    ("secret", "query", "status"),
    [
        ("wrong", "", 401),
        ("none", "", 401),
        ("one", "?scope=user:mo", 403),
        ("one", "?scope=nobody", 422),
        ("one", "?scop=user:lin", 422),
        ("one", "?scope=user:lin&scope=user:mo", 422),
        ("one", "?scope=", 422),
        ("many", "", 422),
        ("many", "?scope=user:*", 422),
        ("many", "?scope=user:mo", 200),
        ("one", "?reads=user:mo", 403),
        ("one", "", 200),
    ],
)
def test_a_request_works_within_its_key_or_not_at_all(
    served: Served, secret: str, query: str, status: int
) -> None:
    """Before the protocol sees it: who it is, then where, in the words of every other door."""
    secrets = {
        "one": served.key(),
        "many": served.key("agent", "user:*", name="many"),
        "wrong": "stl_abcdefgh_" + "x" * 43,
        "none": "",
    }

    async def script(web: httpx2.AsyncClient) -> httpx2.Response:
        return await web.post(f"/mcp{query}", json=message("initialize", **HELLO), headers=ACCEPTS)

    answer = served.ask(script, secrets[secret])
    assert answer.status_code == status
    if status >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
        assert "mo" not in answer.json()["detail"].split()
    if status == 401:
        assert answer.headers["www-authenticate"].startswith("Bearer")


def test_the_scope_of_the_address_is_where_it_works(served: Served) -> None:
    """A key for several people serves one of them at each address."""
    secret = served.key("agent", "user:*")

    async def script(client: Client) -> None:
        await client.call_tool("remember", {"text": "The staging cluster is in Osaka"})

    served.talk(script, secret, query="?scope=user:mo")
    assert served.memory.pending() == ()
    assert len(served.memory.at(scope="user:mo").pending()) == 1


def test_without_any_key_everybody_on_this_machine_is_an_agent(served: Served) -> None:
    """In the settings' own scope; the first key ends that."""

    async def script(client: Client) -> Any:
        await client.call_tool("remember", {"text": "我对花生过敏"})
        return await forget_all(client, "花生")

    assert served.talk(script).is_error
    assert len(served.memory.pending()) == 1


@pytest.mark.parametrize(
    "headers",
    [{"Host": "evil.example"}, {"Origin": "http://evil.example"}],
    ids=["host", "origin"],
)
def test_no_page_of_somebody_elses_gets_in(served: Served, headers: dict[str, str]) -> None:
    """A name that leads to this machine is not a name of this server (DNS rebinding)."""

    async def script(web: httpx2.AsyncClient) -> int:
        hello = message("initialize", **HELLO)
        answer = await web.post("/mcp", json=hello, headers={**ACCEPTS, **headers})
        return answer.status_code

    assert served.ask(script) == 403


def test_a_revoked_key_ends_its_session(served: Served) -> None:
    """The next request is asked for a key again."""
    key, secret = served.keyring.create(
        name="soon-gone", role="agent", tenant="default", scopes=("user:lin",)
    )

    async def script(web: httpx2.AsyncClient) -> int:
        opened = await web.post("/mcp", json=message("initialize", **HELLO), headers=ACCEPTS)
        session = {**ACCEPTS, "Mcp-Session-Id": opened.headers["mcp-session-id"]}
        served.keyring.revoke(key.id)
        return (await web.post("/mcp", json=message("ping"), headers=session)).status_code

    assert served.ask(script, secret) == 401


def test_who_was_shown_what_over_mcp_is_noted_without_a_word_of_it(served: Served) -> None:
    """O27: tools, resources and the prompt, under the key's name; what writes is no reading."""
    served.memory.observe(["我对花生过敏", "I live in Osaka"])

    async def read(client: Client) -> None:
        await client.call_tool("recall", {"query": "我对什么过敏？"})
        await client.call_tool("remember", {"text": "Lin likes oolong tea"})
        await client.read_resource("stelae://memories")
        await client.get_prompt("recall", {"query": "Where do I live?"})

    served.talk(read, served.key("agent", name="coder"))
    log = AccessLog(served.memory.settings.data, served.clock, days=90)
    found = list(log.readings("default"))
    assert [one.route for one in found] == [
        "/mcp recall",
        "/mcp stelae://memories",
        "/mcp prompt recall",
    ]
    known = {one.id for one in served.memory.list()}
    assert all(one.ids and set(one.ids) <= known for one in found)
    assert {(one.key_name, one.role, one.scope) for one in found} == {
        ("coder", "agent", "user:lin")
    }
    assert found[0].trace_id


@pytest.mark.parametrize("era", ERAS)
def test_a_draft_for_an_agent_needs_a_key_that_writes_its_scope(served: Served, era: Era) -> None:
    """Its preview shows what is stored there, and its yes would be kept there: both are within the key or refused."""
    secret_word = "堡垒机口令在白板背面"
    agents = served.memory.at(scope="agent:netops")
    agents.propose_draft("take_snapshot", f"先看快照，{secret_word}。", keywords=["快照"])
    served.clock.advance(minutes=1)
    agents.commit_draft()
    draft = {"intent": "take_snapshot", "body": "先运行 take_snapshot。", "keywords": ["快照"]}

    async def propose(client: Client) -> Any:
        return await client.call_tool("propose_memory_draft", {**draft, "agent": "netops"})

    refused = served.talk(propose, served.key(name="narrow"), era=era)
    assert refused.is_error
    assert secret_word not in text(refused)
    assert agents.drafts() == ()
    both = served.key("agent", "user:lin", "agent:netops", name="wide")
    assert not served.talk(propose, both, era=era, query="?scope=user:lin").is_error

    async def commit(client: Client) -> Any:
        return await client.call_tool("commit_to_memory", {"intent": "take_snapshot"})

    before = agents.list()
    reviewer = served.key("reviewer", "user:lin", name="reviewer-lin")
    assert served.talk(commit, reviewer, era=era).is_error
    assert agents.list() == before


def test_a_key_opens_so_many_sessions_and_shuts_nobody_else_out(served: Served) -> None:
    """Also all at once; one that has ended counts no more, and one that failed never did."""
    mine, theirs = served.key(name="one"), served.key(name="two")

    async def script(web: httpx2.AsyncClient) -> None:
        answers: list[httpx2.Response] = []

        async def open_one(secret: str = mine, hello: Any = None) -> None:
            body = hello or message("initialize", **HELLO)
            headers = {**ACCEPTS, "Authorization": f"Bearer {secret}"}
            answers.append(await web.post("/mcp", json=body, headers=headers))

        await open_one(hello=message("ping"))
        assert answers.pop().status_code == 400
        async with anyio.create_task_group() as together:
            for _ in range(MOST_OF_A_KEY + 5):
                together.start_soon(open_one)
        refused = [one for one in answers if one.status_code != 200]
        assert [one.status_code for one in refused] == [429] * 5
        assert refused[0].headers["retry-after"] == "60"
        assert refused[0].json()["error"] == "OverloadedError"
        assert refused[0].json()["retryable"]
        (opened, *_) = (one for one in answers if one.status_code == 200)
        session = {**ACCEPTS, "Mcp-Session-Id": opened.headers["mcp-session-id"]}
        assert (await web.delete("/mcp", headers=session)).status_code == 200
        answers.clear()
        for secret in (mine, mine, theirs):
            await open_one(secret)
        assert [one.status_code for one in answers] == [200, 429, 200]

    served.ask(script, mine)


def test_a_key_listens_to_so_many_streams(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """They take no place among the requests at work, so they are counted; one that was left counts no more."""
    monkeypatch.setattr("stelae.server.mcp.sessions.MOST_OF_A_KEY", 2)
    callers = Callers(served.keyring, served.memory.settings)
    log = AccessLog(served.memory.settings.data, served.clock, days=90)
    secrets = [served.key(name=name) for name in ("one", "two")]

    async def run() -> None:
        door = McpDoor(served.memory, callers, access_log=log, clock=served.clock)
        shown = [f"Bearer {secret}" for secret in secrets]
        async with door.running(), anyio.create_task_group() as listeners:
            sessions = [await opened(door, one) for one in (*shown[:1] * 2, shown[1])]
            streams = [Stream(door, shown[n // 2], one) for n, one in enumerate(sessions)]
            for one in streams:
                listeners.start_soon(one.listen)
            await anyio.wait_all_tasks_blocked()
            assert [one.status for one in streams] == [200] * 3
            further = Stream(door, shown[0], sessions[0])
            await further.listen()
            assert further.status == 429
            streams[1].leave.set()
            await anyio.wait_all_tasks_blocked()
            again = Stream(door, shown[0], sessions[1])
            listeners.start_soon(again.listen)
            await anyio.wait_all_tasks_blocked()
            assert again.status == 200
            listeners.cancel_scope.cancel()

    anyio.run(run)
    log.close()


async def opened(door: McpDoor, shown: str) -> str:
    """Open a session, and return its id."""
    async with httpx2.AsyncClient(
        transport=httpx2.ASGITransport(app=Starlette(routes=[door.route])),
        base_url="http://localhost",
        headers={**ACCEPTS, "Authorization": shown},
    ) as web:
        answer = await web.post("/mcp", json=message("initialize", **HELLO))
    return answer.headers["mcp-session-id"]


class Stream:
    """A client that listens until it leaves; the test clients wait for the end of an answer before they give any of it."""

    def __init__(self, door: McpDoor, shown: str, session: str) -> None:
        """Take whose session it is."""
        self._app = door.route.app
        headers = {"accept": "text/event-stream", "mcp_session_id": session}
        self._scope = {
            **scope_of(path="/mcp", authorization=shown, **headers),
            "query_string": b"",
            "root_path": "",
        }
        self.status, self.leave = 0, anyio.Event()
        self._asked: list[dict[str, Any]] = [{"type": "http.request", "body": b""}]

    async def listen(self) -> None:
        """Ask, and listen."""
        await self._app(self._scope, self._receive, self._send)

    async def _receive(self) -> dict[str, Any]:
        if self._asked:
            return self._asked.pop()
        await self.leave.wait()
        return {"type": "http.disconnect"}

    async def _send(self, sent: Any) -> None:
        self.status = sent.get("status", self.status)
