"""Keeping what is there as values: the audit's answers, and the reports on exports, imports and backups. No content."""

from typing import Literal

from pydantic import Field

from stelae.schemas.authority import Authority
from stelae.schemas.base import UtcTime, Value
from stelae.schemas.scope import Namespace

CopyKind = Literal["export", "backup"]
Trust = Literal["signed", "unsigned", "foreign", "edited", "other_scope"]
"""Of an export: signed with a known key; without a signature; with an unknown key's; with one that its bytes do not have;
signed, but by another scope or tenant of this very folder."""
LineKind = Literal["observation", "memory", "pending", "receipt", "tombstone"]
ImportWord = Literal["restored", "duplicate", "skipped", "accepted", "pending", "rejected"]


class AuditHead(Value):
    """The newest row of the audit chain. Kept elsewhere, it proves later that nothing was cut off the end."""

    number: int
    at: UtcTime
    mac: str
    """Hexadecimal."""

    @property
    def line(self) -> str:
        """One line for safekeeping, as `audit verify --head` takes it."""
        return f"{self.number} {self.at.isoformat()} {self.mac}"


class AuditRow(Value):
    """One row of the audit: who did what to which id, and why; never content."""

    number: int
    at: UtcTime
    tenant: str
    scope: str
    action: str
    subject_id: str
    actor: Authority
    reason: str
    fields: tuple[str, ...] = ()
    digest: str | None = None
    """Vouches for the version that was written, as long as its text is kept."""
    mac: str


class AuditReport(Value):
    """What verifying the audit found."""

    sound: bool
    rows: int
    vouched: int
    """Stored versions whose text is what the audit saw."""
    beside: int = 0
    """Messages, questions that wait and receipts that are what the audit saw; those of an older Stelae are not counted."""
    forgotten: int
    """Versions that the audit saw and that were forgotten since: their text and its key are gone."""
    unvouched: int
    """Stored versions without a row of their own, written before the audit had one for each."""
    head: AuditHead | None = None
    first_broken: int | None = None
    """Number of the first row that does not follow from the one before."""
    head_found: int | None = None
    """Number of the row that the given head names."""
    problems: tuple[str, ...] = ()
    """What is wrong and what to do about it; empty = sound."""


class CopyNote(Value):
    """A copy that left the store: forgetting cannot reach it."""

    id: str
    kind: CopyKind
    name: str
    """Of the file or folder, without the way to it."""
    at: UtcTime
    tenant: str | None = None
    """None: every tenant's."""
    scope: str | None = None
    """None: every scope."""

    def holds(self, ns: Namespace) -> bool:
        """May anything of the written scope be in it?"""
        return self.tenant in {None, ns.tenant} and self.scope in {None, ns.scope}

    @property
    def told(self) -> str:
        """The copy as a receipt lists it."""
        return f"{self.kind} {self.name} of {self.at.isoformat(timespec='seconds')}"


class ExportReport(Value):
    """What was exported."""

    name: str
    at: UtcTime
    scopes: tuple[str, ...]
    lines: int
    counts: dict[LineKind, int]
    key: str
    """Which key signed it (its id, not the key)."""


class ImportCount(Value):
    """How many lines of one kind had the same fate."""

    kind: LineKind
    outcome: ImportWord
    reason: str
    count: int


class ImportReport(Value):
    """What became of an export's lines."""

    trust: Trust
    scopes: tuple[str, ...]
    """Where it was written."""
    lines: int
    counts: tuple[ImportCount, ...] = ()
    advice: tuple[str, ...] = ()
    """What could not be done, and what to do about it."""

    def count(
        self, kind: LineKind, outcome: ImportWord | None = None, reason: str | None = None
    ) -> int:
        """Return how many lines of that kind had that outcome and reason; None: any."""
        return sum(
            one.count
            for one in self.counts
            if one.kind == kind and outcome in {None, one.outcome} and reason in {None, one.reason}
        )


class BackupFile(Value):
    """A file of a backup as it was written."""

    name: str
    bytes: int
    sha256: str


class BackupManifest(Value):
    """What a backup holds: `manifest.json` beside its files."""

    format: Literal[1] = 1
    at: UtcTime
    head: AuditHead | None = None
    """Of the audit, as it is in the copy."""
    counts: dict[str, int]
    """Rows by table, as they are in the copy."""
    files: tuple[BackupFile, ...]


class BackupReport(Value):
    """What a backup is, and whether it can be relied on."""

    sound: bool
    folder: str
    at: UtcTime | None = None
    head: AuditHead | None = None
    counts: dict[str, int] = Field(default_factory=dict)
    files: tuple[BackupFile, ...] = ()
    problems: tuple[str, ...] = ()
    """What is wrong; empty = sound."""
