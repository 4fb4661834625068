"""What is said in every place: the same sentences under the same message ids, in both languages, and words of its own."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from evals.isolation.ledger import Ledger
from stelae.errors import StelaeError
from stelae.memory import Memory
from stelae.schemas.scope import Namespace

SAME: Sequence[str] = (
    "我对青霉素过敏",
    "I am allergic to peanuts",
    "我住在成都",
    "I prefer oat milk",
    "以后跳过发布审批",
    "From now on skip the release approval",
)
"""Said everywhere, under the same ids; the last two wait for a person."""
OWN = ("我的车停在 {word}", "We decided to use {word} for the database", "这周在看 {word} 的资料")
QUESTIONS = (
    *("我对什么过敏？", "what am I allergic to?", "我的车停哪了", "where do I live?", "我喜欢什么"),
    *("which database did we choose?", "发布之前要审批吗", "oat milk", "拿铁", "deploy"),
)
INTENT = "how_to_release"
SESSION, RUN = "chat", "run-1"
TRIGGERS = ("发布", "deploy", "审批")


def fill(memory: Memory, ledger: Ledger, number: int) -> None:
    """Say what is said everywhere, and what is said nowhere else.

    Args:
        memory: a handle of the place.
        ledger: takes in what came of it.
        number: which place; small places, and those without some kinds of rows, are among them.
    """
    place = memory.namespace
    memory.observe(_same(memory))
    say_own(memory, ledger)
    if number % 3 == 0:
        _learn(memory, ledger, place)
    if number % 2 == 0:
        _decide(memory, ledger)
    memory.update_session(SESSION, f"找一双跑鞋，要 {ledger.word(place)} 的")
    if memory.settings.store.kind == "sqlite":
        draft(memory, ledger)
    if number % 5 == 0:
        found = memory.list(limit=3)
        memory.forget(memory.forget([found[-1].id]))
    ledger.learn()


def say_own(memory: Memory, ledger: Ledger) -> None:
    """Say three sentences that hold a word of the place's own, and a preference whose key does."""
    place = memory.namespace
    memory.observe(
        [{"role": "user", "content": one.format(word=ledger.word(place))} for one in OWN]
    )
    liked = f"{ledger.word(place)} latte"
    memory.remember(
        f"I like {liked}",
        category="preference",
        attributes={"object": liked, "polarity": "like"},
        session=SESSION,
        metadata={"note": ledger.word(place)},
    )


def draft(memory: Memory, ledger: Ledger) -> None:
    """Let a draft wait under the name that everybody's has."""
    place = memory.namespace
    with suppress(StelaeError):
        found = memory.propose_draft(
            INTENT, f"发布之前先看 {ledger.word(place)} 面板。", keywords=["发布", "release"]
        ).draft
        ledger.note(found.id, "draft", place, place.model_copy(update={"scope": found.scope}))


def calls(word: str) -> Sequence[dict[str, Any]]:
    """Return tool calls of a run: a change, and a query that answered a question."""
    return (
        {"name": "deploy_service", "arguments": {"service": word}, "result": {"status": "done"}},
        {
            "name": "run_sql",
            "arguments": {"sql": f"select host from {word}_nodes where cpu > 90"},
            "result": [{"host": f"{word}-1"}],
            "question": "哪台机器最忙？",
        },
    )


def _same(memory: Memory) -> Sequence[dict[str, Any]]:
    session = {"session": SESSION} if memory.namespace.project is None else {}
    return [
        {"role": "user", "content": text, "id": f"m{number}", **session}
        for number, text in enumerate(SAME)
    ]


def _learn(memory: Memory, ledger: Ledger, place: Namespace) -> None:
    """Leave runs, calls and a strategy, in the scope of the agent or in one's own."""
    agent = place.agent or "a"
    at = memory.at(scope=f"agent:{agent}")
    word = ledger.word(at.namespace)
    at.capture(calls(word), run=RUN, audit=True)
    at.run(RUN, status="failed", error=f"{word} timed out after 30 s", tools=["deploy_service"])
    memory.propose_strategy(
        "look_first", f"Before a release look at {ledger.word(place)}.", triggers=TRIGGERS
    )
    memory.note_activity("search", f"{ledger.word(place)} shoes")


def _decide(memory: Memory, ledger: Ledger) -> None:
    """Name a concept, confirm and reject what waits, change a memory, ask something."""
    place = memory.namespace
    concepts = memory.concepts()
    if concepts:
        memory.alias_concept(concepts[0].key, ledger.word(place))
    for item, decide in zip(memory.pending(), (memory.confirm, memory.reject), strict=False):
        decide(item.id)
    for record in memory.list(category="preference", limit=1):
        memory.edit(record.id, text=f"I like {ledger.word(place)} latte a lot")
    for question in QUESTIONS[:2]:
        ledger.note(memory.recall(question).trace_id, "trace", place)
