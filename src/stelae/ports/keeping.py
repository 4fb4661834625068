"""What keeps a store trustworthy and movable: its audit, its signature, what goes out of it and comes back."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol

from stelae.schemas.keeping import AuditHead, AuditReport, AuditRow, BackupReport, CopyNote
from stelae.schemas.scope import Namespace
from stelae.schemas.transfer import ContentLine, ReceiptLine, TombstoneLine

Progress = Callable[[int], None]
"""Called now and then with how much was done since the last time."""


class AuditLog(Protocol):
    """The audit as a whole: one chain over all scopes of the folder."""

    def audit_head(self, tenant: str | None = None) -> AuditHead | None:
        """Return the newest row, or None when there is none yet.

        Args:
            tenant: whose; its rows are numbered from 1. None: of the whole chain.
        """
        ...

    def audit_verify(
        self,
        *,
        head: str | None = None,
        on_progress: Progress | None = None,
        tenant: str | None = None,
    ) -> AuditReport:
        """Compare every row with the one before it, and every stored version with its row.

        Args:
            head: MAC of a row seen earlier, in hexadecimal; it must still be there.
            on_progress: called with rows done.
            tenant: whose versions are compared and rows counted and numbered; of the others the report says no more than
                whether the chain holds. None: everybody's.
        """
        ...

    def audit_rows(self, ns: Namespace | None) -> Iterator[AuditRow]:
        """Return the rows of the written scope, oldest first; None: of every scope and tenant."""
        ...


class Signing(Protocol):
    """Signatures with the folder's key, or with another one that the caller has."""

    def sign(self, data: bytes, *, key: bytes | None = None) -> bytes:
        """Return the signature of the data."""
        ...

    def key_id(self, *, key: bytes | None = None) -> str:
        """Return a name for the key by which it cannot be guessed."""
        ...


class Copying(Protocol):
    """Copies of the whole, and the list of those that were made."""

    def backup(
        self, folder: Path, *, at: datetime, on_progress: Progress | None = None
    ) -> BackupReport:
        """Copy everything that cannot be rebuilt into a new folder while others go on writing, then verify the copy.

        Raises:
            ConfigurationError: this store has nothing on disk.
            InvalidInputError: the folder is there already.
        """
        ...

    def note_copy(self, ns: Namespace, note: CopyNote) -> None:
        """Remember that a copy was made, with an audit row."""
        ...

    def copies(self, ns: Namespace) -> Sequence[str]:
        """Return the copies that hold the written scope, oldest first: kind, name and time, for receipts."""
        ...


class Transfer(Protocol):
    """What an export reads and an import needs beyond reading and writing records."""

    def scopes(self, tenant: str) -> Sequence[str]:
        """Return every scope of the tenant that was ever written to, in order of first writing."""
        ...

    def dump(self, ns: Namespace, *, now: datetime) -> Generator[ContentLine, None, None]:
        """Return everything of the written scope in one snapshot, in order of writing: what is forgotten is not in it.

        All projects, unless the namespace names one: then that one and what is untagged. Items that expired by `now` are
        left out. Holds a reader until it is exhausted or closed.
        """
        ...

    def taken(
        self, ns: Namespace, ids: Sequence[str]
    ) -> Mapping[str, Literal["here", "elsewhere"]]:
        """Return which of these ids of memories, observations and pending items are in use, and where.

        `here`: in the written scope. Ids that are free are left out.
        """
        ...

    def restore_marks(self, ns: Namespace, lines: Sequence[ReceiptLine | TombstoneLine]) -> int:
        """Write receipts and tombstones as they were and return how many were new, in one transaction."""
        ...
