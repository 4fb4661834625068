"""From the ranked rows of each scope to one list.

Inside a scope the order is the ranking's; between scopes it is the calibrated score's, the only number that means the same
in both (architecture section 5).
"""

import heapq
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from stelae.ports import Catalog
from stelae.recall.layout import Array, Ints, Mask
from stelae.recall.ranking import Ranked
from stelae.schemas.query import Hit


@dataclass(frozen=True, slots=True)
class Found:
    """The best rows of one scope."""

    catalog: Catalog
    ranked: Ranked
    order: Ints
    """Positions of the units, best first."""
    shown: Ints
    """Position of the row that stands for each of them: the better matching half of an exchange."""
    features: Mapping[str, Array]
    """What their scores come from, parallel to `order`; NaN where a row has no vector."""
    scores: Array
    """Probability of each of them."""
    pinned: Mask
    """Which of them stand above everything that is only similar."""
    answers: Ints
    """By row: position of the assistant's half of its exchange; -1 where there is none."""
    seen: Mask
    """Which rows may be seen."""

    def answer(self, place: int) -> int | None:
        """Return the position of the assistant's half of the exchange at a place, where there is one that may be seen."""
        row = int(self.answers[self.order[place]])
        return row if row >= 0 and self.seen[row] else None


class Pick(NamedTuple):
    """One unit of one scope."""

    found: Found
    place: int
    """In the scope's order."""
    row: int
    """Position in the catalogue of the row to show."""
    score: float


def beside(found: Sequence[Found], most: float) -> list[Found]:
    """Return the rows of scopes with at most that score for what stands beside those above everything, where there are such.

    Args:
        found: of each scope.
        most: of a row whose fields are not what is asked for.
    """
    if not any(one.pinned.any() for one in found):
        return list(found)
    return [
        replace(one, scores=np.where(one.pinned, one.scores, np.minimum(one.scores, most)))
        for one in found
    ]


def merge(found: Sequence[Found]) -> list[Pick]:
    """Return all units, best first; the order inside a scope is kept."""
    queues = [
        [
            Pick(one, place, row, score)
            for place, (row, score) in enumerate(
                zip(one.shown.tolist(), one.scores.tolist(), strict=True)
            )
        ]
        for one in found
    ]
    return list(heapq.merge(*queues, key=lambda pick: -pick.score))


def explain(pick: Pick, hit: Hit, *, rank: int, shown: bool) -> Mapping[str, Any]:
    """Return why a unit stands where it stands, every leg's and every rule's part, as the fields of a `HitTrace`.

    Fields and not the value itself: a trace holds dozens of values, and building them all at once costs a third.
    """
    found, unit = pick.found, int(pick.found.order[pick.place])
    values = [(name, float(column[pick.place])) for name, column in found.features.items()]
    values += [(name, float(column[unit])) for name, column in found.ranked.parts.items()]
    return {
        "id": hit.id,
        "type": hit.type,
        "rank": rank,
        "score": pick.score,
        "fused": float(found.ranked.fused[unit]),
        "legs": [
            {"leg": name, "value": round(value, 4)}
            for name, value in values
            if value != 0 and not math.isnan(value)
        ],
        "shown": shown,
    }
