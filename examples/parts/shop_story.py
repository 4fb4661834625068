"""What a customer says in two languages, what stands on the shelves, and a script that answers as a model would."""

from collections.abc import Sequence
from dataclasses import dataclass

from parts.chat import Message, call, said
from parts.shop import Titles

from stelae.text.markers import strip_blocks
from stelae.tools import Tool


@dataclass(frozen=True)
class Story:
    """What the customer says, in one language."""

    dislike: str
    shoes: str
    once: str
    more: str
    ban: str
    banned: str
    bags: str
    flip: str
    titles: Titles


STORIES = {
    "en": Story(
        dislike="I want a pair of shoes. I can't stand tassels",
        shoes="Show me shoes",
        once="Shoes for a party. Not leather this time",
        more="Are there red ones?",
        ban="My shoes must never be leather",
        banned="leather",
        bags="And now a bag",
        flip="Actually, I like tassels",
        titles={
            "shoes": ["Loafer with tassels", "Leather boot", "Vegan leather shoe", "Canvas shoe"],
            "bags": ["Leather bag", "Canvas bag"],
        },
    ),
    "zh": Story(
        dislike="想买双鞋，我受不了流苏",
        shoes="看看鞋子",
        once="想买双鞋，这次不要真皮",
        more="有红色的吗？",
        ban="鞋子我绝不要真皮",
        banned="真皮",
        bags="再看看包",
        flip="我现在喜欢流苏了",
        titles={
            "shoes": ["流苏乐福鞋", "真皮短靴", "仿真皮单鞋", "帆布鞋"],
            "bags": ["真皮手提包", "帆布包"],
        },
    ),
}


@dataclass(frozen=True)
class Script:
    """Keeps a ban that it hears, looks in the shop, and answers with what it finds."""

    story: Story

    def __call__(self, messages: Sequence[Message], _: Sequence[Tool]) -> Message:
        """Do the next thing."""
        at = max(n for n, one in enumerate(messages) if one["role"] == "user")
        results = [one["content"] for one in messages[at:] if one["role"] == "tool"]
        calls = self._calls(strip_blocks(messages[at]["content"]).strip())
        return calls[len(results)] if len(results) < len(calls) else said(results[-1])

    def _calls(self, asked: str) -> list[Message]:
        search = call("search", {"domain": "bags" if asked == self.story.bags else "shoes"})
        if asked != self.story.ban:
            return [search]
        heard = {"object": self.story.banned, "polarity": "dislike", "quote": asked}
        kept = call("remember_preference", {**heard, "limit": "ban", "domain": "shoes"})
        return [kept, search]
