"""Does the concept graph help recall? Memories with decoded keys, the graph off and on: paired differences.

    python evals/concepts/graph.py DATA realmem|locomo [--profile full] [--cache FOLDER] [--weights 0.1 0.3 1]

The memories are the set's labels (extracted by a language model, with the turn each comes from). Each gets a concept key
as the product would decode one without a model: it is assimilated to the concept whose words it says, else a new one is
named by its rarest words that the scope says at least twice. `turn` lets memories co-occur that rest on one message,
`session` those of one session, as if it were one message. Everything is asked through `recall.pipeline`, over the SQLite
store.
"""

import argparse
import gzip
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "retrieval"))
import product
from data import Question, Scope, load
from metrics import NAMES, interval, score

from stelae.assembly.clock import SystemClock
from stelae.concepts.assimilation import assimilated
from stelae.concepts.leg import GraphLeg
from stelae.concepts.matching import Matching
from stelae.concepts.pipeline import Concepts
from stelae.concepts.vocabulary import Vocabulary
from stelae.recall.pipeline import FAST_COVERAGE, Recall
from stelae.recall.ranking import Weights
from stelae.remember.indexing import index_record
from stelae.schemas.candidate import Span
from stelae.schemas.change import ChangeSet
from stelae.schemas.concepts import ConceptName
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.policy import Policy
from stelae.schemas.query import RecallQuery
from stelae.schemas.scope import Namespace
from stelae.stores.sqlite.store import SQLiteStore
from stelae.text.keys import slug
from stelae.text.language import language_of
from stelae.text.tokens import words

NS = Namespace(scope="user:eval")
START = datetime(2026, 1, 1, tzinfo=UTC)
LIMIT = 20


def labels(folder: Path, view: str) -> dict[str, list[dict[str, Any]]]:
    """Return the labelled memories by scope, in order."""
    found: dict[str, list[dict[str, Any]]] = {}
    with gzip.open(folder / view / "labels.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            found.setdefault(row["scope"], []).append(row)
    return found


class Keys:
    """Decodes a key for each memory of a scope, one after the other."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Count which words the scope says more than once."""
        self._said = Counter(word for text in texts for word in set(words(text)))
        self._keys: list[str] = []
        self._taken: set[str] = set()
        self._matching = Matching(Vocabulary(()))
        self.fitting = 0

    def decode(self, subject: str, text: str, number: int) -> tuple[str, str | None]:
        """Return a key of its own, and the concept it is assimilated to."""
        into = assimilated(self._matching.decode(text, limit=2)).key
        rare = sorted(
            {w for w in words(text) if self._said[w] > 1}, key=lambda w: (self._said[w], w)
        )
        key = f"fact/{slug(subject) or 'user'}/{'-'.join(map(slug, rare[:3])) or 'said'}"
        if key in self._taken:
            into = key if key in self._keys else into
            key = f"{key}-{number}"
        self._taken.add(key)
        self.fitting += into is not None
        if into is None:
            self._keys.append(key)
            self._matching.follow(Vocabulary.of(self._keys))
        return key, into


def fill(
    store: SQLiteStore, rows: Sequence[dict[str, Any]], legs: Sequence[Any], unit: str, keys: Keys
) -> None:
    """Write memories with key, evidence and vectors, and the merges of those that fit a concept."""
    texts = [row["text"] for row in rows]
    vectors = {leg.leg: leg.passages(texts) for leg in legs} if texts else {}
    writes, names = [], []
    for number, row in enumerate(rows):
        key, into = keys.decode(row["subject"], row["text"], row["number"])
        at = START + timedelta(minutes=row["number"])
        rests_on = [row["session"]] if unit == "session" else row["source"]
        spans = [
            Span(observation_id=str(one), quote=row["text"], start=0, end=1) for one in rests_on
        ]
        held = MemoryRecord(
            id=row["label_id"],
            category="fact",
            kind="semantic",
            key=key,
            text=row["text"],
            scope=NS.scope,
            language=language_of(row["text"]),
            authority="user",
            time=at,
            valid_from=at,
            recorded_at=at,
            evidence=tuple(spans),
        )
        blobs = {leg: found[number].astype("<f4").tobytes() for leg, found in vectors.items()}
        writes.append(index_record(held, "add", expect=None, vectors=blobs))
        if into is not None:
            given = {"name": key, "key": into, "at": at}
            names.append(ConceptName(id=f"n-{held.id}", kind="merge", actor="user_edit", **given))
    store.apply(NS, ChangeSet(actor="user", at=START, writes=tuple(writes), named=tuple(names)))


def gold(question: Question, rows: Sequence[dict[str, Any]], view: str) -> set[str]:
    """Return the memories that answer: the set's own, or those extracted from the gold turns."""
    if view == "realmem":
        return set(question.extra["gold_memories"])
    return {row["label_id"] for row in rows if set(row["source"]) & set(question.gold)}


def asked(
    scope: Scope, rows: list[dict[str, Any]], view: str, unit: str, options: argparse.Namespace
) -> Iterator[dict[str, list[float]]]:
    """Yield the metrics of each question, by name of the way it was asked."""
    legs = product.embedders(options.profile, options.cache)
    plain = Weights(coverage=FAST_COVERAGE) if options.profile == "fast" else Weights()
    keys = Keys([row["text"] for row in rows])
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(Path(folder), synchronous="normal")
        for leg in legs:
            store.set_leg(leg.leg, leg.fingerprint, leg.dim)
        concepts = Concepts(store, SystemClock(), lambda: "unused")
        ways: dict[str, Recall] = {}
        for weight in (0.0, *options.weights):
            ways["off" if not weight else f"{unit} {weight}"] = Recall(
                store,
                embedders=legs,
                clock=SystemClock(),
                new_id=lambda: "trace",
                policy=Policy(),
                weights=replace(plain, concepts=weight),
                activation=GraphLeg(concepts) if weight else None,
            )
        told = 0
        for question in sorted(
            scope.questions, key=lambda q: np.inf if q.before is None else q.before
        ):
            until = len(rows)
            if question.before is not None:
                until = sum(row["seq"] < question.before for row in rows)
            fill(store, rows[told:until], legs, unit, keys)
            told = max(told, until)
            wanted = gold(question, rows[:told], view) & {row["label_id"] for row in rows[:told]}
            if wanted and question.answerable:
                query = RecallQuery(text=question.text, limit=LIMIT, include="memories", floor=None)
                yield {
                    way: score([hit.id for hit in recall.run(NS, query)[0].hits], wanted)
                    for way, recall in ways.items()
                }
        print(
            f"  {scope.name}: {told} memories, {keys.fitting} assimilated,"
            f" {len(concepts.every(NS))} concepts",
            file=sys.stderr,
        )
        store.close()


def main() -> None:
    """Print a table: each way, its metrics, and the paired difference to `off` with its 95% interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("view", choices=("realmem", "locomo"))
    parser.add_argument("--profile", choices=product.PROFILES, default="full")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache" / "stelae-evals")
    parser.add_argument("--weights", type=float, nargs="+", default=[0.1, 0.3, 1.0])
    parser.add_argument("--units", nargs="+", default=["turn", "session"])
    options = parser.parse_args()
    scopes = load(options.data, "realmem_memory" if options.view == "realmem" else "locomo")
    found = labels(options.data, options.view)
    for unit in options.units:
        every: list[dict[str, list[float]]] = []
        for scope in scopes:
            first = {d.messages[0].get("session"): d.seq for d in reversed(scope.documents)}
            turns = {m["id"]: d for d in scope.documents for m in d.messages}
            rows = found.get(scope.name, [])
            for row in rows:
                session = row.get("session") or _session(row, turns)
                row["session"], row["seq"] = session, first.get(session, 0)
            rows.sort(key=lambda row: row["seq"])
            for number, row in enumerate(rows):
                row["number"] = number
            every += asked(scope, rows, options.view, unit, options)
        print(f"\n{options.view}, {options.profile}, co-occurrence by {unit}, n = {len(every)}")
        print("| way | " + " | ".join(NAMES) + " |")
        base = np.array([one["off"] for one in every])
        for way in every[0]:
            values = np.array([one[way] for one in every])
            cells = [f"{mean:.3f}" for mean in values.mean(0)]
            if way != "off":
                bounds = [interval(values[:, n] - base[:, n]) for n in range(len(NAMES))]
                cells = [
                    f"{c} [{a:+.3f}, {b:+.3f}]" for c, (a, b) in zip(cells, bounds, strict=True)
                ]
            print(f"| {way} | " + " | ".join(cells) + " |")


def _session(row: dict[str, Any], turns: dict[str, Any]) -> str:
    document = next((turns[one] for one in row["source"] if one in turns), None)
    return "" if document is None else str(document.messages[0].get("session"))


if __name__ == "__main__":
    main()
