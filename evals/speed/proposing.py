"""What a message costs beside the model that reads it, in CPU milliseconds: `python -m evals.speed.proposing [--count 200]`.

A scripted model answers at once with one proposal for each message, so that what is left is ours: prompt and schema, parsing
and validating the answer, anchoring in the person's words, the gate, the store (a SQLite file in a temporary place,
durable), and the note of what it cost. Each message is new and goes through `Memory.observe(wait=True)`. CPU time of the
process with all its threads. The steps are timed apart, too; they are parts of the whole lines above them.
"""

import argparse
import json
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Literal

from evals.speed.product import show, timed
from stelae import Memory
from stelae.assembly import date_parsers
from stelae.ports import ChatMessage
from stelae.remember.grounding import ground
from stelae.remember.prompts import extraction_prompt
from stelae.remember.proposals.anchoring import Material, anchored
from stelae.remember.proposals.answer_form import form_of
from stelae.remember.rule_extraction import extract
from stelae.schemas.observation import Observation
from stelae.structured.json_schema import json_schema
from stelae.structured.reply import parse
from stelae.testing import ScriptedModel
from stelae.text.language import language_of

Extractor = Literal["auto", "llm"]
MESSAGES = {
    "zh": ("我养了一只叫阿福{0}的乌龟,每周日给它换水。", "用户养了一只叫阿福{0}的乌龟"),
    "en": (
        "I keep a tortoise called Alfie{0} and change its water every Sunday.",
        "The user keeps a tortoise called Alfie{0}",
    ),
}
"""A message and the wording that the model gives it."""


RUNS: tuple[tuple[str, Extractor], ...] = (("none", "llm"), ("none", "auto"), ("fast", "llm"))
"""Embedder and who reads."""
WORDINGS: dict[str, str] = {}
"""What the model makes of each message."""


def messages_of(language: str, count: int) -> list[str]:
    """Return twenty messages to warm up with and the ones to be timed, all different."""
    said, wording = MESSAGES[language]
    numbers = range(100, 120 + count)
    WORDINGS.update((said.format(n), wording.format(n)) for n in numbers)
    return [said.format(n) for n in numbers]


def answer(messages: Sequence[ChatMessage]) -> str:
    """Propose the newest message, in other words."""
    said = messages[1].content.splitlines()[-2].removeprefix("[user] ")
    item = {
        "quote": said, "reason": "about_person", "should_store": True, "subject": "user", "category": "fact",
        "text": WORDINGS[said], "object": "", "attribute": "pet", "polarity": "neutral", "date_words": "",
        "kind": "semantic", "sensitivity": "personal", "confidence": 0.8, "importance": 0.5,
    }  # fmt: skip
    return json.dumps({"memories": [item]}, ensure_ascii=False)


def whole(language: str, count: int, *, embedder: str, extractor: Extractor) -> None:
    """Time `observe(wait=True)`."""
    texts = messages_of(language, count)
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(
            folder, scope="user:speed", embedder=embedder, extractor=extractor, model=ScriptedModel([answer])
        ) as memory,
    ):  # fmt: skip
        for text in texts[:20]:
            memory.observe(text, wait=True)
        cpu = timed((lambda t=t: memory.observe(t, wait=True)) for t in texts[20:])
        kept = len(memory.list(include_inactive=True, limit=1_000))
    show(f"{language}: observe, {extractor}, embedder {embedder}", cpu)
    assert kept > count // 2  # noqa: S101 - a run that stores nothing measures nothing


def steps(language: str, count: int) -> None:
    """Time the steps by themselves."""
    form, dates = form_of(), date_parsers()
    texts = messages_of(language, count)
    said = [_observation(text) for text in texts]
    replies = [answer(extraction_prompt(f"[user] {text}", "")) for text in texts]
    batches = [form.answer.model_validate(parse(reply).objects[0]) for reply in replies]
    known = {one.id: extract(one, dates=dates).candidates for one in said}
    json_schema(form.answer)
    parts: dict[str, Callable[[int], object]] = {
        "rules read it, for fields and the pre-filter": lambda n: extract(said[n], dates=dates),
        "answer parsed and validated": lambda n: form.answer.model_validate(
            parse(replies[n]).objects[0]
        ),
        "anchored in the person's words": lambda n: anchored(
            batches[n].memories[0], Material([said[n]], dates, known, form, form.told["en"])
        ),
        "grounded for the gate": lambda n: ground(
            anchored(batches[n].memories[0], Material([said[n]], dates, known)).candidates[0],
            said[n],
            extractor="llm",
        ),
    }
    for name, part in parts.items():
        for n in range(20):
            part(n)
        show(
            f"  {language}: {name}", timed((lambda n=n, p=part: p(n)) for n in range(20, len(said)))
        )


def _observation(text: str) -> Observation:
    at = datetime(2026, 5, 1, 9, tzinfo=UTC)
    return Observation(
        id=text, content_hash=text, role="user", authority="user", text=text,
        language=language_of(text), time=at, recorded_at=at,
    )  # fmt: skip


def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    args = parser.parse_args()
    print(f"{'CPU ms':<52} {'calls':>5} {'median':>9} {'mean':>9} {'p95':>9}")
    for language in MESSAGES:
        for embedder, extractor in RUNS:
            whole(language, args.count, embedder=embedder, extractor=extractor)
        steps(language, args.count)


if __name__ == "__main__":
    main()
