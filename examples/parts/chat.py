"""Who plays the language model of an example: a script, or a real model that a person names.

A script stands in for the model and for nothing else: memory, tools, gate, capture and distilling are the real ones.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from stelae.config import ModelSettings
from stelae.ports import ChatMessage, LanguageModel
from stelae.providers.models.gguf import GGUFModel
from stelae.providers.models.ollama import OllamaModel
from stelae.structured.call import ask
from stelae.tools import Tool

Message = dict[str, Any]
Chat = Callable[[Sequence[Message], Sequence[Tool]], Message]
"""Takes the messages of one call and the tools on offer, and returns the assistant's message, as OpenAI shapes it."""

FORM = """Call one tool at a time: name it in "tool", with its arguments as JSON text in "arguments". When you have what \
you need, or no tool fits, leave "tool" empty and answer in "answer". The tools:
"""


class Step(BaseModel):
    """What a model does next: call a tool, or answer."""

    tool: str
    arguments: str
    answer: str


def options(about: str) -> argparse.Namespace:
    """Read what the person asks for on the command line."""
    parser = argparse.ArgumentParser(description=about.partition("\n")[0])
    parser.add_argument("model", nargs="?", help="of a running Ollama, such as qwen3:8b")
    parser.add_argument("--gguf", type=Path, metavar="FILE", help="a model file, run in-process")
    parser.add_argument("--language", choices=("en", "zh"), default="en")
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep the memory here")
    return parser.parse_args()


def named(asked: argparse.Namespace) -> LanguageModel | None:
    """Return the model that the person has named; None: the script plays it."""
    if asked.gguf:
        return GGUFModel(asked.gguf)
    return OllamaModel.of(ModelSettings(), asked.model) if asked.model else None


def over(model: LanguageModel) -> Chat:
    """Let a real model choose, in a form that every provider can be held to."""

    def chat(messages: Sequence[Message], tools: Sequence[Tool]) -> Message:
        listed = [json.dumps(tool.definition["function"], ensure_ascii=False) for tool in tools]
        system = ChatMessage("system", FORM + "\n".join(listed))
        step = ask(model, [system, *map(_plain, messages)], Step, max_tokens=800).value
        return call(step.tool, step.arguments) if step.tool.strip() else said(step.answer)

    return chat


def call(tool: str, arguments: dict[str, Any] | str) -> Message:
    """Return an assistant's message that calls a tool."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    one = {"id": "c1", "type": "function", "function": {"name": tool, "arguments": text}}
    return {"role": "assistant", "content": "", "tool_calls": [one]}


def said(answer: str) -> Message:
    """Return an assistant's message that answers."""
    return {"role": "assistant", "content": answer}


def _plain(message: Message) -> ChatMessage:
    """Tell a call and its result in words, which every model understands."""
    if message["role"] == "tool":
        return ChatMessage("user", f"The tool answered: {message['content']}")
    calls = [one["function"] for one in message.get("tool_calls", ())]
    told = "".join(f"I call {one['name']} with {one['arguments']}" for one in calls)
    return ChatMessage(message["role"], told or message["content"])
