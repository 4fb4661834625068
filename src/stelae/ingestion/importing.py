"""Imports: a whole export is read once and judged, then written in batches. A second run goes on where one broke off."""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import BinaryIO, Final

from stelae.ingestion.counting import Tally
from stelae.ingestion.lines import Examined, content, examine
from stelae.ingestion.proposing import Proposer
from stelae.ingestion.restoring import OTHER_KEY, Restorer
from stelae.ports import Progress
from stelae.remember.pipeline import RememberPipeline
from stelae.schemas.keeping import ImportReport, Trust
from stelae.schemas.scope import Namespace
from stelae.schemas.transfer import ContentLine

BATCH: Final = 200
"""Lines written in one transaction."""


class Importer:
    """Reads exports into a store."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Write through the pipeline, whose store also verifies signatures."""
        self._pipeline = pipeline

    def run(
        self,
        ns: Namespace,
        file: BinaryIO,
        *,
        key: bytes | None = None,
        everything: bool = False,
        on_progress: Progress | None = None,
    ) -> ImportReport:
        """Import an export into the written scope.

        Args:
            ns: where it is written, unless `everything`.
            file: can be read twice.
            key: of the folder that made the export, when that is another one.
            everything: write each line to the scope it names, which only the folder's operator may ask for.
            on_progress: called with lines done.

        Raises:
            BrokenExportError: a line cannot be read; nothing was written.
            InvalidInputError: it was made by a newer Stelae.
            StoreError: the batch at hand was not written; import again to go on.
        """
        found = examine(file, self._pipeline.parts.store, key=key)
        trust = _trust(found, ns, everything)
        take: Callable[[Namespace, list[ContentLine]], Tally] = (
            Restorer(self._pipeline, own=found.own).restore
            if trust == "signed"
            else Proposer(self._pipeline).propose
        )
        file.seek(0)
        tally, scopes = Tally(), dict[str, None]()
        for scope, batch in _batches(content(file), found, ns, everything):
            if scope is None:
                for line in batch:
                    tally.add(line.kind, "skipped", "other_scope")
            else:
                tally.take(take(ns.model_copy(update={"scope": scope}), batch))
                scopes[scope] = None
            if on_progress is not None:
                on_progress(len(batch))
        report = ImportReport(
            trust=trust, scopes=tuple(scopes), lines=found.lines, counts=tally.counts()
        )
        return report.model_copy(update={"advice": tuple(_advice(report))})


def _advice(report: ImportReport) -> Iterator[str]:
    marks = report.count("tombstone", "skipped", OTHER_KEY)
    if marks:
        yield (
            f"{marks} {'mark' if marks == 1 else 'marks'} of what was forgotten in that folder could not be used: they"
            " mean nothing without its key, so it may be learned again here. To move a folder with what it has"
            " forgotten, use stelae backup create and stelae backup restore; else forget it here, too."
        )


def _trust(found: Examined, ns: Namespace, everything: bool) -> Trust:
    """A signature of this very folder vouches for the tenant and scope that it names, and for no other one."""
    named = everything or ns.scope in found.header.scopes
    moved = found.own and not (named and ns.tenant == found.header.tenant)
    return "other_scope" if found.trust == "signed" and moved else found.trust


def _batches(
    lines: Iterator[ContentLine], found: Examined, ns: Namespace, everything: bool
) -> Iterator[tuple[str | None, list[ContentLine]]]:
    """Yield runs of at most `BATCH` lines and the scope that they go to; None: nowhere, they are another scope's."""

    def target(line: ContentLine) -> str | None:
        if everything:
            return line.scope
        return ns.scope if len(found.header.scopes) <= 1 or line.scope == ns.scope else None

    for scope, run in groupby(lines, target):
        batch: list[ContentLine] = []
        for line in run:
            batch.append(line)
            if len(batch) == BATCH:
                yield scope, batch
                batch = []
        if batch:
            yield scope, batch
