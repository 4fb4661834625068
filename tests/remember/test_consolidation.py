"""How a new memory meets what is there: plans only, no store."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.remember.consolidation import Plan, plan, relate, together
from stelae.schemas.authority import TIERS, Authority
from stelae.schemas.candidate import Span
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.merging import Merge, clashes, merged
from stelae.schemas.categories.personal import Fact, Preference
from stelae.schemas.categories.work import Event
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


def test_a_persons_older_words_stand_above_an_agents_newer_ones() -> None:
    """Authority before recency, in whatever order they are told."""
    old, new = record("a", "杭州", authority="agent", day=7), record("b", "绍兴", seen="o2")
    found = plan(new, old, related="other_value")
    assert (found.change, found.record.status) == ("supersede", "active")


def test_what_a_person_edited_is_not_replaced_by_a_remark() -> None:
    """It asks, once; an older remark told late is history and asks nothing."""
    edited = record("a", "绍兴", authority="user_edit", day=3)
    later, earlier = record("b", "杭州", day=9, seen="o2"), record("c", "宁波", seen="o3")
    assert plan(later, edited, related="other_value").change == "conflict"
    found = plan(earlier, edited, related="other_value")
    assert (found.change, found.record.status) == ("add", "superseded")


def test_within_one_message_the_later_words_win() -> None:
    """Both ways round: the order of the words counts, not the order of the proposals."""
    first, second = record("a", "绍兴"), record("b", "杭州")
    at = {"observation_id": "o1", "quote": "x"}
    first = first.model_copy(update={"evidence": (Span(**at, start=0, end=2),)})
    second = second.model_copy(update={"evidence": (Span(**at, start=5, end=7),)})
    assert plan(second, first, related="other_value").change == "supersede"
    late = plan(first, second, related="other_value")
    assert (late.change, late.record.status) == ("add", "superseded")


@pytest.mark.parametrize("authority", ["agent", "other_agent"])
def test_an_agent_that_repeats_a_person_confirms_nothing(authority: Authority) -> None:
    """DEV-04.4: an echo is no evidence; another source is."""
    old = record("a", "绍兴")
    echo = record("b", "绍兴", authority=authority, seen="o2", day=1)
    assert plan(echo, old, related="same").change == "none"
    source = record("c", "绍兴", authority="document", seen="o3", day=1)
    assert plan(source, old, related="same").change == "reinforce"


def test_reliability_grows_by_a_fifth_for_each_turn_up_to_the_ceiling() -> None:
    """P8: 0.5, 0.7, 0.9, then what the tier allows; once for each turn and key (P9)."""
    held, seen = record("a", "绍兴"), [0.5]
    for number in range(2, 6):
        again = record("b", "绍兴", seen=f"o{number}", day=number)
        held = plan(again, held, related="same").record
        assert plan(again, held, related="same").change == "none"
        seen.append(round(held.reliability, 2))
    assert seen == [0.5, 0.7, 0.9, 0.98, 0.98]
    assert held.evidence_count == 5


def test_saying_it_again_never_shortens_its_time() -> None:
    """Neither does what was said earlier and told late."""
    end = DAY + timedelta(days=60)
    old = record("a", "在柏林", day=5).model_copy(update={"expires_at": end})
    early = record("b", "在柏林", seen="o2").model_copy(
        update={"expires_at": end - timedelta(days=5)}
    )
    assert plan(early, old, related="same").record.expires_at == end


def test_an_end_that_was_stated_stays_when_it_comes_first() -> None:
    """A visit until Friday was over on Friday, not when something else was said on Monday."""
    friday = DAY + timedelta(days=2)
    old = record("a", "柏林").model_copy(update={"valid_to": friday})
    found = plan(record("b", "杭州", day=5, seen="o2"), old, related="other_value")
    assert found.retired is not None
    assert (found.retired.valid_to, found.retired.closed_at) == (friday, None)


NINE = datetime(2026, 3, 13, 9, tzinfo=UTC)


def visit(name: str, text: str, day: int, **fields: Any) -> tuple[MemoryRecord, Event]:
    """Return a visit to the dentist and its payload."""
    payload = Event.model_validate({"what": "看牙医", "begin": NINE, **fields})
    held = record(name, text, day=day, seen=f"o-{name}").model_copy(
        update={
            "category": "event",
            "key": "event/user/2026-03-13/看牙医",
            "attributes": payload.model_dump(mode="json", exclude_none=True),
        }
    )
    return held, payload


def settle(new: tuple[MemoryRecord, Event], old: tuple[MemoryRecord, Event]) -> Plan:
    """Plan one after the other, as the judgement does: what is stored is read back from its fields."""
    before = Event.model_validate(old[0].attributes)
    related = relate(*new, old[0], before)
    return plan(new[0], old[0], related=related, fields=together(*new, old[0], before))


def test_more_about_the_same_thing_is_merged() -> None:
    """Fields of both, the later wording, one more turn of evidence; the words of the date stay the first ones."""
    old = visit("a", "明天九点看牙医", 0, date_words="明天九点")
    new = visit("b", "13 号看牙医，在仁济", 1, date_words="13 号", place="仁济")
    found = settle(new, old)
    assert found.change == "merge"
    assert found.record.text == "13 号看牙医，在仁济"
    assert found.record.attributes["place"] == "仁济"
    assert found.record.attributes["date_words"] == "明天九点"
    assert (found.record.id, found.record.version, found.record.evidence_count) == ("a", 2, 2)


def test_other_words_for_the_same_date_are_no_other_statement() -> None:
    """Nothing new was said: it counts as said again."""
    old = visit("a", "明天九点看牙医", 0, date_words="明天九点")
    assert (
        settle(visit("b", "13 号九点看牙医", 1, date_words="13 号九点"), old).change == "reinforce"
    )


@pytest.mark.parametrize("days", [1, -1])
def test_the_later_place_stands_whichever_is_told_first(days: int) -> None:
    """`newest` is about when it was said."""
    old = visit("a", "九点看牙医，在华山", 2, place="华山")
    new = visit("b", "九点看牙医，在仁济", 2 + days, place="仁济")
    record_, payload = old[0], "仁济" if days > 0 else "华山"
    fields = together(*new, *old)
    assert fields["place"] == payload
    assert settle(new, old).record.id == record_.id


def test_an_agent_adds_nothing_to_what_a_person_said_without_asking() -> None:
    """P22: another field waits, another value is a conflict; a person adds to their own edit, and replaces none of it."""
    bare, placed = visit("a", "九点看牙医", 0), visit("a", "九点看牙医，在华山", 0, place="华山")
    other = visit("b", "九点看牙医，在仁济", 1, place="仁济")
    by_agent = (other[0].model_copy(update={"authority": "agent"}), other[1])
    found = settle(by_agent, bare)
    assert (found.change, found.reason) == ("conflict", "needs_confirmation")
    assert settle(by_agent, placed).reason == "conflict"
    edited = (bare[0].model_copy(update={"authority": "user_edit"}), bare[1])
    assert settle(other, edited).change == "merge"
    edited = (placed[0].model_copy(update={"authority": "user_edit"}), placed[1])
    assert settle(other, edited).change == "conflict"


class Kit(CategoryModel):
    """A payload with every operator."""

    name: str | None = None
    first: Annotated[str | None, Merge("keep")] = None
    last: Annotated[str | None, Merge("newest")] = None
    most: Annotated[int | None, Merge("max")] = None
    total: Annotated[int | None, Merge("sum")] = None
    parts: Annotated[tuple[str, ...], Merge("union")] = ()
    log: Annotated[tuple[str, ...], Merge("append")] = ()


words = st.sampled_from(["木", "oak", "石", "clay"])
lists = st.lists(words, max_size=4).map(tuple)
kits = st.builds(
    Kit,
    name=st.none() | words,
    first=st.none() | words,
    last=st.none() | words,
    most=st.none() | st.integers(-9, 9),
    parts=lists,
)


@given(before=kits, after=kits)
def test_merging_twice_changes_nothing(before: Kit, after: Kit) -> None:
    """Every operator but `sum` and `append` has had its say after the first time."""
    once = merged(before, after)
    assert merged(Kit.model_validate(once), after) == once


@given(before=kits, after=kits)
def test_fields_keep_their_laws(before: Kit, after: Kit) -> None:
    """A union has no doubles and keeps the order of first mention; `max` does not care who spoke first."""
    both, swapped = merged(before, after), merged(after, before)
    assert both["parts"] == list(dict.fromkeys((*before.parts, *after.parts)))
    assert both.get("most") == swapped.get("most")
    assert both.get("first") == (before.first or after.first)
    assert both.get("last") == (after.last or before.last)
    assert both.get("name") == (before.name or after.name)


class Seen(CategoryModel):
    """A payload that keeps the latest time of something."""

    at: Annotated[datetime | None, Merge("max")] = None


ZONES: list[timezone | None] = [
    UTC,
    timezone(timedelta(hours=9)),
    timezone(timedelta(hours=-8)),
    None,
]


def at(hour: int, zone: timezone | None) -> datetime:
    """Return a time around the turn of a month."""
    return datetime(2026, 4, 30, tzinfo=zone) + timedelta(hours=hour)


times = st.builds(at, st.integers(0, 48), st.sampled_from(ZONES))


@given(before=times, after=times)
def test_the_latest_of_two_times_is_the_later_instant(before: datetime, after: datetime) -> None:
    """In whatever zone each is written; one without a zone is in UTC."""
    both = Seen.model_validate(merged(Seen(at=before), Seen(at=after)))
    instants = [one if one.tzinfo else one.replace(tzinfo=UTC) for one in (before, after)]
    assert both.at is not None
    found = both.at if both.at.tzinfo else both.at.replace(tzinfo=UTC)
    assert found == max(instants)


def test_one_in_the_morning_in_tokyo_is_before_eight_in_the_evening_in_utc() -> None:
    """As text it would be the greater one; the value stays as it was said."""
    tokyo, utc = "2026-05-01T01:00:00+09:00", "2026-04-30T20:00:00Z"
    one, other = Seen.model_validate({"at": tokyo}), Seen.model_validate({"at": utc})
    assert merged(one, other) == merged(other, one) == {"at": utc}


def test_sums_and_logs_grow() -> None:
    """These two are not idempotent; no category has them today."""
    one, other = Kit(total=2, log=("a",)), Kit(total=3, log=("a", "b"))
    assert merged(one, other) == {"total": 5, "log": ["a", "a", "b"]}


@given(before=kits, after=kits)
def test_a_clash_is_a_plain_field_with_two_values(before: Kit, after: Kit) -> None:
    """Fields with an operator never clash."""
    both = before.name is not None and after.name is not None
    assert clashes(before, after) == (both and before.name != after.name)


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
