"""A shopping agent: what a customer cannot stand, what is not wanted this time, what a person has authorised. Runs offline.

Run `python examples/shopping_agent.py`: a script plays the language model. With `qwen3:8b` that model of a running
Ollama does, with `--gguf FILE` a file in this process; `--language zh` speaks Chinese.
"""

import tempfile
from pathlib import Path

from parts.chat import Chat, Message, named, options, over
from parts.loop import Agent
from parts.shop import Shop, Titles
from parts.shop_story import STORIES, Script, Story

from stelae import AutoRecall, Memory
from stelae.agents.turn import begin
from stelae.ports import LanguageModel
from stelae.tools import tools_for

SYSTEM = "You help in a shop. Keep lasting wishes with remember_preference, look with search, and name what it shows."


class Session:
    """One conversation of the customer with the agent."""

    def __init__(self, memory: Memory, chat: Chat, titles: Titles, name: str) -> None:
        """Take the customer's memory, the model, the shelves, and the conversation's name."""
        self.memory, self.name = memory, name
        self.history: list[Message] = []
        tools = (*tools_for(memory), Shop(titles, memory).tool())
        self.agent = Agent(chat, AutoRecall(memory, session=name), SYSTEM, tools)

    def turn(self, words: str) -> str:
        """Answer one message."""
        said = {"role": "user", "content": words}
        self.memory.update_session(self.name, words)  # what holds for this task
        with begin(self.memory, [*self.history, said], session=self.name) as turn:
            answer = self.agent.turn(self.history, words)  # dislikes are kept before this
        self.memory.curate(words, answer, session=self.name)  # what holds for the person
        learned = "".join(f"\n  learned: {one.text}" for one in turn.learned)
        print(f"> {words}{learned}\n  {answer}")
        return answer


def authorise(memory: Memory, term: str) -> None:
    """Do what a person does who confirms a ban: only then it leaves things out (P21)."""
    for entry in memory.preferences(domain="shoes").entries:
        if term in entry.terms and not entry.authorised:
            memory.edit(entry.id)
            print(f"A person confirms: {entry.text}")


class Customer:
    """Somebody who comes back: every visit opens the memory anew."""

    def __init__(self, data: Path, chat: Chat, titles: Titles, model: LanguageModel | None) -> None:
        """Take the data folder, who answers, the shelves, and the model that curates; None: rules alone."""
        self.data, self.chat, self.titles, self.model = data, chat, titles, model

    def visit(self, name: str, *messages: str, authorised: str | None = None) -> list[str]:
        """Return the answers of one session; with `authorised` a person confirms that ban first."""
        extractor = "auto" if self.model else "rules"
        place = Memory.open(self.data, scope="user:lin", extractor=extractor, model=self.model)
        with place as memory:
            print(f"\n{name}")
            if authorised is not None:
                authorise(memory, authorised)
            session = Session(memory, self.chat, self.titles, name)
            return [session.turn(words) for words in messages]


def weeks(customer: Customer, story: Story) -> None:
    """Six visits of one customer."""
    customer.visit("Monday", story.dislike)  # kept before the first answer
    customer.visit("Tuesday", story.shoes, story.once, story.more)  # and a limit of this search
    customer.visit("Wednesday", story.shoes)  # the limit is gone, the dislike is not
    customer.visit("Thursday", story.ban, story.bags)  # moves shoes back; bags are left alone
    customer.visit("Friday", story.shoes, story.bags, authorised=story.banned)  # now it filters
    customer.visit("Saturday", story.flip, story.shoes)  # a change of mind replaces


def main(data: Path, language: str, model: LanguageModel | None) -> None:
    """Run the six visits."""
    story = STORIES[language]
    chat = over(model) if model else Script(story)
    weeks(Customer(data, chat, story.titles, model), story)


if __name__ == "__main__":
    asked = options(__doc__)
    with tempfile.TemporaryDirectory() as empty:
        main(asked.data or Path(empty), asked.language, named(asked))
