"""What the doors inside frameworks share: read messages as plain ones, have the block put in, write back what changed."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from stelae.agents.auto_recall import AutoRecall

logger = logging.getLogger(__name__)
M = TypeVar("M")
View = dict[str, Any]
"""One message as OpenAI writes it (`role`, `content`); in parts of its content a door may leave what it wants back."""


@dataclass(frozen=True)
class Translation(Generic[M]):
    """How the messages of one framework are read and written. It never touches a message: `write` returns copies.

    Attributes:
        read: messages → views; a framework whose messages hold several texts gives one view for each.
        write: messages and the new content by position of the view → messages for one model call.
    """

    read: Callable[[Sequence[M]], list[View]]
    write: Callable[[Sequence[M], Mapping[int, Any]], list[M]]

    def recalled(self, messages: Sequence[M], recall: AutoRecall, prompt: str | None) -> list[M]:
        """Return the messages for one model call; on any failure the very ones given (O20).

        Args:
            messages: of the call; they are not changed.
            recall: what puts the block in.
            prompt: the system prompt, where it is no message; it takes part in what is left of the context.
        """
        try:
            views = [_system(prompt), *self.read(messages)]
            return self._written(messages, views, recall.inject(views))
        except Exception:  # noqa: BLE001 - memory is an addition: an agent never stops for it
            return _unchanged(messages)

    async def arecalled(
        self, messages: Sequence[M], recall: AutoRecall, prompt: str | None
    ) -> list[M]:
        """Do as `recalled` without holding up the event loop."""
        try:
            views = [_system(prompt), *self.read(messages)]
            return self._written(messages, views, await recall.ainject(views))
        except Exception:  # noqa: BLE001 - see `recalled`
            return _unchanged(messages)

    def _written(self, messages: Sequence[M], before: list[View], after: list[View]) -> list[M]:
        pairs = list(zip(before, after, strict=True))[1:]
        changed = {
            at: new["content"]
            for at, (old, new) in enumerate(pairs)
            if new.get("content") != old.get("content")
        }
        return self.write(messages, changed)


def _system(prompt: str | None) -> View:
    return {"role": "system", "content": prompt or ""}


def _unchanged(messages: Sequence[M]) -> list[M]:
    logger.warning("no memories for this call: its messages could not be read or written")
    return list(messages)
