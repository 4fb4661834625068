"""Guides: folders of files in and out, and what there is of them."""

from pathlib import Path

from stelae import assembly
from stelae.errors import InvalidInputError
from stelae.ingestion import guide_export
from stelae.ingestion.guide_files import find_guides
from stelae.ingestion.guide_linting import check_folder
from stelae.ingestion.guide_rows import Row, guide_of, rows_of
from stelae.ingestion.guides import GuideImporter
from stelae.memory.door import Door
from stelae.schemas.guides import (
    SOURCE_TIERS,
    GuideExport,
    GuideFinding,
    GuideReport,
    SourceTier,
    StoredGuide,
)
from stelae.schemas.keeping import CopyNote


def lint_guides(folder: str | Path, *, highest: SourceTier = "team") -> tuple[GuideFinding, ...]:
    """Check every `*.guide.yaml` of a folder: what is wrong, in which line, and what to do. No store is opened.

    Args:
        folder: of all agents (`core/guides/`, `<agent>/guides/`), of one agent, or its guides.
        highest: the highest source tier that a file may claim.

    Raises:
        InvalidInputError: there is no such folder or tier.
        OSError: a part of it cannot be read.
    """
    checked = check_folder(find_guides(folder), highest=_tier(highest))
    return tuple(finding for one in checked for finding in one.findings)


class Guiding(Door):
    """`import_guides`, `export_guides`, `lint_guides`, `guides`."""

    def import_guides(self, folder: str | Path, *, highest: SourceTier = "team") -> GuideReport:
        """Bring memory in step with the `*.guide.yaml` files of a folder; the same files again change nothing (O31-O34).

        The path says where a guide belongs: `core/guides/` is for everybody, `<agent>/guides/` for that agent; a file may
        narrow that. So it writes to scopes of its own, and only who runs the data folder may ask for it. A changed body is a
        new version, changed keywords are merged. A file that is wrong stops no other one. What came from this folder and is
        in no file any more is retracted, and so is what a file `<intent>.guide.yaml.removed` names.

        Args:
            folder: of all agents, of one agent, or its guides.
            highest: the highest source tier that a file may claim; it says whose word the files are.

        Raises:
            InvalidInputError: there is no such folder or tier.
            OSError: a part of it cannot be read; nothing was changed.
            StoreError: what was done before is kept; import again.
        """
        if not self._parts.settings.enabled:
            return GuideReport(disabled=True)
        importer = GuideImporter(self._parts.remember)
        report = importer.run(self._ns, folder, highest=_tier(highest))
        self._wake()
        return report

    def export_guides(self, folder: str | Path, *, everything: bool = False) -> GuideExport:
        """Write guides as files that `import_guides` reads back as the same guides. Nothing is overwritten.

        Args:
            folder: of all agents; made if it is not there.
            everything: of every scope of the tenant, which only who runs the data folder may ask for; else of those that
                this handle reads.

        Raises:
            InvalidInputError: there is a file of that name.
            OSError: it cannot be written.
        """
        rows = self._stored_guides(everything)
        report = guide_export.export_guides(rows, folder)
        at, name = self._parts.clock.now(), Path(folder).name
        for scope in dict.fromkeys(row.scope for row in rows):
            note = CopyNote(
                id=assembly.new_id(),
                kind="export",
                name=name,
                at=at,
                tenant=self._ns.tenant,
                scope=scope,
            )
            self._parts.store.note_copy(self._ns.model_copy(update={"scope": scope}), note)
        return report

    def lint_guides(
        self, folder: str | Path, *, highest: SourceTier = "team"
    ) -> tuple[GuideFinding, ...]:
        """Return what is wrong with the files of a folder, line by line, without importing them.

        Args:
            folder: as for `import_guides`.
            highest: as for `import_guides`.

        Raises:
            InvalidInputError: there is no such folder or tier.
            OSError: a part of it cannot be read.
        """
        return lint_guides(folder, highest=highest)

    def guides(self, *, everything: bool = False) -> tuple[StoredGuide, ...]:
        """Return the guides that hold now, by scope, agent and intent.

        Args:
            everything: of every scope of the tenant, which only who runs the data folder may ask for; else of those that
                this handle reads.
        """
        told = ((row, guide_of(row.record)) for row in self._stored_guides(everything))
        return tuple(
            StoredGuide(id=row.record.id, scope=row.scope, guide=guide, file=row.file)
            for row, guide in told
            if guide is not None
        )

    def _stored_guides(self, everything: bool) -> list[Row]:
        found = (
            row
            for row in rows_of(self._parts.store, self._ns)
            if everything or row.scope in self._ns.readable
        )
        return sorted(
            found, key=lambda row: (row.scope, row.agent, row.intent, row.record.category)
        )


def _tier(name: SourceTier) -> SourceTier:
    if name not in SOURCE_TIERS:
        raise InvalidInputError(f"There is no source tier {name!r}; use {', '.join(SOURCE_TIERS)}.")
    return name
