"""One call: who makes it, and the memory that it may work on."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mcp.server.context import ServerRequestContext

from stelae.config import Settings
from stelae.errors import PermissionDeniedError
from stelae.memory import Memory
from stelae.schemas.access import Caller, Right

Context = ServerRequestContext[Any, Any]


def _unnoted(_: str, __: object) -> None:
    """Note nothing: a client of this machine's own, over stdio."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A caller at the desk. Tools get a memory from here and from nowhere else."""

    memory: Memory
    caller: Caller
    session: str
    """What tells sessions apart: what one of them was shown is nothing to another."""
    saw: Callable[[str, object], None] = _unnoted
    """Notes by which tool or resource something was shown (O27)."""
    local: bool = False
    """Is the client a program that a person of this machine has started (stdio)? Only then do its questions reach that
    person; over the wire whoever holds an agent's key could answer them by a program."""

    def check(self, right: Right) -> None:
        """Let only callers with that right go on.

        Raises:
            PermissionDeniedError: the role does not allow it.
        """
        if not self.caller.may(right):
            raise PermissionDeniedError(f"The role {self.caller.role!r} does not allow this.")

    def check_writes(self, scope: str) -> None:
        """Let only callers go on whose key writes that scope. Who has started the client may name any of this machine.

        Raises:
            PermissionDeniedError: the key does not hold it.
        """
        if not (self.local or self.caller.writes(scope)):
            raise PermissionDeniedError("This key does not write the scope that the draft is for.")

    def command(self, *words: str) -> str:
        """Return the `stelae` command by which a person does it, in the place of this call."""
        here, settings = self.memory.namespace, self.memory.settings
        place = ["--scope", here.scope]
        if here.tenant != Settings.model_fields["tenant"].default:
            place += ["--tenant", here.tenant]
        if here.project is not None:
            place += ["--project", here.project]
        if self.local and settings.data != Settings().data:
            place += ["--data", str(settings.data)]
        return shlex.join(["stelae", *words, *place])


Desk = Callable[[Context], Visit]
"""Says who makes a call. Authority is never taken from the call itself."""
