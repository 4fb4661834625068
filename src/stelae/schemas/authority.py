"""Where a statement comes from, as an ordered tier (architecture section 2).

Authority never grants by itself: the gate compares it with a category's policy row.
"""

from typing import Literal

from stelae.errors import InvalidInputError

Authority = Literal[
    "vendor",
    "platform",
    "team",
    "user_edit",
    "user",
    "agent",
    "tool",
    "document",
    "other_agent",
    "web",
]
TIERS: tuple[Authority, ...] = (
    "vendor",
    "platform",
    "team",
    "user_edit",
    "user",
    "agent",
    "tool",
    "document",
    "other_agent",
    "web",
)
"""High to low."""

CEILINGS: dict[Authority, float] = {
    "vendor": 0.99,
    "platform": 0.99,
    "team": 0.99,
    "user_edit": 0.99,
    "user": 0.98,
    "agent": 0.80,
    "tool": 0.65,
    "document": 0.55,
    "other_agent": 0.40,
    "web": 0.30,
}
"""Highest reliability a statement of that tier can reach (E36)."""

Role = Literal["user", "assistant", "tool", "system"]


_NAMELESS: dict[Authority, str] = {
    "agent": "assistant",
    "tool": "tool",
    "document": "document",
    "other_agent": "another agent",
    "web": "web page",
}


def nameless(authority: Authority | None) -> str:
    """Return what a speaker without a name is called: an assistant's words are never shown as the user's."""
    return _NAMELESS.get(authority, "user") if authority else "user"


def known(authority: str) -> Authority:
    """Return the authority, if it is one.

    Raises:
        InvalidInputError: it is none.
    """
    for tier in TIERS:
        if authority == tier:
            return tier
    raise InvalidInputError(f"There is no such authority; use {', '.join(TIERS)}.")


def at_least(authority: Authority, floor: Authority) -> bool:
    """Does `authority` rank as high as `floor` or higher?"""
    return TIERS.index(authority) <= TIERS.index(floor)


def at_most(authority: Authority, ceiling: Authority) -> Authority:
    """Return `authority`, or `ceiling` where it ranks higher: nobody passes on more than they have."""
    return ceiling if at_least(authority, ceiling) else authority


def is_person(authority: Authority) -> bool:
    """Was it said or entered by the person in this conversation?"""
    return authority in {"user_edit", "user"}


def reliability(authority: Authority, evidence_count: int, base: float = 0.5) -> float:
    """How far a memory can be relied on, in [0, 1].

    `min(ceiling(authority), base + 0.2 * (evidence_count - 1), 1)` (P8, E36); never a permission.

    Args:
        authority: where the statement came from.
        evidence_count: independent confirmations, at least 1.
        base: reliability of a single statement.
    """
    return max(0.0, min(CEILINGS[authority], base + 0.2 * (evidence_count - 1), 1.0))
