"""Sessions: what holds for the task that a conversation is at, and nothing longer."""

from collections.abc import Mapping
from typing import Any

from stelae.errors import InvalidInputError
from stelae.memory.door import Door
from stelae.schemas.session import SessionPatch, SessionState


class Sessions(Door):
    """`session_state`, `update_session`, `end_session`. None of them writes a memory."""

    def session_state(self, session: str) -> SessionState:
        """Return what holds for the task at hand; empty when nothing does, or a day has gone by.

        Raises:
            InvalidInputError: the session has no name.
        """
        return self._parts.sessions.get(self._ns, _named(session))

    def update_session(
        self,
        session: str,
        message: str | None = None,
        *,
        patch: SessionPatch | Mapping[str, Any] | None = None,
    ) -> SessionState:
        """Take a turn in, and return what holds after it. No memory is made of it, now or later.

        Args:
            session: the conversation.
            message: the person's words. Without a patch, rules read budget, bans, wishes and a new search from them.
            patch: what a model or a form has read. What it takes back or bans needs the person's words in `message`.

        Raises:
            InvalidInputError: neither message nor patch, a patch without usable shape, a session without a name.
        """
        if not self._parts.settings.enabled:
            return SessionState()
        return self._parts.sessions.update(self._ns, _named(session), message, patch)

    def end_session(self, session: str) -> bool:
        """Delete what holds for a conversation; was there anything?

        Raises:
            InvalidInputError: the session has no name.
            StoreError: it cannot be deleted.
        """
        return self._parts.sessions.end(self._ns, _named(session))


def _named(session: str) -> str:
    if not session.strip():
        raise InvalidInputError("The session has no name.")
    return session
