"""Session states in the process, for stores that keep nothing on disk; gone when it ends."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Lock

from stelae.schemas.scope import Namespace
from stelae.schemas.session import SessionState
from stelae.session.files import Conversation


class HeldSessions:
    """The in-memory twin of `SessionFiles`."""

    def __init__(self) -> None:
        """Hold nothing yet."""
        self._held: dict[tuple[str, str, str], SessionState] = {}
        self._turn = Lock()

    @property
    def begun(self) -> bool:
        """Is anything kept?"""
        return bool(self._held)

    def load(self, ns: Namespace, session: str) -> SessionState | None:
        """Return what is kept, or None."""
        return self._held.get((ns.tenant, ns.scope, session))

    def save(self, ns: Namespace, session: str, state: SessionState) -> None:
        """Keep a state in place of the one before."""
        self._held[ns.tenant, ns.scope, session] = state

    def drop(self, ns: Namespace, session: str) -> bool:
        """Let go of a state; was there one?"""
        return self._held.pop((ns.tenant, ns.scope, session), None) is not None

    def conversations(self, ns: Namespace | None = None) -> Iterator[Conversation]:
        """Return everything: of the written scope, of all tenants and scopes without one."""
        for (tenant, scope, session), state in sorted(self._held.items(), key=lambda one: one[0]):
            if ns is None or (tenant, scope) == (ns.tenant, ns.scope):
                place = Namespace(tenant=tenant, scope=scope)
                yield Conversation(ns=place, session=session, state=state)

    def sweep(self, ns: Namespace | None = None) -> int:  # noqa: ARG002 - the twin's shape
        """Nothing that is held can be damaged."""
        return 0

    def of_others(self, ns: Namespace) -> Iterator[Path]:  # noqa: ARG002 - the twin's shape
        """Nothing is in a file."""
        return iter(())

    def alone(self) -> AbstractContextManager[object]:
        """Let one thread at a time read and replace."""
        return self._turn
