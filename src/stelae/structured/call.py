"""Ask a language model for data: schema out, validated object back, a bounded number of tries.

The schema constrains decoding; what comes back is validated all the same, since servers claim more than they do (K10,
DEV-01.4). A reply's text stays inside: it is in no error, no log and no later prompt, for it may repeat what a person said.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from stelae.errors import ModelOutputError, ModelTimeoutError
from stelae.ports import ChatMessage, Completion, LanguageModel
from stelae.structured.json_schema import json_schema
from stelae.structured.reply import parse

logger = logging.getLogger(__name__)
T = TypeVar("T", bound=BaseModel)

AGAIN = (
    "Your last answer could not be used ({reason}). Answer again with one JSON object of the"
    " required form and nothing else."
)
"""Said when a reply is asked for again: at temperature 0 the same prompt would give the same reply."""


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
) -> Answer[T]:
    """Ask until the answer is one, at most `1 + retries` times.

    Args:
        model: whom to ask.
        messages: the prompt.
        model_class: what the answer has to be.
        retries: further tries after an unusable reply or a time-out; a server that is not there is not asked again.

    Raises:
        ModelOutputError: no usable reply (`empty`, `not_json`, `invalid_schema`, `truncated`).
        ModelTimeoutError: no reply in time.
        ModelUnavailableError: nobody answers, or the model is not there.
    """
    schema = json_schema(model_class)
    prompt = list(messages)
    replies: list[Completion] = []
    for left in range(retries, -1, -1):
        try:
            replies.append(model.complete(prompt, schema=schema))
            value, truncated = _read(replies[-1], model_class)
            return _answer(value, replies, truncated=truncated, tries=retries - left + 1)
        except (ModelOutputError, ModelTimeoutError) as error:
            if left == 0:
                raise
            reason = error.reason if isinstance(error, ModelOutputError) else "timeout"
            logger.warning("%s: %s; asking again, %d left", model.name, reason, left)
            if isinstance(error, ModelOutputError):
                again = ChatMessage("user", AGAIN.format(reason=reason))
                prompt = [*messages, again]
    raise AssertionError("unreachable")


def _answer(value: T, replies: Sequence[Completion], *, truncated: bool, tries: int) -> Answer[T]:
    return Answer(
        value,
        replies[-1].model,
        truncated=truncated,
        tries=tries,
        prompt_tokens=sum(one.prompt_tokens or 0 for one in replies),
        completion_tokens=sum(one.completion_tokens or 0 for one in replies),
        seconds=sum(one.seconds or 0.0 for one in replies),
    )


def _read(completion: Completion, model_class: type[T]) -> tuple[T, bool]:
    """Return the last object of the reply that is valid, and whether something is missing from it."""
    try:
        reply = parse(completion.text)
    except ModelOutputError:
        if completion.truncated:
            raise ModelOutputError("truncated") from None
        raise
    for at in range(len(reply.objects) - 1, -1, -1):
        value = _valid(reply.objects[at], model_class)
        if value is not None:
            return value, reply.truncated and at == len(reply.objects) - 1
    cut = reply.truncated or completion.truncated
    raise ModelOutputError("truncated" if cut else "invalid_schema")


def _valid(found: dict[str, Any], model_class: type[T]) -> T | None:
    try:
        return model_class.model_validate(found)
    except ValidationError:
        return None
