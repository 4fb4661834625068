"""A language model that is no good at anything and remembers what it was shown."""

from collections.abc import Sequence

from stelae.testing import ScriptedModel


class Listening(ScriptedModel):
    """Answers the same to everything. What it was shown is checked like any other answer."""

    def __init__(self) -> None:
        """Have heard nothing yet."""
        super().__init__(["I do not know. 我不知道。"], context_tokens=65_536)

    def heard(self) -> Sequence[str]:
        """Return the prompts since the last time."""
        prompts = ["\n".join(one.content for one in messages) for messages, _ in self.requests]
        self.requests.clear()
        return prompts
