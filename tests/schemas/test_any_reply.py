"""100% of what is stored fits its schema, whatever a model returns.

Some hundred replies in the normal run; `STELAE_TEST_REPLIES=10000` asks for as many as are wanted.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from stelae import Memory, Message
from stelae.assembly import Parts, build
from stelae.config import Settings, StoreSettings
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.categories.fields import described
from stelae.schemas.categories.registration import SYSTEM_FIELDS
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.testing import FixedClock, ScriptedModel
from stelae.text.keys import key_of
from tests.schemas.forms import Interest

SAID = {
    "zh": "我对 LanceDB 这个向量数据库很感兴趣，住在杭州，喜欢喝乌龙茶，对花生过敏。",
    "en": "I am keen on LanceDB, I live in Leeds, I like oolong tea and I am allergic to peanuts.",
}
OWN = ("hobby", "interest", "mastery")
BUILT_IN = ("fact", "preference", "constraint", "context", "decision", "event", "task", "document")
REPLIES = int(os.environ.get("STELAE_TEST_REPLIES", "150"))
ANY = settings(
    max_examples=REPLIES,
    deadline=None,
    derandomize=REPLIES <= 150,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@dataclass(slots=True)
class Bench:
    """Connected parts over a store in the process; every reply gets a scope of its own."""

    parts: Parts
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def scope(self) -> Namespace:
        """Return a fresh one."""
        return Namespace(scope=f"user:n{next(self.numbers)}")

    def kept(self, ns: Namespace) -> list[MemoryRecord]:
        """Everything that is stored there, waiting or not."""
        store, now = self.parts.store, self.parts.clock.now()
        waiting = [item.record for item in store.pending(ns, now=now)]
        return [*store.list(ns, limit=100), *waiting]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """One bench for all replies of a test run."""
    folder: Path = tmp_path_factory.mktemp("replies")
    wanted = Settings(data=folder, store=StoreSettings(kind="memory"), extractor="rules")
    parts = build(
        wanted, clock=FixedClock(), embedder="none", categories=[Interest, "interest", "mastery"]
    )
    yield Bench(parts)
    parts.close()


def names(bench_fields: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Names of fields as a model may write them."""
    return st.sampled_from([*bench_fields, *sorted(SYSTEM_FIELDS)]) | st.text(max_size=12)


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=40)
    | st.sampled_from(["keen", "person", "technology", "LanceDB", "basic", "like", "杭州", ""])
    | st.sampled_from(["2026-03-01T10:00:00Z", "0001-01-01T00:00:00+14:00", "明天", "x" * 20_000])
    | st.sampled_from(["{entity_name}", "[[", "\x00", "\ud800", "‮abc", "sk-" + "Ab3dEf6h" * 5])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
FIELDS = (
    *("entity_type", "entity_name", "level", "tags", "times", "note", "raw_context"),
    *("interest_level", "topic", "sub_topic", "understanding_level", "last_reviewed"),
    *("confidence_score", "subject", "attribute", "object", "negated", "polarity", "domain"),
    *("aspect", "type", "active", "choice", "what", "begin", "end", "goal", "due", "actions"),
)
filled: st.SearchStrategy[dict[str, Any]] = st.dictionaries(names(FIELDS), values, max_size=10)
sensible: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"entity_type": st.sampled_from(["technology", "person"]), "entity_name": st.just("LanceDB")},
    optional={
        "level": st.sampled_from(["keen", "curious", "mad"]),
        "tags": st.lists(st.text(max_size=50), max_size=5),
        "times": st.integers(-5, 2_000),
        "interest_level": st.sampled_from(["curious", "very_interested"]),
        "id": st.just("mine"),
        "raw_context": st.text(max_size=600),
    },
)


def both(junk: dict[str, Any], sound: dict[str, Any]) -> dict[str, Any]:
    """Sound fields among junk."""
    return {**junk, **sound}


attributes: st.SearchStrategy[dict[str, Any]] = (
    filled | sensible | st.builds(both, filled, sensible)
)


@ANY
@given(
    several=st.lists(
        st.tuples(st.sampled_from([*OWN, *BUILT_IN, "nothing"]), attributes), max_size=3
    ),
    language=st.sampled_from(["zh", "en"]),
    extractor=st.sampled_from(["llm", "caller"]),
)
def test_every_stored_memory_fits_its_category(
    bench: Bench, several: list[tuple[str, dict[str, Any]]], language: str, extractor: Any
) -> None:
    """Candidates straight before the gate: nested junk, wrong types, system fields, huge values, broken text."""
    said, ns = SAID[language], bench.scope()
    write = bench.parts.remember
    message = Message(role="user", content=said)
    seen = write.observe(ns, [message], rules=False, model_job=False)
    (log,) = [bench.parts.store.observation(ns, one.id) for one in seen.result.observations]
    candidates = [
        MemoryCandidate(category=name, text=said, quote=said, attributes=fields)
        for name, fields in several
    ]
    outcomes = write.propose(ns, candidates, [log], extractor=extractor)
    assert len(outcomes) == len(candidates)
    check(bench, ns)


def check(bench: Bench, ns: Namespace) -> None:
    """Everything stored is an instance of its category, with the key that code makes of it, and holds nothing of code's."""
    for record in bench.kept(ns):
        category = bench.parts.registry.get(record.category)
        payload = category.model.model_validate(record.attributes)
        assert payload.model_dump(mode="json", exclude_none=True) == record.attributes
        assert record.key == key_of(record.category, payload, record.text)
        assert record.attributes.keys() <= {spec.name for spec in described(category.model)}
        assert json.loads(json.dumps(record.attributes)) == record.attributes
        assert record.status == "active"
        if record.category in OWN:
            assert record.attributes.keys().isdisjoint(SYSTEM_FIELDS)
            assert not payload.lacking() or record.reason == "incomplete"


@settings(ANY, max_examples=max(REPLIES // 6, 20))
@given(
    replies=st.lists(
        st.fixed_dictionaries(
            {"category": st.sampled_from([*OWN, *BUILT_IN, "nothing"])},
            optional={
                "text": st.sampled_from([*SAID.values(), "对 LanceDB 感兴趣", ""]),
                "quote": st.sampled_from([*SAID.values(), "LanceDB", "乌龙茶", "oolong tea"]),
                "reason": st.sampled_from(["taste", "about_person", "secret"]) | scalars,
                "attributes": attributes | values,
                "object": values,
                "status": values,
                "owner_id": values,
            },
        ),
        max_size=3,
    ),
    language=st.sampled_from(["zh", "en"]),
)
@example(replies=[{"category": "hobby", "attributes": {"entity_type": "\ud800"}}], language="zh")
def test_every_reply_of_a_model_leaves_only_memories_that_fit(
    tmp_path_factory: pytest.TempPathFactory, replies: list[dict[str, Any]], language: str
) -> None:
    """The whole way: a scripted model's reply, through parsing, grounding and gate."""
    reply = json.dumps({"memories": replies})
    with Memory.open(
        tmp_path_factory.getbasetemp() / "model",
        store="memory",
        embedder="none",
        extractor="llm",
        model=ScriptedModel([reply], context_tokens=32_000),
        categories=[Interest, "interest", "mastery"],
    ) as memory:
        memory.observe(SAID[language], wait=True)
        bench = Bench(memory._parts)  # pyright: ignore[reportPrivateUsage] - what is stored, not what is shown
        check(bench, memory.namespace)
