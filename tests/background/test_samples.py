"""Which events are samples, and what is read back from them."""

import pytest

from stelae.background.samples import MOST_SAMPLES, Group, groups_of
from stelae.memory import Memory
from stelae.stores.in_memory.store import InMemoryStore
from stelae.testing import FixedClock
from tests.background.agent_runs import DEVICES, register
from tests.conftest import Opener


@pytest.fixture
def agent(open_memory: Opener) -> Memory:
    """A memory of agent:netops."""
    return open_memory("agent:netops")


def groups(memory: Memory, clock: FixedClock, *, days: float = 30) -> list[Group]:
    """Return the groups of the memory's scope."""
    from datetime import timedelta

    now = clock.now()
    store = memory._parts.store  # pyright: ignore[reportPrivateUsage]
    return groups_of(store, memory.namespace, since=now - timedelta(days=days), now=now)


def test_events_are_grouped_by_tool_the_newest_first(agent: Memory, clock: FixedClock) -> None:
    """With their arguments and results as values by path."""
    register(agent, clock, DEVICES[:2], options={"snmp": True, "tags": ["a", "b"]})
    register(agent, clock, DEVICES[:1], tool="create_backup")
    backups, devices = groups(agent, clock)
    assert (backups.tool, devices.tool, devices.agent) == (
        "create_backup",
        "register_device",
        "netops",
    )
    assert [s.arguments["name"] for s in devices.samples] == ["core-sw-02", "core-sw-01"]
    newest = devices.samples[0]
    assert newest.arguments["options.snmp"] is True
    assert newest.arguments["options.tags"] == '["a", "b"]'
    assert newest.result == {"status": "created", "id": "d-1"}
    assert devices.newest == newest.id


def test_what_is_old_expired_forgotten_or_of_another_scope_is_no_sample(
    agent: Memory, clock: FixedClock
) -> None:
    """Batch memory is left out."""
    register(agent, clock, DEVICES[:1])
    clock.advance(days=30)
    register(agent, clock, DEVICES[1:3])
    register(agent.at(scope="agent:other"), clock, DEVICES[3:4])
    assert [len(g.samples) for g in groups(agent, clock)] == [2]
    assert [len(g.samples) for g in groups(agent, clock, days=31)] == [3]
    forgotten = agent.list(category="operational_event")[0]
    agent.forget(agent.forget(forgotten.id))
    assert [len(g.samples) for g in groups(agent, clock)] == [1]
    clock.advance(days=200)
    assert groups(agent, clock, days=400) == []


def test_an_argument_that_was_cut_or_removed_is_read_as_far_as_it_goes(
    agent: Memory, clock: FixedClock
) -> None:
    """A placeholder is no value, and neither is a text of a page."""
    register(agent, clock, DEVICES[:1], token="sk-" + "a1B2" * 10, text="long " * 300)
    (group,) = groups(agent, clock)
    arguments = group.samples[0].arguments
    assert arguments["region"] == "cn-east"
    assert not {"token", "text"} & arguments.keys()


def test_a_group_has_its_newest_samples_only(agent: Memory, clock: FixedClock) -> None:
    """More would say nothing more."""
    register(agent, clock, [f"sw-{n:03}" for n in range(MOST_SAMPLES + 5)])
    (group,) = groups(agent, clock)
    assert len(group.samples) == MOST_SAMPLES
    assert group.samples[-1].arguments["name"] == "sw-005"


def test_a_result_that_is_plain_text_has_no_values(agent: Memory, clock: FixedClock) -> None:
    """In Chinese as in English; a text that names a label of the layout stays a text."""
    register(agent, clock, DEVICES[:1], result="登记成功\nResult: 已分配编号 7")
    (group,) = groups(agent, clock)
    assert group.samples[0].result == {}
    assert group.samples[0].arguments["port"] == 8086


def test_an_empty_store_has_no_groups(clock: FixedClock) -> None:
    """Whatever the store."""
    from stelae.schemas.scope import Namespace

    ns = Namespace(scope="agent:netops")
    assert groups_of(InMemoryStore(), ns, since=clock.now(), now=clock.now()) == []


@pytest.mark.parametrize(
    "words", ["Both switches were registered by hand", "两台交换机都是手工登记的"]
)
def test_an_event_in_a_person_s_own_words_is_a_sample_without_values(
    agent: Memory, clock: FixedClock, words: str
) -> None:
    """A person may edit what was captured; nothing can be read off free words, and nothing breaks."""
    register(agent, clock, DEVICES[:2])
    edited = agent.list(category="operational_event")[0]
    agent.edit(edited.id, text=words)
    (group,) = groups(agent, clock)
    assert [s.text for s in group.samples if not s.arguments] == [words]
    report = agent.extract_patterns(agent="netops", min_samples=2, dry_run=True)
    assert report.groups_seen == 1
