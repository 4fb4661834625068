"""What a conversation teaches an agent, once a person has confirmed it; and files that a person hands over (O35-O38)."""

from collections.abc import Sequence
from pathlib import Path

from stelae.errors import InvalidInputError, PermissionDeniedError
from stelae.ingestion.committing import Committing
from stelae.ingestion.documents import Documents
from stelae.ingestion.draft_files import DraftFiles
from stelae.ingestion.drafts import Drafts
from stelae.memory.door import Door
from stelae.ports import Progress
from stelae.schemas.drafts import (
    Committed,
    Draft,
    DraftCategory,
    DraftRequest,
    ImportedDocument,
    Notation,
    Proposed,
    Said,
)
from stelae.schemas.query import Hit, RecallQuery
from stelae.schemas.scope import Namespace


class Drafting(Door):
    """`propose_draft`, `commit_draft`, `draft`, `drafts`, `discard_draft`, `import_document`."""

    def propose_draft(
        self,
        intent: str,
        body: str,
        *,
        category: DraftCategory = "usage_guide",
        keywords: Sequence[str] = (),
        related: Sequence[str] = (),
        agent: str | None = None,
        scope: str | None = None,
        text: str = "",
        notation: Notation | None = None,
        said: Said | None = None,
    ) -> Proposed:
        """Write a draft to a file for a person to confirm. Nothing is stored.

        Up to 500 tokens are one entry. Above 1,500 the body is a summary by whoever proposes it, and the whole goes into
        `text`, which is kept beside it in passages; in between the proposer says. The source of a drawing is the body.

        Args:
            intent: what it is for, in snake_case; with the agent its name. The same name again is an update.
            body: all of it, or the summary of `text`.
            category: `usage_guide`, `format_guide`, `document` or `topology`.
            keywords: words of requests that it answers, in every language people ask in; a guide needs some.
            related: intents of guides beside it.
            agent: whose it is to be; None: the agent's whose scope this handle writes.
            scope: where it is to be stored; None: the agent's, else this handle's. In a conversation it is never wider.
            text: a long text, of which `body` is the summary.
            notation: of a drawing; None: as its first words say.
            said: what the person has said by now, from a door for agents; None: a person proposes it by hand.

        Returns:
            The draft and its preview, which is to be shown to the person word for word.

        Raises:
            InvalidInputError: a name is of the wrong form, something is missing, it breaks the size rule, reads as a
                take-over, or holds nothing but a secret; another draft of that name waits.
            ScopeError: agent or scope are malformed.
            TooLargeError: it is too long.
            PermissionDeniedError: Stelae is switched off.
        """
        asked = DraftRequest(
            intent=intent,
            body=body,
            category=category,
            keywords=tuple(keywords),
            related=tuple(related),
            agent=agent,
            scope=scope,
            text=text,
            notation=notation,
        )
        self._check_enabled()
        return self._drafts(self._draft_files()).propose(self._ns, asked, said)

    def commit_draft(
        self,
        intent: str | None = None,
        *,
        said: Said | None = None,
        scope: str | None = None,
        expect: str | None = None,
    ) -> Committed:
        """Store a draft that a person has confirmed, as that person.

        In a conversation the person's newest message, later than the draft and in another turn, must be a confirmation and
        nothing else. Without `said` the caller vouches that a person acts, as with `confirm`.

        Args:
            intent: which draft; None: the latest one.
            said: what the person has said by now, from a door for agents.
            scope: by hand only: another scope than the draft's.
            expect: the id of the draft that the person was shown; None: whichever waits under that name.

        Raises:
            DraftNotFoundError: no draft found; none was proposed, or it has expired.
            PermissionDeniedError: nobody has confirmed it; the message says what is missing. Or Stelae is switched off.
            VersionConflictError: the draft, or the entry that it would change, is not the one that the person was shown.
            InvalidInputError: the gate refuses it by now; its file was changed; a scope in a conversation.
            StoreError: nothing was written.
        """
        if said is not None and scope is not None:
            raise InvalidInputError("Only a person by hand gives another scope.")
        self._check_enabled()
        files = self._draft_files()
        committing = Committing(
            self._parts.remember, self._drafts(files), files, self._parts.settings.data
        )
        done = committing.commit(self._ns, intent, said, scope=scope, expect=expect)
        self._wake()
        return done

    def drafts(self) -> tuple[Draft, ...]:
        """Return the drafts that wait, newest first: those proposed from this scope, and those for it."""
        return self._drafts(self._draft_files()).waiting(self._ns)

    def draft(self, intent: str | None = None) -> Proposed:
        """Return a draft that waits with its preview; None: the latest one.

        Raises:
            DraftNotFoundError: there is none, or it has expired.
        """
        drafts = self._drafts(self._draft_files())
        found = drafts.find(self._ns, intent)
        return Proposed(draft=found, preview=drafts.preview(found))

    def discard_draft(self, intent: str) -> Draft:
        """Delete a draft that waits, and return what it was.

        Raises:
            DraftNotFoundError: there is none, or it has expired.
        """
        return self._drafts(self._draft_files()).discard(self._ns, intent)

    def import_document(
        self, path: str | Path, *, on_progress: Progress | None = None
    ) -> ImportedDocument:
        """Read a file in: Markdown, text, HTML, PDF, Word, or the source of a drawing (Mermaid, DOT, SVG).

        The caller vouches that a person hands it over. Its passages are a document's word, never an instruction. The same
        file again changes nothing; a changed one replaces what it said.

        Args:
            path: of the file.
            on_progress: called with passages done.

        Raises:
            InvalidInputError: it is of no known kind, cannot be read, or the source of a drawing reads as an order.
            EmptyInputError: there is no text in it.
            TooLargeError: it is over the limit.
            ConfigurationError: what reads it is not installed; the message names the extra.
            PermissionDeniedError: Stelae is switched off.
            StoreError: the batch at hand was not written; import again to go on.
        """
        self._check_enabled()
        documents = Documents(self._parts.remember)
        report = documents.import_file(self._ns, Path(path), on_progress=on_progress)
        self._wake()
        return report

    def _check_enabled(self) -> None:
        if not self._parts.settings.enabled:
            raise PermissionDeniedError("STELAE_ENABLED=0: nothing is drafted, stored or imported.")

    def _draft_files(self) -> DraftFiles:
        settings = self._parts.settings
        if settings.store.kind == "memory":
            raise InvalidInputError(
                "Drafts are files in the data folder, and this memory keeps nothing on disk."
            )
        return DraftFiles(settings.data, self._ns.tenant)

    def _drafts(self, files: DraftFiles) -> Drafts:
        zone = self._parts.settings.zone
        return Drafts(self._parts.remember, files, self._look_up, zone=zone)

    def _look_up(self, ns: Namespace, query: RecallQuery) -> Sequence[Hit]:
        return self._parts.recall.run(ns, query)[0].hits
