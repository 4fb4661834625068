"""Fields of an own category: what the person's words carry, and nothing a model adds."""

from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from stelae.providers.dates.dateparser import DateparserDates
from stelae.providers.dates.jionlp import JionlpDates
from stelae.remember.grounding import ground
from stelae.remember.proposals.anchoring import Anchored, Material, anchored
from stelae.remember.proposals.answer_form import form_of
from stelae.remember.proposals.proposed import OwnProposed
from stelae.remember.rule_extraction import extract
from stelae.schemas.categories.choices import Choices
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.schemas.categories.registration import category_of
from stelae.schemas.categories.registry import BUILT_IN
from stelae.schemas.observation import Observation
from stelae.text.language import language_of

DATES = {"zh": JionlpDates(), "en": DateparserDates()}
SAID_AT = datetime(2026, 5, 1, 9, tzinfo=UTC)


class Interest(MemorySchema, name="interest", key=("topic",)):
    """Something somebody is interested in."""

    topic: str
    level: Annotated[
        Literal["low", "high"] | None, Choices({"low": "named", "high": "matters"})
    ] = None
    hours: Annotated[int | None, Field(ge=0, le=168)] = None
    score: Annotated[float | None, Field(ge=0, le=1)] = None
    outdoors: bool | None = None
    begun: date | None = None
    tags: tuple[str, ...] = ()


FORM = form_of(BUILT_IN.extended([category_of(Interest)]))
ZH = "我特别喜欢天文，每周花六小时看星星，从昨天开始写观测日记。"
EN = "I love astronomy and spend 6 hours a week on it, with a telescope since yesterday."


def read(message: str, *, text: str = "", told: str = "", **attributes: Any) -> Anchored:
    """Anchor one item with these fields in one message."""
    said = Observation(
        id="o1", content_hash="h", role="user", authority="user", text=message,
        language=language_of(message), time=SAID_AT, recorded_at=SAID_AT, zone="Asia/Shanghai",
    )  # fmt: skip
    item = OwnProposed.model_validate(
        {"category": "interest", "quote": message, "reason": "taste", "text": text, "attributes": attributes}
    )  # fmt: skip
    known = {said.id: extract(said).candidates}
    return anchored(item, Material([said], DATES, known, FORM, told))


def fields(message: str, **attributes: Any) -> dict[str, Any]:
    """The fields that are left."""
    return read(message, **attributes).candidates[0].attributes


@pytest.mark.parametrize(
    ("message", "given", "left"),
    [
        (ZH, {"topic": "天文"}, {"topic": "天文"}),
        (EN, {"topic": "astronomy"}, {"topic": "astronomy"}),
        (ZH, {"topic": "物理"}, {}),
        (ZH, {"topic": "astronomy"}, {}),
        (EN, {"topic": "天文"}, {}),
        (EN, {"topic": "astronomy at Leeds Observatory"}, {}),
        (ZH, {"tags": ["星星", "黑洞", "星星"]}, {"tags": ["星星"]}),
    ],
)
def test_a_text_stands_in_the_persons_words(
    message: str, given: dict[str, Any], left: dict[str, Any]
) -> None:
    """Not invented, not translated, not embroidered (DEV-19)."""
    assert fields(message, **given) == left


@pytest.mark.parametrize(
    ("message", "given", "left"),
    [(ZH, 6, {"hours": 6}), (EN, 6, {"hours": 6}), (EN, 6.0, {"hours": 6}), (ZH, 60, {}), (EN, 7, {}),
     (EN, "6", {}), (EN, True, {}), (EN, 6.5, {}), (EN, 10_000, {})],
)  # fmt: skip
def test_a_number_was_said(message: str, given: Any, left: dict[str, Any]) -> None:
    """In digits or in words; of the right type and within its bounds."""
    assert fields(message, hours=given) == left


@pytest.mark.parametrize("message", [ZH, EN])
def test_what_a_model_judges_is_taken_when_the_field_admits_it(message: str) -> None:
    """One of some values, true or false, a share from 0 to 1: nobody says these as they stand there."""
    good = {"level": "high", "outdoors": True, "score": 0.8}
    assert fields(message, **good) == good
    assert fields(message, level="huge", outdoors="yes", score=1.5) == {}


@pytest.mark.parametrize(("message", "words"), [(ZH, "昨天"), (EN, "yesterday")])
def test_a_time_is_resolved_from_its_words(message: str, words: str) -> None:
    """Against the message's own time and zone; a date that a model works out itself does not count (DEV-16)."""
    assert fields(message, begun=words)["begun"].startswith("2026-04-30")
    assert fields(message, begun="2026-04-30") == {}
    assert fields(message, begun="tomorrow") == {}


def test_what_is_no_field_of_the_category_is_ignored() -> None:
    """Above all what code decides (K7, S11)."""
    assert fields(ZH, topic="天文", id="x", owner="y", status="active") == {"topic": "天文"}


@pytest.mark.parametrize(
    ("message", "text"),
    [(ZH, "用户特别喜欢天文和物理"), (EN, "The user loves astronomy and physics")],
)
def test_a_wording_that_goes_beyond_gives_way_to_the_persons_own(message: str, text: str) -> None:
    """As for the built-in categories, with the fields that were said, and the rest counted."""
    found = read(message, text=text, topic="天文" if message is ZH else "astronomy", hours=99)
    (candidate,) = found.candidates
    assert candidate.text in message
    assert "hours" not in candidate.attributes
    assert found.faults == ("fields_not_said",)


@pytest.mark.parametrize(("message", "topic"), [(ZH, "天文"), (EN, "astronomy")])
def test_without_a_wording_the_persons_words_stand(message: str, topic: str) -> None:
    """The fields say what it is about."""
    for text in ("", "用户", "The user"):
        (candidate,) = read(message, text=text, topic=topic).candidates
        assert candidate.text.strip("。.") == message.strip("。.")


def test_the_rules_do_not_take_an_own_category_over() -> None:
    """They know the same words as a preference; the category asked for stays."""
    assert [c.category for c in extract(_said("我喜欢天文")).candidates] == ["preference"]
    assert [c.category for c in read("我喜欢天文", topic="天文").candidates] == ["interest"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_piece_of_the_instructions_is_no_memory(language: Literal["zh", "en"]) -> None:
    """Though the quote stands there: the wording is ours."""
    told = FORM.told[language]
    echo = "Something somebody is interested in"
    found = read(ZH, text=echo, told=told, topic="天文")
    assert found.faults == ("prompt_echo",)
    (candidate,) = found.candidates
    assert not candidate.should_store
    assert candidate.reason == "model:prompt_echo"


def test_somebody_elses_interest_names_them() -> None:
    """DEV-05, for own categories too."""
    (candidate,) = read("我妹妹喜欢天文", text="用户喜欢天文", topic="天文").candidates
    assert candidate.subject == "妹妹"
    assert ground(candidate, _said("我妹妹喜欢天文"), extractor="llm").evidence


def _said(message: str) -> Observation:
    return Observation(
        id="o1", content_hash="h", role="user", authority="user", text=message,
        language="zh", time=SAID_AT, recorded_at=SAID_AT,
    )  # fmt: skip
