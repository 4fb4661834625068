"""Files that a person hands over to be read: Markdown, text, HTML, PDF, Word, and sources of drawings.

Their passages are stored with the authority of a document: whoever imports one vouches that it is to be read, not for what
it says, and what reads as an order is not kept (DEV-08). The source of a drawing says how things lie and is kept verbatim;
it is the person's own, and only if nothing in it reads as an order.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from stelae.errors import EmptyInputError, InvalidInputError
from stelae.ingestion.chunking import chunked
from stelae.ingestion.document_reading import ReadDocument, read_document
from stelae.ingestion.draft_place import place_of
from stelae.ingestion.draft_statements import FROM_DRAFT, passage_statements, source_statements
from stelae.ingestion.retiring import kept_of, retire
from stelae.ingestion.statements import Statement, Statements
from stelae.ports import Progress
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.redaction import redact
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import Authority
from stelae.schemas.change import Outcome, Trail
from stelae.schemas.drafts import ImportedDocument, Refused
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.text.normalise import is_blank, storable
from stelae.text.scanner import scan

BATCH: Final = 50
"""Passages written in one transaction."""


class Documents:
    """Imports files. The caller has made sure that it is a person who hands them over."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Write through the pipeline and nothing else."""
        self._pipeline, self._parts = pipeline, pipeline.parts
        self._statements = Statements(pipeline)

    def import_file(
        self, ns: Namespace, path: Path, *, on_progress: Progress | None = None
    ) -> ImportedDocument:
        """Read a file in, passage by passage. The same file again changes nothing; another version replaces it.

        Args:
            ns: where it is stored.
            path: of the file, whose ending says what it is.
            on_progress: called with passages done.

        Raises:
            InvalidInputError: it cannot be read, or the source of a drawing reads as an order.
            EmptyInputError: there is no text in it.
            TooLargeError: it is over the limit.
            ConfigurationError: what reads it is not installed; the message names the extra.
            StoreError: the batch at hand was not written; import again to go on.
        """
        found = read_document(path)
        clean = redact(found.text, personal=self._parts.policy.mask_personal)
        if is_blank(clean.text):
            raise EmptyInputError(f"There is no text in {path.name}.")
        run, drawing = self._parts.new_id(), found.notation is not None
        parts = (
            self._drawing(ns, found, clean.text, run)
            if drawing
            else passage_statements(
                chunked(clean.text, markdown=found.markdown),
                found.name,
                run=run,
                source=found.source,
                title=found.title,
            )
        )
        outcomes, retired = self._write(
            ns, parts, run, on_progress, authority="user_edit" if drawing else "document"
        )
        return ImportedDocument(
            document=found.name,
            title=found.title,
            form=found.form,
            passages=len(parts),
            counts=dict(Counter(one.outcome for one in outcomes)),
            refused=tuple(_refused(parts, outcomes)),
            retired=retired,
            redacted=clean.types,
        )

    def _drawing(
        self, ns: Namespace, found: ReadDocument, source: str, run: str
    ) -> tuple[Statement, ...]:
        if source != storable(source):
            raise InvalidInputError(f"{found.source} holds control characters, as no source does.")
        if scan(source).verdict != "clean":
            raise InvalidInputError(
                f"{found.source} reads as an order or hides text, which no drawing does; nothing was imported."
            )
        parts = source_statements(
            source,
            name=found.name,
            agent=place_of(ns, agent=None, scope=None, by_hand=True).agent,
            notation=found.notation or "text",
            keywords=(),
            run=run,
        )
        for one in parts:
            if self._statements.taken(ns, one, "user_edit").observation.text != one.text:
                raise InvalidInputError(
                    f"{found.source} holds characters that nobody sees, so it cannot be kept verbatim; save it without them."
                )
        return parts

    def _write(
        self,
        ns: Namespace,
        parts: Sequence[Statement],
        run: str,
        on_progress: Progress | None,
        *,
        authority: Authority,
    ) -> tuple[list[Outcome], int]:
        """Write in batches; with the last one ends what the file does not hold any more."""
        outcomes: list[Outcome] = []
        retired = 0
        for start in range(0, len(parts), BATCH):
            batch = parts[start : start + BATCH]
            before = kept_of(parts, outcomes) if start + BATCH >= len(parts) else None
            done, gone = self._pipeline.retry(
                lambda batch=batch, before=before: self._attempt(ns, batch, before, run, authority)
            )
            outcomes += done
            retired += gone
            if on_progress is not None:
                on_progress(len(batch))
        return outcomes, retired

    def _attempt(
        self,
        ns: Namespace,
        batch: Sequence[Statement],
        before: Sequence[Statement] | None,
        run: str,
        authority: Authority,
    ) -> tuple[list[Outcome], int]:
        """Write one batch; `before`: what was kept of all others, when this is the last one."""
        settlement, now = self._pipeline.begin(ns), self._parts.clock.now()
        taken = self._statements.plan(ns, batch, settlement, now, authority=authority)
        retired = 0
        if before is not None:
            kept = (*before, *kept_of(batch, settlement.outcomes))
            retired = _retire(self._pipeline, ns, batch[0], kept, settlement)
        changed = [one for one in settlement.outcomes if one.outcome in {"accepted", "pending"}]
        settlement.trail += [
            Trail(
                action="import_document",
                subject_id=one.id,
                actor="user_edit",
                reason=one.reason,
                fields=(f"import={run}",),
            )
            for one in changed
            if one.id
        ]
        self._pipeline.commit(ns, settlement, now, intakes=taken, actor="user_edit")
        return settlement.outcomes, retired


def _retire(
    pipeline: RememberPipeline,
    ns: Namespace,
    one: Statement,
    kept: Sequence[Statement],
    settlement: Settlement,
) -> int:
    fields = one.attributes
    if one.category == "topology":
        path = ("topology", str(fields["agent"]), str(fields["name"]))
        return retire(pipeline, ns, path, kept, settlement)
    path = ("document", str(fields["document"]))
    return retire(pipeline, ns, path, kept, settlement, belongs=_imported)


def _imported(record: MemoryRecord) -> bool:
    return record.attributes.get("source") != FROM_DRAFT


def _refused(parts: Sequence[Statement], outcomes: Sequence[Outcome]) -> list[Refused]:
    return [
        Refused(part=number, title=str(part.attributes.get("title", "")), reason=outcome.reason)
        for number, (part, outcome) in enumerate(zip(parts, outcomes, strict=True), 1)
        if outcome.outcome == "rejected"
    ]
