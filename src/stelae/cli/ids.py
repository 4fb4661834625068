"""Finds the full id for what a person types: the whole id, or any ending of it that is unique here.

Ids are UUIDv7: their beginnings are times and look alike, their ends do not; so people see and type the end.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from stelae.cli.output import MIN_ID
from stelae.errors import InvalidInputError, JobNotFoundError, MemoryNotFoundError, NotFoundError

if TYPE_CHECKING:
    from stelae.memory import Memory

_FULL = 36
_PAGE = 1000


def memory_id(memory: "Memory", given: str) -> str:
    """Return the id of the one stored memory whose id ends so, superseded ones included.

    Raises:
        MemoryNotFoundError: there is none.
        InvalidInputError: it is too short, or fits several.
    """
    return _the_one(given, lambda: _every_id(memory))


def pending_id(memory: "Memory", given: str) -> str:
    """Return the id of the one pending item whose id ends so; raises as `memory_id`."""
    return _the_one(given, lambda: (item.id for item in memory.pending()))


def job_id(memory: "Memory", given: str) -> str:
    """Return the id of the one job whose id ends so.

    Raises:
        JobNotFoundError: there is none.
        InvalidInputError: it is too short, or fits several.
    """
    return _the_one(given, lambda: _every_job(memory), JobNotFoundError)


def _the_one(
    given: str,
    ids: Callable[[], Iterable[str]],
    missing: Callable[[str], NotFoundError] = MemoryNotFoundError,
) -> str:
    wanted = given.strip().lower().lstrip("…")
    if len(wanted) >= _FULL:
        return wanted
    if len(wanted) < MIN_ID:
        raise InvalidInputError(
            f"{given[:40]!r} is too short for an id: give at least its last {MIN_ID} characters."
        )
    found = [full for full in ids() if full.endswith(wanted)]
    if not found:
        raise missing(given)
    if len(found) > 1:
        raise InvalidInputError(f"{given!r} fits {len(found)} ids; give more of its end.")
    return found[0]


def _every_id(memory: "Memory") -> Iterable[str]:
    after: str | None = None
    while page := memory.list(include_inactive=True, limit=_PAGE, after=after):
        yield from (record.id for record in page)
        after = page[-1].id


def _every_job(memory: "Memory") -> Iterable[str]:
    after: str | None = None
    while page := memory.jobs(limit=_PAGE, after=after):
        yield from (job.id for job in page)
        after = page[-1].id
