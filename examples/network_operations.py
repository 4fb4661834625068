"""A network-operations agent that is guided, learns from what it has done, and is corrected by a person. Runs offline.

Run `python examples/network_operations.py`: a script plays the language model. With `qwen3:8b` that model of a running
Ollama does, with `--gguf FILE` a file in this process; `--language zh` asks in Chinese.
"""

import tempfile
from pathlib import Path

from parts.chat import Chat, Message, named, options, over
from parts.loop import Agent
from parts.network import Network
from parts.network_story import STORIES, Script, Story, distilled

from stelae import AutoRecall, Memory
from stelae.ports import LanguageModel
from stelae.testing import ScriptedModel

GUIDES = Path(__file__).parent / "network_operations"
NETOPS = "agent:netops"
SYSTEM = "You operate a network with your tools. Do what the procedures beside a message say, then answer in a sentence."
REDIRECTS = {
    "write_file": "Its files are virtual, nobody would ever see them. Call save_config instead."
}


def open_memory(data: Path, model: LanguageModel) -> Memory:
    """Open a person's memory that also reads the agent's and everybody's; the model distils."""
    return Memory.open(data, scope="user:lin", reads=[NETOPS, "global"], model=model)


class Operations:
    """One person's network agent."""

    def __init__(self, memory: Memory, chat: Chat, network: Network) -> None:
        """Bring the agent's guides into memory; again changes nothing."""
        memory.import_guides(GUIDES)
        self.memory = memory
        self.agent = Agent(chat, AutoRecall(memory), SYSTEM, network.tools(), REDIRECTS)

    def turn(self, words: str) -> list[Message]:
        """Answer a request in a conversation of its own, then keep what its tools have changed (L1)."""
        history: list[Message] = []
        answer = self.agent.turn(history, words)
        self.memory.capture(history, agent="netops")
        called = "".join(f"{one['name']} → " for one in calls_of(history))
        print(f"> {words}\n  {called}{answer}")
        return history

    def approve(self) -> None:
        """Distil what worked (L2), and do what a person would do in `stelae review`: read it, and say yes."""
        report = self.memory.extract_patterns(agent="netops")
        place = self.memory.at(scope=NETOPS)
        for item in place.pending():
            print(f"Learned from {report.groups[0].samples} calls, a person says yes:")
            print(item.record.text)
            place.confirm(item.id)

    def beside(self, words: str, *, top_k: int | None = None) -> list[str]:
        """Return the categories of what auto-recall puts beside a request, best first."""
        block = self.memory.auto_context(words, top_k=top_k)
        shown = [self.memory.get(one).category for one in block.ids]
        print(f"> {words}\n  beside it: {', '.join(shown) or 'nothing'}")
        return shown


def calls_of(history: list[Message]) -> list[dict[str, str]]:
    """Return the calls of a conversation, in order."""
    return [one["function"] for message in history for one in message.get("tool_calls", ())]


def day(operations: Operations, story: Story) -> None:
    """A day of the agent."""
    operations.turn(story.stale)  # two guides are recalled; columns are fetched when needed
    operations.turn(story.down)  # another guide, and none of the two
    operations.turn(story.save)  # write_file is denied, and its answer names the tool that is there
    for request in story.registrations:
        operations.turn(request)
    operations.beside(story.how)  # the guide and the newest event
    operations.approve()
    operations.beside(story.new, top_k=1)  # what was learned comes first
    operations.turn(story.next)  # nobody names the region any more


def main(data: Path, language: str, model: LanguageModel | None) -> None:
    """Run the day."""
    story = STORIES[language]
    chat = over(model) if model else Script(story)
    with open_memory(data, model or ScriptedModel([distilled(story)])) as memory:
        day(Operations(memory, chat, Network()), story)


if __name__ == "__main__":
    asked = options(__doc__)
    with tempfile.TemporaryDirectory() as empty:
        main(asked.data or Path(empty), asked.language, named(asked))
