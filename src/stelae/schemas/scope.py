"""Where a memory belongs: tenant, scope and the scopes that may be read.

A `Namespace` is made once, at the door, and travels with every read and write (R15). It is not an access check: which
namespace a caller may build is the door's business.
"""

import re

from pydantic import field_validator

from stelae.errors import ScopeError
from stelae.schemas.base import Value

_NAME = re.compile(r"[^\s:/\\\x00-\x1f\x7f]{1,128}")
_PREFIXES = ("user", "agent", "team")
GLOBAL = "global"


def check_name(name: str, what: str) -> str:
    """Return the name unchanged when it can be part of a scope.

    Any script is welcome (peers refuse hyphens and Chinese); white space, colons, slashes and control characters are not.

    Raises:
        ScopeError: it cannot.
    """
    if not _NAME.fullmatch(name) or name in {".", ".."} or not name.isprintable():
        raise ScopeError(
            f"{what} {name[:40]!r} is not usable: 1-128 characters without spaces, ':' or '/'."
        )
    return name


def check_scope(scope: str) -> str:
    """Return the scope unchanged when it has one of the four forms.

    Raises:
        ScopeError: it is not `global`, `user:<id>`, `agent:<name>` or `team:<id>`. An empty or misspelt scope is never
            "everything" (DEV-12).
    """
    if scope == GLOBAL:
        return scope
    prefix, colon, name = scope.partition(":")
    if not colon or prefix not in _PREFIXES:
        raise ScopeError(
            f"Unknown scope {scope[:40]!r}: use global, user:<id>, agent:<name> or team:<id>."
        )
    check_name(name, "scope name")
    return scope


class Namespace(Value):
    """The tenant, the scope that is written, and the further scopes that may be read.

    `project` narrows writes and reads to one project (untagged memories stay visible); None reads untagged ones only
    (O42).
    """

    tenant: str = "default"
    scope: str
    reads: tuple[str, ...] = ()
    project: str | None = None

    @field_validator("tenant", "project")
    @classmethod
    def _name(cls, value: str | None) -> str | None:
        return value if value is None else check_name(value, "tenant or project")

    @field_validator("scope")
    @classmethod
    def _scope(cls, value: str) -> str:
        return check_scope(value)

    @field_validator("reads")
    @classmethod
    def _reads(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(check_scope(v) for v in value))

    @property
    def readable(self) -> tuple[str, ...]:
        """Every scope that may be read, the written one first."""
        return (self.scope, *(s for s in self.reads if s != self.scope))

    @property
    def personal(self) -> bool:
        """Is the written scope one person's?"""
        return self.person == self.scope

    @property
    def person(self) -> str | None:
        """The person's scope that is meant: the written one, else the first that may be read; None: there is none."""
        return next((one for one in self.readable if one.startswith("user:")), None)

    @property
    def agent(self) -> str | None:
        """The agent whose scope is written; None: it is no agent's."""
        prefix, _, name = self.scope.partition(":")
        return name if prefix == "agent" else None

    @property
    def shared(self) -> bool:
        """Is the written scope shared by several people?"""
        return self.scope == GLOBAL or self.scope.startswith("team:")
