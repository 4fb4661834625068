"""The SQLite store as a whole: opening, closing, and each method of the port handed to the part that owns it."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from stelae.schemas.base import JsonObject
from stelae.schemas.query import Hit
from stelae.schemas.scope import Namespace
from stelae.schemas.where import Where
from stelae.stores.sqlite import checking, files, load_scrub, load_search, load_sweep
from stelae.stores.sqlite.audit import Audit
from stelae.stores.sqlite.changes import Changes
from stelae.stores.sqlite.concepts import Concepts
from stelae.stores.sqlite.connection import Database, Durability
from stelae.stores.sqlite.copying import Copies
from stelae.stores.sqlite.job_records import JobRecords
from stelae.stores.sqlite.jobs import Jobs
from stelae.stores.sqlite.keyword_rows import KeywordRows
from stelae.stores.sqlite.migrations import migrate
from stelae.stores.sqlite.observations import Observations
from stelae.stores.sqlite.piling import Piles
from stelae.stores.sqlite.records import Records
from stelae.stores.sqlite.repairing import Repairs
from stelae.stores.sqlite.replies import Replies
from stelae.stores.sqlite.signing import Signatures
from stelae.stores.sqlite.tombstones import Tombstones
from stelae.stores.sqlite.traces import Traces
from stelae.stores.sqlite.trail import TrailReader
from stelae.stores.sqlite.transfer import Transfers
from stelae.stores.sqlite.upkeep import Housekeeping
from stelae.stores.sqlite.vector_files import VectorFiles
from stelae.stores.sqlite.vectors import Vectors

if TYPE_CHECKING:
    from stelae.ports import Catalog, Floats, Ints
    from stelae.stores.sqlite.search import Frequencies, Search


class SQLiteStore(
    Records,
    Tombstones,
    Observations,
    TrailReader,
    Changes,
    Jobs,
    JobRecords,
    KeywordRows,
    Vectors,
    Traces,
    Replies,
    Audit,
    Signatures,
    Copies,
    Transfers,
    Housekeeping,
    Piles,
    Repairs,
    Concepts,
):
    """`ports.Store` in a data folder. Thread-safe; several processes may have the same folder open."""

    def __init__(
        self,
        folder: Path,
        *,
        synchronous: Durability = "full",
        busy_timeout_s: float = 5.0,
        readers: int = 4,
    ) -> None:
        """Open the folder's store, made when there is none.

        Args:
            folder: the data folder.
            synchronous: `full` survives a power cut, `normal` the end of the process.
            busy_timeout_s: how long to wait for another writer.
            readers: how many threads read at the same time; more wait.

        Raises:
            SchemaVersionError: the store was written by a newer Stelae.
            StoreCorruptError: the file is damaged, or no Stelae store.
            StoreBusyError: it is locked for too long.
        """
        files.prepare_folder(folder)
        files.create_private(folder / files.DATABASE)
        database = Database(
            folder / files.DATABASE,
            busy_s=busy_timeout_s,
            durability=synchronous,
            readers=readers,
        )
        super().__init__(database, VectorFiles(folder), files.read_key(folder))
        self._folder = folder
        self._search: Search | None = None
        self._search_process = os.getpid()
        try:
            migrate(database)
        except BaseException:
            database.close()
            raise

    def catalog(self, ns: Namespace, scope: str) -> Catalog:
        """See `ports.RecallSource.catalog`."""
        return self._searching().catalog(ns, scope)

    def postings(
        self, ns: Namespace, catalog: Catalog, terms: Sequence[str], *, budget: int
    ) -> Mapping[str, tuple[Ints, Frequencies]]:
        """See `ports.RecallSource.postings`."""
        return self._searching().postings(ns, catalog, terms, budget=budget)

    def similarities(
        self,
        ns: Namespace,
        catalog: Catalog,
        leg: str,
        query: Floats,
        *,
        language: int,
        means: Sequence[Floats | None],
        rows: Ints | None = None,
    ) -> Floats:
        """See `ports.RecallSource.similarities`."""
        return self._searching().similarities(
            ns, catalog, leg, query, language=language, means=means, rows=rows
        )

    def matching(self, ns: Namespace, scope: str, where: Where) -> Ints:
        """See `ports.RecallSource.matching`."""
        return self._searching().matching(ns, scope, where)

    def hits(
        self, ns: Namespace, scope: str, rows: Sequence[int], scores: Sequence[float]
    ) -> Sequence[Hit]:
        """See `ports.RecallSource.hits`."""
        return self._searching().hits(ns, scope, rows, scores)

    def contents(
        self, ns: Namespace, scope: str, rows: Sequence[int]
    ) -> Mapping[int, tuple[str, JsonObject]]:
        """See `ports.RecallSource.contents`."""
        return self._searching().contents(ns, scope, rows)

    def scrub(
        self,
        ns: Namespace,
        texts: Sequence[str],
        values: Sequence[str] = (),
        *,
        others: Collection[Path] = (),
    ) -> bool:
        """See `ports.Erasure.scrub`."""
        return load_scrub()(self._database, self._files, self._folder, ns, texts, values, others)

    def sweep(self, texts: Mapping[Namespace, Sequence[str]]) -> bool:
        """See `ports.Erasure.sweep`."""
        return load_sweep()(self._database, self._files, self._folder, texts)

    def check(self) -> Sequence[str]:
        """See `ports.Store.check`."""
        return checking.findings(self._database, self._files, self._key, self._folder)

    def close(self) -> None:
        """See `ports.Store.close`."""
        self._database.close()
        self._files.close()

    def _searching(self) -> Search:
        # A forked child starts with locks and catalogues of its own: another thread may have held the parent's.
        if self._search is None or self._search_process != os.getpid():
            self._search = load_search(self._database, self._files)
            self._search_process = os.getpid()
        return self._search
