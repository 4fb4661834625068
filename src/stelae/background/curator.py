"""The curator: one pass over a turn after its answer was delivered (P17, P18, P34, P35). It never raises (R22).

It sees the person's words, the reply, what is known and what holds for the task at hand, and no tool's result. One
constrained call; what it proposes is checked by code (`curator_checks`), then judged by the gate like anything else. Without
a model the rules' extraction is what happens.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from stelae.background.curator_checks import checked
from stelae.background.curator_prompt import Shown, curator_prompt
from stelae.background.curator_reply import TRAITS, CuratedBatch
from stelae.background.curator_rules import ReadByRules, read_by_rules
from stelae.background.curator_view import View, view_of
from stelae.errors import (
    ModelError,
    ModelOutputError,
    ModelTimeoutError,
    StelaeError,
    TooLargeError,
)
from stelae.ports import ChatMessage, LanguageModel
from stelae.recall.sending import Sending as SendingMemories
from stelae.remember.curating import Curating
from stelae.remember.messages import Messages, shape
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.proposals.anchoring import Material
from stelae.remember.proposals.answer_form import form_of
from stelae.remember.proposals.progress import code_of, withheld
from stelae.remember.proposals.selection import Selection, Sending, readable, select
from stelae.schemas.change import Extraction, ExtractionStatus
from stelae.schemas.curation import CurationDrop, CurationResult, CurationSkip
from stelae.schemas.extraction import ReadingNote, UsageName, Used
from stelae.schemas.observation import Message, Observation
from stelae.schemas.scope import Namespace
from stelae.schemas.session import SessionState
from stelae.structured.call import AGAIN, Answer, ask
from stelae.text.language import language_of
from stelae.text.normalise import is_blank

logger = logging.getLogger(__name__)
LOOKED_AT = 500
"""Memories that a proposal is compared with, the newest."""
REPLY_TOKENS = 1_000
"""Most tokens of an answer: three operations."""
_MARGIN = 96
"""Tokens for a chat template's own words."""


@dataclass(frozen=True, slots=True)
class CuratorSettings:
    """What the settings say of it."""

    choice: Literal["auto", "rules", "llm"]
    """Who reads: the rules, a language model, or both."""
    zone: str
    """In which times without offset are read."""
    retries: int = 1
    remote_personal: bool = True
    remote_sensitive: bool = False
    remedy: str = ""
    """What to tell when there is no model."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """One turn, logged."""

    said: Sequence[Observation]
    reply: str
    state: SessionState
    tags: tuple[str, ...]


class Curator:
    """Reads a turn after it is over."""

    def __init__(
        self,
        pipeline: RememberPipeline,
        model: Callable[[], LanguageModel | None],
        settings: CuratorSettings,
    ) -> None:
        """Take the write path, where the model comes from, and the settings."""
        self._pipeline, self._parts = pipeline, pipeline.parts
        self._model, self._settings = model, settings
        self._curating = Curating(pipeline)

    def __call__(
        self,
        ns: Namespace,
        messages: Messages,
        reply: str,
        *,
        session: str,
        run: str | None,
        state: SessionState,
    ) -> CurationResult:
        """Curate one turn; nothing is raised, what went wrong is in the result.

        Args:
            ns: the written scope; only a person's own is written to.
            messages: of the turn; what others than the person said is passed over.
            reply: that was delivered.
            session: the conversation.
            run: names the agent's run; a tag of what is kept.
            state: what holds for the task at hand; read, never written.
        """
        blank = CurationResult(
            session=session, run=run, extraction=Extraction(status="empty", extractor="none")
        )
        if not ns.personal:
            return _skipped(blank, "anonymous", "the scope is no person's; nothing was kept")
        try:
            shaped = shape(messages, zone=self._settings.zone, session=session)
            own = [one for one in shaped if one.role == "user" and not is_blank(one.content)]
            if not own:
                return _skipped(blank, "empty", "the person said nothing")
            return self._curated(ns, own, reply, state, blank)
        except Exception as error:  # noqa: BLE001 - the answer is delivered: nobody is there to catch what a model raises
            logger.warning("the curator failed: %s", type(error).__name__)
            failed = Extraction(status="failed", extractor="none", detail=type(error).__name__)
            return blank.model_copy(update={"skipped": "failed", "extraction": failed})

    def _curated(
        self,
        ns: Namespace,
        own: Sequence[Message],
        reply: str,
        state: SessionState,
        blank: CurationResult,
    ) -> CurationResult:
        choice = self._settings.choice
        model = None if choice == "rules" else self._model()
        if choice == "llm":
            logged = self._pipeline.observe(ns, own, rules=False, model_job=model is None)
            read = ReadByRules(logged.result)
        else:
            read = read_by_rules(self._pipeline, ns, own, state)
        base = blank.model_copy(update=_logged(read))
        if model is None:
            who = "nobody has read it yet" if choice == "llm" else "rules only"
            why = "extractor=rules" if choice == "rules" else self._settings.remedy
            return _skipped(base, "no_model", f"{who}: {why}")
        refs = dict.fromkeys(ref.id for ref in base.observations)
        logged = [self._parts.store.observation(ns, id_) for id_ in refs]
        tags = () if base.run is None else (f"run:{base.run[:80]}",)
        turn = _Turn([one for one in logged if readable(one)], reply, state, tags)
        return self._proposed(ns, model, turn, base)

    def _proposed(
        self, ns: Namespace, model: LanguageModel, turn: _Turn, base: CurationResult
    ) -> CurationResult:
        """Ask the model, and let what it proposes be checked and judged."""
        settings = self._settings
        sending = Sending(model.local, settings.remote_personal, settings.remote_sensitive)
        selection = select(turn.said, sending, self._parts.dates)
        if not selection.kept:
            skip: CurationSkip = "withheld" if selection.withheld else "empty"
            detail = withheld(selection) if selection.withheld else "nothing in it to keep"
            return _skipped(base, skip, detail)
        forgettings = self._parts.store.forgettings(ns)
        view, prompt = self._shown(ns, model, turn, selection, sending)
        if prompt is None:
            return _skipped(base, "too_large", "model.context_tokens is too small for one turn")
        try:
            answer = ask(
                model, prompt, CuratedBatch, retries=settings.retries, max_tokens=_most(model)
            )
        except (ModelError, TooLargeError) as error:
            self._note(ns, forgettings, _lost(model, error, settings.retries))
            why = code_of(error) if isinstance(error, ModelError) else "too_large"
            return _skipped(base, "model_failed", f"the model's part is missing: {why}")
        self._note(ns, forgettings, _cost(answer))
        material = self._material(selection, prompt[0].content, turn.reply)
        found = checked(answer.value, material, view, turn.state, tags=turn.tags)
        written = self._curating.write(ns, found.batch, selection.kept, forgettings=forgettings)
        if written is None:
            return _skipped(base, "forgotten_meanwhile", "its proposals were discarded")
        kept = (
            CurationDrop(reason=reason, operation="resolve", key=key)
            for key, reason in written.refused.items()
        )
        status: ExtractionStatus = "partial" if answer.truncated or selection.withheld else "ok"
        return base.model_copy(
            update={
                "extraction": Extraction(status=status, extractor="llm", model=answer.model),
                "outcomes": (*base.outcomes, *written.outcomes),
                "superseded": tuple(written.superseded),
                "shown": len(view.shown),
                "dropped": (*base.dropped, *found.dropped, *kept),
            }
        )

    def _shown(
        self,
        ns: Namespace,
        model: LanguageModel,
        turn: _Turn,
        selection: Selection,
        sending: Sending,
    ) -> tuple[View, Sequence[ChatMessage] | None]:
        """Return what is known, with as much of it shown as fits, and the prompt; None: not even the turn fits."""
        words = [one.text for one in selection.kept]
        said = "\n".join(words)
        own = ns.model_copy(update={"reads": ()})
        memories = SendingMemories(self._settings.remote_personal, self._settings.remote_sensitive)
        records = self._parts.store.list(own, limit=LOOKED_AT)
        now = self._parts.clock.now()
        view = view_of(
            [one for one in records if one.current(now)],
            said,
            lambda one: memories.allows(model, one.sensitivity, one.text),
        )
        # Nobody has classified the reply and the task at hand.
        reply = turn.reply if sending.everything else ""
        task = _told(turn.state) if sending.everything else ()
        room = model.context_tokens - _most(model) - model.count_tokens(AGAIN) - _MARGIN
        while True:
            prompt = curator_prompt(Shown(words, reply, view.lines, task), language_of(said))
            if sum(model.count_tokens(one.content) for one in prompt) <= room:
                return view, prompt
            if not view.shown:
                return view, None
            view = view.without(max(1, len(view.shown) // 4))

    def _material(self, selection: Selection, told: str, reply: str) -> Material:
        known = {id_: rules.candidates for id_, rules in selection.rules.items()}
        form = form_of(self._parts.registry, tuple(TRAITS))
        return Material(selection.kept, self._parts.dates, known, form, told, (reply,))

    def _note(self, ns: Namespace, forgettings: int, used: Sequence[Used]) -> None:
        """Write down what it cost."""
        now = self._parts.clock.now()
        note = ReadingNote(at=now, forgettings=forgettings, used=tuple(used))
        self._parts.store.note_reading(ns, note)


def _logged(read: ReadByRules) -> dict[str, object]:
    return {
        "extraction": read.seen.extraction,
        "observations": read.seen.observations,
        "outcomes": read.seen.outcomes,
        "dropped": read.dropped,
    }


def _skipped(base: CurationResult, why: CurationSkip, detail: str) -> CurationResult:
    """Return the result without a model's part; what the rules did stays."""
    told = "; ".join(filter(None, (base.extraction.detail, detail)))
    extraction = base.extraction.model_copy(update={"detail": told})
    return base.model_copy(update={"skipped": why, "extraction": extraction})


def _told(state: SessionState) -> Sequence[str]:
    """What holds for the task at hand, for the model to tell it from traits."""
    return tuple(filter(None, (state.current_intent, *(c.content for c in state.constraints))))


def _most(model: LanguageModel) -> int:
    return min(REPLY_TOKENS, model.context_tokens // 4)


def _cost(answer: Answer[CuratedBatch]) -> list[Used]:
    amounts: tuple[tuple[UsageName, float], ...] = (
        ("calls", answer.tries),
        ("prompt_tokens", answer.prompt_tokens),
        ("completion_tokens", answer.completion_tokens),
        ("seconds", answer.seconds),
    )
    return [Used(model=answer.model, name=name, amount=n) for name, n in amounts if n]


def _lost(model: LanguageModel, error: StelaeError, retries: int) -> list[Used]:
    """What a call without a usable answer cost, as far as it is known."""
    again = isinstance(error, ModelOutputError | ModelTimeoutError)
    used = [Used(model=model.name, name="calls", amount=1 + retries if again else 1)]
    if isinstance(error, ModelOutputError):
        used.append(Used(model=model.name, name="unusable", amount=1))
    return used
