"""A person's yes is either carried out or refused with the reason; it is never taken off the list for nothing."""

from typing import Annotated

import pytest
from pydantic import Field

from stelae import MemorySchema, Merge
from stelae.errors import InvalidInputError
from stelae.schemas.authority import Authority
from stelae.schemas.change import Outcome
from stelae.testing import FixedClock
from tests.conftest import Opener


class Reading(
    MemorySchema,
    name="reading",
    key=("title",),
    template={"en": "{title}: {pages} pages", "zh": "《{title}》：{pages} 页"},
):
    """How far somebody has read."""

    title: str
    pages: Annotated[int, Field(ge=0, le=500), Merge("sum")]


@pytest.mark.parametrize("title", ["Walden", "红楼梦"])
def test_what_breaks_a_bound_together_stands_by_itself_once_confirmed(
    open_memory: Opener, clock: FixedClock, title: str
) -> None:
    """The sum was over the maximum: what the person confirms replaces it, and the sum stays in the history."""
    memory = open_memory(categories=[Reading])
    memory.remember(category="reading", attributes={"title": title, "pages": 300})
    clock.advance(days=1)
    asked = memory.remember(category="reading", attributes={"title": title, "pages": 400})
    assert (asked.outcome, asked.reason) == ("pending", "conflict")
    assert asked.id is not None
    clock.advance(days=1)
    done = memory.confirm(asked.id)
    assert (done.outcome, done.change) == ("accepted", "supersede")
    assert [one.attributes["pages"] for one in memory.list()] == [400]
    assert memory.pending() == ()
    memory.restore(done.id or "")
    assert [one.attributes["pages"] for one in memory.list()] == [300]
    assert [item.record.attributes["pages"] for item in memory.pending()] == [400]


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (("main", "trunk"), "The release branch is called {}"),
        (("主干", "开发线"), "发布分支叫{}"),
    ],
    ids=["en", "zh"],
)
def test_a_yes_against_a_higher_source_is_refused_and_waits_on(
    open_memory: Opener, clock: FixedClock, values: tuple[str, str], text: str
) -> None:
    """The message names the memory in the way; what was asked is still there when that is out of it."""
    memory, held = open_memory(), text.format(values[0])

    def told(value: str, authority: Authority) -> Outcome:
        fields = {"subject": "release branch", "attribute": "value", "object": value}
        said = text.format(value)
        return memory.remember(said, category="fact", attributes=fields, authority=authority)

    stands = told(values[0], "team")
    clock.advance(days=1)
    asked = told(values[1], "user")
    assert (asked.outcome, asked.reason) == ("pending", "conflict")
    assert asked.id is not None
    assert stands.id is not None
    with pytest.raises(InvalidInputError, match=stands.id):
        memory.confirm(asked.id)
    assert [item.id for item in memory.pending()] == [asked.id]
    assert [one.text for one in memory.list()] == [held]
    assert memory.confirm(asked.id, attributes={"subject": "hotfix branch"}).outcome == "accepted"
