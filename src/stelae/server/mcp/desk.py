"""One call: who makes it, and the memory that it may work on."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mcp.server.context import ServerRequestContext

from stelae.config import Settings
from stelae.memory import Memory
from stelae.schemas.access import Caller, Right
from stelae.schemas.drafts import Draft
from stelae.server.callers import Callers

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
        """See `Callers.check`."""
        Callers.check(self.caller, right)

    def check_drafts_for(self, agent: str | None) -> None:
        """See `Callers.check_drafts_for`. Who has started the client may name any agent of this machine."""
        if not self.local:
            Callers.check_drafts_for(self.caller, agent)

    def check_decides(self, draft: Draft, asked: str | None) -> None:
        """See `Callers.check_decides`. Who has started the client may name any draft that is seen from here."""
        if not self.local:
            Callers.check_decides(self.caller, draft, asked)

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
