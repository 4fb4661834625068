"""Where a draft would be stored. Pure.

What is said in conversation never reaches further than the agent it is for, or than the person who says it; a wider scope
is a person's own to give, by hand.
"""

from dataclasses import dataclass
from typing import Final

from stelae.errors import ScopeError
from stelae.ingestion.guide_files import CORE
from stelae.schemas.scope import Namespace, check_name, check_scope

EVERYBODY: Final = "global"
"""The agent of what is no single agent's."""


@dataclass(frozen=True, slots=True)
class DraftPlace:
    """Whose it is, where it goes, and which wider scope was asked for in vain."""

    agent: str
    scope: str
    narrowed_from: str | None = None


def place_of(ns: Namespace, *, agent: str | None, scope: str | None, by_hand: bool) -> DraftPlace:
    """Return the place.

    Args:
        ns: of the handle.
        agent: whose it is to be; None: the agent's whose scope the handle writes, else nobody's.
        scope: as asked for; None: the agent's, else the handle's.
        by_hand: a person acts, and may give any scope.

    Raises:
        ScopeError: a name or scope is malformed, or is that of the folder for everybody.
    """
    own = ns.agent or EVERYBODY
    whose = own if agent in {None, ""} else str(agent).removeprefix("agent:")
    if whose != EVERYBODY and (check_name(whose, "agent") == CORE or whose.startswith(".")):
        raise ScopeError(f"An agent's drafts cannot go under the name {whose!r}.")
    home = ns.scope if whose == EVERYBODY else f"agent:{whose}"
    wanted = check_scope(scope) if scope else home
    own_scope = set[str]() if ns.shared else {ns.scope}
    if by_hand or wanted in {home, *own_scope}:
        return DraftPlace(whose, wanted)
    return DraftPlace(whose, home, narrowed_from=wanted)
