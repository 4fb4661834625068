"""The guide on frameworks does what it says, with models that repeat what they were sent."""

from typing import Any

import pytest
from agents import Model, ModelResponse, Usage
from langchain.messages import AIMessage
from langchain_core.language_models import GenericFakeChatModel, SimpleChatModel
from openai.types.responses import ResponseOutputMessage, ResponseOutputText
from pydantic_ai import ModelMessage, TextPart
from pydantic_ai import ModelResponse as Reply
from pydantic_ai.models.function import AgentInfo, FunctionModel

from stelae.memory import Memory
from stelae.text.markers import OPEN
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
LANGCHAIN, OPENAI, PYDANTIC, TOOLS = Guide("agent-frameworks").blocks("python")
QUESTION = "我家猫叫什么？"


class LangChainEcho(SimpleChatModel):
    """Says what was said last."""

    @property
    def _llm_type(self) -> str:
        return "echo"

    def _call(self, messages: list[Any], *_: Any, **__: Any) -> str:
        return messages[-1].text


class OpenAIEcho(Model):
    """Says what was said last."""

    async def get_response(  # the names are the SDK's
        self,
        system_instructions: Any,  # noqa: ARG002
        input: Any,  # noqa: A002
        *_: Any,
        **__: Any,
    ) -> Any:
        """Say it."""
        said = ResponseOutputText(text=input[-1]["content"], type="output_text", annotations=[])
        message = ResponseOutputMessage(
            id="m", content=[said], role="assistant", status="completed", type="message"
        )
        return ModelResponse(output=[message], usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        """Not asked for here."""
        raise NotImplementedError


def pydantic_echo(messages: list[ModelMessage], _: AgentInfo) -> Reply:
    """Say what was said last."""
    last: Any = messages[-1].parts[-1]
    return Reply(parts=[TextPart(last.content)])


class Keeper(GenericFakeChatModel):
    """Keeps a dislike, then agrees."""

    def bind_tools(self, *_: Any, **__: Any) -> Any:
        """Follow the script anyway."""
        return self


@pytest.mark.usefixtures("own_loop")
@pytest.mark.parametrize(
    ("code", "model"),
    [
        (LANGCHAIN, LangChainEcho()),
        (OPENAI, OpenAIEcho()),
        (PYDANTIC, FunctionModel(pydantic_echo)),
    ],
    ids=["langchain", "openai-agents", "pydantic-ai"],
)
def test_each_framework_shows_the_model_what_is_remembered(
    code: str, model: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """The block, then the question."""
    with Memory.open(scope="user:lin") as memory:
        memory.remember("我家猫叫芝麻")
    Guide("agent-frameworks").execute(code, {"model": model})
    printed = capsys.readouterr().out
    assert printed.startswith(OPEN)
    assert "芝麻" in printed
    assert printed.rstrip().endswith(QUESTION)


def test_the_tools_of_the_guide_keep_what_the_person_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The model calls `remember_preference`, and the turn says what was learned."""
    kept = {"object": "塑料", "polarity": "dislike", "quote": "我不喜欢塑料"}
    call: Any = {"name": "remember_preference", "args": kept, "id": "c1"}
    model = Keeper(messages=iter([AIMessage("", tool_calls=[call]), AIMessage("好的")]))
    Guide("agent-frameworks").execute(TOOLS, {"model": model})
    assert capsys.readouterr().out == "['accepted']\n"
