"""Begin a turn: what the person rules out is before the gate ahead of the first model call (P5)."""

from collections.abc import Mapping, Sequence
from typing import Any

from stelae.memory import Memory
from stelae.schemas.preferences import Domain
from stelae.tools.turn import Turn, current_turn


def begin(
    memory: Memory,
    messages: str | Sequence[Mapping[str, Any]],
    *,
    session: str | None = None,
    domain: Domain | None = None,
) -> Turn:
    """Begin the turn that answers a conversation; the agent is to run inside of it.

    When rules read in the person's last message what must not be or is not liked, the message is observed at once, so that
    this very answer can honour it. That is done once a message, however often it is asked: the same message is never
    observed twice, and observing it after the run changes nothing (P9). Inside a running turn nothing is read: what a
    sub-agent is told was written by a model.

    Args:
        memory: of the person.
        messages: the conversation so far.
        session: which one.
        domain: what it is about; None: what the person's last words name.

    Raises:
        InvalidInputError: a message has no usable shape.
        StoreError: nothing was written.
    """
    turn = Turn(messages, session=session, domain=domain, parent=current_turn())
    if turn.last is not None and current_turn() is None:
        turn.record(memory.observe_dislikes(turn.last))
    return turn


__all__ = ["Turn", "begin", "current_turn"]
