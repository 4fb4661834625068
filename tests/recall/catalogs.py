"""Catalogues for tests of the pure steps, without a store."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from stelae.ports import MEMORY, OBSERVATION, Catalog
from stelae.schemas.authority import TIERS, Authority


@dataclass(frozen=True)
class Row:
    """One row, with what matters to the ranking."""

    type: int = OBSERVATION
    session: str | None = None
    speaker: str | None = None
    role: int = 0
    category: str | None = None
    authority: Authority = "user"
    time: float = 1_000_000.0
    cues: int = 0
    length: float = 5.0
    live: bool = True


def memory(**fields: Any) -> Row:
    """Return a memory's row."""
    return Row(type=MEMORY, category=fields.pop("category", "fact"), **fields)


def catalog(rows: Sequence[Row]) -> Catalog:
    """Build the catalogue of the rows, in their order."""
    count = len(rows)

    def codes(name: str) -> tuple[tuple[str, ...], Any]:
        values = [getattr(row, name) for row in rows]
        known = tuple(dict.fromkeys(v for v in values if v is not None))
        return known, np.array([-1 if v is None else known.index(v) for v in values], np.int64)

    sessions, session = codes("session")
    speakers, speaker = codes("speaker")
    categories, category = codes("category")
    open_end = np.full(count, np.nan)
    times = np.array([row.time for row in rows], np.float64)
    return Catalog(
        scope="user:lin",
        sequence=1,
        rid=np.arange(1, count + 1),
        type=np.array([row.type for row in rows], np.int8),
        length=np.array([row.length for row in rows], np.float64),
        cues=np.array([row.cues for row in rows], np.int64),
        language=np.zeros(count, np.int8),
        session=session,
        speaker=speaker,
        role=np.array([row.role for row in rows], np.int8),
        category=category,
        project=np.full(count, -1, np.int64),
        authority=np.array([TIERS.index(row.authority) for row in rows], np.int8),
        live=np.array([row.live for row in rows], np.bool_),
        time=times,
        valid_from=times,
        valid_to=open_end,
        closed_at=open_end,
        recorded_at=times,
        retracted_at=open_end,
        expires_at=open_end,
        last_access=open_end,
        access_count=np.zeros(count, np.int64),
        pinned=np.zeros(count, np.bool_),
        speakers=speakers,
        sessions=sessions,
        categories=categories,
        projects=(),
    )
