"""How the rows of a scope hang together: exchanges, neighbours, sessions.

Computed once for a state of the catalogue and shared by all questions to it. A *unit* is what can be a hit: a memory,
a turn of a named speaker, or an exchange, that is a user's message with the assistant's answer that follows it in the
same session.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stelae.ports import OBSERVATION, Catalog
from stelae.text.cues import ASKS

Array = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

USER, ASSISTANT = 0, 1
NO_SPEAKER = frozenset({"user", "assistant", "tool", "system", ""})

TURN_SPREAD = (0.5, 0.1, 0.2)
"""Share of a turn's score that goes to the next turn after a question, after anything else, and back to the turn before
(retrieval.md, section 6)."""
EXCHANGE_SPREAD = (0.2, 0.1, 0.1)


@dataclass(frozen=True, slots=True)
class Layout:
    """Arrays parallel to the catalogue; -1 where there is no such row."""

    unit: Mask
    """Rows that stand for a unit: everything but the answers inside an exchange."""
    answer: Ints
    """Position of the assistant's half, for the user's half of an exchange."""
    named: Mask
    """Turns of a named speaker."""
    edge_from: Ints
    """Neighbouring units of one session, one edge a pair: the earlier one ..."""
    edge_to: Ints
    """... and the later one."""
    forward: Array
    """Share of the earlier unit's score that the later one gets, by edge."""
    back: Array
    """Share of the later unit's score that the earlier one gets."""


def layout_of(catalog: Catalog) -> Layout:
    """Work out units and neighbours of a catalogue.

    Args:
        catalog: Rows in the order in which they were written.

    Returns:
        The layout; a scope without sessions has neither exchanges nor neighbours.
    """
    rows = np.arange(len(catalog))
    nameless = np.array([s.casefold() in NO_SPEAKER for s in catalog.speakers] + [True])
    named = ~nameless[catalog.speaker] & (catalog.type == OBSERVATION)
    said = rows[(catalog.type == OBSERVATION) & (catalog.session >= 0)]
    # Sessions may interleave; within one, rows keep the order in which they were written.
    line = said[np.argsort(catalog.session[said], kind="stable")]
    first, second = line[:-1], line[1:]
    follows = catalog.session[first] == catalog.session[second]
    pairs = (
        follows
        & (catalog.role[first] == USER)
        & (catalog.role[second] == ASSISTANT)
        & ~named[first]
        & ~named[second]
    )
    answer = np.full(len(catalog), -1, np.int64)
    answer[first[pairs]] = second[pairs]
    unit = np.ones(len(catalog), np.bool_)
    unit[second[pairs]] = False
    return Layout(unit, answer, named, *_edges(catalog, line[unit[line]], answer, named))


def _edges(
    catalog: Catalog, line: Ints, answer: Ints, named: Mask
) -> tuple[Ints, Ints, Array, Array]:
    first, second = line[:-1], line[1:]
    linked = (catalog.session[first] == catalog.session[second]) & (
        named[first] | (answer[first] >= 0)
    )
    first, second = first[linked], second[linked]
    last = np.where(answer[first] >= 0, answer[first], first)
    asks = (catalog.cues[last] & ASKS) > 0
    turn, pair = TURN_SPREAD, EXCHANGE_SPREAD
    forward = np.where(
        named[first], np.where(asks, turn[0], turn[1]), np.where(asks, pair[0], pair[1])
    )
    back = np.where(named[first], turn[2], pair[2])
    return first, second, forward, back
