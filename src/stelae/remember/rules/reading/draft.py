"""What a rule sees (`View`) and what it returns (`Draft`): a proposal before it becomes a candidate."""

import re
from dataclasses import dataclass, field
from typing import Any

from stelae.remember.rules.reading.sentences import Piece, Sentence
from stelae.remember.rules.reading.subjects import Subject
from stelae.schemas.candidate import Kind, Sensitivity
from stelae.schemas.memory import Reason

LOOSE = frozenset(
    {
        "plain-statement",
        "about-me",
        "own-thing",
        "habit",
        "everyday",
        "dated-event",
    }
)
"""Rules that keep a sentence for its shape, without a cue of their own."""
Unfit = tuple[Reason, str]
"""Why something found is dropped, and which check says so."""


@dataclass(frozen=True, slots=True)
class View:
    """One clause as rules see it."""

    clause: Piece
    subject: Subject
    sentence: Sentence
    index: int
    standing: bool = False
    """The person asked for this to be remembered: weaker rules may fire."""
    chinese: bool = field(init=False)
    """Which language's rules read it."""
    personal: bool = field(init=False)
    """Is it about somebody we may record?"""
    predicate: str = field(init=False)
    """What is said of the subject, for matching."""
    _pad: int = field(init=False)
    """English rules expect a space before the verb, also where the subject was said in the clause before."""

    def __post_init__(self) -> None:
        pad = 0 if self.sentence.chinese or self.subject.at else 1
        object.__setattr__(self, "chinese", self.sentence.chinese)
        object.__setattr__(self, "personal", self.subject.who != "nobody")
        object.__setattr__(self, "predicate", " " * pad + self.clause.plain[self.subject.at :])
        object.__setattr__(self, "_pad", pad)

    def original(self, found: re.Match[str], group: str | int) -> str:
        """Return a matched group of the predicate in the original letters."""
        start, end = found.span(group)
        at = self.subject.at - self._pad
        return self.clause.text[max(0, at + start) : at + end] if start >= 0 else ""


@dataclass(frozen=True, slots=True)
class Draft:
    """One proposal of a rule about one clause."""

    rule: str
    category: str
    attributes: dict[str, Any] = field(default_factory=dict[str, Any])
    text: str | None = None
    """None: the clause in the person's own words."""
    swap: tuple[str, str] | None = None
    """Of a list only one item is meant: `(the whole list, the item)`."""
    whole: bool = False
    """The whole sentence is the statement."""
    kind: Kind | None = None
    confidence: float = 0.85
    importance: float = 0.5
    sensitivity: Sensitivity = "personal"
    own: bool = False
    """Said of the speaker, whoever the clause names first (`my doctor took me off it`)."""
    clauses: int = 1
    """How many clauses, from this one on, the statement takes up."""
