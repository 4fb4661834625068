"""Calls by which a person decides: on what waits, on what is stored, on what is to be forgotten."""

from collections.abc import Mapping, Sequence
from typing import Any, cast, overload

from stelae.client.calling import PAGE, Calling, Instant, an_id
from stelae.client.steps import Steps
from stelae.errors import InvalidInputError
from stelae.schemas.change import Outcome
from stelae.schemas.forgetting import ForgetPreview, Receipt
from stelae.schemas.memory import PendingItem


class Deciding(Calling):
    """`pending`, `confirm`, `amend`, `reject`, `edit`, `forget`, `forgotten`, `restore`."""

    def pending(self) -> Steps[tuple[PendingItem, ...]]:
        """Return what waits for a person, oldest first."""
        return self._every("/pending", PendingItem, limit=PAGE)

    def confirm(
        self,
        id: str,  # noqa: A002 - the word every door uses
        *,
        text: str | None = None,
        attributes: Mapping[str, Any] | None = None,
    ) -> Steps[Outcome]:
        """Store a pending item, as the person whose key this is.

        Args:
            id: of the item.
            text: another wording.
            attributes: fields to set first, for one that waits because it is `incomplete`.

        Raises:
            MemoryNotFoundError: nothing of that id waits.
            InvalidInputError: the fields do not fit, or it can no longer be stored.
        """
        return self._write(
            "/pending/{id}/confirm", Outcome, about=an_id(id), text=text, attributes=attributes
        )

    def amend(
        self,
        id: str,  # noqa: A002
        *,
        text: str | None = None,
        attributes: Mapping[str, Any] | None = None,
    ) -> Steps[PendingItem]:
        """Correct a pending item, as the person whose key this is, without deciding on it: it waits on.

        Args:
            id: of the item.
            text: another wording.
            attributes: fields to set; None takes one away, the others stay.

        Raises:
            MemoryNotFoundError: nothing of that id waits.
            InvalidInputError: nothing is to change, the fields do not fit, or it could not be confirmed so.
            VersionConflictError: somebody decided on it meanwhile, or another item asks the same.
        """
        return self._write(
            "/pending/{id}",
            PendingItem,
            method="PATCH",
            about=an_id(id),
            text=text,
            attributes=attributes,
        )

    def reject(self, id: str, *, reason: str = "") -> Steps[None]:  # noqa: A002
        """Take a pending item off the list for good.

        Raises:
            MemoryNotFoundError: nothing of that id waits.
        """
        yield from self._do("/pending/{id}/reject", about=an_id(id), reason=reason)

    def edit(
        self,
        id: str,  # noqa: A002
        *,
        text: str | None = None,
        attributes: Mapping[str, Any] | None = None,
        expect: int | None = None,
    ) -> Steps[Outcome]:
        """Change a memory's wording or fields, as the person whose key this is; the old version is kept.

        Args:
            id: of the memory.
            text: the new wording.
            attributes: fields to set; None takes one away, the others stay.
            expect: the version that the person has seen; it goes as `If-Match`.

        Raises:
            MemoryNotFoundError: there is none of that id in the written scope.
            InvalidInputError: the fields do not fit, nothing storable is left of the text, or another memory already says
                something about this.
            VersionConflictError: the memory is not at the expected version any more.
        """
        return self._write(
            "/memories/{id}",
            Outcome,
            method="PATCH",
            about=an_id(id),
            if_match=expect,
            text=text,
            attributes=attributes,
        )

    @overload
    def forget(self, what: ForgetPreview, *, hard: bool = False) -> Steps[Receipt]: ...

    @overload
    def forget(
        self,
        what: str | Sequence[str] = (),
        *,
        category: str | None = None,
        session: str | None = None,
        project: str | None = None,
        where: Mapping[str, Any] | None = None,
        since: Instant = None,
        until: Instant = None,
        everything: bool = False,
        hard: bool = False,
        **unknown: Any,
    ) -> Steps[ForgetPreview]: ...

    def forget(
        self,
        what: str | Sequence[str] | ForgetPreview = (),
        *,
        category: str | None = None,
        session: str | None = None,
        project: str | None = None,
        where: Mapping[str, Any] | None = None,
        since: Instant = None,
        until: Instant = None,
        everything: bool = False,
        hard: bool = False,
        **unknown: Any,
    ) -> Steps[ForgetPreview | Receipt]:
        """Show what a forgetting would touch; given that preview, forget exactly this, as `Memory.forget`.

        Args:
            what: a sentence, an id or ids, or a preview to be carried out. Nothing at all goes with filters or `everything`
                only.
            category: only memories of that category.
            session: only what belongs to that session.
            project: only what is tagged with that project.
            where: conditions on fields of memories, all of which must hold, as for `recall`.
            since: only what was said or happened at or after.
            until: only what was said or happened at or before.
            everything: all of the written scope.
            hard: with a preview: destroy the text at once; cannot be undone.
            unknown: refused, so that a misspelt filter is never "everything".

        Returns:
            For a preview its receipt, else a preview.

        Raises:
            InvalidInputError: an empty request, an unknown or malformed filter, an empty preview.
            FilterError: a condition names an unknown field or operator, or a value that does not go with it.
            MemoryNotFoundError: an id is of nothing in the written scope.
            VersionConflictError: something in the preview has changed since; nothing was forgotten, preview again.
        """
        filters = {
            "category": category,
            "session": session,
            "project_only": project,
            "where": where,
            "since": since,
            "until": until,
            "everything": everything or None,
            **unknown,
        }
        if not isinstance(what, ForgetPreview):
            return self._ask("/forget", ForgetPreview, what=what, **filters)
        if any(value is not None for value in filters.values()):
            raise InvalidInputError("A preview is carried out as it is: no filters.")
        return self._write("/forget/execute", Receipt, preview=what, hard=hard)

    def forgotten(self) -> Steps[tuple[Receipt, ...]]:
        """Return the receipts of the written scope, newest first."""
        return self._every("/forgettings", Receipt, limit=PAGE)

    def restore(self, id: str, *, version: int | None = None) -> Steps[Outcome | Receipt]:  # noqa: A002
        """Take back the last change of a memory, give it a version's content, or undo a forgetting, as `Memory.restore`.

        Args:
            id: of a memory, or of the receipt of a forgetting that is not purged yet.
            version: for memories: whose content it is to have; None: undo the last change.

        Returns:
            For a memory its outcome, for a receipt the receipt.

        Raises:
            MemoryNotFoundError: there is no such memory, version or receipt in the written scope.
            InvalidInputError: it is so already, or cannot be undone any more.
            VersionConflictError: something with the same key was said since the forgetting, or the memory kept changing.
        """
        shape = cast("type[Outcome | Receipt]", Outcome | Receipt)
        return self._write("/memories/{id}/restore", shape, about=an_id(id), version=version)
