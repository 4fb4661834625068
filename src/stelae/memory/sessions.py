"""Sessions: what holds for the task that a conversation is at, and what of a turn holds longer."""

from collections.abc import Mapping
from typing import Any

from stelae.errors import InvalidInputError
from stelae.memory.door import Door
from stelae.remember.messages import Messages
from stelae.schemas.change import Extraction
from stelae.schemas.curation import CurationResult
from stelae.schemas.session import SessionPatch, SessionState


class Sessions(Door):
    """`session_state`, `update_session`, `end_session`, of which none writes a memory, and `curate`, which may."""

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

    def curate(
        self, messages: Messages, reply: str, *, session: str, run: str | None = None
    ) -> CurationResult:
        """Look at a turn after its answer was delivered, and keep what lasts of what the person said.

        One pass, one call of the language model at most. It sees the person's words, the reply, what is known and what holds
        for the task at hand, and no tool's result; what it proposes goes through the gate. Never raises: what was skipped,
        and why, is in the result. Without a model the rules' extraction is what happens.

        Args:
            messages: of the turn, as for `observe`; what others than the person said is passed over.
            reply: that was delivered; its first 1,500 characters are shown.
            session: the conversation.
            run: names the agent's run; kept as a tag.
        """
        if not self._parts.settings.enabled:
            off = Extraction(status="empty", extractor="none", detail="STELAE_ENABLED=0")
            return CurationResult(session=session, run=run, extraction=off, skipped="disabled")
        state = self._parts.sessions.get(self._ns, session)
        result = self._parts.curator(
            self._ns, messages, reply, session=session, run=run, state=state
        )
        self._wake()
        return result


def _named(session: str) -> str:
    if not session.strip():
        raise InvalidInputError("The session has no name.")
    return session
