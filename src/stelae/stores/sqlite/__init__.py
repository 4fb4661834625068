"""The default store: one SQLite file in WAL mode is the truth, vector files beside it are derived.

`store.py` is the whole; its parts (`records`, `observations`, `changes`, `jobs`, `keyword_rows`, `vectors`, `traces`,
`search`) each hold one protocol of `ports.Store` and meet only in the tables of `migrations.py`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from stelae.schemas.scope import Namespace
    from stelae.stores.sqlite.connection import Database
    from stelae.stores.sqlite.search import Search
    from stelae.stores.sqlite.vector_files import VectorFiles


def load_search(database: "Database", files: "VectorFiles") -> "Search":
    """Return the part that searches. It brings numpy, which opening a store must not."""
    from stelae.stores.sqlite.search import Search  # noqa: PLC0415 - the reason of this function

    return Search(database, files)


def load_sweep() -> (
    "Callable[[Database, VectorFiles, Path, Mapping[Namespace, Sequence[str]]], bool]"
):
    """Return the part that clears up behind deleted rows; loaded late as `load_scrub`."""
    from stelae.stores.sqlite.scrubbing import sweep  # noqa: PLC0415 - the reason of this function

    return sweep


def load_scrub() -> (
    "Callable[[Database, VectorFiles, Path, Namespace, Sequence[str], Sequence[str], Collection[Path]], bool]"
):
    """Return the part that reads all files again. It brings numpy and the tokenizer, which opening a store must not."""
    from stelae.stores.sqlite.scrubbing import scrub  # noqa: PLC0415 - the reason of this function

    return scrub
