"""Whatever a model returns, every stored record is a valid instance of its category, and rests on the person's words."""

import json
from collections.abc import Iterator
from itertools import count
from typing import Annotated, Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stelae.memory import Memory
from stelae.schemas.categories.choices import Choices
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.testing import FixedClock, ScriptedModel

SAID = (
    "我特别喜欢天文，每周花六小时看星星，住在绍兴{0}号。I keep {0} tortoises and can't eat peanuts."
)
QUOTES = [
    "我特别喜欢天文",
    "每周花六小时看星星",
    "住在绍兴",
    "can't eat peanuts",
    "I keep",
    "我住在火星",
    "",
]
TEXTS = ["用户特别喜欢天文", "The user eats peanuts", "天文", "花生", "high", "}", "</user_data>"]
WORDS = st.sampled_from([*QUOTES, *TEXTS])
NUMBERS = st.integers(-3, 300) | st.floats(allow_nan=False)
ODD: st.SearchStrategy[Any] = WORDS | NUMBERS | st.none() | st.booleans() | st.text(max_size=6)
NAMES = [
    "fact",
    "preference",
    "constraint",
    "context",
    "decision",
    "event",
    "task",
    "document",
    "interest",
    "poem",
]


class Interest(MemorySchema, name="interest", key=("topic",)):
    """Something somebody is interested in."""

    topic: str
    level: Annotated[
        Literal["low", "high"] | None, Choices({"low": "named", "high": "matters"})
    ] = None
    hours: int | None = None
    tags: tuple[str, ...] = ()


GOOD: dict[str, st.SearchStrategy[Any]] = {
    "reason": st.sampled_from(["taste", "about_person", "hard_limit"]),
    "should_store": st.just(True),
    "subject": st.sampled_from(["user", "妹妹"]),
    "object": st.sampled_from(["天文", "peanuts", "绍兴"]),
    "attribute": st.sampled_from(["home", "pet", "topic"]),
    "polarity": st.sampled_from(["like", "dislike"]),
    "date_words": st.sampled_from(["每周", "昨天"]),
    "kind": st.sampled_from(["semantic", "procedural", "task"]),
    "sensitivity": st.sampled_from(["public", "restricted"]),
    "confidence": st.floats(0, 1),
    "importance": st.floats(0, 1),
}
"""Members of an item as they should be; each may be anything else now and then, or be missing."""
OWN: dict[str, st.SearchStrategy[Any]] = {
    "topic": st.sampled_from(["天文", "物理"]),
    "level": st.sampled_from(["high", "huge"]),
    "hours": st.sampled_from([6, 60]),
    "tags": st.lists(WORDS, max_size=2),
}


@st.composite
def mostly(draw: st.DrawFn, good: st.SearchStrategy[Any]) -> Any:
    """One in eight is anything."""
    return draw(ODD if draw(st.integers(0, 7)) == 7 else good)


FIELDS = st.fixed_dictionaries(
    {"topic": mostly(OWN["topic"])},
    optional={name: mostly(one) for name, one in OWN.items() if name != "topic"} | {"id": ODD, "status": ODD},
)  # fmt: skip
ITEMS = st.fixed_dictionaries(
    {"category": st.sampled_from(NAMES), "quote": WORDS, "text": WORDS},
    optional={name: mostly(one) for name, one in GOOD.items()} | {"attributes": mostly(FIELDS), "owner": ODD, "key": ODD},
)  # fmt: skip
INTERESTS = st.fixed_dictionaries(
    {"category": st.just("interest"), "quote": st.sampled_from(QUOTES[:2]), "attributes": FIELDS, "text": WORDS,
     "reason": GOOD["reason"]}
)  # fmt: skip
LISTS = st.fixed_dictionaries(
    {"memories": st.lists(mostly(ITEMS | INTERESTS), min_size=1, max_size=4)}
)
ANSWERS = mostly(LISTS)
WRAPPINGS = ["{}", "```json\n{}\n```", "<think>hm</think>{}", "{}\n\n", "Sure: {}"]
REPLIES = st.tuples(ANSWERS, st.sampled_from(WRAPPINGS), st.sampled_from([0, 0, 0, 0, 1, 7, 19]))
"""An answer, what stands around it, and how many characters its end lacks."""


@pytest.fixture(scope="module")
def remembering() -> Iterator[tuple[Memory, ScriptedModel]]:
    """One memory for all replies; each message is another one."""
    model = ScriptedModel(["{}"])
    with Memory.open(
        store="memory", scope="user:any", embedder="none", extractor="llm", model=model,
        clock=FixedClock(), categories=[Interest],
    ) as memory:  # fmt: skip
        yield memory, model


_numbers = count(1)


def holds(memory: Memory, model: ScriptedModel, drawn: tuple[Any, str, int]) -> None:
    """Let a model give one reply, and look at everything that was stored of it."""
    answer, wrapping, cut = drawn
    reply = wrapping.replace("{}", json.dumps(answer, ensure_ascii=False))
    model._replies[:] = [reply[: len(reply) - cut]]
    result = memory.observe(SAID.format(next(_numbers)), wait=True)
    for outcome in result.outcomes:
        if outcome.outcome != "accepted" or outcome.id is None:
            continue
        record = memory.get(outcome.id)
        payload = memory._parts.registry.payload(record.category, record.attributes)
        assert record.attributes.items() <= payload.model_dump(mode="json").items()
        assert record.category != "document"
        assert record.evidence
        texts = {o.id: o.text for o in memory.why(record.id).observations}
        assert all(texts[s.observation_id][s.start : s.end] == s.quote for s in record.evidence)


@given(REPLIES)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_stored_is_valid_whatever_a_model_returns(
    remembering: tuple[Memory, ScriptedModel], drawn: tuple[Any, str, int]
) -> None:
    """Wrapped, cut off, of odd types, with fields of its own, beside the form."""
    holds(*remembering, drawn)


@pytest.mark.slow
@given(REPLIES)
@settings(max_examples=10_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_stored_is_valid_in_ten_thousand_replies(
    remembering: tuple[Memory, ScriptedModel], drawn: tuple[Any, str, int]
) -> None:
    """The same law at length."""
    holds(*remembering, drawn)
