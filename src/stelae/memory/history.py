"""What a memory has been."""

from stelae.memory.door import Door
from stelae.remember.history import history_of
from stelae.schemas.history import History


class Histories(Door):
    """`history`."""

    def history(self, id: str) -> History:  # noqa: A002 - the word every door uses
        """Return every version of a memory with what it changed, and the memories before and after it.

        Raises:
            MemoryNotFoundError: there is none of that id in the readable scopes, or it was forgotten.
        """
        return history_of(self._parts.store, self._ns, id)
