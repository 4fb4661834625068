"""Whose word it is, as a model is told it: no assistant's, tool's or document's words pass for a person's. Pure."""

from typing import Final

from stelae.schemas.authority import Authority, nameless
from stelae.schemas.query import Hit
from stelae.text.markers import escape
from stelae.text.normalise import squash

UNCONFIRMED: Final = "unconfirmed"
"""Of a message: somebody said it, and no gate has let it become a memory."""
_SOURCES: Final[dict[Authority, str]] = {
    "agent": "inferred by the assistant",
    "tool": "from a tool",
    "document": "from a document",
    "other_agent": "from another agent",
    "web": "from the web",
}


def speaker_of(hit: Hit) -> str:
    """Return who said a message: the name, else the role."""
    return named(hit.speaker or nameless(hit.authority))


def source_of(authority: Authority | None) -> str:
    """Say where a memory comes from that no person of authority stands behind; empty for a person's word."""
    return _SOURCES.get(authority, "") if authority else ""


def told_by(hit: Hit) -> str:
    """Say whose word a hit is: of a message always, of a memory where it is no person's; empty for a person's memory."""
    if hit.type == "observation":
        return f"said by {speaker_of(hit)}, {UNCONFIRMED}"
    return source_of(hit.authority)


def named(name: str) -> str:
    """Return a speaker's name so that it can stand in a line's label, which ends with a colon."""
    return squash(escape(name)).replace(":", " ")
