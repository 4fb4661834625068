"""A confirmed draft goes through the gate, and leaves a guide file and an archive behind (O36, O37).

The order survives a crash: one transaction in the store, then the guide file, then the archive, then the draft goes. A
commit that broke off is known again by the draft's id and goes on where it stopped.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

from stelae.errors import InvalidInputError, PermissionDeniedError, VersionConflictError
from stelae.ingestion.confirmation import problem_with, what_is_missing
from stelae.ingestion.draft_files import DraftFiles
from stelae.ingestion.draft_guide import write_guide
from stelae.ingestion.draft_statements import FROM_DRAFT, body_statements, passages
from stelae.ingestion.drafts import Drafts, target_of, trail_fields
from stelae.ingestion.retiring import kept_of, retire
from stelae.ingestion.statements import Statement, Statements
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import Authority
from stelae.schemas.change import ChangeSet, Outcome, Trail
from stelae.schemas.drafts import Archived, Committed, Draft, Said
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace, check_scope
from stelae.text.keys import sha256

PERSON: Final[Authority] = "user_edit"
_WAITS: Final = "It contradicts an entry of higher standing and waits: stelae review"
By = Literal["message", "hand"]


class Committing:
    """Commits drafts. Without a conversation the caller has made sure that it is a person."""

    def __init__(
        self, pipeline: RememberPipeline, drafts: Drafts, files: DraftFiles, data: Path
    ) -> None:
        """Take what judges and writes, the drafts and their files, and the data folder."""
        self._pipeline, self._parts = pipeline, pipeline.parts
        self._drafts, self._files, self._data = drafts, files, data
        self._statements = Statements(pipeline)

    def commit(
        self,
        ns: Namespace,
        intent: str | None,
        said: Said | None,
        *,
        scope: str | None = None,
        expect: str | None = None,
    ) -> Committed:
        """Write a draft as the person who confirmed it.

        Args:
            ns: of the handle.
            intent: which draft; None: the latest one.
            said: what the person has said by now, in a conversation; None: a person commits by hand.
            scope: by hand only: another scope than the draft's.
            expect: the id of the draft that the person was shown; None: whichever waits under that name.

        Raises:
            DraftNotFoundError: there is none, or it has expired.
            PermissionDeniedError: nobody has confirmed it yet; the message says what is missing.
            VersionConflictError: another draft waits under that name by now, or the entry that it would change is not
                the one that the person was shown.
            InvalidInputError: the gate refuses it by now, or its file was changed after the preview.
        """
        draft = self._drafts.find(ns, intent)
        if expect not in {None, draft.id}:
            raise VersionConflictError(
                f"Another draft {draft.intent!r} waits than the one that was shown. Look at it first."
            )
        _check_whole(draft)
        if said is not None:
            self._check_confirmed(ns, draft, said)
        moved = scope is not None and scope != draft.scope
        if moved:
            wider = {"scope": check_scope(str(scope)), "narrowed_from": None, "replaces": None}
            draft = draft.model_copy(update=wider)
        by: By = "hand" if said is None else "message"
        done, retired = self._write(draft, target_of(ns, draft), by, seen=not moved)
        return self._finish(draft, done, retired, by)

    def _check_confirmed(self, ns: Namespace, draft: Draft, said: Said) -> None:
        waiting = self._drafts.waiting(ns)
        newest = waiting[0] if waiting else draft
        latest = draft.id == newest.id or bool(draft.turn and draft.turn == newest.turn)
        problem = problem_with(said, draft, latest=latest)
        if problem != "none":
            raise PermissionDeniedError(what_is_missing(problem, draft))

    def _write(
        self, draft: Draft, ns: Namespace, by: By, *, seen: bool
    ) -> tuple[tuple[Outcome, ...], int]:
        """Judge and write all of it in one transaction, on the state that the person was shown."""

        def attempt() -> tuple[tuple[Outcome, ...], int] | None:
            now, settlement = self._parts.clock.now(), self._pipeline.begin(ns)
            body, text = body_statements(draft), passages(draft) if draft.text else ()
            held = self._statements.holder(ns, body[0])
            again = held is not None and _rests_on(held, draft)
            if seen and not again and not _as_shown(held, draft):
                return None
            taken = self._statements.plan(ns, body, settlement, now, authority=PERSON)
            _check_accepted(settlement)
            taken += self._statements.plan(ns, text, settlement, now, authority="document")
            kept = kept_of((*body, *text), settlement.outcomes)
            retired = self._retire(draft, ns, kept, settlement)
            row = _trail(draft, settlement.outcomes, by)
            settlement.trail.append(row)
            if settlement.planned or settlement.pending:
                self._pipeline.commit(ns, settlement, now, intakes=taken, actor=PERSON)
            else:
                self._parts.store.apply(ns, ChangeSet(actor=PERSON, at=now, trail=(row,)))
            return tuple(settlement.outcomes), retired

        found = self._pipeline.retry(attempt)
        if found is None:
            raise VersionConflictError(
                f"The entry {draft.intent!r} has changed since this draft was shown. Propose it again, so that the person"
                " sees what it would change now."
            )
        return found

    def _retire(
        self, draft: Draft, ns: Namespace, parts: Sequence[Statement], settlement: Settlement
    ) -> int:
        """Parts of a drawing go with its name; passages too, but not those of a file of that name."""
        if draft.category == "topology":
            path = ("topology", draft.agent, draft.intent)
            return retire(self._pipeline, ns, path, parts, settlement)
        return retire(
            self._pipeline,
            ns,
            ("document", draft.intent),
            parts,
            settlement,
            belongs=lambda record: record.attributes.get("source") == FROM_DRAFT,
        )

    def _finish(self, draft: Draft, outcomes: Sequence[Outcome], retired: int, by: By) -> Committed:
        stored = outcomes[0].outcome in {"accepted", "duplicate"}
        file, note = write_guide(self._data, draft) if stored else (None, _WAITS)
        kept = Archived(
            draft=draft.id,
            intent=draft.intent,
            category=draft.category,
            agent=draft.agent,
            scope=draft.scope,
            tenant=draft.tenant,
            project=draft.project,
            body_sha256=draft.body_sha256,
            text_sha256=draft.text_sha256,
            tokens=draft.tokens,
            track=draft.track,
            proposed_at=draft.proposed_at,
            committed_at=self._parts.clock.now(),
            by=by,
            memories=tuple(dict.fromkeys(one.id for one in outcomes if one.id)),
            guide_file=file,
        )
        archived_as = self._files.archive(kept)
        self._files.remove(draft)
        return Committed(
            intent=draft.intent,
            category=draft.category,
            scope=draft.scope,
            outcomes=tuple(outcomes),
            retired=retired,
            guide_file=file,
            archived_as=archived_as,
            note=note,
        )


def _check_whole(draft: Draft) -> None:
    """What is committed is what was shown: a file that was changed meanwhile is no draft any more."""
    text = sha256(draft.text) if draft.text else ""
    if (sha256(draft.body), text) != (draft.body_sha256, draft.text_sha256):
        raise InvalidInputError(
            f"The draft {draft.intent!r} was changed after it was shown. Propose it again."
        )


def _check_accepted(settlement: Settlement) -> None:
    """A body that the gate refuses stops the commit: nothing of it is written."""
    refused = [one for one in settlement.outcomes if one.outcome == "rejected"]
    if refused:
        raise InvalidInputError(f"The draft can no longer be stored: {refused[0].reason}.")


def _rests_on(held: MemoryRecord, draft: Draft) -> bool:
    """Did this very draft make it? Then the commit broke off, or somebody else was faster."""
    return any(span.external_id == draft.id for span in held.evidence)


def _as_shown(held: MemoryRecord | None, draft: Draft) -> bool:
    shown = draft.replaces
    if held is None or shown is None:
        return held is None and shown is None
    return (held.id, held.version) == (shown.id, shown.version)


def _trail(draft: Draft, outcomes: Sequence[Outcome], by: By) -> Trail:
    return Trail(
        action="draft_commit",
        subject_id=outcomes[0].id or draft.id,
        actor=PERSON,
        reason=f"confirmed_by_{by}",
        fields=(f"draft={draft.id}", *trail_fields(draft)),
    )
