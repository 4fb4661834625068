"""Session state: what holds for the task that one conversation is at (P27). Never a memory, and never promoted (R18).

A `SessionPatch` is what somebody proposes after a turn; `session.merging` decides what of it is taken. Ids, turns and epochs
are given by code alone.
"""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from stelae.schemas.base import UtcTime, Value
from stelae.schemas.candidate import Polarity

MAX_QUOTE = 60
"""Characters of the person's words that are kept with a constraint (P27)."""
MAX_PATCH = 8
"""Constraints of one turn."""
MAX_CONSTRAINTS = 40
"""Of one task. Beyond them the oldest that bans nothing goes."""

Currency = Literal["CNY", "USD", "EUR", "GBP", "JPY"]


def _cut(raw: Any) -> Any:
    return raw[:MAX_QUOTE] if isinstance(raw, str) else raw


Quote = Annotated[str, BeforeValidator(_cut), Field(max_length=MAX_QUOTE)]
"""Words of the person, cut to what is kept of them; empty: nobody said it."""
Name = Annotated[str, Field(min_length=1, max_length=200)]


class Budget(Value):
    """What the task may cost."""

    least: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    most: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    currency: Currency | None = None
    """None: the person named none."""
    source_quote: Quote = ""

    @model_validator(mode="after")
    def _bounded(self) -> "Budget":
        if self.least is None and self.most is None:
            raise ValueError("a budget has a bound")
        if self.least is not None and self.most is not None and self.least > self.most:
            raise ValueError("least is over most")
        return self


class ProposedConstraint(Value):
    """Something that is wanted or not wanted for this task, as it is proposed."""

    content: Name
    """What it is about, without the "no": `真皮`."""
    polarity: Polarity
    """`dislike`: not with it; `like`: with it; `neutral`: neither, a date for one."""
    keywords: tuple[Name, ...] = Field(default=(), max_length=8)
    """Words by which it is found again, in any language; none: those of the content."""
    source_quote: Quote = ""
    blocking: bool = False
    """What breaks it is no answer at all. Taken only with the person's own words (P21)."""


class SessionConstraint(ProposedConstraint):
    """A constraint of the task at hand."""

    id: str = Field(pattern=r"^c[1-9][0-9]*$")
    turn_added: int = Field(ge=0)


class SessionPatch(Value):
    """What a turn changes. Applied in the order of P28."""

    epoch: int | None = None
    """The task it was made for; when another one has begun meanwhile nothing of it is taken."""
    new_task: bool = False
    """The intent is of another task than the one before: that one is archived."""
    intent: Name | None = None
    category: Name | None = None
    retract: tuple[str, ...] = ()
    """Ids of constraints that are taken back; each only when the person names what it is about."""
    constraints: tuple[ProposedConstraint, ...] = Field(default=(), max_length=MAX_PATCH)
    clear_budget: bool = False
    budget: Budget | None = None
    clear_slots: tuple[Name, ...] = ()
    slots: dict[Name, Name] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _named(self) -> "SessionPatch":
        if self.new_task and self.intent is None:
            raise ValueError("a new task has an intent")
        return self


class Task(Value):
    """What one task is about."""

    current_intent: str | None = None
    category: str | None = None
    budget: Budget | None = None
    slots: dict[str, str] = Field(default_factory=dict)
    """Attributes with one value each: `color`, `size`."""
    constraints: tuple[SessionConstraint, ...] = ()


class SessionState(Task):
    """The task at hand, and the one before it."""

    epoch: int = Field(default=0, ge=0)
    """Number of the task in this conversation."""
    turn: int = Field(default=0, ge=0)
    """Updates so far."""
    next_id: int = Field(default=1, ge=1)
    archived: Task | None = None
    """The task before this one; one generation."""
    expires: UtcTime | None = None
    """When it counts as empty; None: it was never written."""

    @property
    def task(self) -> Task:
        """The task at hand, by itself."""
        return Task.model_validate({name: getattr(self, name) for name in Task.model_fields})

    def __bool__(self) -> bool:
        """Does it say anything of a task at hand?"""
        return self.task != Task()
