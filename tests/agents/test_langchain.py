"""LangChain, LangGraph and deepagents: every model call gets the block, the state of the agent never does."""

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from deepagents import create_deep_agent  # pyright: ignore[reportUnknownVariableType]
from langchain.agents import create_agent  # pyright: ignore[reportUnknownVariableType]
from langchain.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.outputs import ChatResult
from langchain_core.runnables import Runnable
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import Field

from stelae.agents.auto_recall import AutoRecall
from stelae.agents.langchain import AutoRecallMiddleware, as_tools
from stelae.memory import Memory
from stelae.text.markers import CLOSE, OPEN
from stelae.tools.toolset import tools_for
from stelae.tools.turn import Turn
from tests.agents.conftest import AGE, LANGUAGES, PROMPT

CALL = AIMessage("", tool_calls=[{"name": "clock", "args": {}, "id": "c1"}])


class ScriptedChat(GenericFakeChatModel):
    """LangChain's scripted model, which also takes tools and keeps what it was sent."""

    sent: list[list[AnyMessage]] = Field(default_factory=list[list[AnyMessage]])

    def bind_tools(self, *_: Any, **__: Any) -> Runnable[Any, AIMessage]:
        """Offer tools to a model that follows its script anyway."""
        return self

    def _generate(self, messages: list[Any], *args: Any, **kwargs: Any) -> ChatResult:
        self.sent.append([m.model_copy(deep=True) for m in messages])
        return super()._generate(messages, *args, **kwargs)


def scripted(*replies: AIMessage | str) -> ScriptedChat:
    """Return a model that says this."""
    return ScriptedChat(messages=iter(replies))


def agent_of(*given: Any, make: Any = create_agent, **options: Any) -> Any:
    """Make an agent; what LangChain's types leave open is none of our concern here."""
    return make(*given, **options)


def clock() -> str:
    """Tell the time."""
    return "noon"


def middleware(memory: Memory) -> AutoRecallMiddleware:
    """A middleware that waits as long as it takes."""
    return AutoRecallMiddleware(AutoRecall(memory, deadline_ms=None))


def blocks(messages: Sequence[Any]) -> int:
    """How many blocks there are in all of them."""
    told = str([m.content for m in messages])
    assert told.count(OPEN) == told.count(CLOSE)
    return told.count(OPEN)


def dumped(messages: Sequence[Any]) -> list[Any]:
    """Everything the messages carry."""
    return [m.model_dump() for m in messages]


@LANGUAGES
def test_every_model_call_has_the_block_beside_the_last_human_message(
    memory: Memory, fact: str, question: str, word: str
) -> None:
    """Also after a tool answered; whatever stands before that message is what the model gets without memory."""
    memory.remember(fact)
    said = [HumanMessage("hello", id="h1"), AIMessage("hi", id="a1"), HumanMessage(question)]
    with_memory, without = scripted(CALL, "done"), scripted(CALL, "done")
    agent_of(with_memory, [clock], system_prompt=PROMPT, middleware=[middleware(memory)]).invoke(
        {"messages": said}
    )
    agent_of(without, [clock], system_prompt=PROMPT).invoke({"messages": said})
    assert len(with_memory.sent) == 2
    for sent, plain in zip(with_memory.sent, without.sent, strict=True):
        assert dumped(sent[:3]) == dumped(plain[:3])
        assert word in sent[3].text
        assert sent[3].text.endswith(question)
        assert blocks(sent) == 1
    assert isinstance(with_memory.sent[1][-1], ToolMessage)


def test_the_state_of_the_agent_never_holds_a_block(memory: Memory) -> None:
    """Two turns with a checkpointer: what is stored, and what the second turn sees of the first, is what was said."""
    memory.remember("我家猫叫芝麻")
    model = scripted(CALL, "芝麻", "不知道")
    agent = agent_of(model, [clock], middleware=[middleware(memory)], checkpointer=InMemorySaver())
    place: Any = {"configurable": {"thread_id": "t"}}
    agent.invoke({"messages": [HumanMessage("我家猫叫什么？", id="h1")]}, place)
    stored = agent.get_state(place).values["messages"]
    assert stored[0] == HumanMessage("我家猫叫什么？", id="h1")
    assert blocks(stored) == 0
    agent.invoke({"messages": [HumanMessage("猫几岁了？", id="h2")]}, place)
    assert model.sent[2][0].text == "我家猫叫什么？"
    assert blocks(agent.get_state(place).values["messages"]) == 0


def test_async_calls_have_the_block_too(memory: Memory) -> None:
    """`ainvoke` and `astream` go the same way."""
    memory.remember("我家猫叫芝麻")
    model = scripted(CALL, "芝麻", "芝麻")
    agent = agent_of(model, [clock], middleware=[middleware(memory)])
    said: Any = {"messages": [HumanMessage("我家猫叫什么？")]}

    async def both() -> None:
        await agent.ainvoke(said)
        assert [step async for step in agent.astream(said)]

    asyncio.run(both())
    assert [blocks(sent) for sent in model.sent] == [1, 1, 1]


def test_an_earlier_block_is_stripped_and_the_message_keeps_all_else(memory: Memory) -> None:
    """Images, bare strings among the parts, id, name and extra fields are as they were; only the block is new."""
    memory.remember("我家猫叫芝麻")
    image = {"type": "image", "url": "https://example.com/cat.png"}
    old = HumanMessage(f"{OPEN}\n[1] old\n{CLOSE}\n\n你好", id="h1", name="lin")
    new = HumanMessage(["我家猫叫什么？", image], id="h2", additional_kwargs={"lang": "zh"})
    model = scripted("芝麻")
    agent_of(model, middleware=[middleware(memory)]).invoke(
        {"messages": [old, AIMessage("你好", id="a1"), new]}
    )
    first, _, last = model.sent[0]
    assert first == HumanMessage("你好", id="h1", name="lin")
    content = cast("list[Any]", last.content)
    assert content[1:] == ["我家猫叫什么？", image]
    assert "芝麻" in content[0]["text"]
    assert last.model_copy(update={"content": ""}) == new.model_copy(update={"content": ""})
    assert old.text.startswith(OPEN)


def test_what_fails_or_finds_nothing_changes_nothing(memory: Memory) -> None:
    """The agent answers as it does without memory (O20)."""
    memory.remember("我家猫叫芝麻")
    model = scripted("hi", "hi")
    agent = agent_of(model, system_prompt=PROMPT, middleware=[middleware(memory)])
    agent.invoke({"messages": [HumanMessage("你好", id="h1")]})
    memory.close()
    agent.invoke({"messages": [HumanMessage("我家猫叫什么？", id="h2")]})
    assert model.sent == [
        [SystemMessage(PROMPT), HumanMessage("你好", id="h1")],
        [SystemMessage(PROMPT), HumanMessage("我家猫叫什么？", id="h2")],
    ]


@LANGUAGES
def test_deepagents_recall_at_every_call(
    memory: Memory, fact: str, question: str, word: str
) -> None:
    """The real package, with its own middleware around ours; a tool of its own is called between."""
    memory.remember(fact)
    todo: Any = {"name": "write_todos", "args": {"todos": []}, "id": "c1"}
    model = scripted(AIMessage("", tool_calls=[todo]), "done")
    agent = agent_of(model, make=create_deep_agent, middleware=[middleware(memory)])
    left = agent.invoke({"messages": [HumanMessage(question)]})["messages"]
    assert [blocks(sent) for sent in model.sent] == [1, 1]
    for sent in model.sent:
        (human,) = [m for m in sent if isinstance(m, HumanMessage)]
        assert word in human.text
        assert human.text.endswith(question)
    assert dumped(model.sent[0][:1]) == dumped(model.sent[1][:1])
    assert blocks(left) == 0


def test_a_sub_agent_of_deepagents_recalls_for_its_own_task(memory: Memory) -> None:
    """With a middleware of its own; the block stays out of what it hands back."""
    memory.remember("我家猫叫芝麻")
    task = {"description": "我家猫叫什么？", "subagent_type": "pets"}
    ask = AIMessage("", tool_calls=[{"name": "task", "args": task, "id": "c1"}])
    outer, inner = scripted(ask, "done"), scripted("芝麻")
    pets = {
        "name": "pets",
        "description": "Knows pets.",
        "system_prompt": "",
        "model": inner,
        "middleware": [middleware(memory)],
    }
    agent = agent_of(outer, make=create_deep_agent, subagents=[pets])
    left = agent.invoke({"messages": [HumanMessage("?")]})["messages"]
    assert [blocks(sent) for sent in inner.sent] == [1]
    assert [blocks(sent) for sent in outer.sent] == [0, 0]
    assert blocks(left) == 0


def test_a_tool_of_stelae_is_called_and_told_what_is_wrong() -> None:
    """The schema stays strict; the tool finds the running turn; its answer is JSON, also about what a model did wrong."""
    (own,) = as_tools([AGE])
    assert own.args_schema == AGE.parameters
    calls: list[dict[str, Any]] = [
        {"name": "age_of", "args": {"name": "芝麻", "kind": None}, "id": "c1"},
        {"name": "age_of", "args": {"nmae": "芝麻"}, "id": "c2"},
    ]
    model = scripted(AIMessage("", tool_calls=cast("Any", calls)), "3", "")
    agent = agent_of(model, [own])
    with Turn("芝麻几岁？"):
        agent.invoke({"messages": [HumanMessage("?")]})
        told = asyncio.run(own.ainvoke({"name": "Tiger"}))
    right, wrong = model.sent[1][-2:]
    assert right.content == '{"age": 3, "of": "芝麻", "asked": "芝麻几岁？"}'
    assert "name is missing" in wrong.text
    assert told == {"age": 3, "of": "Tiger", "asked": "芝麻几岁？"}


def test_all_tools_over_a_memory_keep_their_schemas(memory: Memory) -> None:
    """And `recall_memory` recalls."""
    memory.remember("我家猫叫芝麻")
    own = as_tools(tools_for(memory))
    assert {one.name: one.args_schema for one in own} == {
        one.name: one.parameters for one in tools_for(memory)
    }
    assert "芝麻" in str(own[0].invoke({"query": "我家猫叫什么？", "scopes": None}))
