"""How a new memory meets what is there: plans only, no store."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from stelae.remember.consolidation import plan, relate
from stelae.schemas.authority import TIERS, Authority
from stelae.schemas.candidate import Span
from stelae.schemas.categories.personal import Fact, Preference
from stelae.schemas.memory import MemoryRecord

DAY = datetime(2026, 3, 1, tzinfo=UTC)


def record(
    name: str,
    text: str,
    *,
    value: str = "",
    authority: Authority = "user",
    day: int = 0,
    seen: str = "o1",
) -> MemoryRecord:
    """Return a record about where somebody lives."""
    when = DAY + timedelta(days=day)
    return MemoryRecord(
        id=name,
        category="fact",
        kind="semantic",
        key="fact/user/home",
        text=text,
        attributes={"attribute": "home", "object": value or text},
        scope="user:lin",
        authority=authority,
        evidence=(Span(observation_id=seen, quote=text, start=0, end=len(text)),),
        time=when,
        valid_from=when,
        recorded_at=when,
    )


def home(value: str) -> Fact:
    """Return the payload."""
    return Fact(attribute="home", object=value)


def test_the_same_statement_from_another_turn_reinforces() -> None:
    """Evidence grows by one, and reliability with it (P8)."""
    old, new = record("a", "我住在绍兴"), record("b", "我住在绍兴", seen="o2", day=3)
    found = plan(new, old, related=relate(new, home("我住在绍兴"), old, home("我住在绍兴")))
    assert (found.change, found.record.id, found.record.evidence_count) == ("reinforce", "a", 2)
    assert found.record.reliability > old.reliability


def test_the_same_turn_again_counts_for_nothing() -> None:
    """Once per turn and key (P9)."""
    old, new = record("a", "我住在绍兴"), record("b", "我住在绍兴")
    assert plan(new, old, related="same").change == "none"


def test_a_newer_value_of_a_single_valued_key_supersedes() -> None:
    """The older one is closed and points to its successor; nothing is deleted (R8)."""
    old, new = record("a", "绍兴"), record("b", "杭州", day=7, seen="o2")
    found = plan(new, old, related=relate(new, home("杭州"), old, home("绍兴")))
    assert found.change == "supersede"
    assert found.retired is not None
    assert (found.retired.status, found.retired.superseded_by) == ("superseded", "b")
    assert found.retired.valid_to == new.valid_from
    assert found.record.supersedes == "a"


def test_an_older_statement_told_late_does_not_replace_the_newer_one() -> None:
    """A back-filled chat keeps its own time (DEV-16.3)."""
    old, new = record("a", "杭州", day=7), record("b", "绍兴", day=0, seen="o2")
    found = plan(new, old, related="other_value")
    assert (found.change, found.record.status, found.record.superseded_by) == (
        "add",
        "superseded",
        "a",
    )


def test_an_agent_never_overrides_a_person() -> None:
    """P22: a lower tier makes a conflict, and a conflict waits."""
    old, new = record("a", "绍兴"), record("b", "杭州", authority="agent", day=9, seen="o2")
    assert plan(new, old, related="other_value").change == "conflict"


def test_a_tie_without_an_order_in_time_is_a_conflict() -> None:
    """Equal authority at one instant: somebody has to say."""
    old, new = record("a", "绍兴"), record("b", "杭州", seen="o2")
    assert plan(new, old, related="other_value").change == "conflict"


def test_polarity_is_a_value_not_an_identity() -> None:
    """Liking and disliking one thing share a key and differ in value."""
    like, dislike = (
        Preference(polarity="like", object="香菜"),
        Preference(polarity="dislike", object="香菜"),
    )
    assert like.identity() == dislike.identity()
    assert like.value() != dislike.value()


@given(
    mine=st.sampled_from(TIERS),
    theirs=st.sampled_from(TIERS),
    days=st.integers(-5, 5),
    same=st.booleans(),
)
def test_consolidating_twice_adds_nothing(
    mine: Authority, theirs: Authority, days: int, same: bool
) -> None:
    """After a plan is carried out, the same candidate again changes nothing; supersession never points to itself."""
    old = record("a", "绍兴", authority=theirs)
    new = record("b", "绍兴" if same else "杭州", authority=mine, day=days, seen="o2")
    first = plan(new, old, related="same" if same else "other_value")
    assert first.record.superseded_by != first.record.id
    assert first.record.supersedes != first.record.id
    if first.change in {"reinforce", "supersede", "merge"}:
        assert plan(new, first.record, related="same").change == "none"
    assert 0 <= first.record.reliability <= 1
