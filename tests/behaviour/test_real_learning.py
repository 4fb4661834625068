"""A real, small model looks for what calls have in common: whatever it says, what is kept stands in the samples it names.

Both in the long test run: an answer about six samples takes a small model a minute and more. The larger one is that named by
`STELAE_TEST_GGUF`.
"""

import re

import pytest

from stelae.memory import Memory
from stelae.providers.models.gguf import GGUFModel
from stelae.schemas.learning import LearnedGroup
from stelae.testing import FixedClock
from tests.background.agent_runs import fail, register
from tests.conftest import Opener
from tests.gguf_model import NAMED, needs_named, needs_small, small


def check(memory: Memory, group: LearnedGroup) -> None:
    """What code promises of any reply."""
    events = {r.id: r.text for r in memory.list(category="operational_event")}
    assert group.by == "model" or group.status == "llm_error"
    assert len(group.points) == len(group.backing)
    for point, backing in zip(group.points, group.backing, strict=True):
        assert len(backing) >= 2
        said = " ".join(events[id_] for id_ in backing).casefold()
        for quoted in re.findall(r"`([^`]+)`", point):
            for word in re.findall(r"[^\W_][\w.-]*", quoted.casefold()):
                assert word.strip(".-") in f"{said} register_device"


@pytest.mark.slow
@needs_small
def test_the_smallest_models_points_keep_the_promises(
    open_memory: Opener, clock: FixedClock
) -> None:
    """135 million parameters: mostly nothing is left, and nothing that is left is made up."""
    model = GGUFModel(small(), context_tokens=4096, timeout_s=300)
    memory = open_memory("agent:netops", model=model)
    register(memory, clock)
    (group,) = memory.extract_patterns(dry_run=True).groups
    check(memory, group)


@pytest.mark.slow
@needs_named
def test_a_larger_model_finds_what_calls_have_in_common(
    open_memory: Opener, clock: FixedClock
) -> None:
    """The constant argument is among its points, and a lesson names what failed."""
    model = GGUFModel(NAMED, context_tokens=8192, threads=1, timeout_s=900)
    memory = open_memory("agent:netops", model=model)
    register(memory, clock)
    (group,) = memory.extract_patterns().groups
    check(memory, group)
    assert any("cn-east" in point for point in group.points), group
    fail(memory, "column regoin does not exist", tool="execute_sql")
    (lesson,) = memory.reflect().groups
    assert "regoin" in lesson.points[0]
