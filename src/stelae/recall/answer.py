"""Answering a question from memory with a language model, if there is one: a plan in, an `Answer` out (E2, E12).

It stores nothing and decides nothing about memories. What a model says is checked by code: only what was shown can be cited.
Whatever fails, the hits come back.
"""

import logging
import time
from collections.abc import Callable, Generator, Iterator
from typing import Any

from stelae.errors import InvalidInputError, ModelError, ModelOutputError, TooLargeError
from stelae.recall.answer_plan import ANSWER_TOKENS, AnswerPlan, without
from stelae.recall.answer_reply import failed, judged
from stelae.recall.citations import Pieces, read_reply
from stelae.schemas.answer import Answer, Usage

logger = logging.getLogger(__name__)

_ANSWER_CHARS = 8 * ANSWER_TOKENS
"""Where a stream, which has no bound of its own, is ended."""


class AnswerStream:
    """The pieces of an answer as they come; `answer` is the whole of it, checked, once they have ended.

    What a piece shows is final but for one case: a reply that turns out to be no answer is taken back in `answer`.
    """

    def __init__(
        self, pieces: Generator[str, None, None], finish: Callable[[bool], Answer]
    ) -> None:
        """Take the pieces and what makes the answer of them (its argument: was it ended early?)."""
        self._pieces, self._finish = pieces, finish
        self._answer: Answer | None = None

    def __iter__(self) -> Iterator[str]:
        """Return itself."""
        return self

    def __next__(self) -> str:
        """Return the next piece."""
        try:
            return next(self._pieces)
        except StopIteration:
            self._end(early=False)
            raise

    def close(self) -> None:
        """End the answer here; a running call of the model is ended, too."""
        self._pieces.close()
        self._end(early=True)

    @property
    def answer(self) -> Answer:
        """The whole answer.

        Raises:
            InvalidInputError: there are pieces left; read them, or close the stream.
        """
        if self._answer is None:
            raise InvalidInputError("The answer is still coming: read its pieces, or close it.")
        return self._answer

    def _end(self, *, early: bool) -> None:
        if self._answer is None:
            self._answer = self._finish(early)


def answer(plan: AnswerPlan) -> Answer:
    """Ask the planned question in one call. Errors of the model are in the answer, never raised."""
    if plan.model is None or not plan.messages:
        return plan.answer
    begun = time.perf_counter()
    try:
        reply = plan.model.complete(plan.messages, max_tokens=ANSWER_TOKENS)
    except (ModelError, TooLargeError) as error:
        logger.warning("no answer: %s", error)
        return failed(plan, error, seconds=time.perf_counter() - begun)
    usage = Usage(
        calls=1,
        prompt_tokens=reply.prompt_tokens,
        completion_tokens=reply.completion_tokens,
        seconds=time.perf_counter() - begun,
    )
    if reply.refused:
        refusal = without(plan.answer, "refused", plan.language).answer
        return refusal.model_copy(update={"usage": usage})
    return judged(plan, reply.text, usage, truncated=reply.truncated)


def stream(plan: AnswerPlan) -> AnswerStream:
    """Ask the planned question piece by piece; the call begins with the first piece that is taken."""
    if plan.model is None or not plan.messages:
        whole = (text for text in [plan.answer.text])
        return AnswerStream(whole, lambda _early: plan.answer)
    call = _Call(plan)
    return AnswerStream(call.pieces(), call.finish)


class _Call:
    """One streamed call: its pieces, and the answer that they make."""

    def __init__(self, plan: AnswerPlan) -> None:
        self._plan = plan
        self._told = Pieces(len(plan.shown))
        self._error: ModelError | TooLargeError | None = None
        self._cut = False
        self._seconds = 0.0
        self._calls = 0

    def pieces(self) -> Generator[str, None, None]:
        assert self._plan.model is not None  # noqa: S101 - a plan with messages has one
        begun = time.perf_counter()
        self._calls = 1
        stream: Any = self._plan.model.stream(self._plan.messages)
        try:
            for piece in stream:
                if text := self._told.feed(piece):
                    yield text
                if len(self._told.raw) > _ANSWER_CHARS:
                    self._cut = True
                    break
        except (ModelError, TooLargeError) as error:
            if isinstance(error, ModelOutputError) and error.reason == "truncated":
                self._cut = True
            else:
                logger.warning("no answer: %s", error)
                self._error = error
        finally:
            self._seconds = time.perf_counter() - begun
            # An iterator need not have it; a generator's ends the call.
            getattr(stream, "close", _nothing)()
        if rest := self._told.end():
            yield rest
        whole, told = self.finish(False), self._told.told
        if whole.status == "answered" and whole.text != told:
            yield whole.text[len(told) :] if whole.text.startswith(told) else f"\n{whole.text}"

    def finish(self, early: bool) -> Answer:
        """Return the answer as far as it came."""
        usage = Usage(calls=self._calls, seconds=self._seconds)
        if self._error is not None:
            answer = failed(self._plan, self._error, seconds=self._seconds)
            so_far = read_reply(self._told.raw, len(self._plan.shown)).text
            changes = {"text": so_far, "truncated": True} if so_far else {}
            return answer.model_copy(update=changes)
        return judged(self._plan, self._told.raw, usage, truncated=self._cut or early)


def _nothing() -> None:
    """Do nothing."""
