"""The one writer of session states (P19): read, merge, replace, under one lock.

Nothing here writes a memory, and nothing of a session becomes one by itself (R18): what lasts is said in messages, and
these go through `observe` or the curator. Reading fails open to an empty state, writing to a line in the log (R22).
"""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol, cast

from pydantic import ValidationError

from stelae.errors import InvalidInputError, StoreError
from stelae.ports import Clock
from stelae.remember.redaction import redact, redact_value
from stelae.schemas.problems import told
from stelae.schemas.scope import Namespace
from stelae.schemas.session import SessionPatch, SessionState, Task
from stelae.session.files import Conversation
from stelae.session.merging import merge
from stelae.session.reading import read
from stelae.text.keys import statement
from stelae.text.language import language_of
from stelae.text.markers import strip_blocks, strip_wrappers
from stelae.text.normalise import storable, visible

logger = logging.getLogger(__name__)
TTL = timedelta(hours=24)
"""After the last update (P27)."""
_TELLING_ZH, _TELLING_EN = 2, 4
"""Characters from which words in common give away what was forgotten."""


class SessionKeeping(Protocol):
    """Where states are kept: `SessionFiles`, or `HeldSessions`."""

    @property
    def begun(self) -> bool:
        """Has anything ever been kept here? Where not, nothing is made by looking."""
        ...

    def load(self, ns: Namespace, session: str) -> SessionState | None:
        """Return what is kept, or None."""
        ...

    def save(self, ns: Namespace, session: str, state: SessionState) -> None:
        """Keep a state in place of the one before.

        Raises:
            OSError: it cannot be kept; the one before stays.
        """
        ...

    def drop(self, ns: Namespace, session: str) -> bool:
        """Delete a state; was there one?"""
        ...

    def conversations(self, ns: Namespace | None = None) -> Iterator[Conversation]:
        """Return what can be read: of the written scope, of all tenants and scopes without one."""
        ...

    def sweep(self, ns: Namespace | None = None) -> int:
        """Delete what cannot be read, and return how many."""
        ...

    def of_others(self, ns: Namespace) -> Iterator[Path]:
        """Go through the files of other tenants and scopes."""
        ...

    def alone(self) -> AbstractContextManager[object]:
        """Let one writer at a time read and replace."""
        ...


class SessionStates:
    """Reads and changes the states of conversations."""

    def __init__(
        self, kept: SessionKeeping, clock: Clock, *, personal: frozenset[str] = frozenset()
    ) -> None:
        """Take where they are kept.

        Args:
            kept: reads and replaces.
            clock: the present.
            personal: types of personal data that the policy masks like secrets.
        """
        self._kept, self._clock, self._personal = kept, clock, personal

    def get(self, ns: Namespace, session: str) -> SessionState:
        """Return the state; what is not there, damaged or out of date is an empty one."""
        found = self._kept.load(ns, session)
        return SessionState() if found is None or _over(found, self._clock.now()) else found

    def update(
        self,
        ns: Namespace,
        session: str,
        message: str | None,
        patch: SessionPatch | Mapping[str, Any] | None,
    ) -> SessionState:
        """Take a turn in, and return the state after it.

        Args:
            ns: the written scope.
            session: the conversation.
            message: the person's words; without a patch the rules read them.
            patch: what somebody else read from them.

        Raises:
            InvalidInputError: neither is given, or the patch has no usable shape.
        """
        if message is None and patch is None:
            raise InvalidInputError("A turn is a message, a patch, or both.")
        said = self._clean(message or "")
        shaped = None if patch is None else self._shaped(patch)
        merged: SessionState | None = None
        try:
            with self._kept.alone():
                state = self.get(ns, session)
                taken = read(said, state) if shaped is None else shaped
                merged = merge(state, taken, said)
                merged = merged.model_copy(update={"expires": self._clock.now() + TTL})
                if merged or state.expires is not None:
                    self._kept.save(ns, session, merged)
        except (OSError, StoreError) as error:
            logger.warning("a session state was not kept (%s)", type(error).__name__)
        return self.get(ns, session) if merged is None else merged

    def end(self, ns: Namespace, session: str) -> bool:
        """Delete a state; was there one?

        Raises:
            StoreError: it cannot be deleted.
        """
        if not self._kept.begun:
            return False
        with self._kept.alone():
            return self._kept.drop(ns, session)

    def forget(
        self, ns: Namespace, texts: Sequence[str] | None, sessions: Collection[str] = ()
    ) -> int:
        """Delete the states of the written scope that repeat what was forgotten, and what cannot be read.

        Args:
            ns: the written scope.
            texts: messages, wordings, quotes and values that were forgotten; None: everything.
            sessions: conversations of which nothing is left.

        Returns:
            How many went.

        Raises:
            StoreError: one cannot be deleted.
        """
        if not self._kept.begun:
            return 0
        found = None if texts is None else map(statement, dict.fromkeys(texts))
        marks = None if found is None else [mark for mark in found if mark]
        with self._kept.alone():
            gone = [
                one.session
                for one in self._kept.conversations(ns)
                if marks is None or one.session in sessions or repeats(one.state, marks)
            ]
            return self._kept.sweep(ns) + sum(self._kept.drop(ns, session) for session in gone)

    def files_of_others(self, ns: Namespace) -> Iterator[Path]:
        """Go through the files of other tenants and scopes: what they say is theirs."""
        return self._kept.of_others(ns)

    def sweep(self, now: datetime) -> int:
        """Delete what is out of date or cannot be read, of all tenants and scopes, and return how many."""
        if not self._kept.begun:
            return 0
        with self._kept.alone():
            over = [one for one in self._kept.conversations() if _over(one.state, now)]
            gone = sum(self._kept.drop(one.ns, one.session) for one in over)
            return self._kept.sweep() + gone

    def _clean(self, message: str) -> str:
        """Return the person's own words, without our blocks and without secrets."""
        said = visible(strip_wrappers(strip_blocks(storable(message)))).strip()
        return redact(said, personal=self._personal).text

    def _shaped(self, patch: SessionPatch | Mapping[str, Any]) -> SessionPatch:
        raw = patch.model_dump(exclude_unset=True) if isinstance(patch, SessionPatch) else patch
        try:
            clean = redact_value(_storable(raw), personal=self._personal)
            return SessionPatch.model_validate(clean)
        except ValidationError as error:
            problem = told(error, names=SessionPatch.model_fields)
            raise InvalidInputError(f"The patch cannot be used: {problem}") from None


def repeats(state: SessionState, marks: Sequence[str]) -> bool:
    """Does a state say something of it: its own words within a forgotten text, or a forgotten value within them?"""
    tasks = [state, *filter(None, [state.archived])]
    said = [statement(words) for task in tasks for words in _said(task)]
    named = [statement(words) for task in tasks for words in _named(task)]
    return any(_telling(words) and any(words in mark for mark in marks) for words in said) or any(
        _telling(mark) and any(mark in words for words in (*said, *named)) for mark in marks
    )


def _said(task: Task) -> Iterator[str]:
    """Sentences of the person, and what stands for one."""
    yield task.current_intent or ""
    yield task.budget.source_quote if task.budget else ""
    yield from (one.source_quote or one.content for one in task.constraints)


def _named(task: Task) -> Iterator[str]:
    """Single words: common ones, which alone give nothing away."""
    yield task.category or ""
    yield from task.slots.values()
    for one in task.constraints:
        yield from (one.content, *one.keywords)


def _telling(words: str) -> bool:
    return len(words) >= (_TELLING_ZH if language_of(words) == "zh" else _TELLING_EN)


def _over(state: SessionState, now: datetime) -> bool:
    return state.expires is not None and state.expires <= now


def _storable(value: Any) -> Any:
    """Return a JSON value without what no file should get."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        pairs = cast("Mapping[Any, Any]", value)
        return {_storable(name): _storable(one) for name, one in pairs.items()}
    if isinstance(value, list | tuple):
        return [_storable(one) for one in cast("Sequence[Any]", value)]
    return value
