"""Let a language model propose memories from logged messages. It proposes only; grounding and gate stand behind it.

What is sent: what people said, redacted already, with the assistant's answers beside it as context (`selection`), in chunks
that fit the model's room, after instructions that are the same for every chunk. One call a chunk; what could not be read is
counted and said.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from stelae.errors import ModelError, ModelOutputError, ModelUnavailableError, TooLargeError
from stelae.ports import DateParser, LanguageModel
from stelae.remember.prompts import extraction_prompt
from stelae.remember.proposals.anchoring import Material, anchored
from stelae.remember.proposals.answer_form import AnswerForm, ProposedBatch, form_of
from stelae.remember.proposals.chunks import pack
from stelae.remember.proposals.faults import repeats
from stelae.remember.proposals.progress import LlmExtraction, Progress, code_of, unasked
from stelae.remember.proposals.replies import Replies
from stelae.remember.proposals.selection import (
    Selection,
    Sending,
    Shown,
    apart,
    lines_of,
    readable,
    select,
)
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.categories.registry import BUILT_IN, Registry
from stelae.schemas.observation import Observation
from stelae.structured.call import AGAIN, ask
from stelae.text.keys import statement
from stelae.text.language import language_of

REPLY_SHARE = 4
"""One part in so many of the model's room is kept for its answer."""
ANSWER_TOKENS = 1_000
"""An answer to a few words may have so many tokens, enough for six candidates."""
ANSWER_SHARE = 10
"""So many more for each token of the conversation: a candidate is longer than the words it rests on."""
LEAST_ROOM = 200
"""Tokens of conversation a chunk must have room for; below that a model's context is too small to extract with."""
_MARGIN = 96
"""Tokens for a chat template's own words, the delimiters, and being asked again."""
_HEAD = re.compile(r"^\[(?:user|assistant)\] ", re.MULTILINE)


class _Chunk(NamedTuple):
    """A piece of the conversation and the messages it shows."""

    text: str
    shows: tuple[Observation, ...]


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
        registry: Registry = BUILT_IN,
    ) -> None:
        """Ask nobody yet.

        Args:
            model: whom to ask.
            dates: date parsers by language, for events.
            retries: further tries after an unusable reply.
            remote_personal: may what people say of themselves go to a model on another machine?
            remote_sensitive: may it when rules see something sensitive in it?
            registry: the categories it may propose.
        """
        self._model, self._dates, self._retries = model, dates, retries
        self._sending = Sending(model.local, remote_personal, remote_sensitive)
        self._registry = registry

    @property
    def model_name(self) -> str:
        """The model's name, for outcomes."""
        return self._model.name

    def extract(
        self,
        observations: Sequence[Observation],
        *,
        categories: Sequence[str] | None = None,
        replies: Replies | None = None,
        one_by_one: bool = False,
    ) -> LlmExtraction:
        """Read observations in their order. Errors of the model are in the result, never raised.

        Args:
            observations: of one namespace.
            categories: names of those that may be proposed; None: all that a conversation can give.
            replies: answers to use again, and where new ones are kept; None: everything is asked.
            one_by_one: each message of a person in a call of its own, which a model that lost its way may still answer.

        Raises:
            UnknownCategoryError: one of the categories is not there.
        """
        form = form_of(self._registry, None if categories is None else tuple(categories))
        selection = select(observations, self._sending, self._dates)
        if not selection.kept:
            return unasked(observations, selection)
        room = self._room(selection.kept, form)
        if room < LEAST_ROOM:
            return _too_small(self._model, room, selection)
        lines = lines_of(observations, selection, self._sending)
        groups = apart(lines) if one_by_one else [lines]
        chunks = [chunk for group in groups for chunk in self._chunks(group, room)]
        progress = self._read(chunks, selection, form, replies)
        return progress.summed(observations, selection, self._model.name)

    def _chunks(self, lines: Sequence[Shown], room: int) -> list[_Chunk]:
        packed = pack([line for line, _ in lines], room=room, count=self._model.count_tokens)
        return [_Chunk(one.text, tuple(lines[n][1] for n in one.lines)) for one in packed]

    def _read(
        self,
        chunks: Sequence[_Chunk],
        selection: Selection,
        form: AnswerForm,
        replies: Replies | None,
    ) -> Progress:
        progress = Progress(len(chunks), length=sum(len(chunk.text) for chunk in chunks))
        known = {id_: rules.candidates for id_, rules in selection.rules.items()}
        for number, chunk in enumerate(chunks):
            told = form.told[language_of(_HEAD.sub("", chunk.text))]
            try:
                batch = self._answer(chunk, told, form, replies, progress)
            except ModelError as error:
                progress.fail(error, chunk.shows, retries=self._retries)
                if isinstance(error, ModelOutputError):
                    continue
                # A model that is away is not asked about the rest.
                progress.unread |= {o.id: code_of(error) for c in chunks[number:] for o in c.shows}
                break
            progress.read += len(chunk.text)
            answers = [o.text for o in chunk.shows if o.role == "assistant"]
            material = Material(selection.kept, self._dates, known, form, told, answers)
            _collect(batch, material, progress)
        return progress

    def _answer(
        self,
        chunk: _Chunk,
        told: str,
        form: AnswerForm,
        replies: Replies | None,
        progress: Progress,
    ) -> ProposedBatch:
        """Return the answer for a chunk: an earlier one, or the model's.

        Raises:
            ModelError: it gave none.
        """
        mark = replies.mark(self._model.name, form.version, chunk.text) if replies else ""
        earlier = _earlier(replies, mark, form)
        if earlier is not None:
            progress.used["cache_hits"] += 1
            return earlier
        prompt = extraction_prompt(chunk.text, told)
        try:
            answer = ask(
                self._model,
                prompt,
                form.answer,
                retries=self._retries,
                max_tokens=self._most(chunk.text),
            )
        except TooLargeError:  # counted otherwise than we do
            raise ModelOutputError("too_large") from None
        progress.cost(answer)
        if answer.truncated:
            progress.cut_off(chunk.shows)
        elif replies is not None:
            replies.keep(mark, answer.value.model_dump_json())
        return answer.value

    def _most(self, text: str) -> int:
        """Tokens of the answer: what the words can be worth, so that a model that goes round in circles ends soon."""
        worth = ANSWER_TOKENS + ANSWER_SHARE * self._model.count_tokens(text)
        return min(worth, self._model.context_tokens // REPLY_SHARE)

    def _room(self, said: Sequence[Observation], form: AnswerForm) -> int:
        """Tokens of conversation that fit beside the longest instructions and the answer."""
        tokens, whole = self._model.count_tokens, self._model.context_tokens
        languages = {language_of(o.text) for o in said} | {"en"}
        fixed = max(tokens(text) for name, text in form.told.items() if name in languages)
        return whole - whole // REPLY_SHARE - fixed - tokens(AGAIN) - _MARGIN


def _collect(batch: ProposedBatch, material: Material, progress: Progress) -> None:
    """Add what a batch proposes; what was proposed before, in it or in a chunk that overlaps, is not added again."""
    here: list[MemoryCandidate] = []
    progress.faults["unreadable"] += batch.left_out
    for proposed in batch.memories:
        if not (proposed.text.strip() or proposed.quote.strip()):
            progress.faults["unreadable"] += 1
            continue
        found = anchored(proposed, material)
        progress.faults.update(found.faults)
        for candidate in found.candidates:
            if repeats(candidate, here):
                progress.faults["repeated"] += 1
            elif not any(_overlapping(candidate, o) for o in progress.candidates):
                here.append(candidate)
    progress.candidates += here


def _overlapping(one: MemoryCandidate, other: MemoryCandidate) -> bool:
    """Is it the same proposal, from chunks that overlap? Then the same words are enough."""
    if one.category != other.category:
        return False
    mine, theirs = statement(one.quote), statement(other.quote)
    same = statement(one.text) == statement(other.text)
    return same or bool(mine and theirs and (mine in theirs or theirs in mine))


def _earlier(replies: Replies | None, mark: str, form: AnswerForm) -> ProposedBatch | None:
    body = replies.find(mark) if replies is not None else None
    if body is None:
        return None
    try:
        return form.answer.model_validate_json(body)
    except ValidationError:  # written by another version, whose hash came out the same by accident
        return None


def _too_small(model: LanguageModel, room: int, selection: Selection) -> LlmExtraction:
    least = model.context_tokens + (LEAST_ROOM - room) * REPLY_SHARE // (REPLY_SHARE - 1) + 1
    detail = f"model.context_tokens is {model.context_tokens:,}; extraction needs {least:,}"
    error = ModelUnavailableError(detail)
    unread = {o.id: code_of(error) for o in selection.kept}
    return LlmExtraction(status="failed", detail=detail, error=error, unread=unread)


__all__ = ["LEAST_ROOM", "REPLY_SHARE", "LLMExtractor", "LlmExtraction", "readable"]
