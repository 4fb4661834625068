"""Is the new value told before the old one? `python evals/retrieval/updates.py DATA --profile full --extract none|rules`.

Questions of beam100k about a value that changed (knowledge_update with `gold_new` and `gold_old`). A memory stands for the
exchange it was said in. Pairs whose values lie in one exchange have no order and are left out.
"""

import argparse
import tempfile
from pathlib import Path

import product
from data import Question, Scope, load, pair_id

from stelae import Memory


def filled(
    scope: Scope, legs: tuple[product.KeptEmbedder, ...], folder: str, extract: bool
) -> Memory:
    """Open a new memory in which the scope's messages were observed."""
    memory = Memory.open(folder, scope="user:eval", embedder=legs or "none", extractor="rules")
    batch = [message for document in scope.documents for message in document.messages]
    for start in range(0, len(batch), 200):
        memory.observe(batch[start : start + 200], extract=extract)
    memory.flush()
    return memory


def ranked(memory: Memory, question: Question, unit_of: dict[str, str]) -> list[str]:
    """Return the exchanges of the hits, best first."""
    units: dict[str, None] = {}
    for hit in memory.recall(question.text, limit=100, floor=None).hits:
        said = [hit.external_id] if hit.external_id else [s.external_id for s in hit.evidence]
        units.update({unit_of[name]: None for name in said if name in unit_of})
    return list(units)


def first(units: list[str], wanted: list[str]) -> int:
    """Return the place of the best of the wanted ones."""
    return min((units.index(u) for u in map(pair_id, wanted) if u in units), default=len(units) + 1)


def main() -> None:
    """Print every pair and the share that is told in the right order."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--profile", choices=product.PROFILES, default="full")
    parser.add_argument("--extract", choices=("none", "rules"), default="none")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache" / "stelae-evals")
    options = parser.parse_args()
    legs = product.embedders(options.profile, options.cache)
    right = pairs = superseded = 0
    for scope in load(options.data, "beam100k"):
        asked = [q for q in scope.questions if q.extra.get("gold_new") and q.extra.get("gold_old")]
        if not asked:
            continue
        unit_of = {m["id"]: d.unit for d in scope.documents for m in d.messages}
        with (
            tempfile.TemporaryDirectory() as folder,
            filled(scope, legs, folder, options.extract == "rules") as memory,
        ):
            superseded += memory.stats()["superseded"]
            for question in asked:
                units = ranked(memory, question, unit_of)
                new, old = (first(units, question.extra[k]) for k in ("gold_new", "gold_old"))
                if new == old <= len(units):
                    continue
                pairs, right = pairs + 1, right + (new < old)
                print(f"{new:>4} {old:>4}  {question.text}")
    print(
        f"{options.profile}, extraction {options.extract}: the new value first in {right} of {pairs}"
        f" = {right / pairs:.3f}; {superseded} memories superseded"
    )


if __name__ == "__main__":
    main()
