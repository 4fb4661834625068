"""Preferences through the door of the library."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from stelae.aio import AsyncMemory
from stelae.config import Settings
from stelae.errors import EmptyInputError
from stelae.memory import Memory
from stelae.schemas.preferences import Heard, PreferenceBundle
from stelae.testing import FixedClock
from tests.conftest import Opener


def test_a_bundle_holds_what_rules_read_in_both_languages(memory: Memory) -> None:
    """Without any tool; a taste without a place acts everywhere, as it was said."""
    memory.observe(["我喜欢复古的东西", "I can't stand plastic", "我对花生过敏"])
    found = memory.preferences(domain="kitchen")
    assert found.search_terms[:1] == ("复古",)
    assert {"plastic", "塑料", "花生", "peanut"} <= set(found.penalty)
    assert found.exclude == ()
    assert {one.acts for one in found.entries} == {"search", "penalty"}


def test_the_conversations_domain_places_what_does_not_place_itself(memory: Memory) -> None:
    """Said while buying shoes, it does not hit bags (P23)."""
    memory.observe({"content": "真皮的我不喜欢", "metadata": {"domain": "shoes"}})
    assert memory.preferences(domain="shoes").penalty[:1] == ("真皮",)
    assert memory.preferences(domain="bags").penalty == ()
    assert memory.preferences().penalty == ()


def test_an_agents_handle_reads_the_person_it_serves(open_memory: Opener) -> None:
    """And nobody else's; without a person there is nothing."""
    open_memory().observe("我不喜欢塑料")
    open_memory(scope="user:mo").observe("我不喜欢竹子")
    agent = open_memory(scope="agent:shop", reads=["user:lin"])
    assert agent.preferences().penalty[:1] == ("塑料",)
    assert open_memory(scope="agent:shop").preferences() == PreferenceBundle()


def test_what_is_forgotten_replaced_or_waiting_does_not_act(
    memory: Memory, clock: FixedClock
) -> None:
    """Only what is current."""
    memory.observe("我不喜欢塑料")
    clock.advance(days=1)
    memory.observe("我现在喜欢塑料了")
    memory.observe("我不喜欢流苏")
    memory.forget(memory.forget("流苏"))
    memory.propose(Heard(object="竹子", polarity="dislike"), said=None)
    found = memory.preferences()
    assert (found.search_terms[:1], found.penalty) == (("塑料",), ())


def test_more_memories_than_a_page_are_all_looked_at(memory: Memory) -> None:
    """The first dislike of very many still acts."""
    memory.observe("我不喜欢塑料")
    for number in range(210):
        memory.remember(
            f"I like gadget{number}",
            category="preference",
            attributes={"polarity": "like", "object": f"gadget{number}"},
        )
    assert "塑料" in memory.preferences().penalty


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("我受不了塑料的味道", True),
        ("I'm allergic to peanuts, what can I eat?", True),
        ("我喜欢蓝色", False),
        ("推荐一个水杯", False),
        ("如果我不喜欢塑料呢？", False),
        ("我妹妹不吃羊肉", False),
    ],
)
def test_only_what_is_not_wanted_is_observed_at_once(memory: Memory, said: str, kept: bool) -> None:
    """Everything else is left to the capture after the answer (P5)."""
    outcomes = memory.observe_dislikes(said)
    assert bool(outcomes) is kept
    assert memory.stats()["observations"] == kept


def test_observing_again_after_the_answer_counts_nothing_twice(memory: Memory) -> None:
    """The same message, with or without an id of the caller's (P9)."""
    for message in ({"content": "我不喜欢塑料"}, {"content": "我不喜欢流苏", "id": "m1"}):
        assert memory.observe_dislikes(message)[0].outcome == "accepted"
        memory.observe_dislikes(message)
        memory.observe(message)
    assert [r.evidence_count for r in memory.list()] == [1, 1]


def test_nothing_is_observed_for_nobody_or_when_switched_off(open_memory: Opener) -> None:
    """Nor proposed, nor kept as an activity."""
    off = open_memory(settings=Settings(enabled=False))
    for memory in (open_memory(scope="agent:shop"), off):
        assert memory.observe_dislikes("我不喜欢塑料") == ()
        assert memory.note_activity("search", "水杯").outcome == "rejected"
        assert memory.stats()["observations"] == 0
    assert (
        off.propose(Heard(object="塑料", polarity="dislike"), said="我不喜欢塑料").judged[0].reason
        == "disabled"
    )
    assert off.preferences() == PreferenceBundle()


def test_the_verdict_on_a_proposal_comes_with_what_rules_read(memory: Memory) -> None:
    """So that a turn can tell all that it has learned."""
    done = memory.propose(
        Heard(object="流苏", polarity="dislike", domain="shoes"),
        said="我对花生过敏。流苏我看着就心烦",
    )
    assert [one.category for one in done.read if one.outcome == "accepted"] == ["constraint"]
    assert [(one.outcome, one.attributes["domain"]) for one in done.judged] == [
        ("accepted", "shoes")
    ]


def test_activities_last_thirty_days_and_are_no_persons_words(
    memory: Memory, clock: FixedClock
) -> None:
    """What was searched, not what was found; again makes it the newest; never said by anybody (P26)."""
    for number, what in enumerate(("水杯", "保温杯", "茶壶", "砧板", "水杯")):
        clock.advance(hours=number + 1)
        memory.note_activity("search", what)
    memory.note_activity("purchase", "Cast iron pan")
    shown = [(one.kind, one.what) for one in memory.preferences().activities]
    assert shown == [
        ("purchase", "Cast iron pan"), ("search", "水杯"), ("search", "砧板"), ("search", "茶壶"),
    ]  # fmt: skip
    assert not any(hit.type == "observation" for hit in memory.recall("水杯", floor="none").hits)
    clock.advance(days=31)
    assert memory.preferences().activities == ()


def test_an_empty_activity_is_an_error(memory: Memory) -> None:
    """There is nothing to keep."""
    with pytest.raises(EmptyInputError):
        memory.note_activity("search", "  ")


def test_favourites_and_dislikes_meet_in_one_place(memory: Memory) -> None:
    """A spoken dislike suppresses what favourites share, whatever the language (P25)."""
    memory.observe("我不喜欢真皮")
    titles = ["Leather tote, black", "真皮单肩包 黑色"]
    found = memory.preferences(domain="bags", favourites=titles)
    assert found.affinity == ("black",)


def test_two_turns_at_once_keep_both(memory: Memory) -> None:
    """Parallel tool calls of one turn, each with a thing of its own."""
    said = "流苏、铆钉、亮片我看着都心烦"

    def keep(thing: str) -> str:
        heard = Heard(object=thing, polarity="dislike", domain="shoes")
        return memory.propose(heard, said=said).judged[0].outcome

    with ThreadPoolExecutor(3) as pool:
        outcomes = list(pool.map(keep, ("流苏", "铆钉", "亮片")))
    assert outcomes == ["accepted"] * 3
    assert set(memory.preferences(domain="shoes").penalty) == {"流苏", "铆钉", "亮片"}


async def _bundle(memory: Memory) -> PreferenceBundle:
    return await AsyncMemory(memory).preferences(domain="shoes")


def test_the_asynchronous_door_has_the_same(memory: Memory) -> None:
    """In a worker thread."""
    import asyncio

    memory.observe("我不喜欢塑料")
    assert asyncio.run(_bundle(memory)) == memory.preferences(domain="shoes")
