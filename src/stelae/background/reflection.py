"""From runs that failed to lessons that expire (O28, O40).

Code says which failures are one kind and names the lesson after it, so that a second look never makes a second lesson; a
language model, one call an agent, only words it. Without one a template does. A lesson rests on the runs it names, is
stored without asking and weighed low (R3), and ends with the TTL of its policy row.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import groupby
from typing import Final

from stelae.background.failures import Failure, FailureKind, failure_of, kinds_of
from stelae.background.learned import Learned, Statement, mark_of
from stelae.background.reflection_prompt import (
    MOST_KINDS,
    REPLY_TOKENS,
    ProposedLessons,
    judged_lessons,
    plain_lesson,
    reflection_prompt,
)
from stelae.background.run_events import RunEvents
from stelae.errors import ModelError, TooLargeError
from stelae.ports import Clock, LanguageModel, MemoryReader
from stelae.recall.sending import Sending
from stelae.recall.traits import confidence
from stelae.schemas.agent_runs import RunEvent
from stelae.schemas.categories.experience import Audit, Reflection
from stelae.schemas.learning import (
    STATUS,
    GroupStatus,
    LearnedBy,
    LearnedGroup,
    PointRefusal,
    ReflectionReport,
)
from stelae.schemas.scope import Namespace
from stelae.structured.call import ask
from stelae.text.keys import key_of

WINDOW_HOURS: Final = 168.0
MOST_RUNS: Final = 50
_CALLS: Final = 100
"""Newest calls of a run that are looked at."""
LESSON: Final = "reflection"


@dataclass(frozen=True, slots=True)
class _Words:
    """What is said of the kinds of one agent."""

    by: LearnedBy
    lessons: Mapping[str, str] = field(default_factory=dict[str, str])
    """By the kind's slug."""
    refused: Mapping[str, PointRefusal] = field(default_factory=dict[str, PointRefusal])
    error: str = ""


class Reflections:
    """Learns from the failed runs of one scope. Thread-safe; keeps nothing."""

    def __init__(
        self,
        learned: Learned,
        runs: RunEvents,
        store: MemoryReader,
        clock: Clock,
        model: Callable[[], LanguageModel | None],
        *,
        sending: Sending,
        remedy: str,
    ) -> None:
        """Take what it works with, as `patterns.Patterns`, and who finds runs."""
        self._learned, self._runs, self._store, self._clock = learned, runs, store, clock
        self._model, self._sending, self._remedy = model, sending, remedy

    def reflect(
        self,
        ns: Namespace,
        *,
        window_hours: float = WINDOW_HOURS,
        most_runs: int = MOST_RUNS,
        dry_run: bool = False,
    ) -> ReflectionReport:
        """Look at the failed runs of the written scope, and keep a lesson of each kind of failure.

        Args:
            ns: whose runs.
            window_hours: earlier ones are left out.
            most_runs: the newest so many that failed.
            dry_run: say what would be learned; nothing is written.
        """
        since = self._clock.now() - timedelta(hours=window_hours)
        failed = self._runs.find(ns, status="failed", since=since, limit=most_runs)
        failures = [self._failure(ns, run) for run in failed]
        model, done = self._model(), list[LearnedGroup]()
        for _, group in groupby(kinds_of(failures), key=lambda kind: kind.agent):
            kinds = list(group)
            fresh = [kind for kind in kinds if self._news(ns, kind)]
            done += [_told(kind, "unchanged") for kind in kinds if kind not in fresh]
            words = self._worded(fresh, model)
            done += [self._settled(ns, kind, words, dry_run=dry_run) for kind in fresh]
        detail = "" if model is not None else f"worded by rules: {self._remedy}"
        return ReflectionReport.of(
            done, runs=len(failed), dry_run=dry_run, detail=detail if done else ""
        )

    def _failure(self, ns: Namespace, run: RunEvent) -> Failure:
        """Look for the call in which a run failed, among those that were recorded."""
        prefix = key_of("audit", Audit(agent=run.agent, run=run.id, tool="x", call="x"), "")
        for record in self._store.by_key_prefix(ns, prefix.removesuffix("x/x"), limit=_CALLS)[::-1]:
            if record.attributes.get("status") == "failed":
                tool, error = record.attributes.get("tool"), record.attributes.get("error")
                return failure_of(run, (str(tool), str(error or "")))
        return failure_of(run, None)

    def _news(self, ns: Namespace, kind: FailureKind) -> tuple[str, ...]:
        """Return the runs of this kind that its lesson does not rest on yet."""
        held = self._learned.current(ns, _key(kind))
        known = set(map(str, held.attributes.get("runs") or ())) if held else set[str]()
        fresh = tuple(run for run in kind.runs if run not in known)
        return () if self._learned.before(ns, _mark(kind, fresh)) else fresh

    def _worded(self, kinds: Sequence[FailureKind], model: LanguageModel | None) -> _Words:
        """Ask the model about the kinds that it may see, at most so many; the others are said by rules."""
        asked = [
            kind
            for kind in kinds
            if model and self._sending.allows(model, "personal", " ".join(kind.errors))
        ][:MOST_KINDS]
        if model is None or not asked:
            return _Words("rules")
        language = asked[0].language
        while asked and _too_long(model, asked):
            asked = asked[: len(asked) // 2]
        try:
            prompt = reflection_prompt(asked, language)
            reply = ask(model, prompt, ProposedLessons, max_tokens=REPLY_TOKENS)
        except (ModelError, TooLargeError) as error:
            return _Words("model", error=str(error))
        lessons, refused = judged_lessons(reply.value.lessons, asked)
        return _Words("model", lessons, refused)

    def _settled(
        self, ns: Namespace, kind: FailureKind, words: _Words, *, dry_run: bool
    ) -> LearnedGroup:
        if words.error:
            return _told(kind, "llm_error", by=words.by, detail=words.error)
        by: LearnedBy = words.by if kind.slug in words.lessons else "rules"
        text = words.lessons.get(kind.slug) or plain_lesson(kind)
        refused: dict[PointRefusal, int] = (
            {words.refused[kind.slug]: 1} if kind.slug in words.refused else {}
        )
        told = _told(kind, "proposed", by=by, text=text)
        told = told.model_copy(update={"refused": refused})
        if dry_run:
            return told
        fresh = self._news(ns, kind)
        outcome = self._learned.propose(ns, _statement(kind, text, fresh, by), _mark(kind, fresh))
        status = STATUS[outcome.outcome]
        return told.model_copy(update={"status": status, "outcome": outcome})


def _too_long(model: LanguageModel, kinds: Sequence[FailureKind]) -> bool:
    prompt = reflection_prompt(kinds, kinds[0].language)
    used = sum(model.count_tokens(message.content) for message in prompt)
    return used + REPLY_TOKENS > model.context_tokens


def _statement(kind: FailureKind, text: str, fresh: Sequence[str], by: LearnedBy) -> Statement:
    return Statement(
        category=LESSON,
        text=text,
        # The lesson that is there has the earlier runs; both are united.
        attributes={"agent": kind.agent, "lesson": kind.slug, "tool": kind.tool, "runs": [*fresh]},
        confidence=confidence(len(kind.runs)),
        rule=f"reflection:{by}",
        subject=kind.agent,
    )


def _key(kind: FailureKind) -> str:
    return key_of(LESSON, Reflection(agent=kind.agent, lesson=kind.slug), "")


def _mark(kind: FailureKind, runs: Sequence[str]) -> str:
    return mark_of("lesson", kind.agent, kind.slug, *sorted(runs))


def _told(
    kind: FailureKind,
    status: GroupStatus,
    *,
    by: LearnedBy | None = None,
    text: str = "",
    detail: str = "",
) -> LearnedGroup:
    return LearnedGroup(
        name=kind.slug,
        samples=len(kind.runs),
        status=status,
        by=by,
        points=(text,) if text else (),
        backing=(kind.runs,) if text else (),
        detail=detail,
    )
