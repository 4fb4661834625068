"""What of a statement was forgotten before: each mark is asked for once in a plan, all that are new in one call."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from stelae.ports import MemoryReader
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import Authority, at_least
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace


def forgotten_among(
    store: MemoryReader, ns: Namespace, settlement: Settlement, marks: Sequence[str]
) -> Mapping[str, datetime]:
    """Return when each of the marks was last forgotten; those that never were are left out.

    Args:
        store: knows the tombstones.
        ns: the written scope.
        settlement: keeps the answers; when something is forgotten meanwhile, its plan is made anew.
        marks: plain ones, as tombstones know them; empty ones mark nothing.
    """
    unknown = [m for m in dict.fromkeys(marks) if m and m not in settlement.forgotten]
    if unknown:
        found = store.tombstoned(ns, unknown)
        settlement.forgotten.update((mark, found.get(mark)) for mark in unknown)
    answers = ((mark, settlement.forgotten.get(mark)) for mark in marks)
    return {mark: at for mark, at in answers if at is not None}


def said_anew(authority: Authority, said: Observation, forgotten_at: datetime | None) -> bool:
    """Does a person, or who stands above one, say later what was forgotten? The message itself must be a new one.

    What a program reports is new only by a time that it gives: the same calls may be captured twice (DEV-13).
    """
    timed = said.role != "tool" or said.time_given
    return (
        at_least(authority, "user") and timed and (forgotten_at is None or said.time > forgotten_at)
    )
