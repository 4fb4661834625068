"""Facts about a person in English: asks the tables in order; the first rule that matches a clause speaks for it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from stelae.remember.rules.facts import (
    belongings_en,
    home_and_work_en,
    identity_en,
    labelled,
    pursuits_en,
)
from stelae.remember.rules.facts.given_names import GIVEN_NAMES
from stelae.remember.rules.facts.habits_en import habit
from stelae.remember.rules.facts.pets import gone
from stelae.remember.rules.facts.tables import FactRule, fact
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.subjects import Subject

RULES: Final[tuple[FactRule, ...]] = (
    *identity_en.RULES,
    *home_and_work_en.RULES,
    *belongings_en.RULES,
    *pursuits_en.RULES,
)
_NICKNAME = re.compile(
    r"(?i:everyone|everybody|people|my friends|friends|most people|they all"
    r"|folks)(?: (?:at|in|on) (?:(?:the|my) )?\w+)?"
    r"(?: just| all| mostly)? (?:calls? me|knows? me as) (?P<o>[A-Z][\w'.-]*(?: [A-Z][\w.]*)?)$"
)
_NAMED = re.compile(
    r"(?i:(?:hi|hey|hello|so|well)?,? ?(?:the )?name(?:'s| is))"
    r" (?P<o>[A-Z][\w'.-]*(?: [A-Z][\w'.-]*){0,2})$"
)
_GREETING = Caseless(r"(?:hi+|hey+|hello|hiya|yo|heya|good (?:morning|evening|afternoon))\b")
_GREETED = re.compile(
    r"(?i:(?:hi+|hey+|hello|hiya|yo|heya|good (?:morning|evening|afternoon))"
    r"(?: there| all| everyone| team)?,? )?"
    rf"(?:(?i:it'?s|this is) (?P<o>(?i:{GIVEN_NAMES}))"
    r"|(?i:this is) (?P<o2>[A-Z][a-z]+))(?: here| again)?$"
)
"""Who greets names themselves; after `its` only with what is nothing but a name (`hey its late`)."""
_MINE = Caseless(r"(?:(?:and|but|so|also|well|now|hi|hello|hey),? )*(?:my|our)(?= )")
_AND_JOINED = Caseless(
    r"^(?:'ve| have| just| recently| finally| also)* (?:quit|left|resigned from|lost"
    r"|(?:was|got) (?:laid off|fired|let go)) [^,;]{2,60}?"
    r" and (?:then |now |just |soon after |i |i've |have )*(?P<then>(?:joined|started at|work at|work for"
    r"|got hired by|got a (?:new )?job at) [^,;]{2,60})$"
)
_UNSAID_I = re.compile(
    r"(?:(?:and|but|so|oh|hey|yay|omg),? )*(?i:(?:just |finally |recently )*(?:got|adopted|bought)"
    r"|(?:just|finally|recently) (?:moved|joined|started)) "
)
"""`just got a puppy named Max!`: who writes so means themselves."""
_TOLD_WITHOUT_I: Final = frozenset({"pet", "possession", "employer", "home", "address"})


def find(view: View) -> Iterator[Draft]:
    """Yield the fact about a person that a clause states; at most one, but for a list of them."""
    if nick := _NICKNAME.match(view.clause.plain):
        yield Draft("nickname", "fact", {"attribute": "nickname", "object": nick["o"]})
        return
    if named := _NAMED.match(view.clause.plain):
        yield Draft("name", "fact", {"attribute": "name", "object": named["o"]}, importance=0.8)
        return
    if name := _greeted(view):
        yield Draft("name", "fact", {"attribute": "name", "object": name}, importance=0.8)
        return
    if view.subject.who == "nobody":
        return
    if over := list(gone(view)):
        yield from over
        return
    if view.subject.who == "open" or (not view.subject.at and _MINE.match(view.clause.plain)):
        yield from _without_subject(view)
    else:
        yield from _stated(view, view.predicate)


def _greeted(view: View) -> str:
    """Return the name that somebody gives with a greeting, which may be a clause of its own (`Hi, this is Jake`)."""
    found = _GREETED.match(view.clause.plain)
    if found is None or view.index > 1 or not _GREETING.match(view.sentence.piece.plain):
        return ""
    return found["o"] or found["o2"]


def _without_subject(view: View) -> Iterator[Draft]:
    """Read `my …`, what a person says of themselves without `I`, and a list of labels and values."""
    plain = view.clause.plain
    if mine := _MINE.match(plain):
        words = view.clause.text[: mine.end()]
        own = Subject("user", "user", words, mine.end(), view.clause.start)
        yield from _stated(replace(view, subject=own), plain[mine.end() :])
    elif _UNSAID_I.match(plain) and view.index == 0:
        own = Subject("user", "user", "", 0, view.clause.start)
        told = _stated(replace(view, subject=own), f" {plain}")
        yield from (one for one in told if _told_without_i(one))
    else:
        yield from labelled.find(view)


def _joined(view: View, plain: str, then: int) -> Iterator[Draft]:
    """Read `I left Acme and joined Globex`: what somebody left is over with what they joined, if that is an employer."""
    # The object is looked up in the clause, so the rest is read at its own place.
    at = view.subject.at + then - (1 if view.subject.at else 2)
    later = replace(view, subject=replace(view.subject, at=at))
    for rule in home_and_work_en.RULES:
        draft = fact(later, rule, plain[then - 1 :])
        if draft and draft.attributes.get("attribute") == "employer":
            yield draft
            return
    yield from _first(view, plain)


def _told_without_i(draft: Draft) -> bool:
    """A place has to be a name then: `moved to done` is said of tickets."""
    place = draft.attributes.get("attribute") in {"home", "address"}
    return draft.rule in _TOLD_WITHOUT_I and (
        not place or str(draft.attributes["object"])[:1].isupper()
    )


def _stated(view: View, plain: str) -> Iterator[Draft]:
    if joined := _AND_JOINED.match(plain):
        yield from _joined(view, plain, joined.start("then"))
        return
    yield from _first(view, plain)


def _first(view: View, plain: str) -> Iterator[Draft]:
    for rule in RULES:
        if draft := fact(view, rule, plain):
            yield draft
            return
    yield from habit(view, plain)
