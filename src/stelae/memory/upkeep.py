"""Upkeep: what time does, files in shape, and repairs. All of it is about the whole data folder, for its operator."""

from collections.abc import Callable

from stelae.background.repairing import repair
from stelae.memory.door import Door
from stelae.schemas.upkeep import Coverage, FolderSize, MaintenanceReport, RepairReport, StepReport


class Upkeep(Door):
    """`maintain`, `maintained`, `coverage`, `folder_size`, `repair`."""

    def maintain(
        self, *, compact: bool = False, on_step: Callable[[StepReport], None] | None = None
    ) -> MaintenanceReport:
        """Do now what the worker does once a day: expire, archive, purge, delete what is not kept, tidy the files.

        Beside live use; a run that was cut short goes on with the next one.

        Args:
            compact: also give free pages back to the file system; nobody can write meanwhile.
            on_step: called after each step.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
            StoreBusyError: another process held the write lock for too long; what was done is kept.
        """
        self._check_operator()
        return self._parts.maintenance.run(self._ns, compact=compact, on_step=on_step)

    def maintained(self) -> MaintenanceReport | None:
        """Return what the last maintenance did, whoever ran it; None before the first.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
        """
        self._check_operator()
        return self._parts.store.last_upkeep()

    def coverage(self) -> Coverage:
        """Count how many rows the keyword index and the vectors cover.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
        """
        self._check_operator()
        return self._parts.store.coverage()

    def folder_size(self) -> FolderSize:
        """Count what waits for people, the bytes on disk, and what models have cost, over all scopes of the folder.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
        """
        self._check_operator()
        return self._parts.store.folder_size()

    def repair(self) -> RepairReport:
        """Look for faults in the whole data folder and repair what can be repaired.

        What cannot be is in the report with what to do about it. Each repair leaves an audit row.

        Raises:
            PermissionDeniedError: on a handle of another tenant.
            StoreBusyError: another process held the write lock for too long.
        """
        self._check_operator()
        report = repair(
            self._parts.store, self._ns, self._parts.clock, self._parts.wanted_embedders
        )
        if report.lines:
            self._parts.worker.wake()
        return report
