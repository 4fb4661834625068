"""From what worked to how it is done: the events of a tool become know-how that a person approves (O25, O26).

On demand or at night, never beside a question. Enough samples of one tool make one call of the language model; without one
the rules count what the samples have in common, and the report says so. The result waits for a person unless the policy row
of `expert_knowledge` says otherwise. A run without new samples proposes nothing, and one more sample of which the same
holds is no news, also after a person has declined.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from stelae.background.learned import Learned, mark_of
from stelae.background.pattern_facts import facts_of
from stelae.background.pattern_prompt import (
    INSTRUCTIONS,
    LEAST_REPLY,
    REPLY_TOKENS,
    ProposedPoints,
    pattern_prompt,
    room_for,
)
from stelae.background.pattern_reply import Point, counted_points, judged_points
from stelae.background.pattern_text import (
    key_of_group,
    pattern_of,
    points_of,
    same_points,
    stated,
    worded,
)
from stelae.background.samples import Group, Sample, groups_of, words_of
from stelae.errors import ModelError, ModelUnavailableError, TooLargeError
from stelae.ports import Clock, LanguageModel, MemoryReader
from stelae.recall.sending import Sending
from stelae.schemas.learning import (
    STATUS,
    GroupStatus,
    LearnedBy,
    LearnedGroup,
    PatternReport,
    PointRefusal,
)
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.structured.call import ask
from stelae.text.language import Language, language_of

MIN_SAMPLES: Final = 5
WINDOW_DAYS: Final = 30.0


@dataclass(frozen=True, slots=True)
class Found:
    """What a group gave, and who put it into words."""

    by: LearnedBy
    points: tuple[Point, ...] = ()
    refused: dict[PointRefusal, int] = field(default_factory=dict[PointRefusal, int])
    samples: int = 0
    """So many were looked at."""
    error: str = ""
    """The model gave no usable answer."""
    away: bool = False
    """Nobody answers at all."""


class Patterns:
    """Distils the events of one scope. Thread-safe; keeps nothing."""

    def __init__(
        self,
        learned: Learned,
        store: MemoryReader,
        clock: Clock,
        model: Callable[[], LanguageModel | None],
        *,
        sending: Sending,
        remedy: str,
    ) -> None:
        """Take what it works with.

        Args:
            learned: the way to the gate.
            store: where the events are.
            clock: the present.
            model: the language model, or None when there is none.
            sending: what may go to a model on another machine.
            remedy: what to tell when there is no model.
        """
        self._learned, self._store, self._clock = learned, store, clock
        self._model, self._sending, self._remedy = model, sending, remedy

    def extract(
        self,
        ns: Namespace,
        *,
        min_samples: int = MIN_SAMPLES,
        window_days: float = WINDOW_DAYS,
        tool: str | None = None,
        dry_run: bool = False,
        again: bool = False,
    ) -> PatternReport:
        """Look at every tool of the written scope, and propose what its samples have in common.

        Args:
            ns: whose events.
            min_samples: a tool with fewer is passed over.
            window_days: older events are left out.
            tool: only this one.
            dry_run: say what would be proposed; nothing is written.
            again: also tools of which there are no new samples since the last run.
        """
        now = self._clock.now()
        groups = groups_of(self._store, ns, since=now - timedelta(days=window_days), now=now)
        model, done, away = self._model(), list[LearnedGroup](), ""
        for group in groups:
            if tool is not None and group.tool != tool:
                continue
            mark = mark_of("pattern", group.tool, group.newest)
            seen = self._learned.before(ns, mark)
            if len(group.samples) < min_samples:
                done.append(_told(group, "too_few"))
            elif seen and not again:
                done.append(_told(group, "unchanged", detail="no new samples"))
            elif away:
                done.append(_told(group, "llm_error", detail=away))
            else:
                found = self._found(group, self._known(ns, group), model, min_samples)
                away = found.error if found.away else ""
                done.append(self._settled(ns, group, found, mark, seen=seen, dry_run=dry_run))
        detail = "" if model is not None else f"counted by rules: {self._remedy}"
        return PatternReport.of(done, dry_run=dry_run, detail=detail if done else "")

    def _known(self, ns: Namespace, group: Group) -> list[MemoryRecord]:
        """Return what holds and what waits under the group's key."""
        current = self._learned.current(ns, key_of_group(group))
        records = [item.record for item in self._learned.waiting(ns, key_of_group(group))]
        return ([current] if current else []) + records

    def _found(
        self,
        group: Group,
        known: Sequence[MemoryRecord],
        model: LanguageModel | None,
        min_samples: int,
    ) -> Found:
        language = language_of(words_of(group.samples))
        if model is not None:
            shown = self._fitting(group.samples, model, language)
            allowed = (r for r in known if self._sending.allows(model, r.sensitivity, r.text))
            told = list(dict.fromkeys(point for one in allowed for point in points_of(one)))
            if len(shown) >= min_samples:
                return _asked(group, shown, told, model, language)
        points, refused = counted_points(facts_of(group.samples), language)
        return Found("rules", points, refused, len(group.samples))

    def _fitting(
        self, samples: Sequence[Sample], model: LanguageModel, language: Language
    ) -> list[Sample]:
        """Return the samples that the model may see and has room for, the newest first; half of the room is for them."""
        room, fitting = room_for(model, INSTRUCTIONS[language]) // 2, list[Sample]()
        for sample in samples:
            room -= model.count_tokens(sample.text) + 8
            if room < 0:
                break
            if self._sending.allows(model, sample.sensitivity, sample.text):
                fitting.append(sample)
        return fitting

    def _settled(
        self, ns: Namespace, group: Group, found: Found, mark: str, *, seen: bool, dry_run: bool
    ) -> LearnedGroup:
        """Put what was found before the gate, unless it is known."""
        if found.error:
            return _told(group, "llm_error", found, detail=found.error)
        language, detail = language_of(words_of(group.samples)), ""
        text, points = worded(group.tool, found.points, language)
        if len(points) < len(found.points):
            found.refused["no_room"] = len(found.points) - len(points)
        known = self._known(ns, group)
        # What a person has declined is not asked again for one more sample: beside the same knowledge it is said once.
        said = mark_of("pattern", group.tool, *(one.id for one in known), *sorted(stated(points)))
        status: GroupStatus = "proposed"
        if not points:
            status = "nothing"
        elif any(same_points(points, points_of(one)) for one in known):
            status = "unchanged"
        elif self._learned.before(ns, said):
            status, detail = "unchanged", "proposed before"
        if dry_run or status != "proposed":
            if not (dry_run or seen):
                self._learned.note(ns, mark, text)
            return _told(group, status, found, points, detail=detail)
        outcome = self._learned.propose(
            ns,
            pattern_of(group, points, text, by=found.by, samples=found.samples),
            said,
            replaces=key_of_group(group),
        )
        if not seen:
            self._learned.note(ns, mark, text)
        status = STATUS[outcome.outcome]
        told = _told(group, status, found, points, detail=outcome.detail)
        return told.model_copy(update={"outcome": outcome})


def _asked(
    group: Group,
    shown: Sequence[Sample],
    known: Sequence[str],
    model: LanguageModel,
    language: Language,
) -> Found:
    """Ask the model once over the samples that it may see."""
    prompt = pattern_prompt(group.tool, shown, facts_of(shown), known, language)
    try:
        reply = ask(model, prompt, ProposedPoints, max_tokens=_most(model, shown))
    except (ModelError, TooLargeError) as error:
        return Found("model", error=str(error), away=isinstance(error, ModelUnavailableError))
    beside = (group.tool, group.agent)
    points, refused = judged_points(reply.value.points, shown, beside=beside)
    return Found("model", points, refused, len(shown))


def _most(model: LanguageModel, shown: Sequence[Sample]) -> int:
    """Tokens of the answer: it says less than what it is about, so that a model that goes round in circles ends soon."""
    return min(REPLY_TOKENS, LEAST_REPLY + sum(model.count_tokens(one.text) for one in shown))


def _told(
    group: Group,
    status: GroupStatus,
    found: Found | None = None,
    points: Sequence[Point] = (),
    *,
    detail: str = "",
) -> LearnedGroup:
    return LearnedGroup(
        name=group.tool,
        samples=len(group.samples),
        status=status,
        by=found.by if found else None,
        points=tuple(point.text for point in points),
        backing=tuple(point.backing for point in points),
        refused=found.refused if found else {},
        detail=detail,
    )
