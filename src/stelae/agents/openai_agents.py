"""Memory inside the OpenAI Agents SDK: a filter of the model's input (extra `openai-agents`).

Nothing is put into the run's items or its session: the block is in the input of one model call only. A conversation that is
kept by the server (`conversation_id`, `previous_response_id`) keeps what it is sent, the block as well.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from stelae.agents.auto_recall import AutoRecall
from stelae.agents.translation import Translation, View
from stelae.errors import ConfigurationError
from stelae.tools.base import Tool

try:
    from agents import FunctionTool, TResponseInputItem
    from agents.run import CallModelData, ModelInputData
    from agents.tool_context import ToolContext
except ImportError as error:
    raise ConfigurationError(
        "Memory inside the OpenAI Agents SDK needs the extra: pip install 'stelae[openai-agents]'."
    ) from error

InputFilter = Callable[[CallModelData[Any]], Awaitable[ModelInputData]]


def auto_recall(recall: AutoRecall) -> InputFilter:
    """Return a filter that recalls before every model call and puts the block beside the last user message (O11).

    `Runner.run(agent, said, run_config=RunConfig(call_model_input_filter=auto_recall(AutoRecall(memory))))`; the same for
    `run_sync` and `run_streamed`.

    Args:
        recall: whose memories, how many, and how long a call may wait for them.
    """

    async def with_memories(data: CallModelData[Any]) -> ModelInputData:
        sent = data.model_data
        return replace(sent, input=await ITEMS.arecalled(sent.input, recall, sent.instructions))

    return with_memories


def as_tools(tools: Iterable[Tool]) -> list[FunctionTool]:
    """Return tools of Stelae as the SDK's, for `Agent(tools=…)`; an error is an answer the model can act on."""
    return [_tool(one) for one in tools]


def _tool(one: Tool) -> FunctionTool:
    async def run(_: ToolContext[Any], arguments: str) -> str:
        return json.dumps(await asyncio.to_thread(one.call, arguments), ensure_ascii=False)

    return FunctionTool(
        name=one.name,
        description=one.description,
        params_json_schema=one.parameters,
        on_invoke_tool=run,
    )


def _read(items: Sequence[TResponseInputItem]) -> list[View]:
    return [_view(cast("Mapping[str, Any]", item)) for item in items]


def _view(item: Mapping[str, Any]) -> View:
    return {"role": item.get("role", "tool"), "content": item.get(_told(item))}


def _told(item: Mapping[str, Any]) -> str:
    """Return the name of the field that holds what was said, or what a tool answered."""
    return "output" if "output" in item else "content"


def _write(
    items: Sequence[TResponseInputItem], changed: Mapping[int, Any]
) -> list[TResponseInputItem]:
    return [
        cast("TResponseInputItem", {**item, _told(item): _content(changed[at])})
        if at in changed
        else item
        for at, item in enumerate(items)
    ]


def _content(content: Any) -> Any:
    """Return content as the Responses API has it: the block is a part of type `input_text`."""
    if not isinstance(content, list):
        return content
    parts = cast("list[dict[str, Any]]", content)
    return [
        {**part, "type": "input_text"} if part.get("type") == "text" else part for part in parts
    ]


ITEMS = Translation[TResponseInputItem](_read, _write)
"""The SDK's input items, one view each."""
