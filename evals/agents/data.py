"""The files of this folder as values: the filled store, the probes, the dialogues. Nothing here opens a memory."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

HERE = Path(__file__).parent
USER = "user:lin"
NOW = "2026-12-01T09:00:00+08:00"
"""The day of every run, so that nothing of the store expires and figures of two days are of the same one."""
Split = Literal["dev", "held"]


@dataclass(frozen=True, slots=True)
class Line:
    """One memory of the filled store."""

    id: str
    scope: str
    category: str
    lang: str
    text: str
    attributes: Mapping[str, Any]
    authority: Any
    time: str
    pinned: bool = False
    """Shown whatever is asked: a constraint, or how to serve."""


@dataclass(frozen=True, slots=True)
class Probe:
    """One message to an agent, and which memories are right for it; none: nothing in the store is."""

    id: str
    lang: str
    kind: str
    agent: str
    text: str
    any_of: tuple[str, ...]
    cross: bool = False
    """Every right memory is in the other language."""

    @property
    def positive(self) -> bool:
        """Is there something to show?"""
        return bool(self.any_of)

    @property
    def reads(self) -> tuple[str, ...]:
        """Scopes that its agent reads beside the user's (O14)."""
        return (f"agent:{self.agent}", "team:core", "global")


@dataclass(frozen=True, slots=True)
class Wish:
    """A lasting preference that is to be kept: any of these words, and which way."""

    terms: tuple[str, ...]
    polarity: Literal["like", "dislike"]


@dataclass(frozen=True, slots=True)
class Dialogue:
    """What somebody says in a conversation, what is to be kept of it, and words of what is not."""

    id: str
    split: Split
    lang: str
    kind: str
    messages: tuple[str, ...]
    keep: tuple[Wish, ...] = ()
    never: tuple[str, ...] = ()


def store_lines() -> list[Line]:
    """Return the filled store."""
    return [Line(**row) for row in _rows("store.jsonl")]


def probes(split: Split) -> list[Probe]:
    """Return one half of the probes."""
    return [Probe(any_of=tuple(row.pop("any_of")), **row) for row in _rows(f"probes_{split}.jsonl")]


def dialogues(split: Split) -> list[Dialogue]:
    """Return one half of the dialogues."""
    return [_dialogue(row) for row in _rows("dialogues.jsonl") if row["split"] == split]


def _dialogue(row: dict[str, Any]) -> Dialogue:
    return Dialogue(
        messages=tuple(row.pop("messages")),
        keep=tuple(Wish(tuple(one["terms"]), one["polarity"]) for one in row.pop("keep")),
        never=tuple(row.pop("never")),
        **row,
    )


def _rows(name: str) -> Iterator[dict[str, Any]]:
    with (HERE / name).open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
