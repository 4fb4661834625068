"""How far a reading by a language model got, what it cost, and how that is told."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from stelae.errors import ModelError, ModelOutputError, ModelTimeoutError
from stelae.remember.proposals.answer_form import ProposedBatch
from stelae.remember.proposals.faults import Fault, in_words
from stelae.remember.proposals.selection import Selection
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.extraction import UsageName, Used
from stelae.schemas.observation import Observation
from stelae.structured.call import Answer


@dataclass(frozen=True, slots=True)
class LlmExtraction:
    """What a model proposed, and how far it got.

    `ok`: everything was read; `partial`: something was left out, `detail` says how much; `failed`: nothing was read, `error`
    says why.
    """

    candidates: tuple[MemoryCandidate, ...] = ()
    status: Literal["ok", "partial", "failed"] = "ok"
    detail: str = ""
    error: ModelError | None = None
    read: tuple[str, ...] = ()
    """Ids of observations that wait for nobody any more."""
    unread: Mapping[str, str] = field(default_factory=dict[str, str])
    """Why others were not read to the end, by id."""
    audited: frozenset[str] = frozenset()
    """Those that were read only to check the pre-filter."""
    used: tuple[Used, ...] = ()


@dataclass(slots=True)
class Progress:
    """What has been read so far, and what was not."""

    chunks: int
    candidates: list[MemoryCandidate] = field(default_factory=list[MemoryCandidate])
    read: int = 0
    cut: int = 0
    length: int = 0
    """Characters of all chunks, and `read` of those that were answered."""
    error: ModelError | None = None
    unread: dict[str, str] = field(default_factory=dict[str, str])
    faults: Counter[Fault] = field(default_factory=Counter[Fault])
    used: defaultdict[UsageName, float] = field(
        default_factory=lambda: defaultdict[UsageName, float](float)
    )

    def cost(self, answer: Answer[ProposedBatch]) -> None:
        """Count what an answer cost, tries included."""
        self.used["calls"] += answer.tries
        self.used["prompt_tokens"] += answer.prompt_tokens
        self.used["completion_tokens"] += answer.completion_tokens
        self.used["seconds"] += answer.seconds

    def cut_off(self, shown: Sequence[Observation]) -> None:
        """Note an answer that was cut off."""
        self.cut += 1
        self.unread |= {o.id: "truncated" for o in shown}

    def fail(self, error: ModelError, shown: Sequence[Observation], *, retries: int) -> None:
        """Note that these messages got no answer after all tries."""
        self.error = error
        self.unread |= {o.id: code_of(error) for o in shown}
        if isinstance(error, ModelOutputError):
            self.used["unusable"] += 1
        again = isinstance(error, ModelOutputError | ModelTimeoutError)
        self.used["calls"] += 1 + retries if again else 1

    def summed(
        self, observations: Sequence[Observation], selection: Selection, model: str
    ) -> LlmExtraction:
        """Return the result over all messages that were looked at."""
        missing = [withheld(selection)] if selection.withheld else []
        if self.cut:
            missing.append(f"output truncated in {self.cut} of {self.chunks} calls")
        if self.error is not None:
            left = self.length - self.read
            missing.append(f"{_why(self.error)}; {left:,} characters not read")
        failed = self.error is not None and self.read == 0
        # Context is not read for itself.
        kept = {o.id for o in selection.kept}
        unread = {id_: why for id_, why in self.unread.items() if id_ in kept}
        faults = in_words(self.faults)
        told = [f"in the answers: {faults}"] if faults else []
        used = (Used(model=model, name=name, amount=n) for name, n in self.used.items() if n)
        return LlmExtraction(
            candidates=tuple(self.candidates),
            status="failed" if failed else "partial" if missing else "ok",
            detail="; ".join([*missing, *told]),
            error=self.error,
            read=tuple(o.id for o in observations if o.id not in unread),
            unread=unread,
            audited=selection.audited,
            used=(*used, *selection.used),
        )


def unasked(observations: Sequence[Observation], selection: Selection) -> LlmExtraction:
    """Return the result where there was nothing to ask about."""
    return LlmExtraction(
        status="partial" if selection.withheld else "ok",
        detail=withheld(selection) if selection.withheld else "",
        read=tuple(o.id for o in observations),
        used=selection.used,
    )


def withheld(selection: Selection) -> str:
    """Say how many messages stayed here."""
    return f"{selection.withheld} messages kept from a model on another machine"


def code_of(error: ModelError) -> str:
    """Return why as a code: the reason of unusable output, else the error's name."""
    return error.reason if isinstance(error, ModelOutputError) else type(error).__name__


def _why(error: ModelError) -> str:
    if isinstance(error, ModelOutputError):
        return f"model output unusable ({error.reason})"
    return str(error).rstrip(".")
