"""Who asks over the wire, and what that lets them do. Where a memory belongs is `schemas/scope.py`'s business."""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Final, Literal

from pydantic import field_validator
from typing_extensions import override

from stelae.errors import ScopeError
from stelae.schemas.authority import Authority
from stelae.schemas.base import UtcTime, Value
from stelae.schemas.scope import check_name, check_scope

Role = Literal["agent", "reviewer", "admin"]
"""An agent proposes; a reviewer is a person, who decides; an admin also moves data and reads the logs."""
Right = Literal[
    "observe",
    "remember",
    "recall",
    "propose",
    "forget_preview",
    "confirm",
    "edit",
    "forget",
    "restore",
    "export",
    "retry",
    "import",
    "guides",
    "audit",
    "access_log",
    "metrics",
]
RIGHTS: Final[Mapping[Right, Role]] = {
    "observe": "agent",
    "remember": "agent",
    "recall": "agent",
    "propose": "agent",
    "forget_preview": "agent",
    "confirm": "reviewer",
    "edit": "reviewer",
    "forget": "reviewer",
    "restore": "reviewer",
    "export": "reviewer",
    "retry": "reviewer",
    "import": "admin",
    "guides": "admin",
    "audit": "admin",
    "access_log": "admin",
    "metrics": "admin",
}
"""The least role of each right."""
ROLES: Final[tuple[Role, ...]] = ("agent", "reviewer", "admin")
_PATTERNS = frozenset({"*", "user:*", "agent:*", "team:*"})


def check_pattern(scope: str) -> str:
    """Return the scope or pattern unchanged when a key can be bound to it: a scope, `user:*`, `agent:*`, `team:*` or `*`.

    Raises:
        ScopeError: it is neither.
    """
    return scope if scope in _PATTERNS else check_scope(scope)


class Place(Value):
    """Where a request wants to work; what it leaves out is the key's, if the key has but one."""

    scope: str | None = None
    """Where it writes, and reads first."""
    reads: tuple[str, ...] = ()
    """Further scopes that it reads."""
    project: str | None = None
    """Tags what is written and narrows what is read."""


class Caller(Value):
    """Who a request comes from, as its key says; never as the request says."""

    tenant: str
    role: Role
    scopes: tuple[str, ...]
    """Scopes or patterns that it may write and read."""
    reads: tuple[str, ...] = ()
    """Further scopes or patterns that it may only read."""
    key_id: str = ""
    """Empty: no key is needed here."""
    name: str = ""

    def may(self, right: Right) -> bool:
        """Is the role high enough?"""
        return ROLES.index(self.role) >= ROLES.index(RIGHTS[right])

    def writes(self, scope: str) -> bool:
        """May this scope be written?"""
        return _matches(scope, self.scopes)

    def sees(self, scope: str) -> bool:
        """May this scope be read?"""
        return _matches(scope, (*self.scopes, *self.reads))

    @property
    def authority(self) -> Authority:
        """What a statement of this caller's counts as (architecture section 2): a person's, or an agent's."""
        return "agent" if self.role == "agent" else "user_edit"


class ApiKey(Value):
    """What is known of a key; its secret is not."""

    id: str
    name: str
    tenant: str
    role: Role
    scopes: tuple[str, ...]
    reads: tuple[str, ...] = ()
    created_at: UtcTime
    expires_at: UtcTime | None = None
    revoked_at: UtcTime | None = None

    @field_validator("name", "tenant")
    @classmethod
    def _name(cls, value: str) -> str:
        return check_name(value, "key name or tenant")

    @field_validator("scopes")
    @classmethod
    def _scopes(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not value:
            raise ScopeError("A key is bound to at least one scope, such as user:lin or user:*.")
        return tuple(dict.fromkeys(check_pattern(one) for one in value))

    @field_validator("reads")
    @classmethod
    def _reads(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(check_pattern(one) for one in value))

    @property
    def caller(self) -> Caller:
        """Who comes with this key."""
        return Caller(
            tenant=self.tenant,
            role=self.role,
            scopes=self.scopes,
            reads=self.reads,
            key_id=self.id,
            name=self.name,
        )

    @override
    def __str__(self) -> str:
        return f"{self.name} ({self.id}, {self.role})"


def _matches(scope: str, patterns: tuple[str, ...]) -> bool:
    # A scope's own name may hold `*`, `?` or `[`; only the four patterns mean more than themselves.
    return any(scope == one or (one in _PATTERNS and fnmatchcase(scope, one)) for one in patterns)
