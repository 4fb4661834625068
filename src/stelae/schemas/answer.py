"""What `ask` returns: a text, what it rests on, and how it came about. Nothing of it is ever stored as a memory."""

from typing import Literal

from pydantic import Field

from stelae.schemas.base import Value
from stelae.schemas.query import Hit, HitType

AnswerStatus = Literal["answered", "nothing_relevant", "no_model", "failed"]
"""`answered`: a model answered with memories before it. `nothing_relevant`: no memory fits, by the floor or in the model's
own words. `no_model`: the hits, with a plain explanation. `failed`: as that, and `reason` says why."""
AnswerReason = Literal[
    "", "store", "timeout", "unavailable", "empty", "echo", "refused", "too_large", "withheld"
]
"""Why there is no answer of a model: the memory could not be read; no reply in time; nobody there; an empty reply; the
prompt coming back; a refusal; no room for the question; nothing that fits may be shown to the model."""
MAX_TOP_K = 20
"""E8."""


class Citation(Value):
    """A memory or message that the answer cites, by the short index that stands in the text."""

    index: int = Field(ge=1)
    id: str
    type: HitType
    text: str
    category: str | None = None


class Usage(Value):
    """What the answer cost. Tokens as the provider counted them; None where it does not, as in a stream."""

    calls: int = 0
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    seconds: float | None = None
    """Wall time of the call."""


class Answer(Value):
    """The answer to a question, checked by code: no citation names what was not shown."""

    text: str
    """What to show a person; citations stand in it as short indices."""
    status: AnswerStatus
    reason: AnswerReason = ""
    detail: str = ""
    """What to know or do about it, for people."""
    citations: tuple[Citation, ...] = ()
    """In order of first mention. Without a model: what the text lists."""
    used: tuple[str, ...] = ()
    """Ids that were shown and are cited: what the model held to be relevant."""
    unused: tuple[str, ...] = ()
    """Ids that were shown and are not cited."""
    uncited: bool = False
    """A model answered, something was shown, and it names nothing of it: believe it less."""
    attributed: bool = False
    """The model cited nothing, but its whole text stands in one of the memories it was shown: code has put the citation."""
    invented: int = 0
    """Indices of nothing that was shown; they are taken out of the text."""
    truncated: bool = False
    """The answer broke off."""
    withheld: int = 0
    """Hits and pinned memories that the settings keep from a model on another machine."""
    suspicious: int = 0
    """Hits that read like an order and are no person's word; they are not shown to a model."""
    hits: tuple[Hit, ...] = ()
    """What recall found, whoever was shown it."""
    hidden: int = 0
    """Weak hits below the floor."""
    trace_id: str = ""
    """For `why_recalled`."""
    partial: tuple[str, ...] = ()
    """Legs of the search that could not run, as in `RecallResult`."""
    model: str | None = None
    usage: Usage = Usage()
