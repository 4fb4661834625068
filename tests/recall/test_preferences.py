"""Which memories act in a domain, and how: the model recognises, the person authorises, code executes."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.recall.preferences import MOST_AFFINITY, Placed, bundle
from stelae.schemas.authority import TIERS, Authority
from stelae.schemas.candidate import Span
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.preferences import PRODUCT_DOMAINS, PreferenceBundle, RecentActivity
from stelae.session.budgets import money
from stelae.text.terms import canonical

START = datetime(2026, 5, 1, tzinfo=UTC)


def record(
    text: str,
    attributes: dict[str, Any],
    *,
    day: int = 0,
    category: str = "preference",
    authority: Authority = "user",
    confirmed: bool = False,
    said_in: str = "o1",
) -> MemoryRecord:
    """A current memory."""
    at = START + timedelta(days=day)
    return MemoryRecord(
        id=f"{day:03}-{text}",
        category=category,
        kind="semantic",
        key=f"{category}/{text}",
        text=text,
        attributes={"subject": "user", "domain": "global", **attributes},
        scope="user:lin",
        authority=authority,
        confirmed=confirmed,
        evidence=(Span(observation_id=said_in, quote=text, start=0, end=len(text)),),
        time=at,
        valid_from=at,
        recorded_at=at,
    )


def taste(text: str, polarity: str, thing: str, **options: Any) -> MemoryRecord:
    """A like or dislike."""
    fields = {"polarity": polarity, "object": thing, "aspect": "thing", **options.pop("fields", {})}
    return record(text, fields, **options)


def limit(text: str, kind: str, thing: str, **options: Any) -> MemoryRecord:
    """A constraint."""
    fields = {"type": kind, "object": thing, "active": True, **options.pop("fields", {})}
    return record(text, fields, category="constraint", **options)


def of(
    *records: MemoryRecord | Placed, domain: str | None = "shoes", **options: Any
) -> PreferenceBundle:
    """The bundle of these."""
    placed = [one if isinstance(one, Placed) else Placed(one) for one in records]
    return bundle(placed, domain=domain, budget=lambda text: money(text).budget, **options)


def test_a_like_is_searched_for_and_a_dislike_lowers() -> None:
    """In both languages; a dislike is in no list that is searched with (P24)."""
    found = of(taste("我喜欢复古", "like", "复古"), taste("I hate plastic", "dislike", "plastic"))
    assert found.search_terms[:2] == ("复古", "retro")
    assert found.penalty[:2] == ("plastic", "塑料")
    assert (found.exclude, found.must) == ((), ())


@pytest.mark.parametrize(
    ("authority", "confirmed", "excludes"),
    [
        ("user", False, False),
        ("agent", False, False),
        ("user", True, True),
        ("user_edit", False, True),
    ],
)
def test_a_ban_excludes_only_when_a_person_entered_or_confirmed_it(
    authority: Authority, confirmed: bool, excludes: bool
) -> None:
    """Whoever spoke of it; until then it lowers (P21)."""
    ban = limit("不要塑料", "ban", "塑料", authority=authority, confirmed=confirmed)
    found = of(ban)
    assert ("塑料" in found.exclude) is excludes
    assert ("塑料" in found.penalty) is not excludes


def test_a_disliked_thing_is_no_ban_even_when_it_was_entered_by_hand() -> None:
    """A taste is a taste."""
    assert of(taste("我不喜欢塑料", "dislike", "塑料", authority="user_edit")).exclude == ()


def test_a_ban_on_leather_shoes_does_not_hit_bags() -> None:
    """The fault behind P23, wherever the domain is known from."""
    by_field = limit("不要真皮", "ban", "真皮", fields={"domain": "shoes"}, confirmed=True)
    by_words = limit("鞋子不要真皮的", "ban", "真皮", day=1, confirmed=True)
    by_talk = Placed(limit("不要真皮的", "ban", "真皮", day=2, confirmed=True), "shoes")
    for one in (by_field, by_words, by_talk):
        assert of(one, domain="shoes").exclude[:2] == ("真皮", "leather")
        assert of(one, domain="bags").exclude == ()
        assert of(one, domain=None).exclude == ()


@pytest.mark.parametrize("domain", [None, "other", "spaceships", ""])
def test_in_an_unknown_domain_only_what_holds_everywhere_acts(domain: str | None) -> None:
    """Fail-closed; `other` acts nowhere at all."""
    found = of(
        taste("我不喜欢塑料", "dislike", "塑料"),
        taste("鞋子喜欢红色", "like", "红色"),
        taste("不喜欢花纹", "dislike", "花纹", fields={"domain": "other"}),
        domain=domain,
    )
    assert found.penalty[:1] == ("塑料",)
    assert found.search_terms == ()
    assert "花纹" not in found.penalty


def test_what_the_body_does_not_bear_holds_in_every_domain() -> None:
    """Whatever the conversation was about when it was said."""
    allergy = Placed(limit("我对乳胶过敏", "allergy", "乳胶", confirmed=True), "shoes")
    assert "latex" in of(allergy, domain="bags").exclude


def test_a_term_within_its_domain_is_the_thing_alone() -> None:
    """`leather shoes` among shoes is leather; among other things it is nothing."""
    wish = taste("I don't like leather shoes", "dislike", "leather shoes")
    assert of(wish, domain="shoes").penalty[0] == "leather"
    assert of(wish, domain="bags").penalty == ()


def test_a_narrower_reading_of_the_same_words_places_them() -> None:
    """An agent knew what `没有真皮的吧` was about; the same words read by a rule do not act everywhere."""
    wide = taste("不要真皮的", "dislike", "真皮", said_in="m1")
    narrow = taste("不要真皮的", "dislike", "真皮", day=1, fields={"domain": "shoes"}, said_in="m1")
    assert of(wide, narrow, domain="bags").penalty == ()
    assert "leather" in of(wide, narrow, domain="shoes").penalty
    elsewhere = wide.model_copy(
        update={
            "evidence": (
                wide.evidence[0],
                narrow.evidence[0].model_copy(update={"observation_id": "m2"}),
            )
        }
    )
    assert "leather" in of(elsewhere, narrow, domain="bags").penalty


def test_the_last_word_on_a_thing_acts_alone_across_languages() -> None:
    """What a newer statement replaces is in no list and in no line of the prompt (DEV-10)."""
    old, new = (
        taste("我不喜欢塑料", "dislike", "塑料"),
        taste("I like plastic now", "like", "plastic", day=1),
    )
    found = of(old, new)
    assert (found.penalty, found.search_terms[0]) == ((), "plastic")
    assert [one.text for one in found.entries] == ["I like plastic now"]
    assert of(taste("我不讨厌塑料", "neutral", "塑料", day=2), old).entries == ()


def test_a_taste_lifts_no_ban() -> None:
    """Only the person who confirmed it does."""
    found = of(
        limit("不要塑料", "ban", "塑料", confirmed=True), taste("我喜欢塑料", "like", "塑料", day=1)
    )
    assert "塑料" in found.exclude
    assert found.search_terms == ()


def test_what_somebody_else_likes_is_not_the_persons() -> None:
    """DEV-05."""
    found = of(
        taste("我妹妹不吃羊肉", "dislike", "羊肉", fields={"subject": "妹妹"}), domain="food"
    )
    assert not found


@pytest.mark.parametrize(
    ("text", "kind", "thing", "excluded", "searched"),
    [
        ("我不吃羊肉", "diet", "羊肉", True, False),
        ("I keep a vegan diet", "diet", "vegan", False, True),
        ("必须有靠背", "must", "靠背", False, False),
        ("我有高血压", "health", "高血压", False, False),
    ],
)
def test_each_kind_of_limit_acts_as_it_is_meant(
    text: str, kind: str, thing: str, excluded: bool, searched: bool
) -> None:
    """A way of eating that is kept is looked for; a must is asked for; a condition is no word of a title."""
    found = of(limit(text, kind, thing, confirmed=True), domain="food")
    assert (thing in found.exclude) is excluded
    assert (thing in found.search_terms) is searched
    assert (thing in found.must) is (kind == "must")


def test_a_limit_that_is_over_does_nothing() -> None:
    """It is kept as said, and acts no more."""
    over = limit("我现在可以吃花生了", "allergy", "花生", confirmed=True, fields={"active": False})
    assert not of(over, domain="food")


def test_a_must_that_nobody_confirmed_is_only_looked_for() -> None:
    """It would leave out as much as a ban."""
    found = of(limit("必须有靠背", "must", "靠背"), domain="furniture")
    assert (found.must, found.search_terms) == ((), ("靠背",))


def test_slots_fill_and_never_match() -> None:
    """Budget, size and place of the domain, the newest word first; a place is in no list of terms (P24)."""

    def slot(text: str, aspect: str, value: str, domain: str, day: int) -> MemoryRecord:
        fields = {"aspect": aspect, "domain": domain}
        return taste(text, "like", value, fields=fields, day=day)

    found = of(
        slot("预算一般500以内", "budget", "500以内", "global", 3),
        slot("买鞋预算300以内", "budget", "300以内", "shoes", 1),
        slot("鞋码42", "size", "42", "shoes", 2),
        slot("寄到上海", "location", "上海", "global", 0),
    )
    assert found.budget is not None
    assert found.budget.most == 300
    assert found.slots == {"size": "42", "location": "上海"}
    assert (found.search_terms, found.penalty, found.exclude) == ((), (), ())


def test_how_to_serve_is_no_taste_in_things() -> None:
    """Report languages and standing orders are not for shops."""
    assert not of(taste("报告用中文", "like", "中文", fields={"aspect": "report-language"}))


def test_favourites_lend_what_at_least_two_share() -> None:
    """By any of its names; a spoken dislike suppresses it, whichever language it was in (P25)."""
    titles = [
        "真皮复古单肩包",
        "Black leather tote",
        "复古帆布包",
        "faux leather clutch",
        "黑色托特包",
    ]
    assert of(favourites=titles).affinity == ("leather", "retro", "black")
    found = of(taste("我不喜欢真皮", "dislike", "真皮"), favourites=titles)
    assert found.affinity == ("retro", "black")
    assert found.exclude == ()
    assert of(favourites=titles[:1]).affinity == ()


def test_the_last_three_activities_of_each_kind_are_shown() -> None:
    """Newest first (P26)."""
    done = [RecentActivity(kind="search", what=f"s{n}", time=START) for n in range(5)]
    done.insert(1, RecentActivity(kind="purchase", what="p", time=START))
    assert [one.what for one in of(activities=done).activities] == ["s0", "p", "s1", "s2"]


@st.composite
def tastes(draw: st.DrawFn) -> list[MemoryRecord]:
    """Some tastes and bans, of anybody's authority, anywhere."""
    found: list[MemoryRecord] = []
    for day in range(draw(st.integers(0, 8))):
        thing = draw(st.sampled_from(["塑料", "plastic", "真皮", "leather", "复古", "kiwi"]))
        fields = {"domain": draw(st.sampled_from(["global", "shoes", "bags", "other"]))}
        authority = draw(st.sampled_from(TIERS))
        options: dict[str, Any] = {"day": day, "authority": authority, "fields": fields}
        polarity = draw(st.sampled_from(["like", "dislike", "neutral", "ban", "must"]))
        if polarity in {"ban", "must"}:
            found.append(limit(f"{thing}{day}", polarity, thing, **options))
        else:
            found.append(taste(f"{thing}{day}", polarity, thing, **options))
    return found


@given(tastes(), st.sampled_from([*PRODUCT_DOMAINS[:4], "other", "nowhere"]))
def test_what_is_not_wanted_is_never_searched_for(held: list[MemoryRecord], domain: str) -> None:
    """Nothing excludes without a person, and nothing acts outside of its domain."""
    found = of(
        *held, domain=domain, favourites=["leather", "leather retro", "retro plastic", "plastic"]
    )
    unwanted = {canonical(term) for term in (*found.exclude, *found.penalty)}
    assert not unwanted & {canonical(term) for term in (*found.search_terms, *found.affinity)}
    assert len(found.affinity) <= MOST_AFFINITY
    assert all(one.authorised for one in found.entries if one.acts in {"exclude", "must"})
    assert all({"global", domain} & set(one.domains) for one in found.entries)
    said = {term for one in found.entries for term in one.terms}
    assert {*found.exclude, *found.penalty, *found.search_terms} <= said
