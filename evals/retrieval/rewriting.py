"""What reading questions as filters changes where memories were extracted, by rules.

    python evals/retrieval/rewriting.py DATA VIEW... [--embedder fast]

For each view, with `rewrite="none"` and `"rules"`: R@10 of the evidence of all hits, the share of answerable questions that
lose their answer at the floor, the share of questions of other scopes that get none, and how many questions a rule read.
"""

import argparse
import random
import tempfile
from pathlib import Path

import numpy as np
from data import Question, Scope, load

from stelae import Memory
from stelae.schemas.query import Rewrite

A_SCOPE = 30
"""Questions of other scopes asked in each."""
WAYS: tuple[Rewrite, ...] = ("none", "rules")


def recalled(memory: Memory, question: Question, units: dict[str, str], way: Rewrite) -> float:
    """Return the share of the wanted units among the first ten."""
    hits = memory.recall(question.text, limit=20, floor=None, rewrite=way).hits
    ids = [i for h in hits for i in (h.external_id, *(s.external_id for s in h.evidence)) if i]
    first = list(dict.fromkeys(units[i] for i in ids if i in units))[:10]
    return len({*first} & {*question.gold}) / len({*question.gold})


def run(scope: Scope, others: list[Question], embedder: str, out: dict[str, list[float]]) -> None:
    """Tell one scope, and ask everything both ways."""
    units = {m["id"]: d.unit for d in scope.documents for m in d.messages}
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(folder, scope="user:eval", embedder=embedder, extractor="rules") as memory,
    ):
        for document in scope.documents:
            memory.observe(document.messages)
        memory.flush()
        for way in WAYS:
            for question in (q for q in scope.questions if q.answerable):
                out[f"{way} R@10"].append(recalled(memory, question, units, way))
                found = memory.recall(question.text, rewrite=way)
                out[f"{way} lost"].append(not found.hits)
                out[f"{way} read"].append(bool(memory.why_recalled(found.trace_id).rewriting))
            for question in others:
                out[f"{way} empty"].append(not memory.recall(question.text, rewrite=way).hits)


def main() -> None:
    """Print one line a view and way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("views", nargs="+")
    parser.add_argument("--embedder", default="fast")
    options = parser.parse_args()
    for view in options.views:
        scopes, draw = load(options.data, view), random.Random(3)
        measures = ("R@10", "lost", "empty", "read")
        out: dict[str, list[float]] = {f"{way} {one}": [] for way in WAYS for one in measures}
        for scope in scopes:
            foreign = [q for s in scopes if s is not scope for q in s.questions if q.answerable]
            run(scope, draw.sample(foreign, min(A_SCOPE, len(foreign))), options.embedder, out)
        for way in WAYS:
            told = ", ".join(f"{one} {np.mean(out[f'{way} {one}']):.4f}" for one in measures[:3])
            print(
                f"{view} {way}: {told}, read {int(np.sum(out[f'{way} read']))} of {len(out[f'{way} read'])}"
            )


if __name__ == "__main__":
    main()
