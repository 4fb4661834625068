"""An agent in a plain loop that recalls before every model call, tool calls included. Runs offline.

Run `python examples/auto_recall.py`: a scripted model shows what it is given. With `python examples/auto_recall.py qwen3:8b`
that model of a running Ollama answers.
"""

import sys
from collections.abc import Callable
from typing import Any

import ollama

from stelae import AutoRecall, Memory

Message = dict[str, Any]
Model = Callable[[list[Message]], Message]
SYSTEM = {
    "role": "system",
    "content": "You operate a network. Call db_age before you answer about its data.",
}


def turn(model: Model, recall: AutoRecall, history: list[Message], said: str) -> str:
    """Answer one message: the model is called until it calls no more tools. The history stays without memories."""
    history.append({"role": "user", "content": said})
    while True:
        reply = model(recall.inject([SYSTEM, *history]))
        history.append(reply)
        if not reply.get("tool_calls"):
            return str(reply["content"])
        history.append({"role": "tool", "content": '{"hours": 31}'})


def scripted(messages: list[Message]) -> Message:
    """Stand in for a model: call the tool once, then show what stood beside the question."""
    if messages[-1]["role"] == "tool":
        asked = next(m for m in reversed(messages) if m["role"] == "user")
        return {"role": "assistant", "content": f"I was given:\n{asked['content']}"}
    call = {"function": {"name": "db_age", "arguments": {}}}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


def over_ollama(name: str) -> Model:
    """Return a model of a running Ollama."""
    return lambda messages: ollama.chat(name, messages).message.model_dump(exclude_none=True)


def main(name: str | None) -> None:
    """Give the agent a guide and the person a wish, then answer two questions."""
    model = over_ollama(name) if name else scripted
    with Memory.open(reads=["agent:netops"]) as memory:
        memory.at(scope="agent:netops").remember(
            "When the data is older than 24 hours, call take_snapshot before you answer.",
            category="usage_guide",
            attributes={
                "intent": "take_snapshot_when_db_stale",
                "keywords": ["stale", "up to date", "过期"],
            },
            authority="user_edit",
        )
        memory.observe("以后回答都用中文")
        recall, history = AutoRecall(memory), list[Message]()
        for said in ("Is the data up to date?", "谢谢，再见"):
            print(f"> {said}\n{turn(model, recall, history, said)}\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
