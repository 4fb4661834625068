"""From what a model proposed to a candidate that stands on a person's own words. Pure; the gate still decides.

A model is asked for the words, the category and the fields; what can be read off the text is read by code: the whole clause
around the quoted words (so that no "not" is cut off), whom it is about, whether it binds others, whether it is over before
anybody asks, and when it happens. A wording that goes beyond its span gives way to the person's own words where they can
be understood alone.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from stelae.ports import DateParser
from stelae.remember.grounding import ground
from stelae.remember.proposals.answer_form import AnswerForm, Item, form_of
from stelae.remember.proposals.attributes import attributes_of
from stelae.remember.proposals.faults import Fault, borrowed, recites
from stelae.remember.proposals.own_fields import own_fields
from stelae.remember.proposals.proposed import OwnProposed, Proposed
from stelae.remember.rules.durability.small_talk import (
    is_courtesy,
    is_momentary,
    is_small_talk,
    is_transient,
)
from stelae.remember.rules.reading.sentences import MASK, Piece, Sentence, sentences_of
from stelae.remember.rules.reading.subjects import OPEN, Subject, subject_of
from stelae.schemas.candidate import MAX_MEMORY_CHARS, SENSITIVITIES, MemoryCandidate, Sensitivity
from stelae.schemas.observation import Observation
from stelae.text.keys import statement
from stelae.text.normalise import fold
from stelae.text.personal import find_personal
from stelae.text.scanner import scan

_SPEAKER = frozenset(
    {"", "user", "the user", "speaker", "i", "me", "myself", "self", "用户", "我", "本人", "自己"}
)
_CONTEXTUAL = re.compile(
    r"^(?:[他她它这那]|(?:it|he|she|they|this|that|these|those|his|her|their)\b)", re.IGNORECASE
)
"""Words that need what stood before them; such a clause is nobody's self-contained statement."""
_REMOVED = re.compile(r"\[(?:已移除机密|secret removed)")
_PREFIXED = re.compile(
    r"^(?:用户(?:说|表示)?[:：,，]?\s*(?=我|本人|咱)|The user(?: says| said)?[:,]?\s+(?:that )?(?=I\b|I'|my\b|we\b))",
    re.IGNORECASE,
)
"""A subject put before a sentence that has one: small models copy the words behind "The user"."""
_SUBJECT = re.compile(r"^(?:用户|(?:The )?user\b)(?:的|'s)?\s*", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"我|本人|咱|\b(?:I|I'[a-z]+|me|my|mine|we|our)\b", re.IGNORECASE)
_ENDS = " 。.!！;；,，、~～…"
_ORDER = re.compile(
    r"必须|务必|不得|不准|不许|不要|别|禁止|一律|统一|凡是|只能|都要|都得|"
    r"\b(?:must|shall|has to|have to|required|never|always|do not|don't|may not|only|everyone|everybody)\b",
    re.IGNORECASE,
)
"""Words that order something; a model's claim that a sentence without any binds others is a slip."""
_NAMES = ("object", "what", "choice", "goal")
"""Fields that hold what a statement is about, by category."""
_OWN_WORDS = 200
"""Longest stretch taken over in the person's own words."""


@dataclass(frozen=True, slots=True)
class _Anchor:
    """The clauses of a message that a quote touches."""

    observation: Observation
    sentences: tuple[Sentence, ...]
    start: int
    end: int
    subjects: tuple[Subject, ...]
    clauses: tuple[Piece, ...]

    @property
    def words(self) -> str:
        """The person's own words, whole clauses."""
        return self.observation.text[self.start : self.end]

    @property
    def around(self) -> str:
        """The sentences these clauses stand in, which say what a pronoun means."""
        first, last = self.sentences[0].piece, self.sentences[-1].piece
        return self.observation.text[min(first.start, self.start) : max(last.end, self.end)]


@dataclass(frozen=True, slots=True)
class Material:
    """What the proposals of one chunk are held against."""

    said: Sequence[Observation]
    """The person's messages they can rest on."""
    dates: Mapping[str, DateParser]
    known: Mapping[str, Sequence[MemoryCandidate]]
    """What the rules propose from each message, by its id: where they recognise the same words, their category and fields
    hold, so that one statement is not kept twice under two names."""
    form: AnswerForm = field(default_factory=form_of)
    """What was asked for."""
    told: str = ""
    """The instructions that were given."""
    answers: Sequence[str] = ()
    """What the assistant said."""


@dataclass(frozen=True, slots=True)
class Anchored:
    """What became of one item of an answer: a candidate, or several where it held several things."""

    candidates: tuple[MemoryCandidate, ...]
    faults: tuple[Fault, ...] = ()


def anchored(proposed: Item, material: Material) -> Anchored:
    """Return the proposal as candidates, each with its quote widened to whole clauses.

    When the quoted words stand nowhere they stay as they are, and the gate refuses them as ungrounded.
    """
    anchor = _found(proposed, material.said)
    if anchor is None:
        fault = borrowed(proposed, material.answers, material.told)
        lost = _candidate(proposed, proposed.text, proposed.quote or proposed.text, "user", {})
        return Anchored((_blamed(lost, fault),), () if fault is None else (fault,))
    if recites(_SUBJECT.sub("", proposed.text), material.told, anchor.observation.text):
        recited = _candidate(proposed, proposed.text, anchor.words, "user", {})
        refused = _blamed(recited, "prompt_echo").model_copy(update={"should_store": False})
        return Anchored((refused,), ("prompt_echo",))
    subject = _subject(proposed, anchor)
    if isinstance(proposed, OwnProposed):
        return _own(proposed, anchor, subject, material)
    rules = [r for r in material.known.get(anchor.observation.id, ()) if _within(r, anchor)]
    when = _when(proposed, anchor, material.dates) if proposed.category == "event" else {}
    candidate = _worded(proposed, anchor, subject, when)
    # A wording that gave way to the person's own names all that these say.
    whole = statement(candidate.text) == statement(anchor.words)
    all_of_it = whole or not _says_something(candidate.text)
    several = rules if all_of_it else _several(proposed, rules)
    if len(several) > 1:
        apart = [_as_rule(r, proposed, anchor) for r in several]
        return Anchored(tuple(apart), ("several_things",))
    if not _says_something(candidate.text):
        candidate = candidate.model_copy(update={"should_store": False})
    candidate = _as_rules_see_it(candidate, rules, material.form)
    return Anchored((candidate.model_copy(update=_advice(candidate, proposed, anchor)),))


def _blamed(candidate: MemoryCandidate, fault: Fault | None) -> MemoryCandidate:
    """Let the outcome say whose words these are."""
    return candidate if fault is None else candidate.model_copy(update={"reason": f"model:{fault}"})


def _own(proposed: OwnProposed, anchor: _Anchor, subject: str, material: Material) -> Anchored:
    """A candidate of an own category: the fields that the person's words carry, in the model's wording or theirs."""
    specs = material.form.own[proposed.category].fields

    def resolve(words: str) -> datetime | None:
        return _moment(words, anchor, material.dates)

    fields, unsaid = own_fields(specs, proposed.attributes, anchor.around, resolve)
    candidate = _worded(proposed, anchor, subject, fields)
    if not _says_something(candidate.text):
        candidate = candidate.model_copy(update={"text": anchor.words[:MAX_MEMORY_CHARS]})
    advice = _advice(candidate, proposed, anchor)
    return Anchored((candidate.model_copy(update=advice),), ("fields_not_said",) * bool(unsaid))


def _within(rule: MemoryCandidate, anchor: _Anchor) -> bool:
    """Does the rule speak of words that the anchor touches?"""
    start = anchor.observation.text.find(rule.quote)
    return start >= 0 and start < anchor.end and start + len(rule.quote) > anchor.start


def _several(proposed: Proposed, rules: Sequence[MemoryCandidate]) -> list[MemoryCandidate]:
    """The different things that rules see in the words and the proposal names all at once (K16)."""
    text, found = fold(proposed.text), list[MemoryCandidate]()
    for rule in rules:
        named = fold(str(rule.attributes.get("object") or ""))
        if named and named in text and all(rule.attributes != o.attributes for o in found):
            found.append(rule)
    return found


def _as_rule(rule: MemoryCandidate, proposed: Proposed, anchor: _Anchor) -> MemoryCandidate:
    """One of several things, as the rule has it: the person's own words."""
    one = rule.model_copy(
        update={
            "should_store": rule.should_store and proposed.recommended,
            "confidence": proposed.confidence,
            "importance": proposed.importance,
            "reason": f"model:{proposed.reason}",
        }
    )
    own = _anchor(rule.quote, anchor.observation) or anchor
    return one.model_copy(update=_advice(one, proposed, own))


def _worded(
    proposed: Item, anchor: _Anchor, subject: str, when: Mapping[str, object]
) -> MemoryCandidate:
    """The model's wording where the clauses, or the sentences around them, carry it; else the person's own words."""
    wording = _PREFIXED.sub("", proposed.text)
    own = _alone(anchor) and (_glued(proposed.text, anchor) or not _says_something(wording))
    for quote in () if own else (anchor.words, anchor.around):
        worded = _candidate(proposed, wording, quote, subject, when)
        if ground(worded, anchor.observation, extractor="llm").verbatim:
            return worded
    text = anchor.words.strip(_ENDS) if _alone(anchor) else wording
    return _candidate(proposed, text, anchor.words, subject, when)


def _says_something(wording: str) -> bool:
    """Is there more than a subject? Small models stop after "The user"."""
    return bool(statement(_SUBJECT.sub("", wording)))


def _glued(wording: str, anchor: _Anchor) -> bool:
    """Is a subject put before a sentence of the person's that has one, or needs none?"""
    bare = _SUBJECT.sub("", wording)
    if bare == wording or not bare:
        return False
    if _FIRST_PERSON.search(bare):
        return True
    apart = wording[: len(wording) - len(bare)].endswith(" ")
    starts = (anchor.observation.text[s.piece.start : s.piece.end] for s in anchor.sentences)
    return apart and any(statement(one).startswith(statement(bare)) for one in starts)


def _as_rules_see_it(
    candidate: MemoryCandidate, rules: Sequence[MemoryCandidate], form: AnswerForm
) -> MemoryCandidate:
    """Take category and fields from the rule that recognises the same words, if one does and its category may be used."""
    for rule in rules:
        said = (str(rule.attributes[name]) for name in _NAMES if rule.attributes.get(name))
        if next(said, "") in candidate.text and rule.category in form.built_in:
            fields = {"category": rule.category, "attributes": rule.attributes}
            return candidate.model_copy(
                update=fields | {"subject": rule.subject, "kind": rule.kind or candidate.kind}
            )
    return candidate


def _found(proposed: Item, said: Sequence[Observation]) -> _Anchor | None:
    """Look for the quoted words; without a quote for those of the text; with and without a subject put before them."""
    wanted = proposed.quote if proposed.quote.strip() else proposed.text
    for quote in dict.fromkeys((wanted, _SUBJECT.sub("", wanted))):
        for observation in said:
            if anchor := _anchor(quote, observation):
                return anchor
    return None


def _anchor(quote: str, observation: Observation) -> _Anchor | None:
    """Find the quote and the clauses around it."""
    probe = MemoryCandidate(category="fact", text=quote, quote=quote)
    evidence = ground(probe, observation, extractor="rules").evidence
    if not evidence:
        return None
    span = evidence[0]
    touched: list[Piece] = []
    subjects: list[Subject] = []
    sentences: list[Sentence] = []
    for sentence in sentences_of(observation.text).sentences:
        if sentence.piece.end <= span.start or span.end <= sentence.piece.start:
            continue
        sentences.append(sentence)
        subject = OPEN
        for clause in sentence.clauses:
            subject = subject_of(clause, subject, chinese=sentence.chinese)
            if clause.start < span.end and span.start < clause.end:
                touched.append(clause)
                subjects.append(subject)
    if not touched:
        return None
    start, end = min(span.start, touched[0].start), max(span.end, touched[-1].end)
    return _Anchor(observation, tuple(sentences), start, end, tuple(subjects), tuple(touched))


def _subject(proposed: Item, anchor: _Anchor) -> str:
    """Whom it is about: what the grammar of the sentence says; else a name the model gives that stands there."""
    others = [s.name for s in anchor.subjects if s.who == "other"]
    if others:
        return others[0]
    named = proposed.subject.strip()
    if named.casefold() in _SPEAKER:
        # `大家都爱喝茶`: about people we do not record, whatever the model says.
        return "others" if anchor.subjects[0].who == "nobody" else "user"
    return named if named.casefold() in anchor.words.casefold() else "user"


def _alone(anchor: _Anchor) -> bool:
    """Can the person's own words be understood without what stood around them?"""
    first = anchor.clauses[0].plain
    return len(anchor.words) <= _OWN_WORDS and MASK not in first and not _CONTEXTUAL.match(first)


def _candidate(
    proposed: Item, text: str, quote: str, subject: str, fields: Mapping[str, object]
) -> MemoryCandidate:
    """`fields`: of an own category all of them, of a built-in one those that code has found."""
    read = {} if isinstance(proposed, OwnProposed) else attributes_of(proposed, text, subject)
    return MemoryCandidate(
        category=proposed.category,
        text=text.strip()[:MAX_MEMORY_CHARS],
        kind=proposed.kind,
        attributes={**read, **fields},
        quote=quote,
        subject=subject,
        should_store=proposed.recommended,
        confidence=proposed.confidence,
        importance=proposed.importance,
        sensitivity=proposed.sensitivity,
        reason=f"model:{proposed.reason}",
    )


def _advice(candidate: MemoryCandidate, proposed: Item, anchor: _Anchor) -> dict[str, object]:
    """What code sees in the clauses; it only ever makes a proposal more careful (K5)."""
    advice: dict[str, object] = {}
    if _passing(candidate, anchor):
        advice |= {"should_store": False, "reason": "passing"}
    if any(scan(s.piece.text, spoken=True).procedural for s in anchor.sentences):
        advice["kind"] = "procedural"
    elif candidate.kind == "procedural" and not _binding(candidate):
        advice["kind"] = None
    advice["sensitivity"] = _sensitivity(proposed, anchor)
    return advice


def _binding(candidate: MemoryCandidate) -> bool:
    """Can it bind anybody? How this person is to be served, facts and allergies do not ("who may instruct")."""
    bodily = candidate.attributes.get("type") in {"allergy", "diet", "health"}
    ordering = candidate.category in {"constraint", "decision", "task"} and not bodily
    return ordering and _ORDER.search(candidate.quote) is not None


def _passing(candidate: MemoryCandidate, anchor: _Anchor) -> bool:
    """Is it over before anybody asks: courtesy, work of the hour, or a state that names its own day (DEV-03)?"""
    plains = [clause.plain for clause in anchor.clauses]
    states = candidate.category not in {"event", "decision", "task"}
    if states and any(map(is_momentary, plains)):
        return True
    kinds = (is_small_talk, is_courtesy, is_transient, is_momentary)
    return all(any(kind(plain) for kind in kinds) for plain in plains)


def _sensitivity(proposed: Item, anchor: _Anchor) -> Sensitivity:
    """The higher of what the model says and what the rules see; never below `personal`."""
    if _REMOVED.search(anchor.words) or _REMOVED.search(proposed.text):
        return "restricted"
    seen: Sensitivity = "sensitive" if find_personal(anchor.words) else "personal"
    return SENSITIVITIES[max(map(SENSITIVITIES.index, (seen, proposed.sensitivity)))]


def _when(
    proposed: Proposed, anchor: _Anchor, dates: Mapping[str, DateParser]
) -> dict[str, object]:
    """Resolve the date words of an event against the message's own time (E18); unresolved words stay words."""
    said = anchor.observation
    words = proposed.date_words.strip()
    at = said.text.find(words, anchor.start, anchor.end) if words else -1
    if at < 0:
        return {}
    kept: dict[str, object] = {"date_words": words}
    parser = dates.get(said.language)
    if parser is None:
        return kept
    piece = said.text[anchor.start : anchor.end]
    local, end = at - anchor.start, at - anchor.start + len(words)
    for date in parser.find(piece, anchor=said.local_time):
        if date.start < end and local < date.end:
            return kept | {
                "begin": date.begin.isoformat(),
                "end": date.until.isoformat() if date.until else None,
                "resolved": True,
                "anchor": "message" if said.time_given else "recording",
            }
    return kept


def _moment(words: str, anchor: _Anchor, dates: Mapping[str, DateParser]) -> datetime | None:
    """The moment that words of time in the person's sentences mean; None: they do not stand there, or mean none."""
    said, wanted = anchor.observation, words.strip()
    at = anchor.around.find(wanted) if wanted else -1
    parser = dates.get(said.language)
    if at < 0 or parser is None:
        return None
    for date in parser.find(anchor.around, anchor=said.local_time):
        if date.start < at + len(wanted) and at < date.end:
            return date.begin
    return None
