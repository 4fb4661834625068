"""What a message changes in the task at hand, by rules: budget, bans and wishes, attributes, another search. Pure.

No model is asked. What the rules miss somebody may patch (`SessionPatch`); what they read is only ever this task's: a clause
that speaks of always and never, of somebody else or of a story is passed over, and nothing of it becomes a memory.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from stelae.remember.rules.assertion.foreign import foreign_text
from stelae.remember.rules.assertion.stance import stance_of
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.sentences import MASK, Piece, Sentence, plain_of, sentences_of
from stelae.schemas.session import (
    MAX_PATCH,
    MAX_QUOTE,
    Budget,
    ProposedConstraint,
    SessionPatch,
    SessionState,
)
from stelae.session import criteria_en, criteria_zh
from stelae.session.budgets import money
from stelae.session.criteria import Criterion
from stelae.session.intents import Intent, intent
from stelae.session.words import content_words, echoed, named, same_kind
from stelae.text.scanner import scan
from stelae.text.terms import expand

MAX_READ = 4_000
"""Characters of a message that are read."""
_LASTING = Caseless(
    r"以后|今后|从来|一直|永远|每次|总是|长期|向来|平时|一向|过敏|受不了|\b(?:always|never|from now on|in general|usually"
    r"|every time|allergic|can't stand|hate)\b(?! mind)"
)
_ONCE = Caseless(
    r"今天|今晚|这次|这回|本次|这一?单|这顿|这趟|\b(?:this time|today|tonight|for now|for this (?:one|order|trip|time))\b"
)
_SIZE = Caseless(
    r"(?P<zh>\d{2}(?:\.5)?|x{0,3}[sml])\s?码|[大中小加]号|\bsize (?P<en>\d{1,2}(?:\.5)?|x{0,3}[sml])\b"
)
_COLOUR = Caseless(
    r"(?P<zh>[红蓝绿黄黑白灰粉紫棕橙米])(?:色|的|(?<=^.)$)"
    r"|\b(?P<en>red|blue|green|yellow|black|white|gr[ae]y|pink|purple|brown|orange|beige)\b"
)
_THOUSANDS = re.compile(r"(?<=\d)[,，](?=\d{3}(?!\d))")
_WOULD_LIKE = Caseless(r"\bI(?:'d| would) like\b")
_SUPPOSED = Caseless(r"如果|假如|假设|要是|万一|\b(?:what if|if|suppose|supposing)\b")
_NAMES_COLOUR = Caseless(r"颜色|colou?r")


@dataclass(slots=True)
class _Found:
    """What was read so far."""

    constraints: list[ProposedConstraint] = field(default_factory=list[ProposedConstraint])
    allowed: list[str] = field(default_factory=list[str])
    dropped: list[str] = field(default_factory=list[str])
    slots: dict[str, str] = field(default_factory=dict[str, str])
    cleared: list[str] = field(default_factory=list[str])
    budget: Budget | None = None
    no_budget: bool = False
    intent: Intent | None = None


def read(said: str, state: SessionState) -> SessionPatch:
    """Return what a person's message changes.

    Args:
        said: the message, without secrets and blocks of ours.
        state: what is taken back, or asked for anew, is so against it.
    """
    found = _Found()
    if scan(said, spoken=True).verdict != "clean":
        return SessionPatch()
    # A comma within a number parts nothing.
    whole = _THOUSANDS.sub("'", said[:MAX_READ])
    for sentence in sentences_of(whole).sentences:
        if foreign_text(sentence):
            break
        once = _ONCE.search(sentence.piece.plain) is not None
        for index, clause in enumerate(sentence.clauses):
            words = said[clause.start : clause.end]
            _read_clause(sentence, index, replace(clause, text=words), once, found)
    return _patch(found, state)


def _read_clause(sentence: Sentence, index: int, clause: Piece, once: bool, found: _Found) -> None:
    stance = stance_of(sentence, index)
    # With the words that it is for this once, `I'd like` says what is wanted.
    wished = once and stance == "hypothetical" and _WOULD_LIKE.search(clause.plain) is not None
    foreign = not wished and stance in {"hypothetical", "fiction", "reported", "sarcasm"}
    if MASK in clause.plain or foreign or _SUPPOSED.search(clause.plain):
        return
    asked = intent(clause.plain)
    found.intent = asked or found.intent
    cost = money(clause.plain)
    if cost.cleared:
        found.budget, found.no_budget = None, True
        return
    if cost.budget is not None:
        quote = _window(clause.text, cost.end)
        found.budget = cost.budget.model_copy(update={"source_quote": quote})
    if size := _SIZE.search(clause.plain):
        found.slots["size"] = size["en"] or clause.text[size.start() : size.end()]
    if stance == "question" or (_LASTING.search(clause.plain) and not once):
        return
    # What a search asks for besides stands in it: `a bag without leather`.
    for one in _criteria(sentence, clause, once):
        if not (asked and one.kind != "dislike") and money(one.about).budget is None:
            _take(one, clause, found)


def _criteria(sentence: Sentence, clause: Piece, once: bool) -> Iterator[Criterion]:
    rules = criteria_zh if sentence.chinese else criteria_en
    return rules.criteria(clause.plain, once=once)


def _take(one: Criterion, clause: Piece, found: _Found) -> None:
    at = clause.plain.find(one.about)
    about = clause.text[at : at + len(one.about)] if at >= 0 else one.about
    colour = _colour(about)
    if one.kind == "allow" or one.kind == "drop":
        lifted = found.allowed if one.kind == "allow" else found.dropped
        lifted.append(f"{about} {colour}" if colour else about)
        found.cleared += ["color"] if _NAMES_COLOUR.search(about) else []
    elif one.kind == "like" and colour:
        found.slots["color"] = colour
        found.allowed.append(colour)
    elif not (one.kind == "like" and _SIZE.search(about)):
        found.constraints.append(
            ProposedConstraint(
                content=about,
                polarity=one.kind,
                keywords=_names(about),
                source_quote=_window(clause.text, clause.text.find(about) + len(about)),
                blocking=one.firm,
            )
        )


def _colour(words: str) -> str | None:
    """Return the colour that is named, in one spelling of its language: `红的` is `红色`."""
    found = _COLOUR.search(plain_of(words))
    if found is None:
        return None
    return f"{found['zh']}色" if found["zh"] else found["en"]


def _names(about: str) -> tuple[str, ...]:
    """Return by which words the thing is found again, in both languages where they are known (P29)."""
    named_so = expand(_colour(about) or about)
    return tuple(
        dict.fromkeys((*named_so, *(one for part in about.split() for one in expand(part))))
    )[:8]


def _window(clause: str, end: int) -> str:
    """Return so much of the clause as is kept, with what ends there in it."""
    return clause[: max(end, MAX_QUOTE)][-MAX_QUOTE:].strip()


def _patch(found: _Found, state: SessionState) -> SessionPatch:
    asked, before = found.intent, state.category
    same = not (asked and before) or same_kind(asked.category, before)
    other = asked is not None and state.current_intent is not None and (asked.anew or not same)
    return SessionPatch(
        new_task=other,
        intent=asked.words[:200] if asked else None,
        category=asked.category if asked else None,
        retract=() if other else _taken_back(found, state),
        constraints=tuple(found.constraints[:MAX_PATCH]),
        clear_budget=found.no_budget,
        budget=found.budget,
        clear_slots=() if other else (*found.cleared, *_refused(found, state)),
        slots=found.slots,
    )


def _taken_back(found: _Found, state: SessionState) -> tuple[str, ...]:
    """Return the constraints that a dropped thing names, and the bans on what is fine after all."""
    return tuple(
        one.id
        for one in state.constraints
        if any(echoed(one, about) for about in found.dropped)
        or (one.polarity == "dislike" and any(echoed(one, about) for about in found.allowed))
    )


def _refused(found: _Found, state: SessionState) -> Iterator[str]:
    """Return the attributes whose value is not wanted any more: `不要红色` after `要红色`."""
    bans = [one for one in found.constraints if one.polarity == "dislike"]
    for name, value in state.slots.items():
        words = content_words(" ".join(expand(value)))
        if any(named(words, " ".join((one.content, *one.keywords))) for one in bans):
            yield name
