"""What became of a curator's pass (P17): what was written, what was not, and why. Ids and codes; texts only of proposals."""

from typing import Literal

from stelae.schemas.base import Value
from stelae.schemas.change import Extraction, ObservationRef, Outcome

Operation = Literal["preserve", "integrate", "resolve"]
"""`preserve`: something new; `integrate`: it belongs to what is known; `resolve`: what is known holds no more (P18)."""
CurationSkip = Literal[
    "disabled",
    "anonymous",
    "empty",
    "no_model",
    "withheld",
    "too_large",
    "model_failed",
    "forgotten_meanwhile",
    "failed",
]
"""Why no proposal of a model was judged. `anonymous`: the scope is no person's; `withheld`: the words may not go to the
model; `forgotten_meanwhile`: something was forgotten while it thought (P35)."""
CurationRefusal = Literal[
    "this_task",
    "unsure",
    "known",
    "too_many",
    "unreadable",
    "unshown_key",
    "not_echoed",
    "outranked",
    "gone",
    "waits",
]
"""Why a proposal, or a key that it would end, went no further. The gate's own refusals are among the outcomes."""


class CurationDrop(Value):
    """One proposal, or one key of it, that code did not let through."""

    reason: CurationRefusal
    operation: Operation | None = None
    text: str = ""
    """The proposal; of a key nothing."""
    key: str = ""
    """The shown key that would have been ended."""


class CurationResult(Value):
    """One pass after one answer."""

    session: str
    run: str | None = None
    extraction: Extraction
    """Who read the person's words, and how it went. Without a model the rules did, and the detail says so."""
    skipped: CurationSkip | None = None
    """Why a model's proposals were not judged; None: they were."""
    observations: tuple[ObservationRef, ...] = ()
    """The person's words, as they were logged."""
    outcomes: tuple[Outcome, ...] = ()
    """What the rules and the model proposed, and what the gate made of it."""
    superseded: tuple[str, ...] = ()
    """Ids of memories that a proposal has ended, and that no rule would have."""
    shown: int = 0
    """Memories that the model was shown."""
    dropped: tuple[CurationDrop, ...] = ()
