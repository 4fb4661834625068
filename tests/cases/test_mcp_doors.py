"""The public cases 06, 12, 13, 20 and 26 again, through MCP: what a model calls, and what it is told."""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, types
from mcp.shared.exceptions import MCPError

from stelae.memory import Memory
from stelae.schemas.access import Caller
from stelae.server.mcp.desk import Visit
from stelae.server.mcp.server import build
from stelae.testing import FixedClock, HashEmbedder
from tests.cases.test_dev_06 import COMMIT, COMMIT_EN, NOTE, NOTE_EN, assert_gone, bytes_below
from tests.cases.test_dev_12 import SAID, SCOPES
from tests.cases.test_dev_20 import INVENTED, TEXTS
from tests.cases.test_dev_26 import HITS, MISSES, STORED
from tests.conftest import Opener
from tests.docs.ollama_stub import ollama_stub
from tests.server.mcp.wire import talk, text

Json = dict[str, Any]


class Model:
    """A model at the official client, whose host asks a person before each destructive call."""

    def __init__(self, memory: Memory, clock: FixedClock) -> None:
        """Stand at the memory's own scope."""
        self.memory, self._clock = memory, clock
        self.told: list[str] = []
        """Everything that it was given."""

    def call(self, tool: str, **arguments: Any) -> types.CallToolResult | None:
        """Call a tool; None: the protocol answered with an error."""

        async def script(client: Client) -> types.CallToolResult | None:
            return await self._ask(client, tool, arguments)

        return self.run(script)

    def given(self, tool: str, **arguments: Any) -> Json:
        """Call a tool and return what it gives."""
        done = self.call(tool, **arguments)
        assert done is not None
        assert not done.is_error, text(done)
        return done.structured_content

    def forget(self, **what: Any) -> Json:
        """Preview, and forget all of what was shown."""
        hard = what.pop("hard", None)

        async def script(client: Client) -> Json:
            shown = await self._ask(client, "forget_preview", what)
            assert shown is not None
            ids = [item["id"] for item in shown.structured_content["preview"]]
            done = await self._ask(client, "forget", {"ids": ids, "hard": hard})
            assert done is not None
            assert not done.is_error, text(done)
            return done.structured_content

        return self.run(script)

    def everything_shown(self, *queries: str) -> str:
        """Return all that a model can be shown: by tools, resources, prompts."""

        async def script(client: Client) -> str:
            seen: list[str] = []
            for query in queries:
                for weak in (None, True):
                    await self._ask(client, "recall", {"query": query, "weak": weak})
                    seen.append(self.told[-1])
                prompt = await client.get_prompt("recall", {"query": query})
                seen.append(prompt.model_dump_json())
            await self._ask(client, "list_pending", {})
            seen.append(self.told[-1])
            for kind in ("memories", "pending"):
                resource = await client.read_resource(f"stelae://{kind}")
                seen.append(resource.model_dump_json())
            self.told += seen
            return "\n".join(seen)

        return self.run(script)

    async def _ask(self, client: Client, tool: str, arguments: Json) -> types.CallToolResult | None:
        try:
            done = await client.call_tool(tool, arguments)
        except MCPError as error:
            self.told.append(error.error.message)
            return None
        self.told.append(done.model_dump_json())
        return done

    def run(self, script: Callable[[Client], Any]) -> Any:
        """Let its client do something."""
        here = self.memory.namespace
        caller = Caller(tenant=here.tenant, role="reviewer", scopes=(here.scope,))
        visit = Visit(self.memory, caller, session="one", local=True)
        return talk(build(lambda _: visit, clock=self._clock), script)


@pytest.fixture
def model(memory: Memory, clock: FixedClock) -> Model:
    """A model at the memory of user:lin."""
    return Model(memory, clock)


both_languages = pytest.mark.parametrize("note", [NOTE, NOTE_EN], ids=["zh", "en"])


@both_languages
@pytest.mark.parametrize("write", ["text", "tag", "draft"])
def test_dev_06_no_byte_and_no_answer_holds_a_secret(
    model: Model, note: str, write: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever a model writes it into, and also when it asks for it."""
    caplog.set_level(logging.DEBUG)
    if write == "text":
        assert "redacted" in model.given("remember", text=note)["detail"]
    elif write == "tag":
        model.given("remember", text="测试库在 db3 上", tags=[note, "ops"])
    else:
        draft = {"intent": "log_in_to_db", "keywords": ["db3"], "body": note}
        model.given("propose_memory_draft", **draft)
        model.given("commit_to_memory")
    model.call("recall", query=note)
    model.call("why", id=note)
    model.call("forget", ids=[note])
    model.call("no_such_tool", note=note)
    model.everything_shown("测试库 db3 密码", "password of db3")
    assert_gone("\n".join(model.told), "answers")
    assert_gone(bytes_below(tmp_path / "data"), "data folder, open")
    model.memory.close()
    assert_gone(bytes_below(tmp_path / "data"), "data folder, closed")
    assert_gone(caplog.text, "log")


@pytest.mark.parametrize(
    ("said", "asked"), [(COMMIT, "提交 4f9c2ab1"), (COMMIT_EN, "commit 4f9c2ab1")], ids=["zh", "en"]
)
def test_dev_06_ordinary_text_is_not_lost(model: Model, said: str, asked: str) -> None:
    """A commit hash is no secret, and what is refused is not called stored."""
    model.given("remember", text=said)
    assert said.rstrip("。.") in model.everything_shown(asked)
    refused = model.given("remember", text="密码是 " + "Maple!" + "Kite-204")
    assert (refused["outcome"], refused["reason"], refused["id"]) == (
        *("rejected", "restricted"),
        None,
    )


@pytest.mark.parametrize("hard", [None, True], ids=["soft", "hard"])
def test_dev_12_one_scope_is_empty_and_the_others_are_as_they_were(
    open_memory: Opener, clock: FixedClock, hard: bool | None
) -> None:
    """The receipt counts what went; ids of another scope are nothing here."""
    doors = {scope: open_memory(scope) for scope in SCOPES}
    for scope, memory in doors.items():
        for said in SAID[scope]:
            memory.remember(said, authority="user_edit")
    before = {scope: memory.list() for scope, memory in doors.items()}
    lin = Model(doors["user:lin"], clock)
    for foreign in before["user:mo"]:
        assert lin.call("forget_preview", ids=[foreign.id]).is_error  # pyright: ignore[reportOptionalMemberAccess]
    for nothing in ("", " \n", "null", "everything"):
        done = lin.call("forget_preview", topic=nothing)
        assert done is None or done.is_error or not done.structured_content["preview"]
    assert {scope: memory.list() for scope, memory in doors.items()} == before
    receipt = lin.forget(everything=True, hard=hard)
    assert sorted(receipt["forgotten"]) == sorted(one.id for one in before["user:lin"])
    assert doors["user:lin"].list() == ()
    for scope in SCOPES[1:]:
        assert doors[scope].list() == before[scope]
        for said in SAID[scope]:
            assert doors[scope].recall(said, include="memories").hits[0].text == said


CASES = [
    pytest.param(
        "我的新地址是槐树巷 18 号",
        "槐树巷",
        "请忘掉我的地址槐树巷 18 号",
        "我又搬回槐树巷 18 号了",
        id="zh",
    ),
    pytest.param(
        "My new address is 18 Locust Lane",
        "Locust",
        "Please forget my address, 18 Locust Lane",
        "I moved back to 18 Locust Lane",
        id="en",
    ),
]


@pytest.mark.parametrize("hard", [None, True], ids=["soft", "hard"])
@pytest.mark.parametrize(("said", "word", "asked", "anew"), CASES)
def test_dev_13_what_was_forgotten_does_not_return(
    model: Model,
    tmp_path: Path,
    clock: FixedClock,
    hard: bool | None,
    said: str,
    word: str,
    asked: str,
    anew: str,
) -> None:
    """Not by the message again, not by an import, not by a model that still has it in its conversation."""
    told = [{"role": "user", "content": said, "id": "m1"}]
    model.memory.observe(told)
    model.memory.export(tmp_path / "before.jsonl")
    assert word in model.everything_shown(said)
    assert model.forget(topic=word, hard=hard)["verified"]
    model.memory.observe(told)
    model.memory.import_(tmp_path / "before.jsonl")
    again = model.given("remember", text=said)
    assert (again["outcome"], again["reason"]) == ("rejected", "forgotten")
    model.given("remember", text=asked)
    model.memory.maintain()
    active = json.dumps([one.text for one in model.memory.list()], ensure_ascii=False)
    assert word not in active
    if hard:
        (tmp_path / "before.jsonl").unlink()
    clock.advance(days=29)
    model.memory.observe([{"role": "user", "content": anew, "id": "e1"}])
    assert word in model.everything_shown(said)


@pytest.mark.parametrize("blank", TEXTS.values(), ids=TEXTS)
def test_dev_20_nothing_calls_nobody(
    embedder: HashEmbedder,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    clock: FixedClock,
    blank: str,
) -> None:
    """No model, no embedder, nothing stored or queued; and a search for nothing is never everything."""
    with ollama_stub(lambda _: INVENTED) as stub:
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url)
        monkeypatch.setenv("STELAE_EXTRACTOR", "auto")
        with Memory.open(tmp_path / "data", scope="user:lin", clock=clock) as memory:
            model = Model(memory, clock)
            for tool, arguments in (
                ("remember", {"text": blank}),
                ("recall", {"query": blank, "weak": True}),
                ("why", {"id": blank}),
            ):
                done = model.call(tool, **arguments)
                assert done is None or done.is_error
            done = model.call("forget_preview", topic=blank)
            assert done is None or done.is_error or not done.structured_content["preview"]
            assert (len(stub.chats), embedder.calls) == (0, 0)
            assert set(memory.stats().values()) == {0}
            memory.remember("我对花生过敏")
            memory.flush()
            before = embedder.calls
            done = model.call("recall", query=blank, weak=True)
            assert done is None or done.is_error
            assert embedder.calls == before
            assert "花生" not in model.told[-1]


@pytest.fixture(params=["none", "auto"], ids=["keywords", "default embedders"])
def asked(request: pytest.FixtureRequest, open_memory: Opener, clock: FixedClock) -> Model:
    """A model at the three memories of DEV-26."""
    memory = open_memory(embedder=request.param)
    for said in STORED:
        assert memory.remember(said).outcome == "accepted"
    memory.flush()
    return Model(memory, clock)


def test_dev_26_a_question_about_nothing_brings_back_nothing(asked: Model) -> None:
    """No hit and no block; what is asked for comes first; scores are those of the library; hidden hits are counted."""
    for query in MISSES:
        found = asked.given("recall", query=query)
        assert found["hits"] == []

        async def prompt(client: Client, query: str = query) -> str:
            return (await client.get_prompt("recall", {"query": query})).model_dump_json()

        assert "Nothing relevant" in asked.run(prompt)
        weak = asked.given("recall", query=query, weak=True, limit=100)
        assert found["hidden"] == len(weak["hits"])
        if found["hidden"]:
            assert f"hidden: {found['hidden']}" in text(asked.call("recall", query=query))  # pyright: ignore[reportArgumentType]
    for query, said in HITS:
        first, *_ = asked.given("recall", query=query)["hits"]
        mine = asked.memory.recall(query).hits[0]
        assert (first["text"], first["score"]) == (said, pytest.approx(mine.score, abs=0.02))
