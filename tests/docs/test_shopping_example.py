"""The shopping example does what its page says, in both languages."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from stelae import Memory
from tests.docs.examples import modules, run

LANGUAGES = ("en", "zh")


@dataclass
class Visits:
    """A customer who comes back, and what to say."""

    customer: Any
    story: Any
    data: Path

    def shown(self, name: str, *messages: str, authorised: str | None = None) -> list[list[str]]:
        """Return the titles that each answer of a session shows, best first."""
        answers = self.customer.visit(name, *messages, authorised=authorised)
        return [json.loads(one)["shown"] for one in answers]

    def kept(self) -> list[str]:
        """Return the wishes and limits that are remembered."""
        with Memory.open(self.data, scope="user:lin") as memory:
            return [m.text for m in memory.list() if m.category in {"preference", "constraint"}]

    @property
    def tassels(self) -> str:
        """The shoe that the customer cannot stand."""
        return next(one for one in self.story.titles["shoes"] if "tassel" in one or "流苏" in one)

    @property
    def leather(self) -> str:
        """The shoe of real leather."""
        return next(
            one for one in self.story.titles["shoes"] if one in {"Leather boot", "真皮短靴"}
        )


@pytest.fixture(params=LANGUAGES)
def visits(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Visits]:
    """A new customer, a language each."""
    with modules("shopping_agent", "parts.shop_story") as (example, stories):
        story = stories.STORIES[request.param]
        customer = example.Customer(tmp_path, stories.Script(story), story.titles, None)
        yield Visits(customer, story, tmp_path)


def test_a_spoken_dislike_is_honoured_at_once_and_in_the_next_session(visits: Visits) -> None:
    """It moves to the end, and is never left out."""
    for name, words in (("one", visits.story.dislike), ("two", visits.story.shoes)):
        (shown,) = visits.shown(name, words)
        assert shown[-1] == visits.tassels
        assert len(shown) == 4
    assert len(visits.kept()) == 1


def test_what_is_not_wanted_this_time_is_no_preference(visits: Visits) -> None:
    """It holds for the next message, too; in the next session it is gone, and nothing of it is kept."""
    once, still = visits.shown("one", visits.story.once, visits.story.more)
    (later,) = visits.shown("two", visits.story.shoes)
    assert visits.leather not in once
    assert visits.leather not in still
    assert visits.leather in later
    assert visits.kept() == []


def test_a_ban_on_shoes_does_not_hit_bags(visits: Visits) -> None:
    """Neither before a person has confirmed it nor after."""
    bags = visits.story.titles["bags"]
    shoes, shown = visits.shown("one", visits.story.ban, visits.story.bags)
    assert (shoes[-1], shown) == (visits.leather, bags)
    (shown,) = visits.shown("two", visits.story.bags, authorised=visits.story.banned)
    assert shown == bags


def test_only_what_a_person_has_confirmed_leaves_out(visits: Visits) -> None:
    """A ban that was heard lowers; a confirmed one filters, and what merely looks like the thing stays."""
    (heard,) = visits.shown("one", visits.story.ban)
    (confirmed,) = visits.shown("two", visits.story.shoes, authorised=visits.story.banned)
    assert visits.leather in heard
    assert [one for one in heard if one not in confirmed] == [visits.leather]


def test_a_change_of_mind_replaces(visits: Visits) -> None:
    """The dislike is a like afterwards, and there is one memory of it."""
    visits.shown("one", visits.story.dislike)
    _, shown = visits.shown("two", visits.story.flip, visits.story.shoes)
    (later,) = visits.shown("three", visits.story.shoes)
    assert shown[0] == later[0] == visits.tassels
    assert visits.kept() == [visits.story.flip]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_program_prints_six_visits(tmp_path: Path, language: str) -> None:
    """As a newcomer runs it."""
    printed = run("shopping_agent.py", "--language", language, "--data", str(tmp_path))
    assert [line for line in printed.splitlines() if line.endswith("day")][-1] == "Saturday"
    assert printed.count("learned: ") == 2
    assert printed.count("A person confirms: ") == 1
