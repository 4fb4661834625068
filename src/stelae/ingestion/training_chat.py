"""Reviewed decisions as chat messages: the extractor's instructions, the message, and the reply that would have been right.

One line a message, since a reply holds all that is to be kept of it: a message of which something was stored without a
review, or waits, has no known right reply and is left out.
"""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pydantic import Field

from stelae.remember.prompts import extraction_prompt
from stelae.remember.proposals.answer_form import AnswerForm, form_of
from stelae.remember.proposals.proposed import Lasting, OwnProposed, Proposed
from stelae.schemas.base import Value
from stelae.schemas.categories.registry import Registry
from stelae.schemas.training import LeftOut, TrainingMemory, TrainingPair
from stelae.text.language import language_of

_REASONS: Mapping[str, Lasting] = {
    "preference": "taste",
    "constraint": "hard_limit",
    "decision": "decision",
    "event": "dated_event",
    "task": "later_task",
}
_OBJECT = ("object", "choice", "what", "goal")
"""Fields of the built-in categories that hold the value; the flat form has one for it."""
_ATTRIBUTE = ("attribute", "aspect", "type", "topic")


class Chat(Value):
    """One line of the form `chat`."""

    messages: tuple[dict[str, str], ...]
    pairs: tuple[TrainingPair, ...] = Field(exclude=True)


def chat_lines(
    pairs: Sequence[TrainingPair],
    open_: Collection[str],
    registry: Registry,
    left_out: Counter[LeftOut],
) -> tuple[Chat, ...]:
    """Return a line for each message all of which was reviewed.

    Args:
        pairs: every decision.
        open_: messages of which something was not reviewed.
        registry: the categories there are.
        left_out: decisions that are left out are counted here.
    """
    form = form_of(registry)
    by_message: dict[str, list[TrainingPair]] = {}
    for pair in pairs:
        by_message.setdefault(pair.observation, []).append(pair)
    lines: list[Chat] = []
    for message, group in by_message.items():
        if message in open_:
            left_out["partly_reviewed"] += len(group)
        elif not _askable(group, form):
            left_out["not_askable"] += len(group)
        else:
            lines.append(_chat(group, form))
    return tuple(lines)


def _askable(group: Sequence[TrainingPair], form: AnswerForm) -> bool:
    asked = {*form.built_in, *form.own}
    return all(pair.reviewed is None or pair.reviewed.category in asked for pair in group)


def _chat(group: Sequence[TrainingPair], form: AnswerForm) -> Chat:
    text = group[0].input.text
    prompt = extraction_prompt(f"[user] {text}", form.told[language_of(text)])
    kept = [_item(pair.reviewed, form) for pair in group if pair.reviewed is not None]
    reply = json.dumps({"memories": kept}, ensure_ascii=False)
    messages = [{"role": m.role, "content": m.content} for m in prompt]
    return Chat(messages=(*messages, {"role": "assistant", "content": reply}), pairs=tuple(group))


def _item(memory: TrainingMemory, form: AnswerForm) -> dict[str, Any]:
    """Return a memory as a model would have had to propose it."""
    common: dict[str, Any] = {
        "quote": memory.quote,
        "reason": _reason(memory),
        "category": memory.category,
        "subject": memory.subject,
        "text": memory.text,
    }
    if memory.category in form.own:
        own = OwnProposed.model_validate({**common, "attributes": memory.attributes})
        return own.model_dump(mode="json")
    fields = {name: value for name, value in memory.attributes.items() if isinstance(value, str)}
    aspect = next((fields[name] for name in _ATTRIBUTE if fields.get(name)), "")
    flat = Proposed.model_validate(
        {
            **common,
            "object": next((fields[name] for name in _OBJECT if fields.get(name)), ""),
            "attribute": "" if aspect == "thing" else aspect,
            "polarity": fields.get("polarity", "neutral"),
            "date_words": fields.get("date_words", ""),
            "kind": memory.kind or "semantic",
        }
    )
    return flat.model_dump(mode="json")


def _reason(memory: TrainingMemory) -> Lasting:
    aspect = memory.attributes.get("aspect", "thing")
    if memory.category == "preference" and aspect != "thing":
        return "standing_wish"
    return _REASONS.get(memory.category, "about_person")
