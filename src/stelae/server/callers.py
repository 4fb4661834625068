"""Who a request comes from, and where it may work. Its key says so, never the request (architecture section 2).

It knows no HTTP beyond the value of one header, so that every door over the wire asks the same questions here.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from stelae.config import Settings
from stelae.errors import (
    DraftNotFoundError,
    PermissionDeniedError,
    ScopeError,
    UnauthenticatedError,
)
from stelae.schemas.access import RIGHTS, ApiKey, Caller, Place, Right
from stelae.schemas.base import Value
from stelae.schemas.drafts import Draft
from stelae.schemas.scope import GLOBAL, check_name, check_scope
from stelae.server.hosts import reachable
from stelae.server.keys import Keyring

_BEARER = re.compile(r"bearer +(\S+) *", re.IGNORECASE)
_PATTERN_END: Final = "*"
MOST_READS: Final = 50
"""Further scopes that one request may name."""
MISSING: Final = (
    "A key is needed: Authorization: Bearer stl_…. A person makes one with: stelae keys create NAME"
)
WRONG: Final = "This key does not hold here: unknown, expired or revoked. `stelae keys list` shows those that there are."
BY_HAND: Final[Mapping[Right, str]] = {
    "confirm": "stelae review",
    "edit": "stelae edit ID",
    "forget": "stelae forget WHAT",
    "restore": "stelae restore ID",
    "export": "stelae export FILE",
    "retry": "stelae retry",
    "import": "stelae import FILE",
    "guides": "stelae guides import FOLDER",
    "audit": "stelae audit verify",
    "access_log": "stelae keys create NAME --role admin",
    "metrics": "stelae keys create NAME --role admin",
}
"""What a person at the folder runs in place of each right that an agent has not."""


class Located(Value):
    """Where a request works: what `Memory.at` takes. All of it lies within the caller's key."""

    tenant: str
    scope: str
    reads: tuple[str, ...] = ()
    project: str | None = None


class Callers:
    """Turns a header into a caller, and a caller's wish into a place. Keeps nothing of a request."""

    def __init__(self, keyring: Keyring, settings: Settings) -> None:
        """Take the keys, and the settings that say who comes without one."""
        self._keyring = keyring
        self._anybody = Caller(tenant=settings.tenant, role="agent", scopes=(settings.scope,))
        self._reachable = reachable(settings.server)
        self._made: dict[str, tuple[ApiKey, Caller]] = {}

    def of(self, authorization: str | None) -> Caller:
        """Return who comes with this `Authorization` header.

        In a folder that never had a key everybody on this machine is an agent in the settings' own scope. The first time
        that a secret comes costs some 50 ms of scrypt (`Keyring.find`).

        Raises:
            UnauthenticatedError: there is no key, or it does not hold.
            ConfigurationError: the keys cannot be read, which never means that there are none.
        """
        secret = secret_in(authorization)
        key = None if secret is None else self._keyring.find(secret)
        if key is not None:
            return self._caller(key)
        if self._open:
            return self._anybody
        raise UnauthenticatedError(MISSING if secret is None else WRONG)

    def known(self, authorization: str | None) -> Caller | None:
        """Return who comes with this header if that is known without a hash; None: ask `of`, where time may pass.

        Raises:
            ConfigurationError: as `of`.
        """
        secret = secret_in(authorization)
        key = None if secret is None else self._keyring.known(secret)
        if key is not None:
            return self._caller(key)
        return self._anybody if self._open else None

    @property
    def _open(self) -> bool:
        """Is everybody let in? Only where nobody but this machine can ask, and while there never was a key."""
        return not self._reachable and not self._keyring.used

    @staticmethod
    def check(caller: Caller, right: Right) -> None:
        """Let a caller pass who has this right.

        Raises:
            PermissionDeniedError: its role is too low.
        """
        if caller.may(right):
            return
        raise PermissionDeniedError(
            f"{right} needs a key of role {RIGHTS[right]} or higher; this caller's role is {caller.role}."
            f" A person at the folder may run: {BY_HAND[right]}"
        )

    @staticmethod
    def place_of(caller: Caller, place: Place) -> Located:
        """Return where a request works, if its key holds it.

        The scope is one that the key writes; without one it is the key's only one. What else it reads is what it asks for.

        Raises:
            ScopeError: no scope is named and the key has not exactly one, or a scope or the project is malformed.
            PermissionDeniedError: the key does not hold a scope that is named.
        """
        # pyright does not see that frozen models have a hash; pydantic makes it at run time. A place may be a whole body.
        return _located(caller, place.scope, place.reads, place.project)  # pyright: ignore[reportArgumentType]

    @staticmethod
    def check_drafts_for(caller: Caller, agent: str | None) -> None:
        """Let a caller pass who may draft for this agent: whose guide it is says where it goes, and what is shown beside it.

        Raises:
            PermissionDeniedError: its key does not write that agent's scope.
        """
        name = (agent or "").removeprefix("agent:")
        if name not in {"", GLOBAL} and not caller.writes(f"agent:{name}"):  # `global` is nobody's
            raise PermissionDeniedError("This key does not write that agent's scope.")

    @staticmethod
    def check_sees(caller: Caller, draft: Draft, asked: str | None) -> None:
        """Let a caller pass who may read where a draft would be stored.

        Raises:
            DraftNotFoundError: it may not; there is none of the name that was `asked` for.
        """
        if not caller.sees(draft.scope):
            raise DraftNotFoundError(asked)

    @staticmethod
    def check_decides(caller: Caller, draft: Draft, asked: str | None) -> None:
        """Let a caller pass who may write where a draft would be stored.

        Raises:
            DraftNotFoundError: as `check_sees`.
            PermissionDeniedError: its key only reads that scope.
        """
        Callers.check_sees(caller, draft, asked)
        if not caller.writes(draft.scope):
            raise PermissionDeniedError("This key does not write the scope that the draft is for.")

    def _caller(self, key: ApiKey) -> Caller:
        """Return the key's caller, made once as long as the key stays what it is."""
        made = self._made.get(key.id)
        if made is None or made[0] is not key:
            made = self._made[key.id] = (key, key.caller)
        return made[1]


def secret_in(authorization: str | None) -> str | None:
    """Return the secret of a bearer header; None: there is none."""
    found = _BEARER.fullmatch(authorization or "")
    return found[1] if found else None


@lru_cache(maxsize=1024)
def _located(
    caller: Caller, named: str | None, also: tuple[str, ...], project: str | None
) -> Located:
    # Agents ask for the same few places all the time; checking them anew takes ten times as long as looking them up.
    scope = _only(caller) if named is None else _checked(named)
    if not caller.writes(scope):
        raise PermissionDeniedError("This caller does not hold the scope that it names.")
    if len(also) > MOST_READS:
        raise ScopeError(f"Name at most {MOST_READS} scopes to read.")
    reads = tuple(dict.fromkeys(map(_checked, also)))
    if not all(map(caller.sees, reads)):
        raise PermissionDeniedError("This caller may not read every scope that it names.")
    if project is not None:
        check_name(project, "project")
    return Located(tenant=caller.tenant, scope=scope, reads=reads, project=project)


def _only(caller: Caller) -> str:
    """Return the key's only scope; an owner is never guessed (E14)."""
    if len(caller.scopes) == 1 and not caller.scopes[0].endswith(_PATTERN_END):
        return caller.scopes[0]
    raise ScopeError("Name a scope; this caller does not hold exactly one.")


def _checked(scope: str) -> str:
    """Return a scope that can be worked in; what means several in a key is none in a request."""
    if scope.rpartition(":")[2] == _PATTERN_END:
        raise ScopeError("A pattern is no scope to work in; name one.")
    return check_scope(scope)
