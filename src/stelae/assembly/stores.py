"""Stores and their backups: which one the settings name."""

from pathlib import Path

from stelae.config import Settings
from stelae.ports import Store
from stelae.schemas.keeping import BackupReport


def open_store(settings: Settings) -> Store:
    """Open the store that the settings name.

    Raises:
        StoreError: it cannot be opened.
    """
    if settings.store.kind == "memory":
        from stelae.stores.in_memory import InMemoryStore

        return InMemoryStore()
    from stelae.stores.sqlite.store import SQLiteStore

    return SQLiteStore(
        settings.data,
        synchronous=settings.store.synchronous,
        busy_timeout_s=settings.store.busy_timeout_s,
        readers=settings.store.readers,
    )


def verify_backup(folder: Path) -> BackupReport:
    """Read a backup again and say whether it can be relied on; see `stores.sqlite.backups.verify`."""
    from stelae.stores.sqlite import backups

    return backups.verify(folder)


def restore_backup(source: Path, folder: Path) -> BackupReport:
    """Make a data folder of a backup; see `stores.sqlite.backups.restore`.

    Raises:
        InvalidInputError: the data folder holds something already.
        StoreCorruptError: the backup cannot be relied on.
    """
    from stelae.stores.sqlite import backups

    return backups.restore(source, folder)
