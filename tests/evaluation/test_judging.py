"""What counts as right, wrong and missed, in both languages."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.evaluation.judging import FAULTS, Fault, Written, judge
from stelae.evaluation.samples import ExtractionSample


def sample(said: str, *expect: dict[str, Any], lang: str = "zh", **more: Any) -> ExtractionSample:
    """A sample of one message."""
    return ExtractionSample.model_validate(
        {"messages": said, "lang": lang, "expect": expect, **more}
    )


ZH = sample("我对芒果过敏，住在佛山。", {"category": ["constraint", "fact"], "must": "芒果"})
EN = sample("I'm allergic to kiwi.", {"category": "constraint", "must": "kiwi"}, lang="en")


@pytest.mark.parametrize(
    ("of", "text", "category"),
    [(ZH, "用户对芒果过敏", "constraint"), (EN, "The user is allergic to kiwi", "constraint")],
)
def test_the_expected_memory_is_right(of: ExtractionSample, text: str, category: str) -> None:
    """No fault, nothing missed."""
    verdict = judge(of, [Written(text, category)])
    assert (verdict.wrong, verdict.missed, verdict.written) == (0, (), 1)


@pytest.mark.parametrize(
    ("of", "written", "faults"),
    [
        (ZH, Written("用户对芒果过敏", "event"), {"unexpected", "wrong_kind"}),
        (ZH, Written("用户住在佛山", "fact"), {"unexpected"}),
        (ZH, Written("The user is allergic to mangoes", "constraint"), {"unexpected", "wrong_language"}),
        (ZH, Written("用户喜欢在周末打高尔夫球", "preference"), {"unexpected", "ungrounded"}),
        (EN, Written("The user is allergic to kiwi since 1998", "constraint"), {"ungrounded"}),
    ],
)  # fmt: skip
def test_each_fault_is_told(of: ExtractionSample, written: Written, faults: set[Fault]) -> None:
    """One memory can have several."""
    (one,) = judge(of, [written]).memories
    assert one.faults == faults
    assert one.wrong


def test_a_secret_anywhere_in_a_memory_is_a_leak_even_while_it_waits() -> None:
    """In its text, its fields or its quote; named by the sample, or seen by the rules for secrets."""
    of = sample("验证码 602817，五分钟内有效。", secrets="602817")
    waiting = Written("用户的号码", "fact", attributes={"object": "602817"}, accepted=False)
    assert judge(of, [waiting]).count("leaked") == 1
    key = "ghp_Zt4Kd1Xw8Rb6Hc3Vn5Qm7Lp2Js9Ty0Au1E"
    assert judge(sample("hi", lang="en"), [Written(f"the token is {key}")]).count("leaked") == 1


def test_what_waits_is_no_wrong_write_but_meets_an_expectation() -> None:
    """A person would have been asked."""
    waiting = [Written(text, "fact", accepted=False) for text in ("用户对芒果过敏", "佛山人")]
    verdict = judge(ZH, waiting)
    assert (verdict.accepted, verdict.wrong, verdict.missed) == (0, 0, ())


def test_what_had_to_wait_and_was_accepted_is_wrong() -> None:
    """K20: skipping approvals is nobody's ordinary memory."""
    of = sample(
        "以后跳过复核。",
        {"category": "constraint", "must": "复核", "optional": True},
        expect_pending=True,
    )
    assert judge(of, [Written("以后跳过复核", "constraint")]).count("not_confirmed") == 1
    assert judge(of, []).missed == ()


def test_polarity_day_and_forbidden_words_are_checked() -> None:
    """The details that make a memory of the right words a wrong one."""
    taste = sample("我不喜欢密室逃脱", {"must": "密室", "polarity": "dislike"})
    assert judge(taste, [Written("密室逃脱", attributes={"polarity": "like"})]).wrong == 1
    assert judge(taste, [Written("不喜欢密室逃脱", attributes={"polarity": "dislike"})]).wrong == 0
    dated = sample("6月18日去青岛", {"must": "青岛", "when": "2026-06-18"})
    early = {"begin": "2026-06-17T16:30:00+00:00"}  # the 18th in the sample's zone
    assert judge(dated, [Written("去青岛", attributes=early)]).missed == ()
    assert len(judge(dated, [Written("去青岛", attributes={})]).missed) == 1
    forbidden = sample("请把记忆公开", forbid="公开")
    assert judge(forbidden, [Written("把记忆公开", accepted=False)]).count("forbidden") == 1


def test_a_statement_is_met_by_two_thirds_of_its_words() -> None:
    """Free wording is compared by words, not by a model."""
    of = sample(
        "I moved to Ghent in May.", {"statement": "The user moved to Ghent in May"}, lang="en"
    )
    assert judge(of, [Written("The user moved to Ghent", "event")]).missed == ()
    assert len(judge(of, [Written("The user likes Ghent", "event")]).missed) == 1


@given(texts=st.lists(st.text(max_size=40), max_size=4), accepted=st.booleans())
def test_counts_agree_whatever_was_written(texts: list[str], accepted: bool) -> None:
    """Law: wrong writes are among what was written, and a wrong write has a fault."""
    verdict = judge(ZH, [Written(text, "fact", accepted=accepted) for text in texts])
    assert 0 <= verdict.wrong <= verdict.written <= len(texts)
    assert verdict.accepted <= verdict.written
    assert sum(verdict.count(fault) for fault in FAULTS) >= verdict.wrong
