"""How many tokens an answer may have beside its prompt. Pure; every provider bounds its requests by it."""

from collections.abc import Callable, Sequence

from stelae.errors import TooLargeError
from stelae.ports import ChatMessage

LEAST = 64
"""Tokens of an answer below which asking is pointless."""
_A_MESSAGE = 8
"""What a chat template adds to a message, in tokens: role, separators."""


def room_for_answer(
    messages: Sequence[ChatMessage],
    *,
    count: Callable[[str], int],
    context: int,
    most: int | None = None,
) -> int:
    """Return the bound of an answer in tokens; without one some models go on until the time-out.

    Servers cut a prompt that does not fit and answer all the same (DEV-21), so one that cannot fit is refused here.

    Args:
        messages: the prompt.
        count: a high estimate of the tokens in a text.
        context: room for prompt and answer together, in tokens.
        most: what the caller wants at most; None: whatever is left.

    Raises:
        TooLargeError: the prompt leaves no room for an answer.
    """
    used = sum(count(m.content) + _A_MESSAGE for m in messages)
    if context - used < LEAST:
        raise TooLargeError(
            f"A prompt of about {used:,} tokens does not fit into {context:,}; raise"
            " model.context_tokens or send less."
        )
    return context - used if most is None else min(most, context - used)
