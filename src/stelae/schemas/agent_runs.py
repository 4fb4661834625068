"""What an agent's run leaves to be captured: its tool calls, how it ended, and what became of them (O23, O28)."""

from typing import Annotated, Any, Literal

from pydantic import Field

from stelae.schemas.authority import Authority
from stelae.schemas.base import JsonObject, UtcTime, Value
from stelae.schemas.change import Outcome
from stelae.schemas.memory import Reason

MAX_NAME_CHARS = 128
MAX_ERROR_CHARS = 400
"""As a call's result (O24)."""
Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME_CHARS)]

CallStatus = Literal["succeeded", "failed"]
RunStatus = Literal["succeeded", "failed", "cancelled"]
"""`cancelled`: a person or the program stopped it; nobody learns from that."""
Skip = Literal[
    "own_tool",
    "failed",
    "no_result",
    "error_result",
    "introspective",
    "empty_result",
    "not_the_best",
    "not_a_write",
    "too_short",
    "disabled",
]
"""Why nothing was made of a call: it is a tool of Stelae itself (what we recalled is no news); it failed; it has no result;
its result looks like an error; it asks a database about itself; its query found nothing; another query of the same question
says more; it changes nothing; it says next to nothing; Stelae is switched off."""


class ToolCall(Value):
    """One call of a tool with what came of it, in the shape of no framework."""

    name: Name
    """The tool's name."""
    arguments: JsonObject = Field(default_factory=dict)
    """Plain JSON."""
    result: Any = None
    """Plain JSON or text; None: nothing is known of it."""
    status: CallStatus | None = None
    """None: nobody says; the result may still look like an error."""
    id: str | None = None
    """The framework's own id of the call."""
    time: UtcTime | None = None
    """When it was called; None: when it is captured."""
    question: str | None = None
    """The person's message that it serves."""


class RunEvent(Value):
    """How a run ended. Kept as an `audit` memory; what is learned from failures starts here (O28)."""

    id: Name
    """The caller's id of the run."""
    agent: Name
    """Whose run it was."""
    status: RunStatus
    """How it ended."""
    error: str | None = None
    """What went wrong, of a run that failed; redacted, at most 400 characters."""
    tools: tuple[Name, ...] = ()
    """The tools that were called, each once."""
    shown: tuple[Name, ...] = ()
    """Ids of the memories that the model was shown in it."""
    time: UtcTime
    """When it ended."""
    authority: Authority = "platform"
    """Whose word it is: the `platform` that ran it; a lower one's is a claim."""


class CaptureResult(Value):
    """What became of the calls of one capture.

    Every call is in one of `captured`, `duplicates`, `pending`, `skipped` and `refused`.
    """

    calls: int = 0
    """Calls that were handed in."""
    captured: int = 0
    """Calls that gave a memory that was not there."""
    duplicates: int = 0
    """Calls that are known already, with the same outcome."""
    pending: int = 0
    """Calls of which something waits for a person, where the policy asks one."""
    skipped: dict[Skip, int] = Field(default_factory=dict[Skip, int])
    """Calls that nothing was made of, by reason."""
    refused: dict[Reason, int] = Field(default_factory=dict[Reason, int])
    """Calls of which the gate refused what was made, by reason."""
    kept: dict[str, int] = Field(default_factory=dict[str, int])
    """New memories by category: one a call, and where asked for or due an `audit` and a `decision` beside it."""
    outcomes: tuple[Outcome, ...] = ()
    """The gate's word on everything that was put before it."""
