"""What a block costs and what it brings, against the whole history: `python -m evals.agents.tokens DATASET`.

    python -m evals.agents.tokens FOLDER/locomo [--embedder full] [--scopes 5] [--extract]

FOLDER/locomo as `evals/retrieval/data.py` describes it; the data is not part of this repository. Every turn is observed, raw
or with `--extract` through the rules, every answerable question is given to `AutoRecall`. Tokens by `text.estimate`, of the
block and of all turns with their speakers. Evidence: the share of the turns behind an answer that stand in the block, and
the share of questions with all and with any of theirs; a memory counts for the turns that it rests on.
"""

import argparse
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.agents.blocks import block, said
from evals.agents.counting import share
from evals.retrieval.data import Scope, load
from stelae import Memory
from stelae.schemas.auto_recall import TIERS, AutoBlock, Tier
from stelae.text.estimate import estimate_tokens

BATCH = 200


@dataclass(frozen=True, slots=True)
class Answered:
    """One question."""

    tokens: int
    history: int
    found: int
    """Of the turns behind its answer, those in the block."""
    wanted: int


def history_tokens(scope: Scope) -> int:
    """Return what the whole conversation costs."""
    lines = (
        f"{message.get('name', message['role'])}: {message['content']}"
        for document in scope.documents
        for message in document.messages
    )
    return estimate_tokens("\n".join(lines))


def told(memory: Memory, scope: Scope, *, extract: bool) -> None:
    """Observe a conversation in order."""
    messages = [message for document in scope.documents for message in document.messages]
    for start in range(0, len(messages), BATCH):
        memory.observe(messages[start : start + BATCH], extract=extract)
    memory.flush()


def turns_of(memory: Memory, shown: AutoBlock) -> set[str | None]:
    """Return the turns that a block shows, or that its memories rest on."""
    store, ns = memory._parts.store, memory.namespace  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - no door shows one message
    kinds = {one.id: one.category for one in shown.considered}
    found: set[str | None] = set()
    for one in shown.ids:
        if kinds.get(one, "pinned") is None:
            found.add(store.observation(ns, one).external_id)
        else:
            found.update(span.external_id for span in memory.get(one).evidence)
    return found


def measure(memory: Memory, scope: Scope, tier: Tier) -> list[Answered]:
    """Ask every answerable question."""
    whole = history_tokens(scope)
    out: list[Answered] = []
    for question in scope.questions:
        if question.answerable:
            shown = block(memory, said(question.text), tier)
            found = len(turns_of(memory, shown).intersection(question.gold))
            out.append(Answered(shown.tokens, whole, found, len(question.gold)))
    return out


def row(tier: Tier, done: Sequence[Answered]) -> str:
    """Return one line of the table."""
    tokens = statistics.fmean(one.tokens for one in done)
    history = statistics.fmean(one.history for one in done)
    mean = statistics.fmean(one.found / one.wanted for one in done)
    every = share(one.found == one.wanted for one in done)
    some = share(one.found > 0 for one in done)
    empty = sum(one.tokens == 0 for one in done) / len(done)
    return (
        f"| {tier} | {tokens:.0f} | {history:.0f} | {tokens / history:.2%} | {mean:.3f} |"
        f" {every} | {some} | {empty:.3f} |"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--embedder", default="full")
    parser.add_argument("--scopes", type=int, default=100, help="at most so many conversations")
    parser.add_argument(
        "--extract", action="store_true", help="memories by rules, beside the turns"
    )
    options = parser.parse_args()
    done: dict[Tier, list[Answered]] = {tier: [] for tier in TIERS}
    for scope in load(options.dataset.parent, options.dataset.name)[: options.scopes]:
        with (
            tempfile.TemporaryDirectory() as folder,
            Memory.open(
                folder, scope="user:eval", embedder=options.embedder, extractor="rules"
            ) as memory,
        ):
            told(memory, scope, extract=options.extract)
            for tier, answered in done.items():
                answered += measure(memory, scope, tier)
            print(f"{scope.name}: {len(scope.documents)} turns", flush=True)
    print(f"\n{options.dataset.name}, embedder {options.embedder}, {len(done['large'])} questions")
    print("| tier | tokens | history | share | evidence | all of it | any of it | empty blocks |")
    print("|---|---|---|---|---|---|---|---|")
    for tier, answered in done.items():
        print(row(tier, answered))


if __name__ == "__main__":
    main()
