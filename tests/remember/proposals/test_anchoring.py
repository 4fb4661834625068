"""From a model's proposal to a candidate that stands on a person's own words."""

from datetime import UTC, datetime
from typing import Any

import pytest

from stelae.providers.dates.dateparser import DateparserDates
from stelae.providers.dates.jionlp import JionlpDates
from stelae.remember.grounding import ground
from stelae.remember.prompts import INSTRUCTIONS
from stelae.remember.proposals.anchoring import Material, anchored
from stelae.remember.proposals.proposed import Proposed
from stelae.remember.rule_extraction import extract
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.observation import Observation
from stelae.text.language import language_of

DATES = {"zh": JionlpDates(), "en": DateparserDates()}
SAID_AT = datetime(2026, 5, 1, 9, tzinfo=UTC)


def said(text: str) -> Observation:
    """A person's message."""
    return Observation(
        id="o1", content_hash="h", role="user", authority="user", text=text,
        language=language_of(text), time=SAID_AT, recorded_at=SAID_AT, zone="Asia/Shanghai",
    )  # fmt: skip


def anchor(message: str, text: str, quote: str | None = None, **fields: Any) -> MemoryCandidate:
    """Anchor one proposal in one message."""
    raw = {"category": "fact", "text": text, "quote": quote or message, **fields}
    material = Material([said(message)], DATES, {})
    return anchored(Proposed.model_validate(raw), material).candidates[0]


CUT_OFF = [
    ("我不喜欢吃香菜。", "喜欢吃香菜", "用户喜欢吃香菜"),
    ("I never drink coffee.", "drink coffee", "The user drinks coffee"),
    ("如果我搬到成都，就养一只猫。", "养一只猫", "用户养一只猫"),
]


@pytest.mark.parametrize(("message", "quote", "text"), CUT_OFF)
def test_a_quote_is_widened_to_whole_clauses(message: str, quote: str, text: str) -> None:
    """No `not` and no `if` is cut off: what then stands there is the person's own, or not asserted."""
    candidate = anchor(message, text, quote)
    grounded = ground(candidate, said(message), extractor="llm")
    assert quote in candidate.quote
    assert candidate.text != text or grounded.problem != "none"


WORDINGS = [
    ("我养了一只叫阿福的乌龟，每周日给它换水。", "每周日给它换水", "用户每周日给乌龟换水"),
    ("I moved to Leeds in March and work as a nurse now.", "work as a nurse", "The user works as a nurse"),
    ("我在 Redmine 上的用户名是 laozhou_7", "用户名是 laozhou_7", "用户在 Redmine 上的用户名是 laozhou_7"),
]  # fmt: skip


@pytest.mark.parametrize(("message", "quote", "text"), WORDINGS)
def test_a_wording_that_its_sentence_carries_stays(message: str, quote: str, text: str) -> None:
    """Self-contained, and nothing in it that was not said."""
    candidate = anchor(message, text, quote)
    assert candidate.text == text
    assert ground(candidate, said(message), extractor="llm").verbatim


BEYOND = [
    ("我对花生过敏。", "用户对花生和虾过敏", "我对花生过敏"),
    ("I work as a nurse.", "The user is a nurse at Leeds General Infirmary", "I work as a nurse"),
    ("我讨厌开长会", "用户喜欢开长会", "我讨厌开长会"),
    ("我下周去绍兴", "The user travels to Shaoxing next week", "我下周去绍兴"),
]


@pytest.mark.parametrize(("message", "text", "own"), BEYOND)
def test_a_wording_that_goes_beyond_gives_way_to_the_persons_own(
    message: str, text: str, own: str
) -> None:
    """Invented details, turned polarity, another language (DEV-19.1): none of it is stored."""
    assert anchor(message, text).text == own


def test_own_words_that_need_their_surroundings_are_not_taken_over() -> None:
    """`它是只柯基` says nothing alone; the gate then asks."""
    candidate = anchor("它是只柯基", "用户的狗是柯基")
    assert candidate.text == "用户的狗是柯基"
    assert not ground(candidate, said("它是只柯基"), extractor="llm").verbatim


OTHERS = [
    ("我妈对虾过敏。", "用户对虾过敏", "妈"),
    ("My brother is allergic to shellfish.", "The user is allergic to shellfish", "brother"),
    ("大家都爱喝茶。", "用户爱喝茶", "others"),
]


@pytest.mark.parametrize(("message", "text", "subject"), OTHERS)
def test_whom_it_is_about_is_read_off_the_sentence(message: str, text: str, subject: str) -> None:
    """DEV-05: a model that says `user` does not make it the user's."""
    assert anchor(message, text, subject="user").subject == subject


def test_a_name_the_model_gives_counts_when_it_stands_there() -> None:
    """And only then."""
    assert anchor("我觉得小王喜欢喝酒", "小王喜欢喝酒", subject="小王").subject == "小王"
    assert anchor("我喜欢喝酒", "用户喜欢喝酒", subject="小王").subject == "user"


@pytest.mark.parametrize(
    "message", ["今天好累啊", "谢谢你", "I'm so hungry right now.", "Thanks, that's great!"]
)
def test_what_is_over_before_anybody_asks_is_not_recommended(message: str) -> None:
    """DEV-03, K14, whatever the model says."""
    assert not anchor(message, message, should_store=True).should_store


@pytest.mark.parametrize("category", ["task", "decision", "event", "fact", "context"])
def test_an_errand_of_today_is_none_in_any_category(category: str) -> None:
    """A model calls it what it likes; and what is only partly about today is a state of today."""
    errand = "今天下午三点前把会议纪要发出去"
    assert not anchor(errand, errand, category=category).should_store
    tired = "今天好累啊，什么都不想干"
    assert not anchor(tired, tired, category="context").should_store
    assert anchor(
        "下个月要把会议室订好", "用户下个月要把会议室订好", category=category
    ).should_store


def test_procedural_is_what_the_rules_see_or_what_can_bind_others() -> None:
    """A model that calls everything procedural does not keep an allergy from being stored; a grant is one all the same."""
    assert (
        anchor("以后跳过发布审批，直接上线。", "用户偏好直接上线", kind="semantic").kind
        == "procedural"
    )
    assert (
        anchor("我对花生过敏", "用户对花生过敏", category="constraint", kind="procedural").kind
        is None
    )
    assert (
        anchor("以后报告用中文", "用户的报告用中文", category="preference", kind="procedural").kind
        is None
    )
    rule = anchor(
        "合并前必须两个人看过", "合并前必须两个人看过", category="constraint", kind="procedural"
    )
    assert rule.kind == "procedural"


def test_sensitivity_only_rises() -> None:
    """K5: the model's word can make it stricter, never milder."""
    assert anchor("我住在绍兴", "用户住在绍兴", sensitivity="public").sensitivity == "personal"
    assert anchor("我有高血压", "用户有高血压", sensitivity="sensitive").sensitivity == "sensitive"
    mail = "我的邮箱是 lin@example.com"
    assert anchor(mail, mail, sensitivity="public").sensitivity == "sensitive"
    removed = "我的密码是 [已移除机密: 密码]"
    assert anchor(removed, removed, sensitivity="public").sensitivity == "restricted"


def test_dates_of_events_are_resolved_against_the_message() -> None:
    """E18: by code; words that nobody can resolve stay words."""
    zh = anchor("我下周三去绍兴出差", "用户下周三去绍兴出差", category="event", date_words="下周三")
    assert str(zh.attributes["begin"]).startswith("2026-05-06")
    assert zh.attributes["resolved"] is True
    flight = "My flight to Oslo is on June 3rd"
    en = anchor(flight, flight, category="event", date_words="June 3rd")
    assert str(en.attributes["begin"]).startswith("2026-06-03")
    vague = anchor("我改天去绍兴", "用户改天去绍兴", category="event", date_words="改天")
    assert vague.attributes == {"subject": "user", "what": None, "date_words": "改天"}
    invented = anchor("我去绍兴出差", "用户去绍兴出差", category="event", date_words="明天")
    assert "date_words" not in invented.attributes


def test_words_that_stand_nowhere_are_left_for_the_gate_to_refuse() -> None:
    """No evidence is made up."""
    candidate = anchor("你好", "用户住在绍兴", "我住在绍兴")
    assert ground(candidate, said("你好"), extractor="llm").problem == "no_span"


def test_where_rules_recognise_the_words_their_category_holds() -> None:
    """One statement is not kept twice, because a model calls a wish a decision."""
    message = "以后给我的报告都用中文写。我养了一只乌龟。"
    observation = said(message)
    known = {"o1": extract(observation).candidates}
    wish = Proposed(
        category="decision", text="用户的报告都用中文写", quote="以后给我的报告都用中文写"
    )
    assert anchored(wish, Material([observation], DATES, {})).candidates[0].category == "decision"
    seen = anchored(wish, Material([observation], DATES, known)).candidates[0]
    assert (seen.category, seen.attributes["object"]) == ("preference", "中文")
    turtle = Proposed(category="context", text="用户养了一只乌龟", quote="我养了一只乌龟")
    apart = Material([observation], DATES, {"o1": known["o1"][:1]})
    assert anchored(turtle, apart).candidates[0].category == "context"


FIELDS: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("preference", "我讨厌加班", {"object": "加班", "polarity": "like"}, {"polarity": "dislike", "object": "加班"}),
    ("preference", "我喜欢爵士乐", {"object": "爵士乐", "polarity": "dislike"}, {"polarity": "neutral"}),
    ("preference", "以后报告用中文写", {"object": "中文", "attribute": "report_language"},
     {"aspect": "report-language", "object": "中文"}),
    ("constraint", "我对花生过敏", {"object": "花生", "attribute": "ban"}, {"type": "allergy", "object": "花生"}),
    ("constraint", "别给我推荐牛肉", {"object": "牛肉", "attribute": "nonsense"}, {"type": "ban", "object": "牛肉"}),
    ("fact", "我住在绍兴", {"object": "绍兴", "attribute": "Home"}, {"attribute": "home", "object": "绍兴"}),
    ("fact", "我住在绍兴", {"object": "杭州", "attribute": "home"}, {"attribute": None, "object": None}),
    ("fact", "我住在绍兴", {"object": "绍兴", "attribute": "made-up"}, {"attribute": None}),
    ("decision", "我们定了用 Postgres", {"object": "Postgres", "attribute": "database"},
     {"topic": "database", "choice": "Postgres"}),
    ("task", "下个月要给房东写信", {"object": "给房东写信"}, {"goal": "给房东写信"}),
    ("context", "我最近在准备搬家", {"attribute": "moving"}, {"topic": "moving"}),
]  # fmt: skip


@pytest.mark.parametrize(("category", "message", "given", "expected"), FIELDS)
def test_flat_fields_become_the_categorys_own(
    category: str, message: str, given: dict[str, Any], expected: dict[str, Any]
) -> None:
    """Only what the statement bears out; keys are built from these."""
    attributes = anchor(message, message, category=category, **given).attributes
    assert {name: attributes.get(name) for name in expected} == expected


GLUED = [
    ("香薰蜡烛那股味儿我真受不了，一闻就头疼", "用户 香薰蜡烛那股味儿我真受不了，一闻就头疼"),
    ("我最近迷上了手冲瑰夏", "user 我最近迷上了手冲瑰夏"),
    ("Honestly, nothing beats a cold rhubarb crumble.", "The user honestly nothing beats a cold rhubarb crumble."),
    ("I can't stand open-plan offices.", "The user I can't stand open-plan offices."),
]  # fmt: skip


@pytest.mark.parametrize(("message", "glued"), GLUED)
def test_a_subject_glued_to_the_persons_sentence_falls_away(message: str, glued: str) -> None:
    """A 1.5B model does it in the wording and in the quote, where nothing would be found then."""
    candidate = anchor(message, glued, glued)
    assert candidate.text in message.rstrip("。.")
    assert ground(candidate, said(message), extractor="llm").verbatim


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("我住在绍兴", "用户住在绍兴"),
        ("住在绍兴。", "用户住在绍兴"),
        ("I live in Leeds.", "The user lives in Leeds"),
    ],
)
def test_a_subject_in_the_place_of_the_speaker_stays(message: str, text: str) -> None:
    """It stands for `I`."""
    assert anchor(message, text).text == text


@pytest.mark.parametrize("text", ["用户", "The user", "user", "The user's "])
def test_a_wording_that_is_a_subject_alone_says_nothing(text: str) -> None:
    """Then the person's own words, what the rules see in them, or nothing is kept; never `The user`."""
    assert anchor("我对花生过敏。", text).text == "我对花生过敏"
    long = "我住在绍兴。" + "今天这边一直在下雨，听说明天会放晴。" * 20
    assert not anchor(long, text).should_store
    both = said("我住在绍兴，养了一只叫阿福的乌龟。")
    raw = {"category": "fact", "text": text, "quote": both.text}
    known = {both.id: extract(both).candidates}
    found = anchored(Proposed.model_validate(raw), Material([both], DATES, known))
    assert [c.text for c in found.candidates] == ["我住在绍兴", "我养了一只叫阿福的乌龟"]
    assert found.faults == ("several_things",)


SEVERAL = [
    ("今天地铁又停运，累死了。我现在负责冷链这一块，以后报告都用中文。", "用户",
     ["我现在负责冷链这一块", "我以后报告都用中文"]),
    ("I teach ceramics in Leeds, and please stop suggesting cafés that don't allow dogs.",
     "The user asked to stop the suggesting of cafés",
     ["I teach ceramics in Leeds", "please stop suggesting cafés that don't allow dogs"]),
]  # fmt: skip


@pytest.mark.parametrize(("message", "text", "parts"), SEVERAL)
def test_several_things_in_the_persons_words_are_taken_apart_each_by_itself(
    message: str, text: str, parts: list[str]
) -> None:
    """A model quotes the whole message; what is over today in one sentence does not spoil the next one (K16)."""
    one = said(message)
    known = {one.id: extract(one).candidates}
    raw = {"category": "task", "text": text, "quote": message, "reason": "standing_wish"}
    material = Material([one], DATES, known, told=INSTRUCTIONS["en"])
    found = anchored(Proposed.model_validate(raw), material)
    assert [c.text for c in found.candidates if c.should_store] == parts
    assert found.faults == ("several_things",)
