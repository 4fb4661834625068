"""Benchmark sets as scopes of documents and questions. The data itself is not part of this repository.

A folder holds one folder a set with `corpus.jsonl.gz` and `queries.jsonl.gz` (`labels.jsonl.gz` for realmem). Views:

- `locomo`, `prefeval`, `madial_zh`, `madial_en`, `precisionmembench`: a document is a turn or a memory;
- `beam100k`, `memorybank_zh`: a document is an exchange, observed as two messages;
- `realmem_memory`: a document is an extracted memory; `realmem_session`: turns are observed, sessions are counted.
"""

import gzip
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

VIEWS = (
    *("locomo", "beam100k", "memorybank_zh", "madial_zh", "madial_en", "prefeval"),
    *("precisionmembench", "realmem_memory", "realmem_session"),
)
UNANSWERABLE = frozenset({"adversarial", "abstention"})
"""Categories of questions about the right scope that nothing in it answers."""


@dataclass
class Document:
    """One retrieval unit."""

    id: str
    unit: str
    """What the metrics count: the session for realmem_session, else the id."""
    seq: int
    messages: list[dict[str, Any]]
    """As `Memory.observe` takes them."""


@dataclass
class Question:
    """One query with its relevant units."""

    id: str
    text: str
    category: str
    gold: list[str]
    before: int | None = None
    """Asked when only documents with a smaller `seq` had been said."""
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def answerable(self) -> bool:
        """Is there something to find?"""
        return bool(self.gold) and self.category not in UNANSWERABLE


@dataclass
class Scope:
    """One user or conversation."""

    name: str
    documents: list[Document]
    questions: list[Question]


def load(folder: Path, view: str) -> list[Scope]:
    """Read a view; scopes without questions are left out."""
    base = folder / view.removesuffix("_memory").removesuffix("_session")
    scopes: dict[str, Scope] = {}
    rows = _labelled(base) if view == "realmem_memory" else _rows(base / "corpus.jsonl.gz")
    for row in _exchanges(rows) if view == "beam100k" else rows:
        scope = scopes.setdefault(row["scope"], Scope(row["scope"], [], []))
        scope.documents.append(_document(row, view))
    for row in _rows(base / "queries.jsonl.gz"):
        if row["scope"] in scopes:
            scopes[row["scope"]].questions.append(_question(row, view))
    for scope in scopes.values():
        scope.documents.sort(key=lambda d: d.seq)
    return [scope for scope in scopes.values() if scope.questions]


def pair_id(message_id: str) -> str:
    """Name the exchange a beam message belongs to."""
    scope, number = message_id.rsplit("/", 1)
    return f"{scope}/x{int(number) // 2}"


def _rows(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _labelled(base: Path) -> list[dict[str, Any]]:
    """Extracted memories, with the place and day of the session they come from."""
    first: dict[tuple[str, str], dict[str, Any]] = {}
    for row in _rows(base / "corpus.jsonl.gz"):
        first.setdefault((row["scope"], row["session"]), row)
    return [
        {
            "scope": row["scope"],
            "doc_id": row["label_id"],
            "text": row["text"],
            "session": row["session"],
            "seq": first[row["scope"], row["session"]]["seq"],
            "time": first[row["scope"], row["session"]]["time"],
        }
        for row in _rows(base / "labels.jsonl.gz")
    ]


def _exchanges(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Put a user's message and the assistant's answer together."""
    pairs: dict[str, dict[str, Any]] = {}
    for row in rows:
        key = pair_id(row["doc_id"])
        pair = pairs.setdefault(key, {**row, "doc_id": key, "user_text": "", "assistant_text": ""})
        side = "user_text" if row["speaker"] == "user" else "assistant_text"
        pair[side] = f"{pair[side]} {row['text']}".strip()
    return list(pairs.values())


def _document(row: dict[str, Any], view: str) -> Document:
    shared = {"time": _time(row.get("time")), "session": row.get("session")}
    shared = {key: value for key, value in shared.items() if value}
    name = row["doc_id"]
    if row.get("user_text") and row.get("assistant_text"):
        messages = [
            {"role": "user", "content": row["user_text"], "id": f"{name}#u", **shared},
            {"role": "assistant", "content": row["assistant_text"], "id": f"{name}#a", **shared},
        ]
    else:
        speaker = row.get("speaker") or ""
        role = "assistant" if speaker.lower() == "assistant" else "user"
        text = row.get("user_text") or row["text"]
        messages = [{"role": role, "content": text, "id": name, **shared}]
        if speaker:
            messages[0]["name"] = speaker
    unit = row["session"] if view == "realmem_session" else name
    return Document(name, unit, row.get("seq") or 0, messages)


def _question(row: dict[str, Any], view: str) -> Question:
    gold = row["gold"]
    if view == "realmem_session":
        gold = row["gold_sessions"]
    elif view == "realmem_memory":
        gold = row["gold_memories"]
    elif view == "beam100k":
        gold = [pair_id(g) for g in gold]
    return Question(
        row["query_id"],
        row["query"],
        row["category"],
        list(dict.fromkeys(gold)),
        row.get("before_seq"),
        row,
    )


def _time(text: str | None) -> str | None:
    if not text:
        return None
    when = datetime.fromisoformat(text)
    return (when if when.tzinfo else when.replace(tzinfo=UTC)).isoformat()
