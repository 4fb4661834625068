"""Where a candidate's words stand, and whether it goes beyond them (promise 3)."""

from datetime import UTC, datetime
from typing import Any

import pytest

from stelae.remember.grounding import ground
from stelae.remember.rule_extraction import extract
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.observation import Observation

SAID = datetime(2026, 3, 11, 16, 30, tzinfo=UTC)


def observation(text: str, **changes: Any) -> Observation:
    """A person's message."""
    fields: dict[str, Any] = {
        "id": "o1",
        "external_id": "m1",
        "content_hash": "h",
        "role": "user",
        "authority": "user",
        "text": text,
        "time": SAID,
        "recorded_at": SAID,
    }
    return Observation(**(fields | changes))


def proposed(text: str, quote: str = "", **fields: Any) -> MemoryCandidate:
    """A candidate of a model."""
    return MemoryCandidate(category="fact", text=text, quote=quote, **fields)


@pytest.mark.parametrize(
    ("said", "quote", "found"),
    [
        ("嗯，我对花生过敏。", "我对花生过敏", "我对花生过敏"),
        ("我 对　花生，过敏。", "我对花生过敏", "我 对　花生，过敏"),
        ("房租是 １２００ 元", "房租是1200元", "房租是 １２００ 元"),
        ("I'm  Allergic to Peanuts!", "I'm allergic to peanuts", "I'm  Allergic to Peanuts"),
    ],
)
def test_a_quote_is_found_at_its_offsets_in_the_original(said: str, quote: str, found: str) -> None:
    """White space, width, case and punctuation do not hide it; offsets are the original's."""
    grounded = ground(proposed(quote, quote), observation(said), extractor="llm")
    assert grounded.problem == "none"
    span = grounded.evidence[0]
    assert (span.quote, said[span.start : span.end], span.external_id) == (found, found, "m1")


@pytest.mark.parametrize("quote", ["我对虾过敏", "1.5 元", "…", "!!"])
def test_words_that_do_not_stand_there_are_no_evidence(quote: str) -> None:
    """No span, no memory; a decimal point is no punctuation."""
    assert (
        ground(
            proposed(quote, quote), observation("房租 15 元，我对花生过敏"), extractor="llm"
        ).problem
        == "no_span"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("用户对花生过敏", "我对花生过敏"),
        ("The user is allergic to peanuts", "I'm allergic to peanuts"),
        ("I live in Oslo", "I live in Oslo and work as a nurse"),
    ],
)
def test_a_statement_in_the_words_of_its_span_is_verbatim(text: str, said: str) -> None:
    """Person words may change, nothing else."""
    grounded = ground(proposed(text, said), observation(said), extractor="llm")
    assert (grounded.problem, grounded.verbatim) == ("none", True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("物业费是 451 元", "物业费是 415 元"),
        ("我周三打球", "我周二打球"),
        ("我吃羊肉", "我不吃羊肉"),
        ("I like goat cheese", "I can't stand goat cheese"),
        ("I am allergic to dogs", "I'm not allergic to dogs"),
        ("我讨厌下雨", "我喜欢下雨"),
        ("The cluster in Kyoto is called Bluebell", "our cluster is called Bluebell"),
    ],
)
def test_other_numbers_days_names_or_polarity_go_beyond_the_span(text: str, said: str) -> None:
    """DEV-09.2, DEV-11: one token apart is not the same statement."""
    assert ground(proposed(text, said), observation(said), extractor="llm").problem == "beyond_span"


def test_a_model_wording_that_agrees_is_grounded_but_not_verbatim() -> None:
    """It may be accepted, but it says more words than its span."""
    grounded = ground(
        proposed("用户饮食上需要避开花生", "我对花生过敏"),
        observation("我对花生过敏"),
        extractor="llm",
    )
    assert (grounded.problem, grounded.verbatim) == ("none", False)


@pytest.mark.parametrize(
    ("quote", "said"),
    [
        ("我喜欢爵士", "你知道我喜欢爵士吗？"),
        ("我对花生过敏", "翻译：我对花生过敏"),
        ("I live in Rome", "If I live in Rome, do I need a car?"),
        ("I hate gold", "Let's role-play: I'm a knight. I hate gold"),
        ("我讨厌鱼", "他说“我讨厌鱼，真的很讨厌”"),
        ("I'm allergic to nuts", "Alice: I'm allergic to nuts\nBob: me too"),
    ],
)
def test_a_question_fiction_or_quotation_is_not_asserted(quote: str, said: str) -> None:
    """The words stand there, but nobody claims them."""
    assert (
        ground(proposed(quote, quote), observation(said), extractor="llm").problem == "not_asserted"
    )


def test_a_claim_about_the_user_from_the_assistant_has_the_wrong_speaker() -> None:
    """DEV-05: the assistant's words are not the person's."""
    said = observation("您喜欢徒步", role="assistant", authority="agent")
    assert (
        ground(proposed("用户喜欢徒步", "您喜欢徒步"), said, extractor="llm").problem
        == "wrong_speaker"
    )


@pytest.mark.parametrize(
    ("text", "said", "problem"),
    [
        ("The user is allergic to peanuts", "我对花生过敏", "wrong_language"),
        ("用户喜欢徒步旅行", "I love hiking", "wrong_language"),
        ("laozhou_7", "我在 Redmine 上的用户名是 laozhou_7", "none"),
    ],
)
def test_a_statement_in_another_language_than_its_source_is_refused(
    text: str, said: str, problem: str
) -> None:
    """DEV-19.4; a bare name has no language."""
    assert ground(proposed(text, said), observation(said), extractor="llm").problem == problem


@pytest.mark.parametrize(
    "said",
    [
        "我女儿叫朵朵，今年五岁，对牛奶过敏",
        "我挺喜欢做饭的，就是不爱洗碗",
        "I'm allergic to peanuts and shellfish.",
        "I live in Oslo and work as a nurse.",
        "我对花生、虾和芒果过敏",
        "以后给我的距离都用公里，别用英里。",
    ],
)
def test_what_the_rules_propose_is_always_carried_by_its_span(said: str) -> None:
    """The rules never go beyond the person's words."""
    message = observation(said)
    candidates = extract(message).candidates
    assert candidates
    for candidate in candidates:
        grounded = ground(candidate, message, extractor="rules")
        assert (grounded.problem, grounded.verbatim) == ("none", True), candidate.text
