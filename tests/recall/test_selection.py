"""Which candidates stand beside a message: gates, keyword boost, caps, kept places."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.recall.selection import Selection, select
from stelae.schemas.query import Hit
from tests.recall.rows import POLICY, a_hit

CAPS = {name: row.context_cap for name, row in POLICY.rows.items()}


def choose(
    hits: list[Hit],
    message: str = "how is it done?",
    *,
    top_k: int = 13,
    floor: float | None = 0.3,
    gate: float | None = None,
    near: dict[str, float] | None = None,
    caps: dict[str, int] | None = None,
) -> Selection:
    """Choose among hits; each has its text as id."""
    return select(
        *(hits, near or {}),
        message=message,
        top_k=top_k,
        floor=floor,
        gate=gate,
        caps=CAPS if caps is None else caps,
    )


def hit(name: str, category: str = "fact", score: float = 0.5, **attributes: Any) -> Hit:
    """A hit with its name as id."""
    scope = attributes.pop("scope", "agent:netops")
    made = a_hit(name, category=category, score=score)
    return made.model_copy(update={"id": name, "scope": scope, "attributes": attributes})


def fates(selection: Selection) -> dict[str, str]:
    """What became of each."""
    return {one.id: one.fate for one in selection.considered}


def test_what_is_below_the_floor_stays_away_and_is_told() -> None:
    """DEV-26: nothing relevant is an answer, and a place is kept for no noise."""
    chosen = choose([hit("good"), hit("weak", "expert_knowledge", 0.1)])
    assert [one.id for one in chosen.hits] == ["good"]
    assert fates(chosen) == {"good": "shown", "weak": "below_floor"}


@pytest.mark.parametrize("message", ["数据库过期了，怎么办", "the db looks stale to me"])
def test_a_guide_is_shown_on_intent_however_far_its_words_are(message: str) -> None:
    """O15: no distance gate for guides, a keyword instead."""
    guide = hit("g", "usage_guide", 0.02, intent="take_snapshot", keywords=["stale", "过期"])
    chosen = choose([hit("far", score=0.1), guide], message)
    assert [one.id for one in chosen.hits] == ["g"]
    assert chosen.considered[1].keyword in {"stale", "过期"}
    assert fates(choose([guide], "what a day")) == {"g": "off_intent"}


def test_an_identifier_that_the_message_names_comes_first() -> None:
    """O18: the exact snake_case name outranks everything that is only similar."""
    guide = hit("g", "usage_guide", 0.1, intent="describe_table", keywords=[])
    chosen = choose([hit("a", score=0.9), guide], "call describe_table on orders", top_k=1)
    assert [one.id for one in chosen.hits] == ["g"]


def test_guides_stand_among_themselves_by_their_priority() -> None:
    """O33: a vendor's guide before a person's of the same score; other hits keep their places."""
    low = hit("low", "usage_guide", 0.5, intent="x_y", keywords=["vlan"], priority=3)
    high = hit("high", "usage_guide", 0.5, intent="x_z", keywords=["vlan"], priority=10)
    chosen = choose([low, hit("fact"), high], "which vlan?")
    assert [one.id for one in chosen.hits] == ["high", "fact", "low"]


def test_of_the_calls_of_one_tool_the_newest_stands_first() -> None:
    """As far as they are alike; another tool's call keeps its place, and a clearly better one its own, whatever is newer."""

    def call(name: str, day: int, tool: str, score: float = 0.5) -> Hit:
        time = datetime(2026, 3, day, tzinfo=UTC)
        made = hit(name, "operational_event", score, tool=tool)
        return made.model_copy(update={"time": time})

    hits = [call("old", 1, "register"), call("other", 9, "restart"), call("new", 5, "register")]
    assert [one.id for one in choose(hits, caps={}).hits] == ["new", "other", "old"]
    hits = [call("meant", 1, "register", 0.7), call("new", 5, "register", 0.4)]
    assert [one.id for one in choose(hits, caps={}).hits] == ["meant", "new"]


def test_a_reflection_has_a_distance_gate_of_its_own() -> None:
    """O15: near enough by the embedder's own measure, beside the floor; other categories have none."""
    lesson = hit("r", "reflection", 0.5)
    assert fates(choose([lesson], gate=0.4, near={"r": 0.5})) == {"r": "shown"}
    assert fates(choose([lesson], gate=0.4, near={"r": 0.3})) == {"r": "too_far"}
    assert fates(choose([lesson], gate=0.4)) == {"r": "shown"}
    assert fates(choose([hit("f")], gate=0.4, near={"f": 0.3})) == {"f": "shown"}


def test_a_category_shows_no_more_than_its_cap() -> None:
    """O16: two query patterns, and the rest is told as over the cap."""
    hits = [hit(f"q{n}", "query_pattern") for n in range(4)]
    chosen = choose(hits, caps={"query_pattern": 2})
    assert list(fates(chosen).values()) == ["shown", "shown", "over_cap", "over_cap"]


def test_places_are_kept_for_curated_knowledge_in_the_order_of_rank() -> None:
    """O17: reserve, fill by rank, restore the order."""
    hits = [hit(f"f{n}") for n in range(9)]
    hits.append(hit("e", "expert_knowledge"))
    chosen = choose(hits, top_k=4, caps={})
    assert [one.id for one in chosen.hits] == ["f0", "f1", "f2", "e"]


def test_expert_knowledge_has_a_place_for_each_kind_of_scope() -> None:
    """O16: agent, team and global one each; what one leaves empty the others take."""
    hits = [hit(f"a{n}", "expert_knowledge", scope="agent:x") for n in range(3)]
    hits += [
        hit("t", "expert_knowledge", scope="team:core"),
        hit("g", "expert_knowledge", scope="global"),
    ]
    assert [one.id for one in choose(hits, top_k=4, caps={}).hits] == ["a0", "a1", "t", "g"]
    assert [one.id for one in choose(hits[:3], top_k=3, caps={}).hits] == ["a0", "a1", "a2"]


def test_weak_hits_come_in_only_when_they_are_wanted() -> None:
    """Without a floor everything has a chance, guides off intent included."""
    hits = [hit("weak", score=0.01), hit("g", "usage_guide", 0.01, intent="a_b", keywords=[])]
    assert len(choose(hits, floor=None).hits) == 2


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ["fact", "usage_guide", "expert_knowledge", "reflection", "query_pattern"]
            ),
            st.floats(0, 1),
        ),
        max_size=30,
    ),
    st.integers(1, 15),
)
def test_every_candidate_has_one_fate_and_no_more_than_the_places_are_shown(
    rows: list[tuple[str, float]], top_k: int
) -> None:
    """Nothing is lost silently."""
    hits = [hit(str(n), category, score) for n, (category, score) in enumerate(rows)]
    chosen = choose(hits, top_k=top_k)
    assert [one.id for one in chosen.considered] == [one.id for one in hits]
    shown = [one.id for one in chosen.considered if one.fate == "shown"]
    assert sorted(shown) == sorted(one.id for one in chosen.hits)
    assert len(shown) <= top_k
