"""What may be asked of a store: the catalogue and legs of the search, records, the log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from stelae.schemas.base import JsonObject
from stelae.schemas.change import Drop, Trail
from stelae.schemas.forgetting import Receipt
from stelae.schemas.memory import MemoryRecord, PendingItem, Version
from stelae.schemas.observation import Observation
from stelae.schemas.query import Hit
from stelae.schemas.scope import Namespace
from stelae.schemas.where import Where

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float32]]
    Ints = np.ndarray[Any, np.dtype[np.int64]]

MEMORY, OBSERVATION = 0, 1
"""Values of `Catalog.type`."""


@dataclass(frozen=True, slots=True)
class Catalog:
    """All rows of one scope that the search may see, as parallel arrays in row-id order.

    A memory has one row for each wording it has had: the earlier ones are not `live` and end with `retracted_at`, the
    time at which another wording took over.

    Built once and caught up by sequence number; `recall` masks it, never the store. Times are seconds since the epoch
    (`float64`), NaN where absent.
    """

    scope: str
    sequence: int
    """The store's sequence number this catalogue is true for."""
    rid: "Ints"
    type: "np.ndarray[Any, np.dtype[np.int8]]"
    """MEMORY or OBSERVATION."""
    length: "np.ndarray[Any, np.dtype[np.float64]]"
    """Keyword tokens."""
    cues: "Ints"
    language: "np.ndarray[Any, np.dtype[np.int8]]"
    """0 = other scripts (English), 1 = Chinese."""
    session: "Ints"
    """Code of the session, -1 without one."""
    speaker: "Ints"
    """Index into `speakers`, -1 without one."""
    role: "np.ndarray[Any, np.dtype[np.int8]]"
    """0 = user, 1 = assistant, 2 = anything else; memories: 0."""
    category: "Ints"
    """Index into `categories`, -1 for observations."""
    project: "Ints"
    """Index into `projects`, -1 without one."""
    authority: "np.ndarray[Any, np.dtype[np.int8]]"
    """Index into `schemas.authority.TIERS`."""
    live: "np.ndarray[Any, np.dtype[np.bool_]]"
    """Active memory, or observation that may be recalled and is not superseded."""
    time: "np.ndarray[Any, np.dtype[np.float64]]"
    valid_from: "np.ndarray[Any, np.dtype[np.float64]]"
    valid_to: "np.ndarray[Any, np.dtype[np.float64]]"
    closed_at: "np.ndarray[Any, np.dtype[np.float64]]"
    """Store time at which `valid_to` became known; NaN: with the first statement."""
    recorded_at: "np.ndarray[Any, np.dtype[np.float64]]"
    retracted_at: "np.ndarray[Any, np.dtype[np.float64]]"
    expires_at: "np.ndarray[Any, np.dtype[np.float64]]"
    last_access: "np.ndarray[Any, np.dtype[np.float64]]"
    access_count: "Ints"
    pinned: "np.ndarray[Any, np.dtype[np.bool_]]"
    speakers: tuple[str, ...]
    sessions: tuple[str, ...]
    categories: tuple[str, ...]
    projects: tuple[str, ...]

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.rid)


class RecallSource(Protocol):
    """What the read path asks of a store. All of it is inside one scope."""

    def catalog(self, ns: Namespace, scope: str) -> Catalog:
        """Return the scope's catalogue, caught up with what any process has committed."""
        ...

    def postings(
        self, ns: Namespace, catalog: Catalog, terms: Sequence[str], *, budget: int
    ) -> Mapping[str, tuple["Ints", "np.ndarray[Any, np.dtype[np.float64]]"]]:
        """Look up keyword terms.

        Args:
            ns: tenant and readable scopes.
            catalog: from `catalog`.
            terms: distinct keyword tokens, without the scope prefix.
            budget: how many postings may be read in all; the rarest terms come first and the commonest are left out.

        Returns:
            For every term that was read: positions in the catalogue (ascending) and term frequencies. A term without
            rows maps to empty arrays; a term beyond the budget is missing.
        """
        ...

    def similarities(
        self,
        ns: Namespace,
        catalog: Catalog,
        leg: str,
        query: "Floats",
        *,
        language: int,
        means: "Sequence[Floats | None]",
        rows: "Ints | None" = None,
    ) -> "Floats":
        """Compare a question with all rows of the scope, or with some of them.

        Rows are centred with the shrunk mean of their own language, `(n * scope mean + 200 * language mean) / (n + 200)`
        over the n rows of that language, the question with that of its own (`retrieval.md` sections 4 and 8).

        Args:
            ns: tenant and readable scopes.
            catalog: from `catalog`.
            leg: which embedder's vectors.
            query: raw unit vector, `(dim,) float32`.
            language: the question's language as in `Catalog.language`.
            means: raw language means by that index; None: this leg is not centred.
            rows: positions in the catalogue, ascending, when only these are wanted; their means stay those of the scope.

        Returns:
            Cosine by position in the catalogue (with `rows`: aligned with them), float32 in [-1, 1]; NaN where a row has
            no vector in this leg.
        """
        ...

    def matching(self, ns: Namespace, scope: str, where: Where) -> "Ints":
        """Return the row ids of memories whose fields fulfil all of `where`, ascending; none where it asks for nothing.

        Each wording answers with the fields that it had, so that the past is filtered as it was. Rows of every project and
        status are among them: the catalogue is what narrows.
        """
        ...

    def hits(
        self, ns: Namespace, scope: str, rows: Sequence[int], scores: Sequence[float]
    ) -> Sequence[Hit]:
        """Return the rows (row ids, in the given order) as hits with the given scores.

        Rows that are not of this scope and project, or are no longer there, are left out.
        """
        ...

    def contents(
        self, ns: Namespace, scope: str, rows: Sequence[int]
    ) -> Mapping[int, tuple[str, JsonObject]]:
        """Return text and fields of the memories among the rows (row ids), as `hits` shows them, for a fraction of its cost.

        Observations, rows that are not of this scope and project, and those no longer there are left out.
        """
        ...

    def pinned(self, ns: Namespace, *, limit: int | None = None) -> Sequence[MemoryRecord]:
        """Return the memories of all readable scopes that are always shown, oldest first; at most so many of them."""
        ...


class MemoryReader(Protocol):
    """Everything that reads records outside of recall. What is forgotten is not there for any of it but `buried`."""

    def get(self, ns: Namespace, id: str) -> MemoryRecord:  # noqa: A002 - the word every door uses
        """Return the record.

        Raises:
            MemoryNotFoundError: there is none in the readable scopes.
        """
        ...

    def by_key(self, ns: Namespace, key: str) -> Sequence[MemoryRecord]:
        """Return the current records with that key in the written scope."""
        ...

    def by_key_prefix(
        self, ns: Namespace, prefix: str, *, limit: int | None = None
    ) -> Sequence[MemoryRecord]:
        """Return the current records whose key begins so, in the written scope; with `limit` so many, newest first."""
        ...

    def by_observation(self, ns: Namespace, observation_id: str) -> Sequence[MemoryRecord]:
        """Return the records of the written scope, in any status, that rest on that observation."""
        ...

    def containing(
        self, ns: Namespace, terms: Sequence[str], *, limit: int = 5
    ) -> Sequence[MemoryRecord]:
        """Return current memories of the written scope whose keyword string holds all of the terms."""
        ...

    def list(
        self,
        ns: Namespace,
        *,
        category: str | None = None,
        include_inactive: bool = False,
        limit: int = 100,
        after: str | None = None,
    ) -> Sequence[MemoryRecord]:
        """Return records of the readable scopes, newest first; `after` is the last id of the page before.

        Behind an id of nothing readable the list goes on with the ids below it, which are older: its record may have been
        destroyed meanwhile. Whether the id was ever anybody's makes no difference, so that none can be probed.
        """
        ...

    def versions(self, ns: Namespace, id: str) -> Sequence[Version]:  # noqa: A002
        """Return all states of a record, oldest first.

        Raises:
            MemoryNotFoundError: there is none in the readable scopes.
        """
        ...

    def pending(self, ns: Namespace, *, now: datetime) -> Sequence[PendingItem]:
        """Return what waits for a person in the written scope and has not expired, oldest first."""
        ...

    def pending_item(self, ns: Namespace, id: str) -> PendingItem:  # noqa: A002
        """Return one pending item.

        Raises:
            MemoryNotFoundError: there is none in the written scope.
        """
        ...

    def tombstoned(self, ns: Namespace, marks: Sequence[str]) -> Mapping[str, datetime]:
        """When was each of these plain marks (key, normalised statement, message id) last forgotten in the written scope?

        Those that never were are left out.
        """
        ...

    def forgotten(self, ns: Namespace) -> Sequence[Receipt]:
        """Return the receipts of the written scope, newest first."""
        ...

    def forgettings(self, ns: Namespace) -> int:
        """Count the forgettings of the written scope, undone ones included: who plans a change names the number."""
        ...

    def forgettings_of(self, tenant: str) -> int:
        """Count the forgettings of all scopes of a tenant: whoever keeps answers beside the store compares the number."""
        ...

    def buried(self, ns: Namespace, receipt: str) -> Sequence[MemoryRecord]:
        """Return the memories of a soft forget whose text is not purged yet, as they were forgotten, of every project.

        Raises:
            MemoryNotFoundError: there is no such receipt in the written scope.
        """
        ...

    def buried_texts(self, ns: Namespace, receipt: str) -> Sequence[str]:
        """Return every text that a forgetting still keeps: what its purge is to look for.

        All wordings and quotes of its memories, its messages, and its messages' quotes that were taken out of memories
        that stay.

        Raises:
            MemoryNotFoundError: there is no such receipt in the written scope.
        """
        ...

    def buried_values(self, ns: Namespace, receipt: str) -> Sequence[str]:
        """Return the field values and key parts of what a forgetting still keeps, and the names that lead to it.

        Raises:
            MemoryNotFoundError: there is no such receipt in the written scope.
        """
        ...

    def drops(self, ns: Namespace, *, limit: int = 100) -> Sequence[Drop]:
        """Return what the gate refused in the written scope, newest first."""
        ...

    def trail(self, ns: Namespace, id: str) -> Sequence[tuple[datetime, Trail]]:  # noqa: A002
        """Return the audit entries on that id in the readable scopes, oldest first; empty when there are none."""
        ...

    def projects(self, ns: Namespace) -> Sequence[str]:
        """Return every project of which the written scope holds anything, in order of their names."""
        ...

    def counts(self, ns: Namespace) -> Mapping[str, int]:
        """Count rows of the readable scopes by kind, for `stats`.

        Keys: memories (active), superseded, pending, observations, jobs, failed_jobs, and `unindexed:<leg>` for each leg.
        """
        ...


class ObservationLog(Protocol):
    """The log of what came in. It is written by `MemoryWriter.apply`, with everything that follows from it."""

    def seen(
        self, ns: Namespace, external_ids: Sequence[str], content_hashes: Sequence[str]
    ) -> Mapping[str, Observation]:
        """Return the observations of the written scope that came before, by external id and by content hash.

        A content hash answers only for observations without an external id. Both are unique in the scope, so this answers
        whatever the project.
        """
        ...

    def observation(self, ns: Namespace, id: str) -> Observation:  # noqa: A002
        """Return one observation of the readable scopes.

        Raises:
            MemoryNotFoundError: there is none.
        """
        ...

    def observations(
        self, ns: Namespace, *, session: str | None = None, limit: int = 100
    ) -> Sequence[Observation]:
        """Return the latest observations of the written scope, newest first."""
        ...
