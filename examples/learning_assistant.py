"""A learning assistant that remembers what somebody is interested in and how well they know it. Runs offline.

Each turn: extract, store, let auto-recall put the three memories that fit best beside the question, prompt with the last six
messages, answer. What was learned in one session is there in the next.

Run `python examples/learning_assistant.py`: without a model the patterns below extract, and the answer lists what is known.
With `python examples/learning_assistant.py qwen3:8b` that model of a running Ollama extracts and answers.
"""

import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import ollama

from stelae import AutoRecall, Memory

TOP, RECENT = 3, 6
CATEGORIES = ("interest", "mastery")
TUTOR = "You are a patient tutor. Fit your answer to what the learner is interested in and already knows."
Answer = Callable[[list[dict[str, Any]]], str]

WANTS = re.compile(
    r"(?:想学|想了解|在学)(?P<zh>[^，。！？,.!?]{1,30})|"
    r"(?:want to learn|learning|interested in) (?P<en>[^,.!?]{1,40})"
)
BEGINS = re.compile(
    r"(?P<zh>[^，。！？,.!?我]{1,30})(?:我)?(?:刚入门|刚开始学|是新手)|"
    r"(?:new to|a beginner in|a beginner at) (?P<en>[^,.!?]{1,40})"
)
KNOWS = re.compile(
    r"(?P<zh>[^，。！？,.!?我]{1,30})(?:我)?(?:已经)?(?:很熟了|掌握了|运用自如了)|"
    r"(?:at home in|fluent in|mastered) (?P<en>[^,.!?]{1,40}?)(?: now)?(?=[,.!?]|$)"
)


class LearningAssistant:
    """One learner's assistant over one memory."""

    def __init__(self, memory: Memory, answer: Answer | None = None) -> None:
        """Take the memory, opened with `categories=CATEGORIES`, and who answers; None: what is known is listed."""
        self._memory, self._answer = memory, answer
        self._recall = AutoRecall(memory, top_k=TOP, include="memories")
        self._messages: list[dict[str, Any]] = []

    def turn(self, said: str) -> str:
        """Remember what the learner says, and answer it."""
        self._remember(said)
        prompt = self.prompt(said)
        reply = self._answer(prompt) if self._answer else self._known(said)
        self._messages += [
            {"role": "user", "content": said},
            {"role": "assistant", "content": reply},
        ]
        return reply

    def prompt(self, said: str) -> list[dict[str, Any]]:
        """Return the messages for a model: task, last six messages, and the question with the best three memories."""
        now = {"role": "user", "content": said}
        messages = [{"role": "system", "content": TUTOR}, *self._messages[-RECENT:], now]
        return self._recall.inject(messages)

    def _known(self, said: str) -> str:
        return self._memory.ask(said, top_k=TOP, include="memories").text

    def _remember(self, said: str) -> None:
        """Let the configured model propose, or, without one, the patterns; the gate decides either way."""
        seen = self._memory.observe(said, wait=True)
        if seen.extraction.model is None:
            for category, fields in understood(said):
                self._memory.remember(category=category, attributes=fields)


def understood(said: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield what the patterns see: a category and its fields. What they are not sure of they leave out."""
    if found := WANTS.search(said):
        name = found["zh"] or found["en"]
        yield (
            "interest",
            {
                "entity_type": "concept",
                "entity_name": name.strip(),
                "interest_level": "interested",
                "source_context": said[:300],
            },
        )
    for pattern, level in ((BEGINS, "basic"), (KNOWS, "advanced")):
        if found := pattern.search(said):
            topic = found["zh"] or found["en"]
            yield "mastery", {"topic": topic.strip(), "understanding_level": level}


def over_ollama(model: str) -> Answer:
    """Return an answerer over a running Ollama."""
    return lambda messages: ollama.chat(model, messages).message.content or ""


def main(model: str | None) -> None:
    """Read a line, answer it, until an empty one."""
    with Memory.open(categories=CATEGORIES) as memory:
        assistant = LearningAssistant(memory, over_ollama(model) if model else None)
        while said := read_line():
            print(f"tutor> {assistant.turn(said)}")


def read_line() -> str:
    """Return what the person types; empty at the end of the input."""
    try:
        return input("you> ").strip()
    except EOFError:
        return ""


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
