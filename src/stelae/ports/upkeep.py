"""What maintenance and repair ask of a store. Everything here is about the whole store, all tenants and scopes.

Each method is bounded: it reads one page, or writes in short transactions, so that nobody waits long for the write lock.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from stelae.ports.writing import KeywordRow
from stelae.schemas.authority import Authority
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.schemas.upkeep import Coverage, FolderSize, MaintenanceReport, RepairReport


@dataclass(frozen=True, slots=True)
class Owned:
    """A memory and where it is; `number` is where the next page begins."""

    number: int
    ns: Namespace
    record: MemoryRecord


@dataclass(frozen=True, slots=True)
class Named:
    """The id of an observation or pending item and where it is; `number` is where the next page begins."""

    number: int
    ns: Namespace
    id: str
    text: str = ""
    """Of an observation that may go."""


class LifeCycle(Protocol):
    """What is due, page by page, in order of writing: `after` is the number of the last one of the page before."""

    def expirable(self, now: datetime, *, after: int, limit: int) -> Sequence[Owned]:
        """Return active memories whose `expires_at` is over."""
        ...

    def fading(
        self, category: str, tiers: Sequence[Authority], *, before: datetime, after: int, limit: int
    ) -> Sequence[Owned]:
        """Return active, unpinned memories of that category and these authorities, said before that time."""
        ...

    def of_category(self, category: str, *, after: int, limit: int) -> Sequence[Owned]:
        """Return active memories of that category."""
        ...

    def idle_observations(
        self, before: datetime, *, after: int, limit: int
    ) -> tuple[Sequence[Named], int | None]:
        """Look at one page of the log.

        Returns:
            Observations recorded before that time on which no active memory and no pending item rests, and the number
            after which the next page begins (None: this was the last one).
        """
        ...

    def overdue(self, now: datetime, *, limit: int) -> Sequence[Named]:
        """Return pending items that have expired."""
        ...

    def purgeable(self, now: datetime) -> Sequence[Namespace]:
        """Return where something was forgotten whose text is to be destroyed by now."""
        ...

    def trim(self, *, refusals_kept: int, traces_before: datetime, limit: int) -> Mapping[str, int]:
        """Delete refusals beyond the newest so many of a scope, and old traces.

        Args:
            refusals_kept: by scope.
            traces_before: traces of recalls before that time go.
            limit: delete at most so many of each now.

        Returns:
            How many went: `refusals`, `traces`.
        """
        ...


class Upkeep(LifeCycle, Protocol):
    """Keeping the files in shape, and remembering when that was done."""

    def merge_keywords(self) -> int:
        """Merge some segments of the keyword index; return about how many pages were written, 0: nothing is left to do."""
        ...

    def drop_stubs(self, *, limit: int) -> int:
        """Delete rows that are gone and that nothing refers to, where a scope has many of them; return how many."""
        ...

    def compact_vectors(self) -> Mapping[str, int]:
        """Write vector files anew in which little is alive.

        Returns:
            `files` written anew, and the `bytes` of disk that they took before and take no more.
        """
        ...

    def tidy_file(self, *, compact: bool = False) -> Mapping[str, int]:
        """Refresh the planner's statistics and fold the log back.

        Args:
            compact: also write the file anew without its free pages; nobody else can write meanwhile.

        Returns:
            `log_bytes`, `free_bytes` and `file_bytes` afterwards.
        """
        ...

    def plan_upkeep(self, now: datetime, *, every: timedelta) -> bool:
        """Put a `maintain` job in the queue unless one was planned or done within that time.

        An empty store plans nothing; a new one waits for its first turn.
        """
        ...

    def upkeep_due(self, now: datetime, *, every: timedelta) -> bool:
        """Would `plan_upkeep` do something? Reads one row."""
        ...

    def note_upkeep(self, ns: Namespace, report: MaintenanceReport) -> None:
        """Keep the report of a finished run as the last one, with an audit row."""
        ...

    def last_upkeep(self) -> MaintenanceReport | None:
        """Return the report of the last finished run."""
        ...

    def category_forms(self) -> Mapping[str, str]:
        """Return the forms of categories as they were noted last, by name."""
        ...

    def note_category_form(self, name: str, form: str) -> None:
        """Keep the form that the memories of a category have now."""
        ...

    def coverage(self) -> Coverage:
        """Count what the indexes cover."""
        ...

    def folder_size(self) -> FolderSize:
        """Count what waits for people, the bytes on disk, and what models have cost; cheap enough for every few seconds."""
        ...


class Repairing(Protocol):
    """Finding what is wrong and putting it right."""

    def repair(
        self,
        ns: Namespace,
        *,
        at: datetime,
        tokenizer: str,
        row_of: Callable[[MemoryRecord | Observation], KeywordRow],
        legs: Mapping[str, tuple[str, int]],
    ) -> RepairReport:
        """Look at everything while others write, and repair what can be repaired, in short transactions with an audit row.

        A second call finds nothing that the first one repaired.

        Args:
            ns: whose audit the rows go to.
            at: the present.
            tokenizer: version of `row_of`.
            row_of: makes the keyword row of a memory or observation.
            legs: fingerprint and dimension of the embedders in use; a stored leg of that name with another fingerprint
                is emptied, and its rows wait for new vectors.

        Raises:
            StoreBusyError: the write lock could not be had in time.
        """
        ...
