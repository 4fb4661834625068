"""Whether what was learned helped: runs with it against runs without it, with intervals, and no verdict on few."""

import pytest

from stelae.errors import InvalidInputError, MemoryNotFoundError
from stelae.memory import Memory
from stelae.schemas.learning import Lift
from stelae.testing import FixedClock
from tests.background.agent_runs import register
from tests.conftest import Opener


@pytest.fixture
def agent(open_memory: Opener, clock: FixedClock) -> Memory:
    """A memory of agent:netops that knows how devices are registered."""
    memory = open_memory("agent:netops")
    register(memory, clock)
    memory.extract_patterns()
    memory.confirm(memory.pending()[0].id)
    return memory


def known(memory: Memory) -> str:
    """Return the id of the know-how."""
    (record,) = memory.list(category="expert_knowledge")
    return record.id


def run(
    memory: Memory,
    clock: FixedClock,
    first: str,
    good: int,
    bad: int,
    *,
    shown: tuple[str, ...] = (),
    tool: str = "register_device",
    agent: str | None = None,
) -> None:
    """Keep runs one after the other."""
    for number in range(good + bad):
        clock.advance(minutes=1)
        status = "succeeded" if number < good else "failed"
        error = None if number < good else "it broke"
        memory.run(
            f"{first}{number}", agent=agent, status=status, error=error, tools=[tool], shown=shown
        )


def only(memory: Memory) -> Lift:
    """Return the one comparison there is."""
    (item,) = memory.lift().items
    return item


def test_it_helped_where_the_interval_lies_above_zero(agent: Memory, clock: FixedClock) -> None:
    """Counts on both sides, the difference and its interval."""
    id_ = known(agent)
    run(agent, clock, "with", 18, 2, shown=(id_,))
    run(agent, clock, "without", 8, 12)
    item = only(agent)
    assert (item.id, item.category, item.agent, item.tool) == (
        id_,
        "expert_knowledge",
        "netops",
        "register_device",
    )
    assert (item.shown.succeeded, item.shown.runs) == (18, 20)
    assert (item.without.succeeded, item.without.runs) == (8, 20)
    assert item.difference == pytest.approx(0.5)
    assert (item.low, item.high) == pytest.approx((0.2077, 0.7019), abs=0.01)
    assert item.verdict == "helped"


@pytest.mark.parametrize(
    ("shown", "without", "verdict"),
    [((2, 18), (12, 8), "hurt"), ((12, 8), (11, 9), "open"), ((9, 0), (1, 19), "too_few_runs")],
)
def test_other_verdicts(
    agent: Memory,
    clock: FixedClock,
    shown: tuple[int, int],
    without: tuple[int, int],
    verdict: str,
) -> None:
    """It hurt; the runs do not say; there are too few of them, however clear they look."""
    run(agent, clock, "with", *shown, shown=(known(agent),))
    run(agent, clock, "without", *without)
    assert only(agent).verdict == verdict


def test_only_runs_of_the_same_agent_and_tool_are_compared(
    agent: Memory, clock: FixedClock
) -> None:
    """Runs that were stopped count on neither side."""
    run(agent, clock, "with", 3, 0, shown=(known(agent),))
    run(agent, clock, "other-tool", 0, 5, tool="create_backup")
    run(agent, clock, "without", 1, 1)
    agent.run("stopped", status="cancelled", tools=["register_device"])
    run(agent.at(scope="agent:shop"), clock, "shop", 0, 5)
    item = only(agent)
    assert (item.shown.runs, item.without.runs) == (3, 2)
    assert agent.lift().runs == 10


def test_runs_that_do_not_say_what_was_shown_count_on_neither_side(
    agent: Memory, clock: FixedClock
) -> None:
    """From an agent's first run on that says it, the others were shown nothing."""
    run(agent, clock, "before", 0, 4)
    run(agent, clock, "with", 3, 0, shown=(known(agent),))
    run(agent, clock, "after", 2, 0)
    report = agent.lift()
    assert (report.runs, report.unlinked) == (5, 4)
    assert report.items[0].without.runs == 2


def test_a_side_without_runs_has_no_difference(agent: Memory, clock: FixedClock) -> None:
    """The interval is all there can be."""
    run(agent, clock, "with", 3, 0, shown=(known(agent),))
    item = only(agent)
    assert (item.difference, item.low, item.high) == (None, -1.0, 1.0)
    assert item.verdict == "too_few_runs"


def test_what_is_no_longer_there_or_was_not_learned_is_not_compared(
    agent: Memory, clock: FixedClock
) -> None:
    """A person's fact, a forgotten memory; lessons and strategies are."""
    fact = agent.remember("The lab is in Ningbo")
    run(agent, clock, "a", 1, 0, shown=(str(fact.id), "no-such-memory"))
    assert agent.lift().items == ()
    agent.run("f", status="failed", error="Timeout after 30 s", tools=["register_device"])
    agent.reflect()
    (lesson,) = agent.list(category="reflection")
    strategy = agent.propose_strategy("s", "Read the cache table first", triggers=["cache"])
    run(agent, clock, "b", 1, 0, shown=(lesson.id, str(strategy.id)))
    found = {item.category: item.tool for item in agent.lift().items}
    assert found == {"reflection": "register_device", "strategy": None}
    assert agent.lift(id=lesson.id).items[0].id == lesson.id


def test_a_person_asks_about_an_agent(
    open_memory: Opener, agent: Memory, clock: FixedClock
) -> None:
    """By its name or by a memory's id; what is not there is told."""
    run(agent, clock, "with", 1, 0, shown=(known(agent),))
    person = open_memory("user:lin")
    assert person.lift().items == ()
    assert len(person.lift(agent="netops").items) == 1
    with pytest.raises(MemoryNotFoundError):
        person.lift(agent="netops", id="nothing")
    with pytest.raises(InvalidInputError):
        person.lift(window_days=0)
    clock.advance(days=31)
    assert person.lift(agent="netops").runs == 0
