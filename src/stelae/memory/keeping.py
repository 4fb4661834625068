"""Keeping it: the audit, exports and imports, backups."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, get_args

from stelae import assembly
from stelae.errors import InvalidInputError
from stelae.ingestion.exporting import Exporter
from stelae.ingestion.importing import Importer
from stelae.ingestion.training import TrainingExporter
from stelae.memory.door import Door
from stelae.ports import Progress
from stelae.private_files import private_file
from stelae.schemas.keeping import (
    AuditHead,
    AuditReport,
    BackupReport,
    CopyKind,
    CopyNote,
    ExportReport,
    ImportReport,
)
from stelae.schemas.training import TrainingForm, TrainingReport

_MAC = re.compile(r"[0-9a-f]{64}")
_STREAM = "stdout"
Target = str | Path | BinaryIO
"""A new file, or a stream that is open for bytes."""


def verify_backup(folder: str | Path) -> BackupReport:
    """Read a backup again: every file, the database, the audit's chain, the number of rows. It changes nothing."""
    return assembly.verify_backup(Path(folder))


def restore_backup(source: str | Path, data: str | Path) -> BackupReport:
    """Make a data folder of a backup, verified before and after. Vectors' files are built anew at first use.

    Args:
        source: a folder that `Memory.backup` made.
        data: the data folder; a new or an empty one.

    Raises:
        InvalidInputError: the data folder holds something already.
        StoreCorruptError: the backup cannot be relied on.
    """
    return assembly.restore_backup(Path(source), Path(data))


class Keeping(Door):
    """`audit_head`, `audit_verify`, `audit_export`, `export`, `export_training`, `import_`, `backup`."""

    def audit_head(self) -> AuditHead | None:
        """Return the newest row of the audit, to be kept elsewhere; None before the first one.

        The chain is the whole folder's; on a handle of another tenant it is that tenant's newest row.
        """
        return self._parts.store.audit_head(self._alone)

    def audit_verify(
        self, *, head: str | None = None, on_progress: Progress | None = None
    ) -> AuditReport:
        """Verify the audit of the whole folder: the chain, and the text of every stored version.

        On a handle of another tenant everything but the chain is verified and counted of that tenant alone.

        Args:
            head: what `audit_head` gave earlier (its `line`, or its MAC): proves that nothing was cut off since.
            on_progress: called with rows done.

        Raises:
            InvalidInputError: that is no head.
        """
        return self._parts.store.audit_verify(
            head=_mac(head), on_progress=on_progress, tenant=self._alone
        )

    def audit_export(self, target: Target, *, everything: bool = False) -> int:
        """Write the audit's rows as JSON lines and return how many: ids, actors, reasons, MACs; never content.

        Args:
            target: a new file, or a stream.
            everything: the whole folder instead of the written scope.

        Raises:
            InvalidInputError: the file is there already.
            PermissionDeniedError: everything, on a handle of another tenant.
        """
        if everything:
            self._check_operator()
        rows = 0
        with _opened(target) as file:
            for row in self._parts.store.audit_rows(None if everything else self._ns):
                rows += 1
                # Its number in the chain would say how much others have done in between.
                told = row.model_copy(update={"number": rows}) if self._guest else row
                file.write(told.model_dump_json().encode() + b"\n")
        return rows

    def export(
        self,
        target: Target,
        *,
        everything: bool = False,
        name: str | None = None,
        on_progress: Progress | None = None,
    ) -> ExportReport:
        """Write everything of the written scope as signed JSON lines; what is forgotten is not in it.

        Args:
            target: a new file, readable by its owner only, or a stream.
            everything: all scopes of the tenant.
            name: under which later receipts list this copy; None: the file's name, `stdout` for a stream.
            on_progress: called with lines written.

        Raises:
            InvalidInputError: the file is there already.
        """
        self._parts.notes.save()
        exporter = Exporter(self._parts.store, self._parts.clock)
        name = _name(target) if name is None else name
        with _opened(target) as file:
            report = exporter.export(
                self._ns, file, name=name, everything=everything, on_progress=on_progress
            )
        self._note("export", name, None if everything else self._ns.scope)
        return report

    def export_training(
        self, target: Target, *, form: TrainingForm = "pairs", sensitive: bool = False
    ) -> TrainingReport:
        """Write what was said and what a person decided about it as JSON lines, for fine-tuning an extractor.

        Only reviewed decisions of the written scope: confirmed, edited and rejected ones. Nothing forgotten is in it.

        Args:
            target: a new file, readable by its owner only, or a stream.
            form: `pairs`, a line a decision; or `chat`, a line a message, with the extractor's instructions.
            sensitive: also what is sensitive (health, finance, relations, identifiers).

        Raises:
            InvalidInputError: the file is there already, or there is no such form.
        """
        if form not in get_args(TrainingForm):
            raise InvalidInputError(f"There is no form {form!r}; use pairs or chat.")
        parts, name = self._parts, _name(target)
        exporter = TrainingExporter(parts.store, parts.clock, parts.registry)
        with _opened(target) as file:
            report = exporter.export(self._ns, file, name=name, form=form, sensitive=sensitive)
        self._note("export", name, self._ns.scope)
        return report

    def import_(
        self,
        source: str | Path | BinaryIO,
        *,
        key: str | Path | bytes | None = None,
        everything: bool = False,
        on_progress: Progress | None = None,
    ) -> ImportReport:
        """Read an export into the written scope.

        What a known key has signed keeps ids, times, versions and authority. Everything else is proposed to the gate as
        a document's word. What was forgotten here does not come back.

        Args:
            source: a file that `export` wrote, or a stream of its bytes, which is read twice.
            key: of the folder that it comes from (its `audit.key`), when that is another one.
            everything: write each line to the scope that it names, instead of the written scope.
            on_progress: called with lines done.

        Raises:
            BrokenExportError: a line cannot be read; nothing was written.
            InvalidInputError: there is no such file, or it was made by a newer Stelae.
            StoreError: the batch at hand was not written; import again to go on.
        """
        with _export_file(source) as file:
            report = Importer(self._parts.remember).run(
                self._ns, file, key=_key(key), everything=everything, on_progress=on_progress
            )
        self._wake()
        return report

    def backup(self, folder: str | Path, *, on_progress: Progress | None = None) -> BackupReport:
        """Copy database, key and settings into a new folder while others go on writing, and verify the copy.

        Args:
            folder: a new or an empty one.
            on_progress: called with pages copied.

        Raises:
            ConfigurationError: this store has nothing on disk.
            InvalidInputError: the folder holds something already.
            PermissionDeniedError: on a handle of another tenant.
            StoreError: the copy could not be made.
        """
        self._check_operator()
        self._parts.notes.save()
        path = Path(folder)
        report = self._parts.store.backup(path, at=self._parts.clock.now(), on_progress=on_progress)
        self._note("backup", path.name, None)
        return report

    @property
    def _alone(self) -> str | None:
        """The tenant whose rows alone are told; None: those of the whole folder."""
        return self._ns.tenant if self._guest else None

    def _note(self, kind: CopyKind, name: str, scope: str | None) -> None:
        """Remember that a copy left the store, for the receipts of later forgettings."""
        tenant = None if kind == "backup" else self._ns.tenant
        at = self._parts.clock.now()
        note = CopyNote(
            id=assembly.new_id(), kind=kind, name=name, at=at, tenant=tenant, scope=scope
        )
        self._parts.store.note_copy(self._ns, note)


def _mac(head: str | None) -> str | None:
    if head is None:
        return None
    mac = head.split()[-1].lower() if head.strip() else ""
    if not _MAC.fullmatch(mac):
        raise InvalidInputError("A head is the line that `stelae audit head` prints.")
    return mac


def _name(target: Target) -> str:
    return Path(target).name if isinstance(target, str | Path) else _STREAM


@contextmanager
def _opened(target: Target) -> Generator[BinaryIO]:
    if isinstance(target, str | Path):
        with private_file(Path(target)) as file:
            yield file
    else:
        yield target


@contextmanager
def _export_file(source: str | Path | BinaryIO) -> Generator[BinaryIO]:
    if not isinstance(source, str | Path):
        yield source
        return
    path = Path(source)
    if not path.is_file():
        raise InvalidInputError(f"{source} is no file; name one that `export` wrote.")
    with path.open("rb") as file:
        yield file


def _key(key: str | Path | bytes | None) -> bytes | None:
    if key is None or isinstance(key, bytes):
        return key
    try:
        return Path(key).read_bytes()
    except (FileNotFoundError, IsADirectoryError):
        raise InvalidInputError(
            f"{key} is no file; the key is audit.key in the folder that made the export."
        ) from None
