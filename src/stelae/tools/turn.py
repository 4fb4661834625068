"""One turn: whose words stand behind what an agent does in it, and what was learned (P9, P10).

A turn is no session and keeps nothing: it ends with the answer. Outside of one nobody's words are behind a tool call, and
nothing is accumulated.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Self

from stelae.remember.grounding import carried
from stelae.remember.messages import shape
from stelae.schemas.change import Outcome
from stelae.schemas.forgetting import ForgetPreview
from stelae.schemas.preferences import Domain
from stelae.text.domains import domains_in
from stelae.text.forget_requests import is_forget_request
from stelae.text.keys import statement
from stelae.text.markers import strip_blocks, strip_wrappers
from stelae.text.mentions import mentioned
from stelae.text.terms import expand

MOST_SAID: Final = 6
"""A person's last messages that count as said in this turn: a wish is often spread over several."""
_current: ContextVar["Turn | None"] = ContextVar("stelae_turn", default=None)


class Turn:
    """What a person has said, and what was learned while it was answered.

    Use it as a context: tools that were built once find the turn that is running, in threads and tasks started from it too.
    A turn begun inside another one is a sub-agent's. What it learns is the outer one's as well, and the person's words are
    the outer one's alone, since what a sub-agent is told was written by a model.
    """

    def __init__(
        self,
        messages: str | Sequence[Mapping[str, Any]] = (),
        *,
        session: str | None = None,
        domain: Domain | None = None,
        parent: "Turn | None" = None,
    ) -> None:
        """Take the conversation so far; only what its user messages say counts.

        Args:
            messages: a text, or messages as for `Memory.observe`. Blocks of recalled memories in them are nobody's words.
            session: the conversation.
            domain: what it is about; None: what the person's last words name.
            parent: the turn that this one is part of; None: the one that runs when it begins.
        """
        self.session = session
        self._given: Domain | None = domain
        said = _said(messages)
        self._own, self._count = said[-MOST_SAID:], len(said)
        self._id = secrets.token_hex(8)
        self._parent = parent
        self._before: list[Turn | None] = []
        self._learned: list[Outcome] = []
        self._proposed: list[ForgetPreview] = []
        self._lock = Lock()

    @property
    def said(self) -> tuple[str, ...]:
        """The person's last messages, oldest first."""
        return tuple(one.words for one in self._said())

    @property
    def id(self) -> str:
        """What tells turns apart; one inside another has that one's."""
        return self._id if self._parent is None else self._parent.id

    @property
    def messages(self) -> int:
        """How many messages the person has sent in the conversation so far."""
        return self._count if self._parent is None else self._parent.messages

    @property
    def domain(self) -> Domain | None:
        """What the conversation is about: as given, else the one domain that the latest words name; None: unknown."""
        if self._given is not None:
            return self._given
        if self._parent is not None:
            return self._parent.domain
        for one in reversed(self._own):
            if named := domains_in(one.words):
                return named[0] if len(named) == 1 else None
        return None

    @property
    def learned(self) -> tuple[Outcome, ...]:
        """What was stored in this turn and those inside it, each memory once, in the order of learning."""
        with self._lock:
            return tuple(self._learned)

    @property
    def proposed(self) -> tuple[ForgetPreview, ...]:
        """What was proposed to be forgotten; `Memory.forget` carries one out when the person agrees."""
        with self._lock:
            return tuple(self._proposed)

    @property
    def asks_to_forget(self) -> bool:
        """Does the person ask, in the last message, that something be forgotten? A change of mind is no such request."""
        return bool(self.said) and is_forget_request(self.said[-1])

    @property
    def last(self) -> Mapping[str, Any] | None:
        """The person's last message, as `Memory.observe` takes it; None: there is none."""
        said = self._said()
        return self._shaped(said[-1]) if said else None

    def behind(self, *words: str) -> Mapping[str, Any] | None:
        """Return the latest of the person's messages in which any of these words stand; None: nobody said them.

        Args:
            words: quotes, names of things in either language, and statements that say no more than a message does.

        Returns:
            The message as `Memory.observe` takes it: observing it once more in any other place changes nothing.
        """
        wanted = [one for one in words if one.strip()]
        found = (m for m in reversed(self._said()) if any(_stands(w, m.words) for w in wanted))
        return next(map(self._shaped, found), None)

    def record(self, outcomes: Iterable[Outcome]) -> None:
        """Take note of what was stored; what was not, or was known, is not learned (P10)."""
        new = [one for one in outcomes if one.outcome == "accepted"]
        with self._lock:
            known = {one.id for one in self._learned}
            self._learned += [one for one in new if one.id not in known]
        if self._parent is not None:
            self._parent.record(new)

    def propose(self, preview: ForgetPreview) -> None:
        """Take note of what was proposed to be forgotten."""
        with self._lock:
            self._proposed.append(preview)
        if self._parent is not None:
            self._parent.propose(preview)

    def _said(self) -> tuple["_Said", ...]:
        return self._parent._said() if self._parent is not None else self._own  # noqa: SLF001

    def _shaped(self, one: "_Said") -> Mapping[str, Any]:
        """Put session and domain beside a message; neither makes it another one."""
        message = dict(one.message)
        if self.session is not None:
            message.setdefault("session", self.session)
        if self.domain is not None:
            message["metadata"] = {"domain": self.domain, **message.get("metadata", {})}
        return message

    def __enter__(self) -> Self:
        """Let it be the running turn."""
        outer = _current.get()
        if self._parent is None and outer is not self:
            self._parent = outer
        self._before.append(outer)
        _current.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        """Let the turn before it be the running one again."""
        _current.set(self._before.pop())


def current_turn() -> Turn | None:
    """Return the running turn; None: there is none."""
    return _current.get()


TurnSource = Callable[[], Turn | None]
"""Says which turn is running, at the moment of a tool's call."""


@dataclass(frozen=True, slots=True)
class _Said:
    message: Mapping[str, Any]
    words: str
    """What the person wrote: without our own blocks and a channel's wrapper."""


def _said(messages: str | Sequence[Mapping[str, Any]]) -> tuple[_Said, ...]:
    raw = [{"content": messages}] if isinstance(messages, str) else messages
    shaped = zip(raw, shape(raw, zone="UTC"), strict=True)
    said = [_Said(one, _words(seen.content)) for one, seen in shaped if seen.role == "user"]
    return tuple(one for one in said if one.words)


def _words(content: str) -> str:
    return strip_wrappers(strip_blocks(content)).strip()


def _stands(words: str, said: str) -> bool:
    """Do the words stand there: several of them by their letters alone, a single one as a word of its own?"""
    wanted = statement(words)
    several = len(words.split()) > 1 if words.isascii() else len(wanted) > 1
    if several and (wanted in statement(said) or carried(words, said)):
        return True
    return bool(mentioned(expand(words), said))
