"""What an agent heard is held against the person's words, which win."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.memory import Memory
from stelae.remember.intake import take_in
from stelae.remember.messages import shape
from stelae.remember.proposals.spoken import inferred, rules_out, spoken
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.observation import Observation
from stelae.schemas.preferences import Heard
from stelae.testing import FixedClock

NOW = FixedClock().now()


def said(text: str, domain: str | None = None) -> Observation:
    """A person's message, taken in."""
    raw: dict[str, Any] = {"content": text, "metadata": {"domain": domain} if domain else {}}
    (message,) = shape(raw, zone="UTC")
    return take_in(message, id="o1", now=NOW, order=0, project=None, masked=frozenset()).observation


def heard(text: str, session: str | None = None, **fields: Any) -> MemoryCandidate:
    """The one candidate that comes of it."""
    (found,) = spoken(Heard(**fields), said(text, session), {})
    return found


@pytest.mark.parametrize(
    ("text", "thing", "claimed", "polarity"),
    [
        ("I can't stand goat cheese.", "goat cheese", "like", "dislike"),
        ("带花纹的别给我看", "花纹", "like", "dislike"),
        ("我不讨厌下雨天", "下雨天", "dislike", "neutral"),
        ("我挺喜欢做饭的，就是不爱洗碗", "洗碗", "like", "dislike"),
        ("我挺喜欢做饭的，就是不爱洗碗", "做饭", "dislike", "like"),
        ("流苏我实在看不惯", "流苏", "like", "dislike"),
        ("I adored tassels as a kid, these days I cannot bear them", "tassels", "like", "dislike"),
        ("那个牌子让我头疼", "牌子", "dislike", "dislike"),
        ("I really love the smell of vetiver", "vetiver", "dislike", "like"),
        ("我从前最讨厌豆腐，如今倒觉得挺香", "豆腐", "like", "like"),
        ("I used to love soda but now it turns my stomach", "soda", "dislike", "dislike"),
    ],
)
def test_the_words_say_which_side_it_is_on(
    text: str, thing: str, claimed: Any, polarity: str
) -> None:
    """The agent's word counts only where they say nothing either way (DEV-11, P14)."""
    assert heard(text, object=thing, polarity=claimed).attributes["polarity"] == polarity


@pytest.mark.parametrize(
    ("text", "thing", "limit", "kind"),
    [
        ("买鞋的话，真皮的我绝对不要", "真皮", "ban", "constraint"),
        ("鞋子真皮的我绝对不要", "真皮", "ban", "constraint"),
        ("真皮我受不了", "真皮", "ban", "constraint"),
        ("I hate leather shoes", "leather", "ban", "constraint"),
        ("I never ever want to like leather", "leather", "ban", "constraint"),
        ("我真的只喜欢纯棉的", "纯棉", "must", "constraint"),
        ("真皮的我不喜欢", "真皮", "ban", "preference"),
        ("I don't like leather", "leather", "ban", "preference"),
        ("我喜欢真皮", "真皮", "ban", "preference"),
        ("I love laces on shoes", "laces", "must", "preference"),
    ],
)
def test_a_limit_stays_one_where_the_words_are_as_strong(
    text: str, thing: str, limit: Any, kind: str
) -> None:
    """Though a rule takes them for a taste; mild words, and words of the other side, make no limit (P12, P21)."""
    side = "like" if limit == "must" else "dislike"
    found = heard(
        text, category="constraint", object=thing, polarity=side, limit=limit, domain="shoes"
    )
    assert found.category == kind
    if kind == "constraint":
        fields = found.attributes
        assert (fields["type"], fields["object"], fields["domain"]) == (limit, thing, "shoes")


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("这回要红色的，年会穿", "红色"),
        ("给孩子演出用，这次亮片的也行", "亮片"),
        ("just this once, get me the express shipping", "express shipping"),
        ("For tonight I want something spicy", "spicy"),
    ],
)
def test_what_is_wanted_for_this_once_is_not_recommended(text: str, thing: str) -> None:
    """Words of the occasion never promote (P18)."""
    found = heard(text, object=thing, polarity="like")
    assert not found.should_store
    assert found.reason == "tool:for-once"


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("我一直只买亚麻的", "亚麻"),
        ("今天点菜注意，我对花生过敏", "花生"),
        ("I always avoid palm oil", "palm oil"),
    ],
)
def test_what_is_lasting_stays_beside_an_occasion(text: str, thing: str) -> None:
    """A trait that is told on an occasion is a trait."""
    assert heard(text, object=thing, polarity="dislike").should_store


def test_whose_it_is_is_read_off_the_words() -> None:
    """DEV-05, whatever the agent thinks."""
    found = heard("我妹妹不吃羊肉", object="羊肉", polarity="dislike")
    assert found.subject == "妹妹"
    assert "妹妹" in found.text


@pytest.mark.parametrize(
    ("text", "session", "claimed", "place"),
    [
        ("素色的看着舒服", "shoes", None, "shoes"),
        ("素色的看着舒服", None, None, "other"),
        ("素色的看着舒服", "shoes", "bags", "bags"),
        ("素色的鞋看着舒服", "bags", "global", "shoes"),
        ("素色的看着舒服", None, "global", "global"),
    ],
)
def test_where_it_acts_is_said_or_it_acts_nowhere(
    text: str, session: str | None, claimed: Any, place: str
) -> None:
    """Words, agent, session, nowhere; never everywhere by itself (P23)."""
    found = heard(text, session, object="素色", polarity="like", domain=claimed)
    assert found.attributes["domain"] == place


def test_an_allergy_has_no_place() -> None:
    """The body is everywhere the same."""
    found = heard("我对乳胶过敏", "shoes", category="constraint", object="乳胶", limit="allergy")
    assert found.attributes.get("domain", "global") == "global"


def test_a_change_of_mind_goes_where_the_thing_is_held(memory: Memory, clock: FixedClock) -> None:
    """In the other language too, so that it replaces instead of standing beside."""
    memory.observe("我不喜欢塑料")
    clock.advance(days=1)
    result = memory.propose(
        Heard(object="plastic", polarity="like", domain="kitchen"),
        said="Plastic grew on me these days",
    )
    assert [(o.change, o.attributes["polarity"]) for o in result.judged] == [("supersede", "like")]
    assert [r.text for r in memory.list(category="preference")] == ["Plastic grew on me these days"]


@pytest.mark.parametrize("quote", ["我受不了流苏", "流苏实在受不了", "", "The user hates tassels"])
def test_a_quote_that_does_not_stand_there_gives_way_to_the_thing(quote: str) -> None:
    """Small models retell; the clause that names the thing is the evidence then."""
    found = heard("包上的流苏我受不了", object="流苏", polarity="dislike", quote=quote)
    assert found.quote in "包上的流苏我受不了"
    assert "流苏" in found.quote


def test_what_nobody_said_has_fields_and_no_place() -> None:
    """An agent's own inference acts nowhere, even when it is let through."""
    text, fields = inferred(Heard(object="竹子", polarity="like"))
    assert text == "用户喜欢竹子"
    assert fields == {"object": "竹子", "polarity": "like", "domain": "other"}
    assert inferred(Heard(category="constraint", object="latex", limit="allergy")) == (
        "The user must not have latex",
        {"object": "latex", "type": "allergy"},
    )
    assert inferred(Heard(category="fact", text="It is late")) == ("It is late", None)


@pytest.mark.parametrize(
    ("category", "attributes", "unwanted"),
    [
        ("preference", {"polarity": "dislike"}, True),
        ("preference", {"polarity": "like"}, False),
        ("constraint", {"type": "allergy", "active": True}, True),
        ("constraint", {"type": "allergy", "active": False}, False),
        ("constraint", {"type": "must"}, False),
        ("fact", {}, False),
    ],
)
def test_the_entry_rule_looks_for_what_is_not_wanted(
    category: str, attributes: dict[str, Any], unwanted: bool
) -> None:
    """And for the person's own alone (P5)."""
    read = MemoryCandidate(category=category, text="x", attributes=attributes)
    assert rules_out(read) is unwanted
    assert not rules_out(read.model_copy(update={"subject": "妹妹"}))


@given(
    st.text(max_size=40),
    st.text(max_size=12),
    st.text(max_size=12),
    st.sampled_from(["like", "dislike"]),
)
def test_nothing_heard_raises_or_quotes_what_was_not_said(
    text: str, thing: str, quote: str, polarity: Any
) -> None:
    """Whatever a model sends; what is not in the message has no span, and the gate refuses it."""
    message = said(text)
    for found in spoken(Heard(object=thing, quote=quote, polarity=polarity), message, {}):
        assert found.category in {
            "preference",
            "constraint",
            "fact",
            "event",
            "task",
            "context",
            "decision",
        }
        assert "authority" not in found.attributes
