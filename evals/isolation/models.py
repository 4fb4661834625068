"""A language model that is no good at anything and remembers what it was shown."""

import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from typing_extensions import override

from stelae.ports import ChatMessage, Completion
from stelae.testing import ScriptedModel


class Listening(ScriptedModel):
    """Answers the same to everything. What it was shown is checked like any other answer, by whoever had it shown."""

    def __init__(self) -> None:
        """Have heard nothing yet."""
        super().__init__(["I do not know. 我不知道。"], context_tokens=65_536)
        self._of_thread = threading.local()

    @override
    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Completion:
        """Note the prompt, and answer."""
        self._prompts.append("\n".join(one.content for one in messages))
        return super().complete(messages, schema=schema, max_tokens=max_tokens)

    @override
    def stream(self, messages: Sequence[ChatMessage]) -> Iterator[str]:
        """Note the prompt, and answer in pieces."""
        self._prompts.append("\n".join(one.content for one in messages))
        yield from super().stream(messages)

    def heard(self) -> Sequence[str]:
        """Return the prompts of this thread since the last time."""
        prompts = list(self._prompts)
        self._prompts.clear()
        self.requests.clear()
        return prompts

    @property
    def _prompts(self) -> list[str]:
        if not hasattr(self._of_thread, "prompts"):
            self._of_thread.prompts = list[str]()
        return self._of_thread.prompts
