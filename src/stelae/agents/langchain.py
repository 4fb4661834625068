"""Memory inside LangChain, LangGraph and deepagents: a middleware for `create_agent` (extra `langchain`).

Nothing is put into the agent's state: the block is in the request of one model call only.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from typing_extensions import override

from stelae.agents.auto_recall import AutoRecall
from stelae.agents.translation import Translation, View
from stelae.errors import ConfigurationError
from stelae.tools.base import Tool

try:
    from langchain.agents.middleware import AgentMiddleware
    from langchain.agents.middleware.types import ModelRequest, ModelResponse
    from langchain.messages import AnyMessage
    from langchain_core.tools import BaseTool, StructuredTool
except ImportError as error:
    raise ConfigurationError(
        "Memory inside LangChain needs the extra: pip install 'stelae[langchain]'."
    ) from error

ROLES = {"human": "user", "ai": "assistant"}
"""LangChain's types of messages, where OpenAI's word is another one."""


class AutoRecallMiddleware(AgentMiddleware[Any, Any, Any]):
    """Recalls before every model call and puts the block beside the last human message (O11).

    `create_agent(model, tools, middleware=[AutoRecallMiddleware(AutoRecall(memory))])`; name it last, so that no other
    middleware keeps what it adds. A sub-agent of deepagents gets one in its own `middleware`.
    """

    def __init__(self, recall: AutoRecall) -> None:
        """Keep what recalls; the middleware itself has no state.

        Args:
            recall: whose memories, how many, and how long a call may wait for them.
        """
        super().__init__()
        self._recall = recall

    @override
    def wrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], ModelResponse[Any]],
    ) -> ModelResponse[Any]:
        """Call the model with the block; the request's own messages stay as they are."""
        messages = MESSAGES.recalled(request.messages, self._recall, request.system_prompt)
        return handler(request.override(messages=messages))

    @override
    async def awrap_model_call(
        self,
        request: ModelRequest[Any],
        handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]],
    ) -> ModelResponse[Any]:
        """Do the same for `ainvoke` and `astream`."""
        messages = await MESSAGES.arecalled(request.messages, self._recall, request.system_prompt)
        return await handler(request.override(messages=messages))


def as_tools(tools: Iterable[Tool]) -> list[BaseTool]:
    """Return tools of Stelae as LangChain's, for `create_agent(tools=…)`; an error is an answer the model can act on."""
    return [_tool(one) for one in tools]


def _tool(one: Tool) -> BaseTool:
    def run(**arguments: Any) -> dict[str, Any]:
        return one.call(arguments)

    return StructuredTool(
        name=one.name, description=one.description, args_schema=one.parameters, func=run
    )


def _view(message: AnyMessage) -> View:
    content: Any = message.content
    if isinstance(content, list):
        content = [
            {"type": "text", "text": part, "bare": True} if isinstance(part, str) else part
            for part in cast("list[str | dict[str, Any]]", content)
        ]
    return {"role": ROLES.get(message.type, message.type), "content": content}


def _write(messages: Sequence[AnyMessage], changed: Mapping[int, Any]) -> list[AnyMessage]:
    return [
        m.model_copy(update={"content": _content(changed[at])}) if at in changed else m
        for at, m in enumerate(messages)
    ]


def _content(content: Any) -> Any:
    """Return content as LangChain has it: a part that was a bare string is one again."""
    if not isinstance(content, list):
        return content
    parts = cast("list[dict[str, Any]]", content)
    return [part["text"] if part.get("bare") else part for part in parts]


MESSAGES = Translation[AnyMessage](lambda messages: [_view(m) for m in messages], _write)
"""LangChain's messages: one view each; ids and everything else they carry stay."""
