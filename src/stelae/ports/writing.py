"""What may be changed in a store, and what follows from it: records, keyword rows, vectors, traces."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from stelae.schemas.change import ChangeSet
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.query import Trace
from stelae.schemas.scope import Namespace

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float32]]


class MemoryWriter(Protocol):
    """The one way to change anything."""

    def apply(self, ns: Namespace, changes: ChangeSet) -> Mapping[str, int]:
        """Write all of it in one transaction.

        Returns:
            What else went because of what it forgets, by kind, without what there was none of: `pending`, `jobs` (dropped,
            or no longer naming it), `traces` (all of the scope, since a question may quote it; elsewhere in the tenant
            those that show it).

        Raises:
            MemoryNotFoundError: a hidden observation is not there.
            VersionConflictError: a record is no longer at the expected version, a current record with that key (in that
                project) came into being, an observation was seen before, a resolved pending item is gone, or the same
                question (key, text, quotes) waits already, or something was forgotten since it was planned, or a receipt
                would be replaced that was undone meanwhile; nothing was written, plan again.
            ScopeError: a record is not of the written scope.
            StoreBusyError: the write lock could not be had in time.
        """
        ...


class Erasure(Protocol):
    """The part of forgetting that lies below transactions: making sure that the bytes are gone."""

    def scrub(
        self,
        ns: Namespace,
        texts: Sequence[str],
        values: Sequence[str] = (),
        *,
        others: Collection[Path] = (),
    ) -> bool:
        """Remove what deleted rows have left behind in the data folder, then read it again.

        In the order of architecture section 6: keyword index optimised, log folded back, vector rows zeroed. Call it after
        the change set that destroyed the rows was applied.

        Args:
            ns: whose scope was forgotten.
            texts: what must not be found any more; words that nothing else in the store holds are looked for, too.
            values: field values and names that went along; what any row still holds of them is that row's, and stays.
            others: files beside the store that are another scope's or tenant's: what they say is theirs, as with rows.

        Returns:
            True: nothing of it is there. False: something is, or a reader held the log; try again later.
        """
        ...

    def sweep(self, texts: Mapping[Namespace, Sequence[str]]) -> bool:
        """Remove what deleted rows have left behind, where what they said may be said by others and stays then.

        The same as `scrub`, once for many scopes.

        Args:
            texts: by written scope, of rows that were deleted; with many some are enough, since what is left behind is
                left by pages of the file.

        Returns:
            True: nothing of them is there but what rows say. False: something is, or a reader held the log; try again.
        """
        ...


@dataclass(frozen=True, slots=True)
class KeywordRow:
    """What the keyword index and the ranking need of one text."""

    tokens: str
    """Separated by spaces, repeated as often as they occur."""
    length: int
    cues: int


class KeywordIndex(Protocol):
    """Keeps the keyword rows in step with the tokenizer (architecture section 6)."""

    def tokenizer(self) -> str | None:
        """Return the version of the tokenizer that the rows were written with; None before the first `reindex`."""
        ...

    def reindex(
        self, version: str, row_of: "Callable[[MemoryRecord | Observation], KeywordRow]"
    ) -> int:
        """Write all keyword rows anew when they are of another version, in one transaction, and return how many."""
        ...


class VectorIndex(Protocol):
    """What the background needs to give rows their vectors."""

    def unembedded(
        self, leg: str, *, limit: int, tenant: str | None = None
    ) -> Sequence[tuple[int, str]]:
        """Return `(row id, text to embed)` of rows without a vector in that leg, oldest first."""
        ...

    def unembedded_rows(
        self, leg: str, *, limit: int, before: int | None = None
    ) -> Sequence[tuple[int, MemoryRecord | Observation]]:
        """Return row id and content of rows without a vector in that leg, newest first.

        Args:
            leg: that the store knows.
            limit: most rows.
            before: the last row id of the page before; None: from the newest on.
        """
        ...

    def store_vectors(self, leg: str, rows: Sequence[int], vectors: "Floats") -> None:
        """Write raw unit vectors, `(n, dim) float32`, in one transaction."""
        ...

    def legs(self) -> Mapping[str, str]:
        """Return the stored fingerprints by leg."""
        ...

    def set_leg(self, leg: str, fingerprint: str, dim: int, *, replace: bool = False) -> None:
        """Remember a leg's fingerprint; `replace` drops that leg's vectors first (offline `reembed`).

        Raises:
            EmbedderMismatchError: another fingerprint is stored and `replace` is off.
        """
        ...

    def drop_leg(self, leg: str) -> None:
        """Forget a leg and its vectors; an unknown leg is no error."""
        ...


class TraceLog(Protocol):
    """Recall traces and access counts: written in batches, off the read path."""

    def save(
        self, ns: Namespace, traces: Sequence[Trace], touched: Mapping[str, int], *, now: datetime
    ) -> None:
        """Keep the traces (the newest 1,000 a tenant) and add to access counts by memory id.

        A trace from before the newest forgetting in a readable scope is not kept: it may show or quote what is gone.
        """
        ...

    def trace(self, ns: Namespace, id: str) -> Trace:  # noqa: A002
        """Return a trace.

        Raises:
            MemoryNotFoundError: none of that id is kept.
        """
        ...
