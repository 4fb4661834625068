"""Let a language model propose memories from logged messages. It proposes only; grounding and gate stand behind it.

What is sent: what people said, redacted already, with the assistant's answers beside it as context, in chunks that fit the
model's room. What is never sent: tool output, messages that the scanner flagged, forget requests, and to a model on another
machine whatever the settings keep here. One call a chunk; what could not be read is counted and said.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from stelae.errors import ModelError, ModelOutputError, ModelUnavailableError
from stelae.ports import DateParser, LanguageModel
from stelae.remember.anchoring import anchored
from stelae.remember.chunks import Line, pack
from stelae.remember.prompts import INSTRUCTIONS, ProposedBatch, extraction_prompt
from stelae.remember.rule_extraction import extract
from stelae.remember.sensitivity import is_sensitive
from stelae.schemas.authority import is_person
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.observation import Observation
from stelae.structured.call import AGAIN, ask
from stelae.text.keys import statement
from stelae.text.language import language_of

REPLY_SHARE = 4
"""One part in so many of the model's room is kept for its answer."""
LEAST_ROOM = 200
"""Tokens of conversation a chunk must have room for; below that a model's context is too small to extract with."""
_MARGIN = 96
"""Tokens for a chat template's own words, the delimiters, and being asked again."""
_CONTEXT_CHARS = 400
"""How much of an assistant's answer is shown: enough to know what a person's "yes" is about."""
_HEAD = re.compile(r"^\[(?:user|assistant)\] ", re.MULTILINE)
_WITHHELD = frozenset({"instruction", "hidden", "forget_request"})


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


@dataclass(slots=True)
class _Progress:
    """What has been read so far, and what was not."""

    chunks: int = 0
    candidates: list[tuple[int, MemoryCandidate]] = field(
        default_factory=list[tuple[int, MemoryCandidate]]
    )
    read: int = 0
    cut: int = 0
    error: ModelError | None = None


class LLMExtractor:
    """Extraction by one language model."""

    def __init__(
        self,
        model: LanguageModel,
        *,
        dates: Mapping[str, DateParser],
        retries: int = 1,
        remote_personal: bool = True,
        remote_sensitive: bool = False,
    ) -> None:
        """Ask nobody yet.

        Args:
            model: whom to ask.
            dates: date parsers by language, for events.
            retries: further tries after an unusable reply.
            remote_personal: may what people say of themselves go to a model on another machine?
            remote_sensitive: may it when rules see something sensitive in it?
        """
        self._model, self._dates, self._retries = model, dates, retries
        self._remote_personal, self._remote_sensitive = remote_personal, remote_sensitive

    @property
    def model_name(self) -> str:
        """The model's name, for outcomes."""
        return self._model.name

    def extract(self, observations: Sequence[Observation]) -> LlmExtraction:
        """Read observations in their order. Errors of the model are in the result, never raised."""
        said = [o for o in observations if readable(o)]
        kept = [o for o in said if self._may_send(o)]
        withheld = _withheld(len(said) - len(kept))
        if not kept:
            return LlmExtraction(status="partial" if withheld else "ok", detail=withheld)
        room = self._room(kept)
        if room < LEAST_ROOM:
            return _too_small(self._model, room)
        shown = kept if self._here_only else observations
        chunks = list(pack(_lines(shown, kept), room=room, count=self._model.count_tokens))
        progress = self._read(chunks, kept)
        return _summed(progress, withheld, sum(map(len, chunks)))

    def _read(self, chunks: Sequence[str], said: Sequence[Observation]) -> _Progress:
        progress = _Progress(chunks=len(chunks))
        known = {one.id: extract(one, dates=self._dates).candidates for one in said}
        for number, chunk in enumerate(chunks):
            try:
                answer = ask(
                    self._model,
                    extraction_prompt(chunk, language_of(_HEAD.sub("", chunk))),
                    ProposedBatch,
                    retries=self._retries,
                )
            except ModelOutputError as error:
                progress.error = error
                continue
            except ModelError as error:
                progress.error = error
                break
            progress.read += len(chunk)
            progress.cut += answer.truncated
            for proposed in answer.value.memories:
                if proposed.text.strip():
                    _add(progress, number, anchored(proposed, said, self._dates, known))
        return progress

    @property
    def _here_only(self) -> bool:
        """Is context, which nobody has classified, kept from the model?"""
        return not (self._model.local or (self._remote_personal and self._remote_sensitive))

    def _may_send(self, observation: Observation) -> bool:
        if self._model.local:
            return True
        return self._remote_personal and (self._remote_sensitive or not is_sensitive(observation))

    def _room(self, said: Sequence[Observation]) -> int:
        """Tokens of conversation that fit beside the longest instructions and the answer."""
        count, whole = self._model.count_tokens, self._model.context_tokens
        languages = {language_of(o.text) for o in said} | {"en"}
        fixed = max(count(text) for name, text in INSTRUCTIONS.items() if name in languages)
        return whole - whole // REPLY_SHARE - fixed - count(AGAIN) - _MARGIN


def _add(progress: _Progress, number: int, candidate: MemoryCandidate) -> None:
    if not any(_same(candidate, o, number == n) for n, o in progress.candidates):
        progress.candidates.append((number, candidate))


def readable(observation: Observation) -> bool:
    """May a model read it as something a person said?"""
    return (
        observation.role == "user"
        and is_person(observation.authority)
        and not _WITHHELD.intersection(observation.flags)
        and bool(observation.text.strip())
    )


def _lines(observations: Sequence[Observation], said: Sequence[Observation]) -> list[Line]:
    """Show what people said, and of the assistant's answers as much as helps to understand it."""
    lines: list[Line] = []
    for one in observations:
        if one in said:
            lines.append(Line("[user] ", one.text))
        elif one.role == "assistant" and not _WITHHELD.intersection(one.flags):
            text = one.text[-_CONTEXT_CHARS:]
            lines.append(Line("[assistant] ", text))
    return lines


def _same(one: MemoryCandidate, other: MemoryCandidate, together: bool) -> bool:
    """Is it the same proposal? Across chunks, which overlap, the same words are enough; in one chunk the wording counts."""
    if one.category != other.category:
        return False
    if statement(one.text) == statement(other.text):
        return True
    mine, theirs = statement(one.quote), statement(other.quote)
    return not together and bool(mine and theirs) and (mine in theirs or theirs in mine)


def _summed(progress: _Progress, withheld: str, length: int) -> LlmExtraction:
    details = [withheld] if withheld else []
    if progress.cut:
        details.append(f"output truncated in {progress.cut} of {progress.chunks} calls")
    if progress.error is not None:
        details.append(f"{_why(progress.error)}; {length - progress.read:,} characters not read")
    failed = progress.error is not None and progress.read == 0
    return LlmExtraction(
        candidates=tuple(candidate for _, candidate in progress.candidates),
        status="failed" if failed else "partial" if details else "ok",
        detail="; ".join(details),
        error=progress.error,
    )


def _why(error: ModelError) -> str:
    if isinstance(error, ModelOutputError):
        return f"model output unusable ({error.reason})"
    return str(error).rstrip(".")


def _withheld(count: int) -> str:
    return f"{count} messages kept from a model on another machine" if count else ""


def _too_small(model: LanguageModel, room: int) -> LlmExtraction:
    least = model.context_tokens + (LEAST_ROOM - room) * REPLY_SHARE // (REPLY_SHARE - 1) + 1
    detail = f"model.context_tokens is {model.context_tokens:,}; extraction needs {least:,}"
    return LlmExtraction(status="failed", detail=detail, error=ModelUnavailableError(detail))
