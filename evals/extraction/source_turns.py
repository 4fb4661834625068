"""Does an accepted memory come from a turn that has something to remember? Turn by turn, on conversations with labels.

    python evals/extraction/source_turns.py FOLDER                                          the rules, all of it
    python evals/extraction/source_turns.py FOLDER --model local:FILE --turns 60 --keep replies.jsonl

FOLDER holds `corpus.jsonl.gz` (one turn a line: doc_id, scope, session, speaker, time, text) and `labels.jsonl.gz` (memories
with the ids of their source turns). A turn of the user counts as found when a memory that was accepted has it in its
evidence, and as right when a label names it. "Every user turn" is the baseline. The rules read whole sessions in order;
labelled turns of the assistant count as not found.
`--turns N` draws N user turns of at most `--longest` characters and shows each to rules and model by itself; the baseline is
measured on the same turns, and labelled turns of the assistant are left out. Intervals are bootstrapped over sessions.
"""

import argparse
import gzip
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from stelae import Memory
from stelae.config import load
from stelae.evaluation.extraction import RULES, Variant, variant_of
from stelae.evaluation.intervals import bootstrap
from stelae.evaluation.replies import KeepingModel, KeptReplies
from stelae.evaluation.samples import NOW
from stelae.testing import FixedClock

Turn = tuple[str, bool, bool]
"""Session, found, labelled; of one turn."""


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a compressed JSONL file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def message(row: dict[str, Any]) -> dict[str, Any]:
    """Return a turn as a message with its own id."""
    time = row.get("time")
    when = {"time": time if "T" in time else f"{time}T12:00:00+00:00"} if time else {}
    role = "user" if row["speaker"] == "user" else "assistant"
    return {"role": role, "content": row["text"], "id": row["doc_id"], **when}


def found_in(
    messages: Sequence[dict[str, Any]], variant: Variant, model: KeepingModel | None
) -> set[str]:
    """Return the ids of the turns that accepted memories rest on."""
    settings = load(embedder={"profile": "none"}).settings
    with Memory.open(
        store="memory", scope="user:reader", settings=settings, extractor=variant.extractor, model=model,
        clock=FixedClock(NOW),
    ) as memory:  # fmt: skip
        outcomes = memory.observe(messages, wait=True).outcomes
    kept = (o for o in outcomes if o.outcome == "accepted" or o.change == "reinforce")
    return {span.external_id for o in kept for span in o.evidence if span.external_id}


def scores(turns: Sequence[Turn]) -> tuple[float, float, float]:
    """Return precision, recall and F1 of turns."""
    found = sum(f for _, f, _ in turns)
    right = sum(f and g for _, f, g in turns)
    gold = sum(g for _, _, g in turns)
    precision, recall = right / max(found, 1), right / max(gold, 1)
    return precision, recall, 2 * right / max(found + gold, 1)


def told(name: str, turns: Sequence[Turn]) -> None:
    """Print one line."""
    by_session: dict[str, list[Turn]] = defaultdict(list)
    for turn in turns:
        by_session[turn[0]].append(turn)
    groups = list(by_session.values())
    parts: list[str] = []
    for index, label in enumerate(("precision", "recall", "F1")):
        low, high = bootstrap(
            groups, lambda drawn, i=index: scores([t for g in drawn for t in g])[i], draws=1000
        )
        parts.append(f"{label} {scores(turns)[index]:.3f} [{low:.3f}, {high:.3f}]")
    found, gold = sum(f for _, f, _ in turns), sum(g for _, _, g in turns)
    print(
        f"{name}: {len(turns)} turns, {gold} labelled, {found} found; {', '.join(parts)}",
        flush=True,
    )


def whole(sessions: dict[str, list[dict[str, Any]]], gold: set[str]) -> None:
    """Measure the rules on all sessions, read in order."""
    turns: list[Turn] = []
    baseline: list[Turn] = []
    for session, rows in sessions.items():
        found = found_in([message(row) for row in rows], Variant(RULES, "rules"), None)
        turns += [(session, row["doc_id"] in found, row["doc_id"] in gold) for row in rows]
        baseline += [(session, row["speaker"] == "user", row["doc_id"] in gold) for row in rows]
    told("every user turn", baseline)
    told("rules", turns)


def drawn(
    sessions: dict[str, list[dict[str, Any]]], gold: set[str], options: argparse.Namespace
) -> None:
    """Measure a model, the rules and the baseline on drawn turns, each shown alone."""
    settings = load().settings
    users = [
        (session, row)
        for session, rows in sessions.items()
        for row in rows
        if row["speaker"] == "user" and len(row["text"]) <= options.longest
    ]
    turns = random.Random(7).sample(users, min(options.turns, len(users)))
    model = variant_of(options.model, settings, "llm")
    kept = KeptReplies(options.keep)
    told("every user turn", [(s, True, r["doc_id"] in gold) for s, r in turns])
    for variant in (
        Variant(RULES, "rules"),
        model,
        Variant(f"{RULES} and {model.label}", "auto", model.model),
    ):
        inner = variant.model
        keeping = None if inner is None else KeepingModel(inner, kept, label=model.label)
        rows: list[Turn] = []
        for session, row in turns:
            found = found_in([message(row)], variant, keeping)
            rows.append((session, row["doc_id"] in found, row["doc_id"] in gold))
        told(variant.label, rows)


def main() -> None:
    """Print precision, recall and F1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", help="as for `stelae eval extract`")
    parser.add_argument("--turns", type=int, default=60, help="how many to draw for a model")
    parser.add_argument(
        "--longest", type=int, default=600, help="characters of a drawn turn at most"
    )
    parser.add_argument("--keep", type=Path, help="keep the replies here")
    options = parser.parse_args()
    gold = {doc for row in read(options.folder / "labels.jsonl.gz") for doc in row["source"]}
    sessions: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in read(options.folder / "corpus.jsonl.gz"):
        sessions[f"{row['scope']}/{row['session']}"].append(row)
    if options.model:
        drawn(sessions, gold, options)
    else:
        whole(sessions, gold)


if __name__ == "__main__":
    main()
