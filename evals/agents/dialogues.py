"""Are lasting preferences kept, one-off wishes not, and on the right side? `python -m evals.agents.dialogues`.

    python -m evals.agents.dialogues [--split dev|held] [--by READER | --model NAME] [--show] [--json FILE]

Every dialogue is a conversation of its own person; what its scope holds afterwards as preference or constraint is what was
kept. Read by the rules, through `observe`; or by somebody who calls the tool `remember_preference` after each message: a
scripted model that is `careful`, `careless` (every wish of the moment is called a lasting one) or `reversing` (every side is
the wrong one), which shows what stands behind the tool, or with `--model` a real one (named as for `stelae eval extract`).

- trigger: lasting preferences of which something was kept;
- polarity mislabels: of those, kept on the wrong side;
- over-trigger: dialogues in which a one-off wish was kept, or anything at all where nothing lasting was said.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from evals.agents.counting import Share, share
from evals.agents.data import NOW, Dialogue, Wish, dialogues
from evals.agents.readers import READERS, Call, Reader, by_model
from stelae import Memory
from stelae.config import load
from stelae.evaluation.extraction import variant_of
from stelae.testing import FixedClock
from stelae.tools import Turn
from stelae.tools.preferences import remember_preference

KEPT = ("preference", "constraint")


@dataclass(frozen=True, slots=True)
class Kept:
    """One memory that a dialogue left."""

    text: str
    polarity: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one dialogue."""

    dialogue: Dialogue
    kept: tuple[Kept, ...]
    waiting: int
    """Put before a person instead."""

    @property
    def met(self) -> tuple[Wish, ...]:
        """Lasting preferences of which something was kept."""
        return tuple(w for w in self.dialogue.keep if any(_about(w.terms, k) for k in self.kept))

    @property
    def mislabelled(self) -> tuple[Wish, ...]:
        """Those of them that were kept on the wrong side only."""
        return tuple(
            wish
            for wish in self.met
            if not any(k.polarity == wish.polarity for k in self.kept if _about(wish.terms, k))
        )

    @property
    def beside(self) -> int:
        """Kept though no lasting preference is about it: another reading of one, or a wrong one."""
        wishes = self.dialogue.keep
        return sum(not any(_about(wish.terms, kept) for wish in wishes) for kept in self.kept)

    @property
    def over(self) -> bool:
        """Was something kept that is not to be?"""
        passing = any(_about(self.dialogue.never, kept) for kept in self.kept)
        return passing or bool(self.kept and not self.dialogue.keep)


def _about(terms: Sequence[str], kept: Kept) -> bool:
    return any(term.casefold() in kept.text.casefold() for term in terms)


def polarity_of(category: str, attributes: Any) -> str:
    """Return on which side a memory stands: what somebody must not have is disliked."""
    if category == "preference":
        return str(attributes.get("polarity", "like"))
    return "like" if attributes.get("type") == "must" else "dislike"


def run(asked: Sequence[Dialogue], reader: Reader | None = None) -> list[Outcome]:
    """Hold every dialogue with a memory of its own.

    Args:
        asked: the dialogues.
        reader: what calls `remember_preference` after each message; None: the rules read the messages instead.
    """
    out: list[Outcome] = []
    for dialogue in asked:
        with Memory.open(
            store="memory",
            scope=f"user:{dialogue.id}",
            embedder="none",
            extractor="rules",
            clock=FixedClock(NOW),
        ) as memory:
            for number in range(1, len(dialogue.messages) + 1):
                said = dialogue.messages[:number]
                if reader is None:
                    memory.observe(said[-1], session="talk")
                else:
                    _called(memory, said, reader(dialogue, said))
            kept = tuple(
                Kept(record.text, polarity_of(record.category, record.attributes))
                for record in memory.list()
                if record.category in KEPT
            )
            waits = sum(item.record.category in KEPT for item in memory.pending())
            out.append(Outcome(dialogue, kept, waits))
    return out


def _called(memory: Memory, said: Sequence[str], calls: Sequence[Call]) -> None:
    """Make the calls of one turn."""
    with Turn([{"role": "user", "content": text} for text in said], session="talk") as turn:
        keep = remember_preference(memory, lambda: turn)
        for call in calls:
            keep.call(call)


def figures(done: Sequence[Outcome]) -> dict[str, Share]:
    """Count."""
    wishes = sum(len(one.dialogue.keep) for one in done)
    met = sum(len(one.met) for one in done)
    passing = [one for one in done if one.dialogue.never or not one.dialogue.keep]
    return {
        "trigger": Share(met, wishes),
        "polarity mislabels": Share(sum(len(one.mislabelled) for one in done), met),
        "over-trigger": share(one.over for one in passing),
    }


def table(done: Sequence[Outcome]) -> None:
    """Print the figures, by language and kind."""
    print(
        "| | trigger | polarity mislabels | over-trigger | kept beside | waiting |\n|---|---|---|---|---|---|"
    )
    kinds = list(dict.fromkeys(one.dialogue.kind for one in done))
    for name in ("all", "zh", "en", *kinds):
        some = [o for o in done if name in {"all", o.dialogue.lang, o.dialogue.kind}]
        cells = " | ".join(str(one) for one in figures(some).values())
        counts = f"{sum(o.beside for o in some)} | {sum(o.waiting for o in some)}"
        print(f"| {name} | {cells} | {counts} |")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--split", choices=("dev", "held"), default="dev")
    parser.add_argument("--by", choices=READERS, default="rules")
    parser.add_argument("--model", help="a real model that calls the tool instead")
    parser.add_argument("--show", action="store_true", help="list what was kept (dev only)")
    parser.add_argument("--json", type=Path, help="write the counts")
    options = parser.parse_args()
    if options.show and options.split == "held":
        parser.error("the held half is never shown")
    reader = READERS[options.by]
    if options.model:
        model = variant_of(options.model, load().settings, "llm").model
        reader = by_model(model) if model else None
    done = run(dialogues(options.split), reader)
    print(f"{options.split}, {options.model or options.by}, {len(done)} dialogues")
    table(done)
    for one in done if options.show else ():
        fault = "over" if one.over else "mislabelled" if one.mislabelled else ""
        fault = fault or ("missed" if len(one.met) < len(one.dialogue.keep) else "right")
        kept = [asdict(kept) for kept in one.kept]
        told = {"id": one.dialogue.id, "said": one.dialogue.messages, "kept": kept}
        print(fault, json.dumps(told, ensure_ascii=False))
    if options.json:
        told = {name: [one.count, one.of] for name, one in figures(done).items()}
        options.json.write_text(json.dumps(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
