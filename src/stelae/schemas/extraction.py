"""What a language model's reading leaves behind: what it cost, what it has not read, and answers worth keeping."""

from typing import Literal

from pydantic import Field

from stelae.schemas.base import UtcTime, Value
from stelae.schemas.change import Extraction, Outcome

UsageName = Literal[
    "calls",
    "prompt_tokens",
    "completion_tokens",
    "seconds",
    "cache_hits",
    "unusable",
    "prefilter_skipped",
    "prefilter_audited",
    "prefilter_missed",
]
"""What is counted. `calls` are requests, tries again included; `cache_hits` are chunks for which an earlier answer stood;
`unusable` are chunks for which no usable answer came. Tokens are as the provider counted them. The `prefilter_*` are
messages and have no model: left out unread, read all the same as a check, and of these the ones in which there was
something."""


class Used(Value):
    """One counter of one scope."""

    model: str = ""
    """Empty: no model was asked."""
    name: UsageName
    amount: float = Field(ge=0)


class ModelUsage(Value):
    """What one model has cost in one scope since its first call there."""

    model: str
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    cache_hits: int = 0
    unusable: int = 0


class Unread(Value):
    """A message that a model has not read, or not to the end of its answer. It waits for `retry`."""

    observation_id: str
    reason: str
    """Why: `truncated`, `not_json`, `invalid_schema`, `empty`, or the name of the error (`ModelTimeoutError`)."""
    since: UtcTime
    categories: tuple[str, ...] | None = None
    """Those that its caller asked for; None: all."""


class KeptReply(Value):
    """A validated answer to one prompt."""

    mark: str
    """Keyed hash of everything the answer depends on; nothing can be read from it."""
    body: str
    """The proposals as JSON, redacted."""


class ReadingNote(Value):
    """What is written down of one reading, in one transaction."""

    at: UtcTime
    forgettings: int
    """How many there were in the scope before the model was asked: an answer from before a forgetting is not kept."""
    replies: tuple[KeptReply, ...] = ()
    used: tuple[Used, ...] = ()
    unread: tuple[Unread, ...] = ()
    read: tuple[str, ...] = ()
    """Observations that were read to the end, or are no longer there: they wait for nobody."""


class RetryResult(Value):
    """What `retry` did."""

    read: int
    """Messages that were handed to the model."""
    extraction: Extraction
    outcomes: tuple[Outcome, ...] = ()
    waiting: tuple[Unread, ...] = ()
    """What still waits after it."""
