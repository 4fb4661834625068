"""Calls about what an agent is to be taught: drafts that wait for a person, guides that hold, guide files."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

from stelae.client.calling import PAGE, Calling, Page
from stelae.client.steps import Steps
from stelae.errors import DraftNotFoundError, InvalidInputError
from stelae.schemas.access import Place
from stelae.schemas.categories.guidance import Notation
from stelae.schemas.drafts import Committed, Draft, DraftCategory, Proposed
from stelae.schemas.guides import (
    GUIDE_SUFFIX,
    TOMBSTONE_SUFFIX,
    GuideFinding,
    GuideReport,
    StoredGuide,
)


class Drafting(Calling):
    """`propose_draft`, `commit_draft`, `drafts`, `draft`, `discard_draft`, `guides`, `lint_guides`, `import_guides`."""

    def propose_draft(
        self,
        intent: str,
        body: str,
        *,
        category: DraftCategory = "usage_guide",
        keywords: Sequence[str] = (),
        related: Sequence[str] = (),
        agent: str | None = None,
        text: str = "",
        notation: Notation | None = None,
    ) -> Steps[Proposed]:
        """Write a draft for this client's scope, for a person to confirm, as `Memory.propose_draft`. Nothing is stored.

        Args:
            intent: what it is for, in snake_case; the same name again is an update.
            body: all of it, or the summary of `text`.
            category: `usage_guide`, `format_guide`, `document` or `topology`.
            keywords: words of requests that it answers, in every language people ask in; a guide needs some.
            related: intents of guides beside it.
            agent: whose it is to be; None: the agent's whose scope this client has.
            text: a long text, of which `body` is the summary.
            notation: of a drawing; None: as its first words say.

        Raises:
            InvalidInputError: a name is of the wrong form, something is missing, it breaks the size rule, reads as a
                take-over, or holds nothing but a secret; another draft of that name waits.
            PermissionDeniedError: the key does not write that agent's scope.
        """
        return self._write(
            "/drafts",
            Proposed,
            intent=intent,
            body=body,
            category=category,
            keywords=keywords,
            related=related,
            agent=agent,
            text=text,
            notation=notation,
        )

    def commit_draft(
        self, intent: str | None = None, *, expect: str | None = None
    ) -> Steps[Committed]:
        """Store a draft, as the person whose key this is.

        Args:
            intent: which draft; None: the latest one.
            expect: id of the draft that the person was shown; it goes as `If-Match`.

        Raises:
            DraftNotFoundError: none waits.
            PermissionDeniedError: the key is no reviewer's, or does not write the scope that the draft is for.
            VersionConflictError: another draft waits by now, or the entry that it would change is another one.
            InvalidInputError: the gate refuses it by now.
        """
        if intent is None:
            latest = yield from self._latest()
            intent, expect = latest.intent, expect or latest.id
        path = "/drafts/{intent}/commit"
        return (yield from self._write(path, Committed, about=intent, if_match=expect))

    def drafts(self) -> Steps[tuple[Draft, ...]]:
        """Return the drafts that wait, newest first, as far as the key reads the scopes that they are for."""
        return self._every("/drafts", Draft, limit=PAGE)

    def draft(self, intent: str | None = None) -> Steps[Proposed]:
        """Return a draft that waits with its preview; None: the latest one.

        Raises:
            DraftNotFoundError: none waits.
        """
        if intent is None:
            intent = (yield from self._latest()).intent
        return (yield from self._get("/drafts/{intent}", Proposed, about=intent))

    def discard_draft(self, intent: str) -> Steps[Draft]:
        """Delete a draft that waits, and return what it was.

        Raises:
            DraftNotFoundError: none waits.
            PermissionDeniedError: the key is no reviewer's, or does not write the scope that the draft is for.
        """
        return self._write("/drafts/{intent}", Draft, method="DELETE", about=intent)

    def guides(self) -> Steps[tuple[StoredGuide, ...]]:
        """Return the guides that hold now in the readable scopes, by scope, agent and intent."""
        return self._every("/guides", StoredGuide, limit=PAGE)

    def lint_guides(self, folder: str | Path) -> Steps[tuple[GuideFinding, ...]]:
        """Return what is wrong with the guide files of a folder of this machine, line by line. It takes an admin's key.

        Args:
            folder: of all agents (`core/guides/`, `<agent>/guides/`).

        Raises:
            InvalidInputError: there is no such folder, or a file in it is no text.
        """
        found = yield from self._placeless._ask(  # noqa: SLF001 - the same class
            "/guides/lint", Page[GuideFinding], files=list(_guide_files(Path(folder)))
        )
        return found.items

    def import_guides(self, folder: str | Path, *, source: str = "http") -> Steps[GuideReport]:
        """Bring memory in step with the guide files of a folder of this machine; the same files again change nothing.

        It takes an admin's key that is bound to every scope, since a file's path says where its guide belongs.

        Args:
            folder: of all agents (`core/guides/`, `<agent>/guides/`).
            source: a name for where they come from; guides of other sources stay as they are.

        Raises:
            InvalidInputError: there is no such folder, or a file in it is no text.
            PermissionDeniedError: the key is no such key.
        """
        files = list(_guide_files(Path(folder)))
        here = self._placeless
        return here._write("/guides/import", GuideReport, files=files, source=source)  # noqa: SLF001

    @property
    def _placeless(self) -> Self:
        """The same calls without a place: a file says itself where it belongs."""
        return type(self)(Place(), retries=self.retries)

    def _latest(self) -> Steps[Draft]:
        """Return the draft that was proposed last.

        Raises:
            DraftNotFoundError: none waits.
        """
        waiting = yield from self.drafts()
        if not waiting:
            raise DraftNotFoundError
        return waiting[0]


def _guide_files(folder: Path) -> Iterator[dict[str, str]]:
    """Read guide files and tombstones as the body of a request has them.

    Raises:
        InvalidInputError: there is no such folder, or a file in it is no text.
    """
    if not folder.is_dir():
        raise InvalidInputError(f"{folder} is no folder.")
    for path in sorted(folder.rglob("*")):
        if path.name.endswith((GUIDE_SUFFIX, TOMBSTONE_SUFFIX)) and path.is_file():
            name = path.relative_to(folder).as_posix()
            try:
                yield {"path": name, "text": path.read_text(encoding="utf-8")}
            except UnicodeDecodeError:
                raise InvalidInputError(f"{name} is no UTF-8 text.") from None
