"""A person's word: on what waits, and on what is stored."""

from collections.abc import Mapping
from typing import Any

from stelae.memory.door import Door
from stelae.schemas.change import Outcome
from stelae.schemas.memory import PendingItem


class Deciding(Door):
    """`pending`, `confirm`, `amend`, `reject`, `edit`."""

    def pending(self) -> tuple[PendingItem, ...]:
        """Return what waits for a person, oldest first."""
        return self._parts.review.waiting(self._ns)

    def confirm(
        self,
        id: str,  # noqa: A002
        *,
        text: str | None = None,
        attributes: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Store a pending item as a person.

        Args:
            id: of the item.
            text: another wording.
            attributes: fields to set first, for one that waits because it is `incomplete`.

        Raises:
            MemoryNotFoundError: nothing of that id waits.
            InvalidInputError: the fields do not fit, or it can no longer be stored.
        """
        outcome = self._parts.review.confirm(self._ns, id, text=text, attributes=attributes)
        self._wake()
        return outcome

    def amend(
        self,
        id: str,  # noqa: A002
        *,
        text: str | None = None,
        attributes: Mapping[str, Any] | None = None,
    ) -> PendingItem:
        """Correct a pending item as a person without deciding on it: it waits on, for as long as it would have.

        Args:
            id: of the item.
            text: another wording.
            attributes: fields to set; None takes one away, the others stay.

        Returns:
            The item as it waits now.

        Raises:
            MemoryNotFoundError: nothing of that id waits.
            InvalidInputError: nothing is to change, the fields do not fit, or it could not be confirmed so.
            VersionConflictError: somebody decided on it meanwhile, or another item asks the same.
        """
        return self._parts.review.amend(self._ns, id, text=text, attributes=attributes)

    def reject(self, id: str, *, reason: str = "") -> None:  # noqa: A002
        """Take a pending item off the list for good.

        Raises:
            MemoryNotFoundError: nothing of that id waits.
        """
        self._parts.review.reject(self._ns, id, reason=reason)

    def edit(
        self,
        id: str,  # noqa: A002
        *,
        text: str | None = None,
        attributes: Mapping[str, Any] | None = None,
        expect: int | None = None,
    ) -> Outcome:
        """Change a memory's wording or fields as a person; the old version is kept.

        Args:
            id: of the memory.
            text: the new wording; the rules read its fields anew, and the key follows them.
            attributes: fields to set; None takes one away, the others stay.
            expect: the version that the person has seen. With it, of two editors of one version the second is told; without
                it the edit is made on whatever is there by then, and the last one stands.

        Raises:
            MemoryNotFoundError: there is none of that id in the written scope.
            InvalidInputError: the fields do not fit, nothing storable is left of the text, or another memory already says
                something about this.
            VersionConflictError: the memory is not at the expected version any more.
        """
        outcome = self._parts.review.edit(
            self._ns, id, text=text, attributes=attributes, expect=expect
        )
        self._wake()
        return outcome
