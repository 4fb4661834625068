"""Query rewriting by rules: the fields that a question asks for, read off its words (S16).

What comes of it lifts memories that fit, and never hides what the search would have found: a rule that is right brings the
whole answer to the top, a rule that is wrong costs nothing but that.
"""

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from stelae.errors import ModelError, ModelOutputError, ModelUnavailableError
from stelae.ports import Clock
from stelae.recall.asked.questions import asked_of_a_thing, asked_of_me
from stelae.recall.framing import without_frame
from stelae.recall.periods import Period, named_period
from stelae.recall.reading_rules import DATED_WORDS, FRAMES, Frame, Seek
from stelae.schemas.categories.registry import BUILT_IN, Registry
from stelae.schemas.query import RecallQuery, Rewriting
from stelae.schemas.where import Condition, Where
from stelae.text.normalise import squash
from stelae.text.scripts import simplified
from stelae.text.tokens import tokens

logger = logging.getLogger(__name__)

LONGEST = 120
"""Characters of a question that the rules read; what is longer is a message that only contains one."""
LONGEST_WHOLE, LONGEST_WHOLE_ZH = 60, 24
"""Characters of a question that asks for one attribute and says nothing else."""
_SPEAKER = re.compile(r"我|咱|\b(?:i|my|we|our)\b", re.IGNORECASE)
_PARTICLES = re.compile(
    r"来[着著]|来了|呢|吗|啊|呀|嘛|吧|哦|请问?|告诉我|说说|帮我(?:想想|看看|查查?)|你还?(?:知道|记得)(?:吗|不)?|现在|目前"
    r"|\b(?:again|please|now|currently|at the moment|these days|hey|so|and|also|all|everything|things?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """One alternative: memories of a category whose fields fulfil conditions and whose text speaks of something."""

    category: str
    where: Where
    about: re.Pattern[str] | None = None
    weak: bool = False
    """It may answer, for all the words of the question tell."""

    def __str__(self) -> str:
        """Return it for people."""
        return f"{self.category}: {self.where}" if self.where else self.category


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as filters."""

    by: Literal["rules", "model"]
    rule: str
    wanted: tuple[Wanted, ...]
    """What fits one of them fits."""
    rest: str = ""
    """What else the question says; empty: what fits is the whole answer."""
    period: Period | None = None
    """The span of days that is among the conditions."""
    otherwise: tuple[Wanted, ...] = ()
    """Of these the first that anything fits, where nothing fits `wanted`."""

    @property
    def whole(self) -> bool:
        """Is what fits the whole answer?"""
        return not self.rest

    def told(self, fitting: int) -> Rewriting:
        """Return it for the trace.

        Args:
            fitting: memories that fit.
        """
        return Rewriting(
            by=self.by,
            rule=self.rule,
            filters=tuple(map(str, self.wanted)),
            rest=self.rest,
            fitting=fitting,
        )


class Rewriter:
    """Reads filters off questions, by rules or by a model that is held to the registered categories."""

    def __init__(
        self,
        clock: Clock,
        zone: str = "UTC",
        registry: Registry = BUILT_IN,
        model: Callable[[str, Registry], Reading | None] | None = None,
    ) -> None:
        """Take what a question is read with.

        Args:
            clock: the present, for "this week".
            zone: IANA zone whose days count.
            registry: which categories there are.
            model: reads a question instead of the rules; it is asked for `rewrite="model"` only.
        """
        self._clock, self._model = clock, model
        self.zone, self.registry = zone, registry

    def read(self, query: RecallQuery) -> tuple[Reading | None, tuple[str, ...]]:
        """Return what a question asks for in fields, and what could not run.

        Nothing is read off a question whose caller filters by fields, or wants raw messages only.
        """
        filtered = query.category is not None or bool(query.where)
        if query.rewrite == "none" or filtered or query.include == "observations":
            return None, ()
        if query.rewrite == "model":
            return self._by_model(query.text)
        return self.by_rules(query.text), ()

    def by_rules(self, text: str) -> Reading | None:
        """Return what the rules read; a rule for a category that is not registered is none."""
        found = read(text, now=self._clock.now(), zone=self.zone)
        if found is None or all(one.category in self.registry for one in found.wanted):
            return found
        return None

    def _by_model(self, text: str) -> tuple[Reading | None, tuple[str, ...]]:
        try:
            if self._model is None:
                raise ModelUnavailableError("There is no language model to rewrite with.")
            return self._model(text, self.registry), ()
        except ModelError as error:
            logger.warning("the model did not rewrite; the rules do: %s", type(error).__name__)
            reason = error.reason if isinstance(error, ModelOutputError) else "unavailable"
            return self.by_rules(text), (f"rewriting:model:{reason}",)


def read(text: str, *, now: datetime, zone: str) -> Reading | None:
    """Return the filters that a question asks for, or None when no rule is sure of its frame.

    Args:
        text: the question, as asked.
        now: the present, for "this week".
        zone: whose days they are.
    """
    if len(text) > LONGEST:
        return None
    chinese = not text.isascii()
    plain = simplified(text) if chinese else text
    speaks = _SPEAKER.search(plain) is not None
    if (asked := _asked(plain, speaks=speaks)) is not None:
        return asked
    # Looking for days costs as much as all frames together, so only who may have asked for some is looked at.
    dated = not speaks or any(map(plain.lower().__contains__, DATED_WORDS))
    period = named_period(plain, now=now, zone=zone) if dated else None
    if period is None and not speaks:
        return None
    for frame in FRAMES:
        if frame.dated and period is None:
            continue
        found = (chinese and frame.zh.search(plain)) or frame.en.search(plain)
        if found:
            return _reading(frame, plain, found.span(), period if frame.dated else None)
    return None


def _asked(text: str, *, speaks: bool) -> Reading | None:
    """Return what asks for one attribute of the speaker, or of a thing."""
    if len(text) > (LONGEST_WHOLE if text.isascii() else LONGEST_WHOLE_ZH):
        return None
    found = (asked_of_me(text) if speaks else None) or asked_of_a_thing(text)
    if found is None:
        return None
    return Reading("rules", found.name, _wanted(found.seeks), otherwise=_wanted(found.otherwise))


def _wanted(seeks: Sequence[Seek]) -> tuple[Wanted, ...]:
    return tuple(Wanted(one.category, Where.of(one.where), one.about, one.weak) for one in seeks)


def _reading(frame: Frame, text: str, span: tuple[int, int], period: Period | None) -> Reading:
    spans = [span] if period is None else [span, (period.start, period.end)]
    wanted = tuple(
        Wanted(seek.category, within(Where.of(seek.where), frame.dated, period), seek.about)
        for seek in frame.seeks
    )
    return Reading("rules", frame.name, wanted, left_over(text, spans), period)


def within(where: Where, field: str | None, period: Period | None) -> Where:
    """Return the conditions with the field inside the span of days, too."""
    if field is None or period is None:
        return where
    bounds = (
        Condition(field=field, operator="gte", value=period.since),
        Condition(field=field, operator="lt", value=period.until),
    )
    return Where(conditions=(*where.conditions, *bounds))


def left_over(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return what a question says beside some spans of it; empty when that is no word to look for."""
    kept = list(text)
    for start, end in spans:
        kept[start:end] = " " * (end - start)
    rest = _PARTICLES.sub(" ", without_frame("".join(kept)))
    return squash(rest) if tokens(rest) else ""
