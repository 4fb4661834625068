"""The OpenAI Agents SDK: every model call gets the block, items and session never do."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from agents import (
    Agent,
    Model,
    ModelResponse,
    RunConfig,
    Runner,
    SQLiteSession,
    Usage,
    function_tool,
)
from agents.items import TResponseOutputItem
from openai.types.responses import (
    Response,
    ResponseCompletedEvent,
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)

from stelae.agents.auto_recall import AutoRecall
from stelae.agents.openai_agents import as_tools, auto_recall
from stelae.memory import Memory
from stelae.text.markers import CLOSE, OPEN
from stelae.tools.toolset import tools_for
from stelae.tools.turn import Turn
from tests.agents.conftest import AGE, LANGUAGES, PROMPT

pytestmark = pytest.mark.usefixtures("own_loop")


def say(text: str) -> TResponseOutputItem:
    """A message of the model."""
    part = ResponseOutputText(text=text, type="output_text", annotations=[], logprobs=[])
    return ResponseOutputMessage(
        id="m", content=[part], role="assistant", status="completed", type="message"
    )


def call(name: str, call_id: str = "c1", /, **arguments: Any) -> TResponseOutputItem:
    """A call of a tool."""
    return ResponseFunctionToolCall(
        call_id=call_id, name=name, arguments=json.dumps(arguments), type="function_call"
    )


class ScriptedModel(Model):
    """A model that follows a script and keeps what it was sent."""

    def __init__(self, *script: Sequence[TResponseOutputItem]) -> None:
        """One sequence of items a call."""
        self._script: Iterator[Sequence[TResponseOutputItem]] = iter(script)
        self.sent: list[Any] = []
        self.prompts: list[str | None] = []

    async def get_response(
        self,
        system_instructions: str | None,
        input: Any,  # noqa: A002 - the SDK's name
        *_: Any,
        **__: Any,
    ) -> ModelResponse:
        """Say what comes next."""
        self.prompts.append(system_instructions)
        self.sent.append(deepcopy(input))
        return ModelResponse(output=list(next(self._script)), usage=Usage(), response_id=None)

    async def stream_response(
        self,
        system_instructions: str | None,
        input: Any,  # noqa: A002 - the SDK's name
        *_: Any,
        **__: Any,
    ) -> AsyncIterator[Any]:
        """Say it in one event."""
        said = await self.get_response(system_instructions, input)
        response = Response.model_construct(id="r", output=said.output, usage=None)
        yield ResponseCompletedEvent.model_construct(response=response, type="response.completed")


@function_tool
def clock() -> str:
    """Tell the time."""
    return "noon"


def with_memory(memory: Memory) -> RunConfig:
    """A run that waits for memories as long as it takes; nothing is traced."""
    recall = AutoRecall(memory, deadline_ms=None)
    return RunConfig(call_model_input_filter=auto_recall(recall), tracing_disabled=True)


def blocks(items: Any) -> int:
    """How many blocks there are in all of them."""
    told = str(items)
    assert told.count(OPEN) == told.count(CLOSE)
    return told.count(OPEN)


@LANGUAGES
def test_every_model_call_has_the_block_beside_the_last_user_message(
    memory: Memory, fact: str, question: str, word: str
) -> None:
    """Also after a tool answered; instructions and all items before that message are what they are without memory."""
    memory.remember(fact)
    said: Any = [
        {"role": "user", "content": "hello"},
        {"role": "assistant", "content": "hi"},
        {"role": "user", "content": question},
    ]
    model = ScriptedModel([call("clock")], [say("done")])
    agent = Agent("a", instructions=PROMPT, model=model, tools=[clock])
    result = Runner.run_sync(agent, said, run_config=with_memory(memory))
    assert model.prompts == [PROMPT, PROMPT]
    for sent in model.sent:
        assert sent[:2] == said[:2]
        assert word in sent[2]["content"]
        assert sent[2]["content"].endswith(question)
        assert blocks(sent) == 1
    assert model.sent[1][-1]["type"] == "function_call_output"
    assert blocks(result.to_input_list()) == 0
    assert result.to_input_list()[:3] == said


def test_a_session_never_holds_a_block(memory: Memory, tmp_path: Path) -> None:
    """Two turns: what is stored, and what the second turn sees of the first, is what was said; streamed or not."""
    memory.remember("我家猫叫芝麻")
    model = ScriptedModel([call("clock")], [say("芝麻")], [say("不知道")])
    agent = Agent("a", model=model, tools=[clock])
    session = SQLiteSession("s", tmp_path / "s.db")

    async def turns() -> list[Any]:
        config = with_memory(memory)
        streamed = Runner.run_streamed(agent, "我家猫叫什么？", session=session, run_config=config)
        assert [event async for event in streamed.stream_events()]
        await Runner.run(agent, "猫几岁了？", session=session, run_config=config)
        return list(await session.get_items())

    stored = asyncio.run(turns())
    session.close()
    assert [blocks(sent) for sent in model.sent[:2]] == [1, 1]
    assert blocks(stored) == 0
    assert stored[0]["content"] == model.sent[2][0]["content"] == "我家猫叫什么？"


def test_an_earlier_block_is_stripped_and_the_item_keeps_all_else(memory: Memory) -> None:
    """Images stay, ids stay; the block is one more part as the Responses API wants it."""
    memory.remember("我家猫叫芝麻")
    text = {"type": "input_text", "text": "我家猫叫什么？"}
    image = {"type": "input_image", "image_url": "data:,", "detail": "auto"}
    said: Any = [
        {"role": "user", "content": f"{OPEN}\n[1] old\n{CLOSE}\n\n你好"},
        {"role": "user", "content": [text, image], "type": "message"},
    ]
    model = ScriptedModel([say("芝麻")])
    Runner.run_sync(Agent("a", model=model), said, run_config=with_memory(memory))
    (first, last) = model.sent[0]
    assert first == {"role": "user", "content": "你好"}
    block, *rest = last["content"]
    assert block["type"] == "input_text"
    assert "芝麻" in block["text"]
    assert {**last, "content": rest} == said[1]
    assert said[0]["content"].startswith(OPEN)


def test_what_fails_or_finds_nothing_changes_nothing(memory: Memory) -> None:
    """The agent answers as it does without memory (O20)."""
    memory.remember("我家猫叫芝麻")
    model = ScriptedModel([say("hi")], [say("hi")])
    agent, config = Agent("a", model=model), with_memory(memory)
    Runner.run_sync(agent, "你好", run_config=config)
    memory.close()
    Runner.run_sync(agent, "我家猫叫什么？", run_config=config)
    assert model.sent == [
        [{"role": "user", "content": "你好"}],
        [{"role": "user", "content": "我家猫叫什么？"}],
    ]


def test_a_tool_of_stelae_is_called_and_told_what_is_wrong() -> None:
    """The schema stays strict; the tool finds the running turn; its answer is JSON, also about what a model did wrong."""
    (own,) = as_tools([AGE])
    assert own.params_json_schema == AGE.parameters
    model = ScriptedModel(
        [call("age_of", name="芝麻", kind=None), call("age_of", "c2", nmae="芝麻")], [say("3")]
    )
    agent = Agent("a", model=model, tools=[own])
    with Turn("芝麻几岁？"):
        Runner.run_sync(agent, "?", run_config=RunConfig(tracing_disabled=True))
    right, wrong = model.sent[1][-2:]
    assert right["output"] == '{"age": 3, "of": "芝麻", "asked": "芝麻几岁？"}'
    assert "name is missing" in wrong["output"]


def test_all_tools_over_a_memory_keep_their_schemas(memory: Memory) -> None:
    """And `recall_memory` recalls."""
    memory.remember("我家猫叫芝麻")
    own = as_tools(tools_for(memory))
    assert {one.name: one.params_json_schema for one in own} == {
        one.name: one.parameters for one in tools_for(memory)
    }
    asked = call("recall_memory", query="我家猫叫什么？", scopes=None)
    model = ScriptedModel([asked], [say("芝麻")])
    agent = Agent[None]("a", model=model, tools=[*own])
    Runner.run_sync(agent, "?", run_config=RunConfig(tracing_disabled=True))
    assert "芝麻" in model.sent[1][-1]["output"]
