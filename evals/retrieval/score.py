"""Score a run, and compare it with another one.

    python evals/retrieval/score.py DATA VIEW RUN.jsonl [--base OTHER.jsonl] [--categories]

The base of the benchmarks is plain BM25 (`baseline.py`). A paired difference is over the same questions, with its 95%
bootstrap interval.
"""

import argparse
import json
from collections import defaultdict
from pathlib import Path

import numpy as np
from data import VIEWS, load, pair_id
from metrics import NAMES, interval, score


def read(path: Path, view: str) -> dict[str, list[str]]:
    """Read the rankings of a run; beam messages become exchanges."""
    out: dict[str, list[str]] = {}
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        units = row["ranked"]
        if view == "beam100k":
            units = [u if "/x" in u else pair_id(u) for u in units]
        out[row["query_id"]] = list(dict.fromkeys(units))
    return out


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("view", choices=VIEWS)
    parser.add_argument("run", type=Path)
    parser.add_argument("--base", type=Path)
    parser.add_argument("--categories", action="store_true")
    options = parser.parse_args()
    found = read(options.run, options.view)
    base = read(options.base, options.view) if options.base else None
    rows: dict[str, list[list[float]]] = defaultdict(list)
    before: list[list[float]] = []
    for scope in load(options.data, options.view):
        for question in scope.questions:
            if not question.answerable:
                continue
            value = score(found.get(question.id, []), question.gold)
            rows[question.category].append(value)
            rows["all"].append(value)
            if base is not None:
                before.append(score(base.get(question.id, []), question.gold))
    print(f"| {options.view} | n | " + " | ".join(NAMES) + " |")
    for name in sorted(rows) if options.categories else ["all"]:
        values = np.array(rows[name])
        print(
            f"| {name} | {len(values)} | " + " | ".join(f"{v:.3f}" for v in values.mean(0)) + " |"
        )
    if base is not None:
        difference = np.array(rows["all"]) - np.array(before)
        for column, name in enumerate(NAMES):
            low, high = interval(difference[:, column])
            print(
                f"against the base, {name}: {difference[:, column].mean():+.3f} [{low:+.3f}, {high:+.3f}]"
            )


if __name__ == "__main__":
    main()
