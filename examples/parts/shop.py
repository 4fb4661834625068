"""A small shop. What a model asks for is looked up; what is left out and in which order the rest comes, code decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from stelae import Memory
from stelae.recall.leaning import blocked, lean
from stelae.text.terms import named
from stelae.tools import Arguments, Result, Tool, current_turn, tool

Titles = Mapping[str, Sequence[str]]


class Search(Arguments):
    """Arguments of `search`."""

    domain: Literal["shoes", "bags"]
    """What the person is looking for."""


@dataclass(frozen=True)
class Shop:
    """The shelves, and the memory that says what the person likes."""

    titles: Titles
    memory: Memory

    def tool(self) -> Tool:
        """Return the tool by which an agent looks for things."""
        about = "Look for things to buy. Likes, dislikes and this session's limits are seen to."
        return tool("search", about, Search, self._search)

    def _search(self, given: Search) -> Result:
        found = self.memory.preferences(domain=given.domain)
        unwanted = self._this_time()
        left_out = {
            title: why
            for title in self.titles[given.domain]
            if (why := [*blocked(found, title), *(one for one in unwanted if named(one, title))])
        }
        stays = [title for title in self.titles[given.domain] if title not in left_out]
        stays.sort(key=lambda title: -lean(found, title))
        return {"shown": stays, "left_out": left_out}

    def _this_time(self) -> list[str]:
        """Return what must not be in this conversation's answers, whatever is true of the person."""
        turn = current_turn()
        if turn is None or turn.session is None:
            return []
        state = self.memory.session_state(turn.session)
        return [one.content for one in state.constraints if one.blocking]
