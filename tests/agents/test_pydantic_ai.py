"""Pydantic AI: every model request gets the block, the history of the run never does."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from copy import deepcopy
from typing import Any

import pytest
from pydantic_ai import (
    Agent,
    ImageUrl,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextContent,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.capabilities import ProcessHistory
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel
from pydantic_ai.models.test import TestModel

from stelae.agents.auto_recall import AutoRecall
from stelae.agents.pydantic_ai import AutoRecallCapability, as_tools
from stelae.memory import Memory
from stelae.text.markers import CLOSE, OPEN
from stelae.tools.toolset import tools_for
from stelae.tools.turn import Turn
from tests.agents.conftest import AGE, LANGUAGES, PROMPT

pytestmark = pytest.mark.usefixtures("own_loop")


class Script:
    """What a `FunctionModel` says: a tool is called once in a run, then there is an answer; it keeps what it was sent."""

    def __init__(self) -> None:
        """Nothing was sent yet."""
        self.sent: list[list[ModelMessage]] = []

    @property
    def model(self) -> FunctionModel:
        """The model."""
        return FunctionModel(self._answer, stream_function=self._stream)

    def _called(self, messages: list[ModelMessage]) -> bool:
        self.sent.append(deepcopy(messages))
        return isinstance(messages[-1].parts[-1], ToolReturnPart)

    def _answer(self, messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
        answer = (
            TextPart("done") if self._called(messages) else ToolCallPart("clock", tool_call_id="c1")
        )
        return ModelResponse(parts=[answer])

    async def _stream(self, messages: list[ModelMessage], _: AgentInfo) -> AsyncIterator[Any]:
        yield "done" if self._called(messages) else {0: DeltaToolCall("clock", "{}")}


def clock() -> str:
    """Tell the time."""
    return "noon"


def memories(memory: Memory) -> AutoRecallCapability:
    """A capability that waits as long as it takes."""
    return AutoRecallCapability(AutoRecall(memory, deadline_ms=None))


def blocks(messages: Any) -> int:
    """How many blocks there are in all of them."""
    told = str(messages)
    assert told.count(OPEN) == told.count(CLOSE)
    return told.count(OPEN)


def kept(messages: list[ModelMessage]) -> list[ModelMessage]:
    """A processor of the history that changes nothing; what it returns becomes the history."""
    return messages


def prompts(messages: Sequence[ModelMessage]) -> list[Any]:
    """What the user said."""
    parts = [part for message in messages for part in message.parts]
    return [part.content for part in parts if isinstance(part, UserPromptPart)]


@LANGUAGES
def test_every_model_request_has_the_block_beside_the_last_prompt(
    memory: Memory, fact: str, question: str, word: str
) -> None:
    """Also after a tool answered; instructions and all messages before that prompt are what they are without memory."""
    memory.remember(fact)
    before = [
        ModelRequest(parts=[UserPromptPart("hello")]),
        ModelResponse(parts=[TextPart("hi")]),
    ]
    script, plain = Script(), Script()
    Agent(
        script.model, instructions=PROMPT, tools=[clock], capabilities=[memories(memory)]
    ).run_sync(question, message_history=before)
    Agent(plain.model, instructions=PROMPT, tools=[clock]).run_sync(
        question, message_history=before
    )
    assert len(script.sent) == 2
    for sent, without in zip(script.sent, plain.sent, strict=True):
        assert sent[:2] == without[:2]
        assert isinstance(sent[2], ModelRequest)
        assert sent[2].instructions == PROMPT
        assert word in prompts(sent)[-1]
        assert prompts(sent)[-1].endswith(question)
        assert blocks(sent) == 1


@pytest.mark.parametrize("first", [True, False])
def test_the_history_of_a_run_never_holds_a_block(memory: Memory, *, first: bool) -> None:
    """Nor does what a history processor keeps, on either side of ours; the next run sees what was said."""
    memory.remember("我家猫叫芝麻")
    script = Script()
    others: list[Any] = [ProcessHistory(kept)]
    ours = [memories(memory)]
    agent = Agent(
        script.model, tools=[clock], capabilities=ours + others if first else others + ours
    )
    result = agent.run_sync("我家猫叫什么？")
    assert [blocks(sent) for sent in script.sent] == [1, 1]
    assert blocks(result.all_messages()) == blocks(result.new_messages()) == 0
    assert prompts(result.all_messages()) == ["我家猫叫什么？"]
    later = agent.run_sync("猫几岁了？", message_history=result.all_messages())
    assert prompts(script.sent[2])[0] == "我家猫叫什么？"
    assert blocks(later.all_messages()) == 0


def test_async_and_streamed_runs_have_the_block_too(memory: Memory) -> None:
    """`run` and `run_stream` go the same way."""
    memory.remember("我家猫叫芝麻")
    script = Script()
    agent = Agent(script.model, tools=[clock], capabilities=[memories(memory)])

    async def both() -> None:
        await agent.run("我家猫叫什么？")
        async with agent.run_stream("我家猫叫什么？") as streamed:
            assert await streamed.get_output() == "done"
            assert blocks(streamed.all_messages()) == 0

    asyncio.run(both())
    assert [blocks(sent) for sent in script.sent] == [1, 1, 1, 1]


def test_an_earlier_block_is_stripped_and_the_messages_keep_all_else(memory: Memory) -> None:
    """Images and typed text stay; what a provider stored under an id is no longer named by it once it is changed."""
    memory.remember("我家猫叫芝麻")
    old = f"{OPEN}\n[1] old\n{CLOSE}\n\n"
    image = ImageUrl("https://example.com/cat.png")
    before = [
        ModelRequest(parts=[UserPromptPart(f"{old}你好")]),
        ModelResponse(parts=[TextPart(f"{old}你好", id="m1", provider_name="p")]),
    ]
    script = Script()
    Agent(script.model, tools=[clock], capabilities=[memories(memory)]).run_sync(
        [TextContent("我家猫叫什么？", metadata={"n": 1}), "说吧", image], message_history=before
    )
    first, second, _ = script.sent[0]
    assert prompts([first]) == ["你好"]
    assert second.parts == [TextPart("你好", id=None, provider_name="p")]
    block, *rest = prompts(script.sent[0])[-1]
    assert "芝麻" in block
    assert rest == [TextContent("我家猫叫什么？", metadata={"n": 1}), "说吧", image]
    assert blocks(before) == 2


def test_what_fails_or_finds_nothing_changes_nothing(memory: Memory) -> None:
    """The agent answers as it does without memory (O20)."""
    memory.remember("我家猫叫芝麻")
    script = Script()
    agent = Agent(script.model, tools=[clock], capabilities=[memories(memory)])
    agent.run_sync("你好")
    memory.close()
    agent.run_sync("我家猫叫什么？")
    assert [prompts(sent) for sent in script.sent] == [["你好"]] * 2 + [["我家猫叫什么？"]] * 2


def test_a_tool_of_stelae_is_called_and_told_what_is_wrong() -> None:
    """The schema stays strict; the tool finds the running turn; its answer is data, also about what a model did wrong."""
    model = TestModel()
    with Turn("芝麻几岁？"):
        result = Agent(model, tools=as_tools([AGE])).run_sync("?")
    assert model.last_model_request_parameters is not None
    (seen,) = model.last_model_request_parameters.function_tools
    assert seen.parameters_json_schema == AGE.parameters
    assert returned(result.all_messages()) == [{"age": 3, "of": "a", "asked": "芝麻几岁？"}]

    def wrong(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
        if len(messages) > 1:
            return ModelResponse(parts=[TextPart("sorry")])
        return ModelResponse(parts=[ToolCallPart("age_of", {"nmae": "芝麻"})])

    failed = Agent(FunctionModel(wrong), tools=as_tools([AGE])).run_sync("?")
    assert "name is missing" in returned(failed.all_messages())[0]["error"]


def test_all_tools_over_a_memory_keep_their_schemas(memory: Memory) -> None:
    """And `recall_memory` recalls."""
    memory.remember("我家猫叫芝麻")
    own = as_tools(tools_for(memory))
    assert {one.name: one.function_schema.json_schema for one in own} == {
        one.name: one.parameters for one in tools_for(memory)
    }

    def asking(messages: list[ModelMessage], _: AgentInfo) -> ModelResponse:
        if len(messages) > 1:
            return ModelResponse(parts=[TextPart("芝麻")])
        query = {"query": "我家猫叫什么？", "scopes": None}
        return ModelResponse(parts=[ToolCallPart("recall_memory", query)])

    result = Agent(FunctionModel(asking), tools=own).run_sync("?")
    assert "芝麻" in str(returned(result.all_messages()))


def returned(messages: Sequence[ModelMessage]) -> list[Any]:
    """What tools answered."""
    parts = [part for message in messages for part in message.parts]
    return [part.content for part in parts if isinstance(part, ToolReturnPart)]
