"""Rank every question of a view with the product and write the rankings.

    python evals/retrieval/run.py DATA VIEW OUT.jsonl [--profile full] [--cache FOLDER] [--cpu]

One line a question: {"query_id", "ranked", "scores"}. Documents go in raw (`observe(extract=False)`), questions through
`recall(floor=None)`. Sets that ask mid-way are replayed in order. An exchange counts as the better of its two messages.
`--cpu` asks as an agent would (ten hits, questions embedded anew) and is for the processor time it reports; its rankings are
too short to be scored.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import product
from data import VIEWS, Question, Scope, load

from stelae import Memory


def ranked(
    memory: Memory, question: Question, unit_of: dict[str, str], limit: int
) -> dict[str, object]:
    """Ask one question and fold its hits to units."""
    scores: dict[str, float] = {}
    if not question.text.strip():
        return {"query_id": question.id, "ranked": [], "scores": []}
    for hit in memory.recall(question.text, limit=limit, include="observations", floor=None).hits:
        if hit.external_id is not None:
            scores.setdefault(unit_of[hit.external_id], round(hit.score, 5))
    return {"query_id": question.id, "ranked": list(scores), "scores": list(scores.values())}


def run(
    scope: Scope, legs: tuple[product.KeptEmbedder, ...], limit: int
) -> tuple[list[dict], list[float]]:
    """Rank all questions of a scope; also the processor time of each, in milliseconds."""
    lines, spent = [], []
    unit_of = {m["id"]: d.unit for d in scope.documents for m in d.messages}
    asked = sorted(scope.questions, key=lambda q: np.inf if q.before is None else q.before)
    with product.filled(scope, legs, until=asked[0].before) as memory:
        told = asked[0].before
        for question in asked:
            if question.before != told:
                product.tell(memory, scope, told, question.before)
                told = question.before
            began = time.process_time()
            lines.append(ranked(memory, question, unit_of, limit))
            spent.append(1000 * (time.process_time() - began))
    return lines, spent


def main() -> None:
    """Write the rankings of all scopes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("view", choices=VIEWS)
    parser.add_argument("out", type=Path)
    parser.add_argument("--profile", choices=product.PROFILES, default="full")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache" / "stelae-evals")
    parser.add_argument("--cpu", action="store_true")
    options = parser.parse_args()
    legs = product.embedders(options.profile, options.cache, keep_queries=not options.cpu)
    spent: list[float] = []
    with options.out.open("w", encoding="utf-8") as out:
        for scope in load(options.data, options.view):
            lines, times = run(scope, legs, 10 if options.cpu else 100)
            spent += times[1:]
            for line in lines:
                out.write(json.dumps(line, ensure_ascii=False) + "\n")
    half, most = np.percentile(spent, [50, 95])
    print(
        f"{options.view} {options.profile}: {len(spent)} recalls, CPU ms p50 {half:.2f} p95 {most:.2f}"
    )


if __name__ == "__main__":
    main()
