"""Beliefs that must not be told: `python evals/retrieval/beliefs.py DATA --profile fast`.

The set is precisionmembench: beliefs with a domain, some superseded, one of another user. The domain becomes the project,
the link to the successor supersession, the other user another scope; questions are asked with their own domains (two
domains: both are asked and merged by score). A hit that the set forbids is counted; two questions forbid and want the same
document and are left out.
"""

import argparse
import gzip
import json
import tempfile
from pathlib import Path
from typing import Any

from product import PROFILES, embedders

from stelae import Memory
from stelae.remember.indexing import index_record
from stelae.schemas.change import ChangeSet
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.query import Hit

UNIVERSAL = "user:universal"


def read(path: Path) -> list[dict[str, Any]]:
    """Read one compressed file of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def project_of(domains: list[str]) -> str | None:
    """Return the project that stands for a document's domain; universal beliefs have none."""
    own = [d.replace(":", "-") for d in domains if d != UNIVERSAL]
    return own[0] if own else None


def record(row: dict[str, Any], closed_at: dict[str, str]) -> MemoryRecord:
    """Return a belief as a stored memory; one with a successor is superseded since that was said."""
    successor = row["superseded_by"]
    ended = closed_at.get(successor, row["time"]) if successor else None
    return MemoryRecord.model_validate(
        {
            "id": row["doc_id"],
            "category": "fact",
            "kind": "semantic",
            "key": f"fact/{row['doc_id']}",
            "text": row["text"],
            "scope": f"user:{row['scope']}",
            "project": project_of(row["belief_scope"]),
            "authority": "user",
            "time": row["time"],
            "valid_from": row["time"],
            "recorded_at": row["time"],
            "status": "superseded" if successor else "active",
            "superseded_by": successor,
            "valid_to": ended,
            "closed_at": ended,
        }
    )


def fill(memory: Memory, rows: list[dict[str, Any]]) -> None:
    """Write the beliefs of one user, past the extraction that is not what is measured here."""
    times = {row["doc_id"]: row["time"] for row in rows}
    for row in rows:
        held = record(row, times)
        parts = memory._parts  # noqa: SLF001 - the set brings its supersession along
        vectors = {
            e.leg: e.passages([held.text])[0].astype("<f4").tobytes() for e in parts.embedders
        }
        write = index_record(held, "add", expect=None, vectors=vectors)
        change = ChangeSet(actor="user", at=held.recorded_at, writes=(write,))
        parts.store.apply(memory.namespace, change)


def ask(folder: str, question: dict[str, Any], legs: Any) -> list[Hit]:
    """Ask in every domain of the question, and merge by score."""
    found: dict[str, Hit] = {}
    domains = [project_of([d]) for d in question["belief_scope"]] or [None]
    for project in domains:
        with open_memory(folder, question["scope"], project, legs) as memory:
            if not question["query"].strip():
                return []
            for hit in memory.recall(question["query"], limit=100, floor=None).hits:
                found.setdefault(hit.id, hit)
    return sorted(found.values(), key=lambda hit: -hit.score)


def open_memory(folder: str, scope: str, project: str | None, legs: Any) -> Memory:
    """Open one user's memory in one domain."""
    return Memory.open(
        folder, scope=f"user:{scope}", project=project, embedder=legs or "none", extractor="rules"
    )


def main() -> None:
    """Print recall at ten and the forbidden documents among the first ten."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--profile", choices=PROFILES, default="fast")
    parser.add_argument("--cache", type=Path, default=Path.home() / ".cache" / "stelae-evals")
    options = parser.parse_args()
    legs = embedders(options.profile, options.cache)
    corpus = read(options.data / "precisionmembench" / "corpus.jsonl.gz")
    questions = read(options.data / "precisionmembench" / "queries.jsonl.gz")
    with tempfile.TemporaryDirectory() as folder:
        for user in {row["scope"] for row in corpus}:
            with open_memory(folder, user, None, legs) as memory:
                fill(memory, [row for row in corpus if row["scope"] == user])
        forbidden, asked, recalls, old = 0, 0, list[float](), 0
        superseded = {row["doc_id"] for row in corpus if row["superseded_by"]}
        for question in questions:
            ids = [hit.id for hit in ask(folder, question, legs)]
            old += len(superseded.intersection(ids))
            if question["gold"]:
                gold = set(question["gold"])
                recalls.append(len(gold.intersection(ids[:10])) / len(gold))
            must_not = set(question["must_not"])
            if must_not and not must_not.intersection(question["gold"]):
                asked += 1
                forbidden += len(must_not.intersection(ids[:10]))
        print(
            f"precisionmembench {options.profile}: R@10 {sum(recalls) / len(recalls):.3f} of {len(recalls)} questions;"
            f" forbidden documents in the first ten: {forbidden} in {asked} questions; superseded ones anywhere: {old}"
        )


if __name__ == "__main__":
    main()
