"""One thing that a clause says of what is wanted; what the rules of both languages return."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["like", "dislike", "allow", "drop"]
"""`allow`: it is fine after all, which lifts a ban; `drop`: it does not matter any more, whichever way it was."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """What is wanted, not wanted, or no longer minded."""

    kind: Kind
    about: str
    """The thing, in the words of the clause."""
    firm: bool = False
    """Said as a must or a ban, not as a wish."""
