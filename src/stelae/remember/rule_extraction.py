"""Propose memories from what a person says, by rules alone: no model, no I/O, no clock.

Every sentence is looked at, clause by clause; the families of `rules/` are asked in order and the first that
recognises a clause speaks for it. Whatever is not kept leaves a reason (DEV-18.4). What the assistant, a tool or a
document says proposes nothing (DEV-03, DEV-05): rules only ever read a person's own turn.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from stelae.ports import DateParser
from stelae.remember.rules.assertion.foreign import Voice, fiction_running, points_back
from stelae.remember.rules.assertion.material import Material, material_of
from stelae.remember.rules.assertion.stance import Stance, stance_of
from stelae.remember.rules.durability import clarity, lasting
from stelae.remember.rules.durability.small_talk import (
    for_this_once,
    is_courtesy,
    is_momentary,
    is_small_talk,
    is_transient,
)
from stelae.remember.rules.events import dated as events
from stelae.remember.rules.events import decisions
from stelae.remember.rules.facts import facts_en, facts_zh
from stelae.remember.rules.limits import body_limits, constraints, lifted, medicines
from stelae.remember.rules.orders import instructions
from stelae.remember.rules.reading.candidates import Found, candidate_of, without_idle
from stelae.remember.rules.reading.contractions import spelled
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.sentences import Piece, Sentence, sentence_of, sentences_of
from stelae.remember.rules.reading.subjects import OPEN, subject_of
from stelae.remember.rules.statements import (
    answers,
    everyday,
    plain_statements,
    remembering,
    self_statements,
)
from stelae.remember.rules.tastes import preferences_en, preferences_zh, taste_idioms
from stelae.schemas.authority import is_person
from stelae.schemas.candidate import MemoryCandidate, Span
from stelae.schemas.memory import Reason
from stelae.schemas.observation import Observation
from stelae.text.secrets import find_secrets

_LONGEST_CLAUSE = 300
"""Characters; nobody states a fact in more, and the patterns' work grows faster than the clause."""
_CONTEXTUAL = re.compile(
    r"^(?:[他她它这那]|(?:it|he|she|they|this|that|these|those)\b)", re.IGNORECASE
)
_DENIED = re.compile(r"(?:而|可)?不(?:是|叫|姓|在)|not\b", re.IGNORECASE)
"""A clause that only denies what the one before it did not say (`是9月3号，不是8月3号`)."""
_POSED = re.compile(
    (
        r"(?:\[|【|<)?\s*(?:系统|system|管理员|admin|开发者|developer)(?:提示|消息|通知|message|prompt"
        r"|note)?\s*(?:\]|】|>)?\s*:"
    ),
    re.IGNORECASE,
)
"""A person who writes in the system's name; whoever it is, it is not about themselves."""
_REMOVED = re.compile(r"\[(?:已移除机密|secret removed)")
"""What redaction leaves in the place of a secret: what is said of a secret is none of ours."""
_SHORT = 12
_FEW_WORDS = 3
_KANA = re.compile("[\u3041-\u30fa]")
_STILL_ASKED = frozenset({"clause", "plan", "intent"})
"""Drops that an explicit request to remember overrules: the person wants the words kept as they are."""
_CUT_OFF = frozenset({"clause", "secret"})
"""Drops that would tear a note about a thing apart: who asks to remember it wants the rest of it too (DEV-06.2)."""
_EARLIER = 6
"""Messages looked back at for a running role-play."""
_STANCE_REASONS: Mapping[Stance, Reason] = {
    "question": "question",
    "request": "transient",
    "hypothetical": "not_asserted",
    "fiction": "not_asserted",
    "reported": "not_asserted",
    "plan": "not_asserted",
    "intent": "not_asserted",
    "sarcasm": "not_asserted",
}


_WEAK = frozenset(
    {"plain-statement", "own-thing", "about-me", "dated-event", "working-on", "everyday"}
)
"""Rules that only keep a sentence: what somebody asks to remember is kept in one piece instead."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A sentence or clause that was looked at and not kept: reason, deciding rule and place."""

    reason: Reason
    rule: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class RuleExtraction:
    """What the rules propose, and why the rest was left."""

    candidates: tuple[MemoryCandidate, ...] = ()
    drops: tuple[Dropped, ...] = ()


def extract(
    observation: Observation,
    *,
    before: Sequence[Observation] = (),
    dates: Mapping[str, DateParser] | None = None,
) -> RuleExtraction:
    """Read one message.

    Args:
        observation: The message, secrets already removed.
        before: Earlier messages of the conversation, oldest first: a role-play set up there is still one.
        dates: Date parsers by language (`zh`, `en`); without one, date words stay unresolved.

    Returns:
        Candidates in the order of the text, each with an exact quote, and drops: every message yields at least one of
        both.
    """
    if observation.role != "user" or not is_person(observation.authority):
        return RuleExtraction(drops=(Dropped("origin_not_allowed", observation.role),))
    if not observation.text.strip():
        return RuleExtraction(drops=(Dropped("empty", "blank"),))
    reader = _Reader(observation, dates or {})
    earlier = [o.text for o in before[-_EARLIER:] if o.role == "user"]
    reader.read(fiction=fiction_running(earlier))
    return RuleExtraction(tuple(reader.candidates()), tuple(reader.drops))


class _Reader:
    """Reads one message sentence by sentence."""

    def __init__(self, observation: Observation, dates: Mapping[str, DateParser]) -> None:
        self._said = spelled(observation.text)
        self._observation = observation.model_copy(update={"text": self._said.text})
        self._dates = dates
        self._kept: list[tuple[Found, ...]] = []
        self._whole: list[bool] = []
        self._message: Material = material_of("", ())
        self.drops: list[Dropped] = []

    def read(self, *, fiction: bool) -> None:
        cut = sentences_of(self._observation.text)
        self._message = material_of(self._observation.text, cut.sentences)
        voice, standing, answered = Voice(self._observation.text, fiction=fiction), False, 0
        for number, sentence in enumerate(cut.sentences):
            after = cut.sentences[number + 1] if number + 1 < len(cut.sentences) else None
            if answered == number > 0:
                continue
            if _POSED.match(sentence.piece.plain):
                self._drop("not_asserted", "posed-as-system", sentence.piece)
                continue
            if not voice.own(sentence) or (after is not None and points_back(after)):
                self._drop("not_asserted", "foreign-text", sentence.piece)
                continue
            if remembering.alone(sentence.piece.plain, chinese=sentence.chinese):
                standing = True
                continue
            if found := answers.judged(sentence, after, self._observation.text):
                answered = number + 1
                self._kept.append((found,))
                self._whole.append(True)
                continue
            self._sentence(sentence, standing=standing)
            voice.heard(sentence)
        if not self._kept and not self.drops:
            self._drop("not_asserted" if cut.set_aside else "no_rule", "nothing-left", None)

    def _sentence(self, sentence: Sentence, *, standing: bool) -> None:
        piece, asked = remembering.remembered(sentence.piece, chinese=sentence.chinese)
        if asked:
            sentence = sentence_of(piece, sentence.mark)
        elif remembering.errand(piece, chinese=sentence.chinese):
            self._drop("transient", "errand", piece)
            return
        if is_small_talk(sentence.piece.plain):
            self._drop("small_talk", "courtesy", sentence.piece)
            return
        if _KANA.search(sentence.piece.plain):
            self._drop("no_rule", "other-language", sentence.piece)
            return
        asked = asked or standing
        if not asked and self._message.covers(sentence, self._observation.text):
            self._drop("not_asserted", "material", sentence.piece)
            return
        before = len(self.drops)
        found = list(self._clauses(sentence, asked=asked))
        if asked and self._keeps_as_asked(found, self.drops[before:]):
            del self.drops[before:]
            found = self._as_asked(sentence)
        if found:
            alone = len(found) == 1 and all(d.reason == "no_rule" for d in self.drops[before:])
            if alone:
                del self.drops[before:]
            self._kept.append(tuple(found))
            self._whole.append(alone)

    def _keeps_as_asked(self, found: Sequence[Found], drops: Sequence[Dropped]) -> bool:
        """Is what was asked for kept in one piece: no rule knows it, or only rules that keep sentences do?"""
        if not found:
            return all(
                d.reason in {"no_rule", "small_talk"} or d.rule in _STILL_ASKED for d in drops
            )
        if _of_a_thing(found) and any(d.rule in _CUT_OFF for d in drops):
            return True
        weak = all(f.draft.rule in _WEAK for f in found)
        ahead = any(events.ahead(f.draft, self._observation.time) for f in found)
        more = len(found) > 1 or any(d.reason == "no_rule" for d in drops)
        return weak and not ahead and (more or found[0].draft.category == "event")

    def _as_asked(self, sentence: Sentence) -> list[Found]:
        subject = subject_of(sentence.clauses[0], OPEN, chinese=sentence.chinese)
        view = View(sentence.clauses[0], subject, sentence, 0, standing=True)
        plain = sentence.piece.plain
        unclear = clarity.unclear_note(sentence, self._message, self._observation.text)
        short = _CONTEXTUAL.match(plain) is not None and len(plain) < _SHORT
        bare = not sentence.chinese and len(plain.split()) <= _FEW_WORDS and plain.islower()
        unsaid = not sentence.chinese and subject.who == "nobody"
        if unclear or short or bare or unsaid or (subject.who == "nobody" and subject.words):
            self._drop("needs_context", "remember", sentence.piece)
            return []
        return [Found(view, plain_statements.remembered(view))]

    def _clauses(self, sentence: Sentence, *, asked: bool) -> Iterator[Found]:
        subject, skip = OPEN, 0
        for index, clause in enumerate(sentence.clauses):
            subject = subject_of(clause, subject, chinese=sentence.chinese)
            if index < skip:
                continue
            if len(clause.plain) > _LONGEST_CLAUSE:
                self._drop("no_rule", "too-long", clause)
                continue
            view = View(clause, subject, sentence, index, standing=asked)
            for draft in self._clause(view):
                if unfit := lasting.unfit(view, draft, self._message):
                    self._drop(*unfit, view.clause)
                    continue
                skip = max(skip, index + draft.clauses)
                yield Found(view, draft)

    def _clause(self, view: View) -> Iterator[Draft]:
        whole = view.sentence.piece.plain
        if _REMOVED.search(view.clause.text) or find_secrets(view.clause.plain):
            self._drop("restricted", "secret", view.clause)
        elif instructions.overriding(whole):
            self._drop("injection", "overriding", view.clause)
        else:
            stance = stance_of(view.sentence, view.index)
            orders = list(_orders(view, stance))
            if orders and orders[0].rule == "rules-out" and for_this_once(whole):
                self._drop("transient", orders[0].rule, view.clause)
            elif orders:
                yield from orders
            elif stance == "asserted":
                yield from self._asserted(view)
            else:
                yield from self._unasserted(view, stance)

    def _unasserted(self, view: View, stance: Stance) -> Iterator[Draft]:
        """Nothing, but an intention with a day is an appointment."""
        dated = (
            list(events.find(view, self._observation, self._dates)) if stance == "intent" else []
        )
        if dated and events.has_day(dated[0]):
            yield from dated
        else:
            self._drop(_STANCE_REASONS[stance], stance, view.clause)

    def _asserted(self, view: View) -> Iterator[Draft]:
        plain = view.clause.plain
        if view.index and view.subject.at == 0 and _DENIED.match(plain):
            self._drop("no_rule", "denied", view.clause)
            return
        if decisions.bare(view):
            self._drop("needs_context", "decision", view.clause)
            return
        drafts = list(self._families(view))
        if drafts and is_momentary(plain) and drafts[0].category not in {"event", "decision"}:
            self._drop("transient", drafts[0].rule, view.clause)
        elif drafts:
            yield from drafts
        else:
            self._drop(_why_nothing(view), "clause", view.clause)

    def _families(self, view: View) -> Iterator[Draft]:
        """Ask the families in order; the first that recognises the clause speaks for it."""
        plain = view.clause.plain
        if is_courtesy(plain):
            yield from decisions.settled(view)  # `that's final: …` is no praise
            return
        yield from _first(
            lambda: lifted.find(view),
            lambda: medicines.find(view),
            lambda: constraints.find(view) if view.personal else (),
            lambda: (
                (preferences_zh if view.chinese else preferences_en).find(view)
                if view.personal or not view.chinese
                else ()
            ),
            lambda: body_limits.find(view),
            lambda: taste_idioms.find(view),
            lambda: decisions.settled(view),
            lambda: decisions.find(view),
            lambda: self._dated_or_fact(view),
            lambda: () if is_transient(plain) else _plainly(view),
        )

    def _dated_or_fact(self, view: View) -> Sequence[Draft]:
        """What is still to come is an event, else a fact says more than that something happened."""
        dated = list(events.find(view, self._observation, self._dates))
        if any(events.ahead(d, self._observation.time) for d in dated):
            return dated
        facts = list(_since(dated, (facts_zh if view.chinese else facts_en).find(view)))
        return facts or dated

    def candidates(self) -> Iterator[MemoryCandidate]:
        """Yield the candidates, each statement once."""
        built = [
            candidate_of(found, self._said, whole=whole)
            for group, whole in zip(self._kept, self._whole, strict=True)
            for found in group
        ]
        seen: set[str] = set()
        for one in without_idle(built):
            mark = f"{one.category}|{one.text}|{sorted(one.attributes.items(), key=str)}"
            if mark not in seen:
                seen.add(mark)
                yield one

    def _drop(self, reason: Reason, rule: str, piece: Piece | None) -> None:
        span = None if piece is None else self._span(piece)
        self.drops.append(Dropped(reason, rule, span))

    def _span(self, piece: Piece) -> Span:
        """Return a piece of the copy as the words of the message it stands for."""
        start, end = self._said.origin(piece.start), self._said.origin(piece.end)
        return Span(
            observation_id=self._observation.id,
            external_id=self._observation.external_id,
            quote=self._said.written[start:end],
            start=start,
            end=end,
        )


def _of_a_thing(found: Sequence[Found]) -> bool:
    """Is everything that was found a fact about something else than a person?"""
    return all(
        f.draft.category == "fact"
        and f.view.subject.who != "other"
        and f.draft.attributes.get("subject", "user") != "user"
        for f in found
    )


def _first(*families: Callable[[], Iterable[Draft]]) -> Iterator[Draft]:
    for family in families:
        drafts = list(family())
        if drafts:
            yield from drafts
            return


def _plainly(view: View) -> Iterator[Draft]:
    """What is said of a thing or of oneself without any cue but its structure."""
    return _first(
        lambda: plain_statements.find(view),
        lambda: self_statements.find(view),
        lambda: everyday.find(view),
    )


def _orders(view: View, stance: Stance) -> Iterator[Draft]:
    """What a person orders once and for all, and what a request rules out."""
    if stance in {
        "fiction",
        "sarcasm",
        "reported",
        "question",
    } and not instructions.asked_for_always(view):
        return
    if stance not in {"asserted", "request"} and not instructions.standing(view):
        return
    if instructions.procedural(view.sentence.piece.plain):
        if view.index == 0:
            everything = len(view.sentence.clauses)
            yield Draft(
                "procedural",
                "constraint",
                {"type": "must"},
                kind="procedural",
                importance=0.6,
                clauses=everything,
                whole=True,
            )
        return
    drafts = list(instructions.find(view))
    yield from drafts
    if not drafts:
        yield from (preferences_zh if view.chinese else preferences_en).entry_dislike(view)


def _since(dated: Sequence[Draft], facts: Iterable[Draft]) -> Iterator[Draft]:
    """Facts of a clause that says since when: the resolved date stands beside the person's own words (E18)."""
    for draft in facts:
        noted = dated and dated[0].text and draft.rule != "birthday"
        yield replace(draft, text=dated[0].text) if noted else draft


def _why_nothing(view: View) -> Reason:
    plain = view.clause.plain
    if is_small_talk(plain) or is_courtesy(plain):
        return "small_talk"
    if is_transient(plain) or is_momentary(plain):
        return "transient"
    if _CONTEXTUAL.match(plain) or (view.subject.who == "nobody" and view.subject.words):
        return "needs_context"
    return "no_rule"
