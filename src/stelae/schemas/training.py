"""Pairs of what was said and what a person decided about it, for fine-tuning an extractor (S6)."""

from typing import Any, Literal

from pydantic import Field

from stelae.schemas.base import JsonObject, UtcTime, Value
from stelae.schemas.candidate import Extractor, Kind

TrainingForm = Literal["pairs", "chat"]
"""`pairs`: one line a decision; `chat`: one line a message, as system, user and assistant messages."""
TrainingDecision = Literal["confirmed", "edited", "rejected"]
LeftOut = Literal[
    "sensitive", "no_source", "not_proposed", "undone", "partly_reviewed", "not_askable"
]
"""Why a decision is not in the file: sensitive and not asked for; what was said is no longer there; nobody proposed it; it
was taken back; `chat` alone: not all that came of the message was reviewed, or a model is never asked for it."""


class TrainingInput(Value):
    """What was said, as it is stored: secrets removed."""

    text: str
    language: str
    time: UtcTime


class TrainingMemory(Value):
    """A memory as it was proposed, or as a person has left it."""

    category: str
    kind: Kind | None = None
    text: str = ""
    """Empty for a proposal that was rejected while it waited: its text is not kept."""
    attributes: JsonObject = Field(default_factory=dict[str, Any])
    subject: str = "user"
    quote: str = ""
    """The words it rests on."""


class TrainingPair(Value):
    """One line of the form `pairs`."""

    input: TrainingInput
    proposed: TrainingMemory | None = None
    """None: a person reworded it while it waited, and what was proposed is not kept."""
    decision: TrainingDecision
    reviewed: TrainingMemory | None = None
    """What should have been proposed; None for what was rejected."""
    extractor: Extractor | None = None
    rule: str = ""
    """What proposed it."""
    observation: str
    """Id of the message."""
    external_id: str | None = None
    memory: str | None = None
    """Id of the memory."""


class TrainingReport(Value):
    """What was written and what was left out."""

    name: str
    at: UtcTime
    scope: str
    form: TrainingForm
    lines: int
    counts: dict[TrainingDecision, int]
    """Decisions in the file."""
    left_out: dict[LeftOut, int]
