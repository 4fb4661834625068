"""`stelae learn`: know-how, lessons, strategies and lift, for people and for programs."""

from collections.abc import Iterator

import pytest

from stelae.cli import main
from stelae.memory import Memory
from stelae.testing import FixedClock
from tests.background.agent_runs import DEVICES, fail, register
from tests.cli.conftest import Stelae

AGENT = ("--scope", "agent:netops")


@pytest.fixture
def agent(data: object) -> Iterator[Memory]:
    """An open memory of agent:netops in the folder of the commands."""
    del data
    with Memory.open(scope="agent:netops") as memory:
        yield memory


def test_patterns_are_proposed_and_decided_by_a_person(stelae: Stelae, agent: Memory) -> None:
    """From the person's own scope, by the agent's name; the next run says that nothing came."""
    register(agent, FixedClock(), DEVICES)
    dry = stelae("learn", "patterns", "--agent", "netops", "--dry-run").out
    assert "register_device: proposed, 6 samples (rules)" in dry
    assert "  - Argument `region` is always `cn-east` (6 of 6)" in dry
    assert stelae("pending", *AGENT, "--json").json["pending"] == []
    told = stelae("learn", "patterns", "--agent", "netops")
    assert told.code == main.DONE
    assert "stelae review --scope agent:netops" in told.out
    (item,) = stelae("pending", *AGENT, "--json").json["pending"]
    assert stelae("confirm", item["id"], *AGENT).code == main.DONE
    again = stelae("learn", "patterns", *AGENT, "--json").json
    assert (again["patterns_unchanged"], again["groups"][0]["detail"]) == (1, "no new samples")
    assert stelae("learn", "patterns", *AGENT, "--min-samples", "1").code == main.USAGE


def test_reflect_keeps_lessons(stelae: Stelae, agent: Memory) -> None:
    """In the language of the errors."""
    fail(agent, "Timeout after 30 s")
    fail(agent, "列 region 不存在", tool="execute_sql", first=1)
    out = stelae("learn", "reflect", *AGENT).out
    assert "netops 的运行在 `execute_sql` 上失败过 1 次：列 region 不存在" in out
    report = stelae("learn", "reflect", "--agent", "netops", "--json").json
    assert (report["runs_seen"], report["lessons_unchanged"]) == (2, 2)


def test_strategies_and_lift_are_shown(stelae: Stelae, agent: Memory) -> None:
    """A table each; with few runs there is no verdict."""
    id_ = agent.propose_strategy("warm", "先读缓存表", triggers=["缓存", "cache"]).id
    assert id_ is not None
    assert stelae("learn", "strategies", "cache", *AGENT).out.startswith("No proven strategy")
    for number in range(3):
        agent.strategy_outcome(id_, success=True, query=f"cache {number}")
    assert "先读缓存表" in stelae("learn", "strategies", "清一下缓存", *AGENT).out
    found = stelae("learn", "strategies", "cache", *AGENT, "--json").json["strategies"]
    assert [one["id"] for one in found] == [id_]
    agent.run("r1", status="succeeded", shown=[id_])
    agent.run("r2", status="failed", error="it broke")
    out = stelae("learn", "lift", "--agent", "netops").out
    assert "1/1" in out
    assert "0/1" in out
    assert "too few runs" in out
    assert stelae("learn", "lift", *AGENT, "--json").json["runs"] == 2


def test_an_empty_scope_says_what_to_do(stelae: Stelae) -> None:
    """Nothing there is no error."""
    assert "--agent" in stelae("learn", "patterns").out
    assert "--agent" in stelae("learn", "reflect").out
    assert stelae("learn", "lift").out.startswith("No run here says")
