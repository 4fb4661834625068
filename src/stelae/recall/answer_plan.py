"""Who is asked what, when a question is to be answered from memory: which hits a model may see, and what fits.

Stored text reaches the model as marked data, escaped. What reads like an order and is no person's word does not reach it
(R23); to a model on another machine goes what the settings allow. Where nobody can be asked, the plan is the answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stelae.errors import MemoryNotFoundError
from stelae.ports import ChatMessage, LanguageModel, ObservationLog, RecallSource
from stelae.recall.answer_prompt import (
    NOTHING,
    answer_prompt,
    asked_of,
    instructions,
    plainly,
    why,
)
from stelae.recall.context import context_block
from stelae.recall.sending import Sending
from stelae.recall.suspicion import suspicious
from stelae.schemas.answer import Answer, AnswerReason, Citation
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.query import ContextBlock, Hit, RecallResult
from stelae.schemas.scope import Namespace
from stelae.text.language import Language, language_of

ANSWER_TOKENS = 512
"""Most tokens of an answer; a small model that repeats itself stops there."""
_MARGIN = 64
"""Tokens for a chat template's own words."""
_PINNED = 20
"""Pinned memories considered, as many as the context block shows of constraints."""
_LEAST_BUDGET = 48


@dataclass(frozen=True, slots=True)
class AnswerPlan:
    """What is asked of whom; without `messages` nobody is asked, and `answer` is the answer."""

    answer: Answer
    """As it stands without a reply: hits, counts, model."""
    language: Language
    shown: tuple[Citation, ...] = ()
    """What the model sees, by index."""
    messages: tuple[ChatMessage, ...] = ()
    model: LanguageModel | None = None
    question: str = ""
    """As the model was asked it."""


class Planner:
    """Plans the answers to questions. Thread-safe; keeps nothing between them."""

    def __init__(
        self,
        source: RecallSource,
        log: ObservationLog,
        model: Callable[[], LanguageModel | None],
        *,
        sensitive: Callable[[Observation], bool],
        sending: Sending,
        remedy: str,
    ) -> None:
        """Connect it; nobody is asked yet.

        Args:
            source: the pinned memories.
            log: raw messages, to see whether they may leave the machine.
            model: looks for the language model at first use.
            sensitive: do the rules see something sensitive in a raw message?
            sending: what may go to a model on another machine.
            remedy: what to tell when there is no model.
        """
        self._source, self._log, self._model = source, log, model
        self._sensitive, self._remedy = sensitive, remedy
        self._sending = sending

    def plan(
        self,
        ns: Namespace,
        question: str,
        found: RecallResult,
        *,
        budget: int,
        zone: str,
        anyway: bool = False,
    ) -> AnswerPlan:
        """Decide who is asked what.

        Args:
            ns: tenant and readable scopes.
            question: secrets removed.
            found: by recall.
            budget: most tokens of memories in the prompt.
            zone: whose days the dates are.
            anyway: ask the model also when nothing is relevant.

        Raises:
            ConfigurationError: the settings name a model that cannot be used.
        """
        language = language_of(question)
        answer = Answer(
            text=NOTHING[language],
            status="nothing_relevant",
            hits=found.hits,
            hidden=found.hidden,
            trace_id=found.trace_id,
            partial=found.partial,
        )
        if "store" in found.partial:
            return without(answer, "store", language)
        if not found.hits and not anyway:
            return AnswerPlan(answer, language)
        model = self._model()
        if model is None:
            return _no_model(answer, language, self._remedy)
        answer = answer.model_copy(update={"model": model.name})
        room = _room(model, question, language, anyway=anyway)
        if room < _LEAST_BUDGET:
            return without(answer, "too_large", language)
        clean = [hit for hit in found.hits if not suspicious(hit)]
        hits = [hit for hit in clean if self._may_see(ns, hit, model)]
        pinned = [one for one in self._source.pinned(ns) if not suspicious(one)]
        seen = [p for p in pinned if self._sending.allows(model, p.sensitivity, p.text)]
        answer = answer.model_copy(
            update={
                "suspicious": len(found.hits) - len(clean),
                "withheld": len(clean) - len(hits) + len(pinned) - len(seen),
            }
        )
        block = _fitting(hits, seen, model, budget=budget, room=room, zone=zone)
        relevant = any(hit.id in block.ids for hit in hits)
        if not relevant and not anyway:
            return without(answer, "too_large" if hits else "withheld", language)
        return AnswerPlan(
            answer,
            language,
            shown=_shown(block, hits, seen),
            messages=answer_prompt(question, block, language, anyway=anyway, relevant=relevant),
            question=question,
            model=model,
        )

    def _may_see(self, ns: Namespace, hit: Hit, model: LanguageModel) -> bool:
        if model.local:
            return True
        if hit.type == "memory":
            return self._sending.allows(model, hit.sensitivity or "sensitive", hit.text)
        try:
            sensitive = self._sensitive(self._log.observation(ns, hit.id))
        except MemoryNotFoundError:
            return False
        return self._sending.allows(model, "sensitive" if sensitive else "personal", hit.text)


def without(
    answer: Answer, reason: AnswerReason, language: Language, *, detail: str = ""
) -> AnswerPlan:
    """Return the hits with the reason why no model has answered."""
    changes = {
        "status": "failed",
        "reason": reason,
        "detail": detail or f"{why(reason, 'en')}.",
        "text": plainly(reason, answer.hits, language),
        "citations": _listed(answer.hits),
    }
    return AnswerPlan(answer.model_copy(update=changes), language)


def _no_model(answer: Answer, language: Language, remedy: str) -> AnswerPlan:
    changes = {
        "status": "no_model" if answer.hits else "nothing_relevant",
        "detail": remedy,
        "text": plainly("", answer.hits, language) if answer.hits else NOTHING[language],
        "citations": _listed(answer.hits),
    }
    return AnswerPlan(answer.model_copy(update=changes), language)


def _listed(hits: Sequence[Hit]) -> tuple[Citation, ...]:
    return tuple(_citation(number, hit) for number, hit in enumerate(hits, 1))


def _citation(index: int, source: Hit | MemoryRecord) -> Citation:
    kind = source.type if isinstance(source, Hit) else "memory"
    return Citation(
        index=index, id=source.id, type=kind, text=source.text, category=source.category
    )


def _shown(
    block: ContextBlock, hits: Sequence[Hit], pinned: Sequence[MemoryRecord]
) -> tuple[Citation, ...]:
    known: dict[str, Hit | MemoryRecord] = {one.id: one for one in (*hits, *pinned)}
    return tuple(_citation(number, known[id_]) for number, id_ in enumerate(block.ids, 1))


def _room(model: LanguageModel, question: str, language: Language, *, anyway: bool) -> int:
    """Tokens of memories that fit beside instructions, question and answer."""
    fixed = instructions(language, anyway=anyway) + asked_of(question)
    return model.context_tokens - ANSWER_TOKENS - model.count_tokens(fixed) - _MARGIN


def _fitting(
    hits: Sequence[Hit],
    pinned: Sequence[MemoryRecord],
    model: LanguageModel,
    *,
    budget: int,
    room: int,
    zone: str,
) -> ContextBlock:
    """Return the largest block within the budget and the model's room; hits come before pinned memories, which are many."""
    while True:
        alone = context_block(hits, (), budget=budget, policy={}, zone=zone)
        always = list(pinned[:_PINNED])
        block = context_block(hits, always, budget=budget, policy={}, zone=zone)
        while always and not set(alone.ids) <= set(block.ids):
            always.pop()
            block = context_block(hits, always, budget=budget, policy={}, zone=zone)
        if model.count_tokens(block.text) <= room or budget <= _LEAST_BUDGET:
            return block if model.count_tokens(block.text) <= room else ContextBlock()
        budget = max(_LEAST_BUDGET, budget * 3 // 4)
