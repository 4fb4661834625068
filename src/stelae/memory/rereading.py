"""What a language model has not read yet, reading it again, and what its readings have cost."""

from collections import defaultdict
from typing import Any

from stelae.memory.door import Door
from stelae.schemas.extraction import ModelUsage, RetryResult, Unread


class Rereading(Door):
    """`unread`, `retry`, `usage`."""

    def unread(self) -> tuple[Unread, ...]:
        """Return the messages that a language model has not read to the end, oldest first.

        Its answer was unusable or cut off, or it was away for too long. The rules have read these messages, and they are
        recallable. Only messages of the handle's own project are named.
        """
        return self._parts.observing.waiting(self._ns)

    def retry(self) -> RetryResult:
        """Let the language model read again what waits, now and one by one.

        May be called any number of times: what was proposed before changes nothing, what was read waits no longer.

        Raises:
            ModelUnavailableError: there is no model, and something waits.
            StoreError: nothing of the last message was written.
        """
        result = self._parts.observing.retry(self._ns)
        if result.outcomes:
            self._wake()
        return result

    def usage(self) -> tuple[ModelUsage, ...]:
        """Return what each language model has cost in this scope: calls, tokens, seconds, answers found again."""
        models: defaultdict[str, dict[str, Any]] = defaultdict(dict)
        for one in self._parts.store.used(self._ns):
            if one.model:
                whole = one.name != "seconds"
                models[one.model][one.name] = int(one.amount) if whole else round(one.amount, 3)
        return tuple(ModelUsage(model=name, **counts) for name, counts in models.items())
