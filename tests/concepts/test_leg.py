"""Recall with the concept graph as one more list: off unless it is asked for."""

from stelae.config import RecallSettings, Settings
from stelae.memory import Memory
from tests.conftest import Opener


def opened(open_memory: Opener, *, graph: bool) -> Memory:
    """Open a memory in which two things were said in one message, and others by themselves."""
    settings = Settings(zone="Asia/Shanghai", recall=RecallSettings(graph=graph))
    memory = open_memory(settings=settings)
    memory.observe("I live in Chengdu. I'm allergic to peanuts.")
    memory.observe("我不喜欢塑料")
    return memory


def found(memory: Memory) -> list[str]:
    """Return the memories recalled for where the user lives."""
    hits = memory.recall("where is my home?", include="memories", floor="none").hits
    return [hit.text for hit in hits]


def test_what_was_said_together_is_found_with_the_graph_only(open_memory: Opener) -> None:
    """One hop from the home; what was said elsewhere stays away."""
    plain = opened(open_memory, graph=False)
    assert not any("peanut" in text for text in found(plain))
    graph = opened(open_memory, graph=True)
    assert any("peanut" in text for text in found(graph))
    assert not any("塑料" in text for text in found(graph))


def test_the_trace_says_what_the_graph_added(open_memory: Opener) -> None:
    """Every rule of the ranking explains itself."""
    memory = opened(open_memory, graph=True)
    result = memory.recall("where is my home?", include="memories", floor="none")
    parts = memory.why_recalled(result.trace_id).model_dump_json()
    assert '"concepts"' in parts


def test_forgetting_takes_the_way_along(open_memory: Opener) -> None:
    """The neighbour of what was forgotten is not reached through it any more."""
    memory = opened(open_memory, graph=True)
    (home,) = [r for r in memory.list() if r.key == "fact/user/home"]
    memory.forget(memory.forget([home.id]))
    assert not any("peanut" in text for text in found(memory))


def test_an_empty_scope_is_no_trouble(open_memory: Opener) -> None:
    """Nothing to seed, nothing to reach."""
    settings = Settings(zone="Asia/Shanghai", recall=RecallSettings(graph=True))
    assert open_memory(scope="user:mo", settings=settings).recall("home?").hits == ()
