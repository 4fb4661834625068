"""What the repairs share: the bench they work on, how they look and mend, and how a finding is told."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from stelae.ports import KeywordRow
from stelae.schemas.change import Job
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.schemas.upkeep import RepairKind, RepairLine
from stelae.stores.sqlite import jobs
from stelae.stores.sqlite.connection import Connection
from stelae.stores.sqlite.vector_files import VectorFiles

TOLD: Final = 20
"""Most ids in one line of the report."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A snapshot to look at, or one write transaction of a repair, and what it may use."""

    connection: Connection
    files: VectorFiles
    key: bytes
    ns: Namespace
    at: datetime
    version: str
    """Of the tokenizer."""
    row_of: Callable[[MemoryRecord | Observation], KeywordRow]
    legs: Mapping[str, tuple[str, int]]
    folder: Path

    def changed(self) -> None:
        """Let every reader take its catalogue anew."""
        self.connection.execute("UPDATE space SET seq = seq + 1, epoch = epoch + 1")

    def embed(self) -> None:
        """Leave the rows that wait for a vector to the worker."""
        row = self.connection.execute(
            "SELECT sid, tenant, scope FROM space ORDER BY sid LIMIT 1"
        ).fetchone()
        if row is not None:
            sid, tenant, scope = row
            ns = Namespace(tenant=tenant, scope=scope)
            jobs.enqueue(self.connection, ns, sid, [Job(kind="embed", payload={})], self.at)


class Repair(NamedTuple):
    """One kind of fault: how it is looked for, and how it is put right."""

    look: Callable[[Bench], Sequence[Any]]
    """Reads a snapshot and returns what seems wrong, as names by which it is found again. Others may write meanwhile."""
    mend: Callable[[Bench, Sequence[Any]], RepairLine | None]
    """With the write lock: looks at these again, puts right what is still wrong, and tells it."""


NAMED: Final = "IN (SELECT value FROM json_each(:named))"
"""In a statement: one of the names that `named` passes."""


def named(found: Sequence[Any]) -> dict[str, str]:
    """Return names as the parameter of a statement with `NAMED`."""
    return {"named": json.dumps(list(found))}


def summed(lines: Sequence[RepairLine]) -> RepairLine:
    """Return the lines of one kind, mended piece by piece, as one."""
    ids = tuple(id_ for one in lines for id_ in one.ids)
    return lines[0].model_copy(
        update={
            "found": sum(one.found for one in lines),
            "repaired": sum(one.repaired for one in lines),
            "ids": ids[:TOLD],
        }
    )


def line(
    kind: RepairKind, found: Sequence[object], what: str, *, repaired: int | None = None
) -> RepairLine | None:
    """Return the finding, or None without one; everything counts as repaired unless said otherwise."""
    if not found:
        return None
    return RepairLine(
        kind=kind,
        found=len(found),
        repaired=len(found) if repaired is None else repaired,
        what=what,
        ids=tuple(str(one) for one in found[:TOLD]),
    )
