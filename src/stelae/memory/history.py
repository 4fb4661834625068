"""What a memory has been, and making it that again."""

from stelae.errors import InvalidInputError
from stelae.memory.door import Door
from stelae.remember.history import history_of
from stelae.schemas.change import Outcome
from stelae.schemas.forgetting import Receipt
from stelae.schemas.history import History


class Histories(Door):
    """`history`, `restore`."""

    def history(self, id: str) -> History:  # noqa: A002 - the word every door uses
        """Return every version of a memory with what it changed, and the memories before and after it.

        Raises:
            MemoryNotFoundError: there is none of that id in the readable scopes, or it was forgotten.
        """
        return history_of(self._parts.store, self._ns, id)

    def restore(self, id: str, *, version: int | None = None) -> Outcome | Receipt:  # noqa: A002
        """Take back the last thing that was done to a memory, make it what it was in a version, or undo a forgetting.

        An edit, a merge or a confirmation is taken back; what was superseded, expired or archived holds again; what was just
        added is retracted, and what it had replaced holds again. What a person had confirmed waits again. A memory whose
        place another one has taken comes back under a new id and replaces that one.

        Args:
            id: of a memory, or of the receipt of a forgetting that is not purged yet.
            version: for memories: whose content it is to have; None: undo the last change.

        Returns:
            For a memory its outcome, for a receipt the receipt.

        Raises:
            MemoryNotFoundError: there is no such memory, version or receipt in the written scope.
            InvalidInputError: it is so already; the receipt was undone or its text is destroyed; a receipt has no versions;
                the memory is about something else by now, and another one has taken its old place.
            VersionConflictError: something with the same key was said since the forgetting, or the memory kept changing.
        """
        if not any(receipt.id == id for receipt in self._parts.store.forgotten(self._ns)):
            outcome = self._parts.restoring.restore(self._ns, id, version=version)
            self._wake()
            return outcome
        if version is not None:
            raise InvalidInputError("A receipt has no versions.")
        restored = self._parts.forgetter.restore(self._ns, id)
        self._wake()
        return restored
