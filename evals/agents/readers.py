"""Who calls `remember_preference` in a dialogue: scripted models with a fault each, or a real one."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from pydantic import BaseModel

from evals.agents.data import Dialogue
from stelae import Memory
from stelae.errors import ModelOutputError, ModelTimeoutError
from stelae.ports import ChatMessage, LanguageModel
from stelae.structured.call import ask
from stelae.tools.preferences import PreferenceArguments, remember_preference

Call = dict[str, Any]
"""Arguments of `remember_preference`."""
Reader = Callable[[Dialogue, Sequence[str]], list[Call]]
"""Which calls follow the last of some messages."""


def careful(dialogue: Dialogue, said: Sequence[str]) -> list[Call]:
    """Call as a perfect model does: what is lasting, on its side, in the person's words."""
    found: list[Call] = []
    for wish in dialogue.keep:
        term = next((t for t in wish.terms if t.casefold() in said[-1].casefold()), None)
        if term is not None:
            limit = "allergy" if dialogue.kind == "allergy" else None
            found.append(_call(term, wish.polarity, said[-1], limit))
    return found


def careless(dialogue: Dialogue, said: Sequence[str]) -> list[Call]:
    """Call as a model does that takes every wish of the moment for a lasting one."""
    passing = (term for term in dialogue.never if term.casefold() in said[-1].casefold())
    return [*careful(dialogue, said), *(_call(term, "like", said[-1], None) for term in passing)]


def reversing(dialogue: Dialogue, said: Sequence[str]) -> list[Call]:
    """Call with every side the wrong way round (P14)."""
    other = {"like": "dislike", "dislike": "like"}
    return [
        {**call, "polarity": other[call["polarity"]], "limit": None}
        for call in careful(dialogue, said)
    ]


def _call(term: str, polarity: str, quote: str, limit: str | None) -> Call:
    return {
        "object": term,
        "polarity": polarity,
        "quote": quote,
        "limit": limit,
        "domain": None,
        "slot": None,
    }


class Calls(BaseModel):
    """What a model wants to call after one message."""

    calls: list[PreferenceArguments]


def by_model(model: LanguageModel) -> Reader:
    """Return a reader that asks a model which calls it would make; an answer that is none is no call."""
    with Memory.open(store="memory", scope="user:nobody", embedder="none") as memory:
        tool = remember_preference(memory, lambda: None)
    order = (
        f"You serve a person and have one tool, {tool.name}. {tool.description}\nIts arguments:"
        f" {json.dumps(tool.parameters, ensure_ascii=False)}\nAnswer with the calls that the person's"
        ' last message asks for, as {"calls": [...]}; mostly there are none.'
    )

    def read(_: Dialogue, said: Sequence[str]) -> list[Call]:
        talk = [ChatMessage("system", order), *(ChatMessage("user", text) for text in said)]
        try:
            answer = ask(model, talk, Calls)
        except (ModelOutputError, ModelTimeoutError):
            return []
        return [call.model_dump() for call in answer.value.calls]

    return read


READERS: dict[str, Reader | None] = {
    "rules": None,
    "careful": careful,
    "careless": careless,
    "reversing": reversing,
}
