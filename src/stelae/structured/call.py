"""Ask a language model for data: schema out, validated object back, a bounded number of tries.

The schema constrains decoding; what comes back is validated all the same, since servers claim more than they do (K10,
DEV-01.4). A reply's text stays inside: it is in no error, no log and no later prompt, for it may repeat what a person said.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from stelae.errors import ModelOutputError, ModelTimeoutError, TooLargeError
from stelae.ports import ChatMessage, Completion, LanguageModel
from stelae.structured.json_schema import json_schema
from stelae.structured.reply import parse
from stelae.structured.shaping import Shaped, shape

logger = logging.getLogger(__name__)
T = TypeVar("T", bound=BaseModel)

AGAIN = (
    "Your last answer could not be used ({reason}). Answer again with one JSON object of the"
    " required form and nothing else."
)
"""Said when a reply is asked for again: at temperature 0 the same prompt would give the same reply."""
_ECHO = 40
"""Characters of instructions from which on a verbatim copy of them is no coincidence."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """A validated answer."""

    value: T
    model: str
    truncated: bool = False
    """The model ran out of room: complete list items are here, the rest is not."""
    tries: int = 1
    prompt_tokens: int = 0
    """Of all tries together, as the provider counted them; 0 where it does not."""
    completion_tokens: int = 0
    seconds: float = 0.0
    """Wall time of all tries that ended with a reply."""


def ask(
    model: LanguageModel,
    messages: Sequence[ChatMessage],
    model_class: type[T],
    *,
    retries: int = 1,
    max_tokens: int | None = None,
) -> Answer[T]:
    """Ask until the answer is one, at most `1 + retries` times.

    Args:
        model: whom to ask.
        messages: the prompt.
        model_class: what the answer has to be.
        retries: further tries after an unusable reply or a time-out; a server that is not there is not asked again.
        max_tokens: most tokens of an answer; None: what the context leaves.

    Raises:
        ModelOutputError: no usable reply (`empty`, `refused`, `echo`, `not_json`, `invalid_schema`, `truncated`).
        ModelTimeoutError: no reply in time.
        ModelUnavailableError: nobody answers, or the model is not there.
        TooLargeError: the prompt leaves no room for an answer.
    """
    schema = json_schema(model_class)
    prompt = list(messages)
    replies: list[Completion] = []
    last: ModelOutputError | None = None
    for left in range(retries, -1, -1):
        try:
            replies.append(model.complete(prompt, schema=schema, max_tokens=max_tokens))
            found = _read(replies[-1], model_class, messages)
            return _answer(found, replies, tries=retries - left + 1)
        except TooLargeError:
            if last is None:
                raise
            # There is no room to ask again: what the first reply lacked is what went wrong.
            raise last from None
        except (ModelOutputError, ModelTimeoutError) as error:
            if left == 0:
                raise
            reason = error.reason if isinstance(error, ModelOutputError) else "timeout"
            logger.warning("%s: %s; asking again, %d left", model.name, reason, left)
            if isinstance(error, ModelOutputError):
                last = error
                prompt = [*messages, _again(error)]
    raise AssertionError("unreachable")


def _answer(found: Shaped[T], replies: Sequence[Completion], *, tries: int) -> Answer[T]:
    return Answer(
        found.value,
        replies[-1].model,
        truncated=found.truncated,
        tries=tries,
        prompt_tokens=sum(one.prompt_tokens or 0 for one in replies),
        completion_tokens=sum(one.completion_tokens or 0 for one in replies),
        seconds=sum(one.seconds or 0.0 for one in replies),
    )


def _read(completion: Completion, model_class: type[T], prompt: Sequence[ChatMessage]) -> Shaped[T]:
    """Return the value that the reply holds."""
    if completion.refused:
        raise ModelOutputError("refused")
    text = _without_echo(completion.text, prompt)
    if completion.text.strip() and not text.strip():
        raise ModelOutputError("echo")
    try:
        return shape(parse(text), model_class)
    except ModelOutputError:
        if completion.truncated:
            raise ModelOutputError("truncated") from None
        raise


def _without_echo(text: str, prompt: Sequence[ChatMessage]) -> str:
    """Return a reply without the instructions, should the model have repeated them: their examples are no answer."""
    for message in prompt:
        told = message.content.strip()
        if message.role == "system" and len(told) >= _ECHO:
            text = text.replace(told, "")
    return text


def _again(error: ModelOutputError) -> ChatMessage:
    """Say what was wrong, with paths and kinds of errors and no word of the reply."""
    reason = ": ".join(filter(None, (error.reason, "; ".join(error.problems))))
    return ChatMessage("user", AGAIN.format(reason=reason))
