"""The loop of an agent: recall, call the model, run what it asks for, until it answers."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parts.chat import Chat, Message

from stelae import AutoRecall
from stelae.tools import Tool

MOST_CALLS = 8
"""Calls of the model in one turn: a model that goes round in circles ends."""


@dataclass(frozen=True)
class Agent:
    """An agent in a plain loop. Its history holds no memories: the block is made anew for every call."""

    chat: Chat
    recall: AutoRecall
    system: str
    tools: Sequence[Tool]
    redirects: Mapping[str, str] = field(default_factory=dict[str, str])
    """Tools that are denied, with what to call instead."""

    def turn(self, history: list[Message], words: str) -> str:
        """Answer one message, and leave calls, results and answer in the history."""
        history.append({"role": "user", "content": words})
        for number in range(MOST_CALLS):
            system = {"role": "system", "content": self.system}
            reply = self.chat(self.recall.inject([system, *history]), self.tools)
            history.append(reply)
            for one in reply.get("tool_calls", ()):
                one["id"] = f"c{len(history)}-{number}"
                result = json.dumps(self._run(**one["function"]), ensure_ascii=False)
                history.append({"role": "tool", "tool_call_id": one["id"], "content": result})
            if not reply.get("tool_calls"):
                return str(reply["content"])
        return "I did not get to an end."

    def _run(self, name: str, arguments: str) -> Mapping[str, object]:
        """Memory steers among what is allowed; code takes away what is not, and says what is there instead (O45)."""
        if name in self.redirects:
            return {
                "error": f"{name} is not allowed here, nothing was done. {self.redirects[name]}"
            }
        tool = next((one for one in self.tools if one.name == name), None)
        if tool is None:
            return {"error": f"There is no {name}. Use {', '.join(t.name for t in self.tools)}."}
        return tool.call(arguments)
