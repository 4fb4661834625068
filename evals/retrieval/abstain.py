"""How often the product says "nothing relevant", rightly and wrongly.

    python evals/retrieval/abstain.py DATA [--profile full] [--cache FOLDER]

For every set: the share of questions of other scopes that get an empty answer, and the share of answerable ones that lose
theirs, at the product's floor and along a curve of floors; the area under the ROC curve of the best score.
"""

import argparse
from pathlib import Path

import numpy as np
import product
from answerability import SETS, SHARED, Asked, collect
from metrics import area

CURVE = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8)


def share(asked: list[Asked], floor: float | None) -> float:
    """Return the share of empty answers; None: as the product answered."""
    if floor is None:
        return float(np.mean([one.empty for one in asked]))
    return float(np.mean([one.floored and one.best < floor for one in asked]))


def main() -> None:
    """Print one table a set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--profile", choices=product.PROFILES, default="full")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache" / "stelae-evals")
    options = parser.parse_args()
    asked = list(collect(options.data, options.cache, options.profile, (*SETS, *SHARED)))
    for view in (*SETS, *SHARED):
        good = [one for one in asked if (one.view, one.kind) == (view, "answerable")]
        bad = [one for one in asked if one.view == view and one.kind != "answerable"]
        print(
            f"{view}: {len(good)} answerable, {len(bad)} {bad[0].kind}, "
            f"AUC {area([o.best for o in good], [o.best for o in bad]):.3f}; "
            f"product: empty {share(bad, None):.3f}, lost {share(good, None):.3f}"
        )
        curve = (
            f"{floor:.2f}: {share(bad, floor):.2f}/{share(good, floor):.3f}" for floor in CURVE
        )
        print("  floor: empty/lost  " + "  ".join(curve))


if __name__ == "__main__":
    main()
