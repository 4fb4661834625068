"""Forgetting in a scope with projects: all of them for a handle without one, and no other one's for a handle with one."""

import pytest

from stelae.errors import InvalidInputError
from stelae.memory import Memory
from stelae.testing import FixedClock
from tests.conftest import Opener

PHONE, JAZZ = "我的电话号码是13912345678", "I love jazz"


@pytest.fixture(params=["sqlite", "memory"])
def whole(request: pytest.FixtureRequest, open_memory: Opener) -> Memory:
    """A handle on the whole scope."""
    return open_memory(store=request.param)


def inside(whole: Memory, project: str) -> Memory:
    """Return a handle on a project of the same scope, over the same parts."""
    return Memory(whole._parts, whole.namespace.model_copy(update={"project": project}))


def test_undoing_the_forgetting_of_everything_brings_back_every_project(
    whole: Memory, clock: FixedClock
) -> None:
    """Its text is not left behind without anybody who reads or purges it."""
    garden = inside(whole, "garden")
    garden.observe(PHONE)
    whole.observe(JAZZ)
    clock.advance(minutes=1)
    receipt = whole.forget(whole.forget(everything=True))
    assert len(receipt.forgotten) == 2
    clock.advance(minutes=1)
    whole.restore(receipt.id)
    assert {record.text for record in garden.list()} == {PHONE, JAZZ}


def test_what_a_project_forgot_is_looked_for_when_it_is_purged(
    whole: Memory, clock: FixedClock
) -> None:
    """Maintenance knows scopes, not projects."""
    garden = inside(whole, "garden")
    garden.observe(PHONE)
    clock.advance(minutes=1)
    garden.forget(garden.forget("我的电话号码"))
    clock.advance(days=31)
    whole.maintain()
    (receipt,) = whole.forgotten()
    assert (receipt.pending_purge, receipt.verified) == (False, True)


def test_everything_includes_projects_of_which_nothing_can_be_recalled(
    whole: Memory, clock: FixedClock
) -> None:
    """A tool's reply has no row in the index."""
    garden = inside(whole, "garden")
    garden.observe([{"role": "tool", "content": "槐树巷 18 号 has a kumquat tree"}])
    whole.observe(JAZZ)
    clock.advance(minutes=1)
    whole.forget(whole.forget(everything=True), hard=True)
    assert garden.stats()["observations"] == 0


@pytest.mark.parametrize(("text", "request_"), [(PHONE, "我的电话号码"), (JAZZ, "jazz")])
def test_what_another_project_says_as_well_does_not_hold_up_a_destruction(
    whole: Memory, clock: FixedClock, text: str, request_: str
) -> None:
    """Its words are its own, and stay."""
    garden = inside(whole, "garden")
    garden.observe(text)
    clock.advance(minutes=1)
    whole.observe([{"role": "user", "content": text, "id": "m2"}])
    clock.advance(minutes=1)
    receipt = whole.forget(whole.forget(request_), hard=True)
    assert (receipt.verified, receipt.pending_purge) == (True, False)
    assert [record.text for record in garden.list()] == [text]
    assert whole.list() == ()


def test_a_handle_on_a_project_does_not_look_into_another_one(
    whole: Memory, clock: FixedClock
) -> None:
    """Not even to show what would be forgotten there."""
    inside(whole, "garden").observe(PHONE)
    clock.advance(minutes=1)
    with pytest.raises(InvalidInputError):
        inside(whole, "office").forget(project="garden")
    assert whole.forget(project="garden")
    assert inside(whole, "garden").forget(project="garden")
