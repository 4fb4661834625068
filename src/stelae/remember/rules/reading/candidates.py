"""From a draft to the candidate it becomes: which words are quoted, and the text in the person's own words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.contractions import Spelled
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.sentences import Piece
from stelae.remember.rules.reading.subjects import is_pet
from stelae.schemas.candidate import MAX_MEMORY_CHARS, MemoryCandidate
from stelae.schemas.categories.registry import BUILT_IN

_LONGEST_WHOLE = 160


_LEAD = Caseless(
    r"(?:(?:and|but|so|also|well|oh|btw|by the way|because|although|though|plus|fyi|correction"
    r"|update|hi|hey|hello|(?:yeah|yes|no)(?=[,:]))\b[,:\s]*)+(?=\w)"
)


_LEAD_ZH = re.compile(
    r"(?:(?:但是|但|不过|可是|只是|就是(?!说)|而且|并且|另外|还有|所以|因为|虽然"
    r"|然后|对了|顺便说(?:一下|一句)?|嗯+|哦|啊|唉|好的)[,，:\s]*)+"
)


_SAID_ANEW: Mapping[str, frozenset[str]] = {
    "employer": frozenset({"employer", "job"}),
    "address": frozenset({"address", "home"}),
}
"""What a new value of these in the same message says more plainly than that the old one is over."""


_ORDERS = frozenset({"style", "standing-instruction", "procedural", "rules-out"})
"""Rules whose clause addresses the assistant: a subject said before it is not theirs."""


_OWN_SUBJECT = Caseless(
    r"(?:the|an?|this|that|these|those|my|our|his|her|their) [\w' -]+? (?:is|are|was|were|has|costs?)\b"
)
"""A clause that has a subject of its own takes none over."""


_NEW = Caseless(r"现在|如今|新(?:家|公司|单位|工作)|\b(?:new|now)\b")


@dataclass(frozen=True, slots=True)
class Found:
    """A draft with the view it came from."""

    view: View
    draft: Draft


def without_idle(built: Sequence[MemoryCandidate]) -> Iterator[MemoryCandidate]:
    """Leave out what a new value in the same message makes idle: that the old one is over, that something changed."""
    told = {
        (c.attributes.get("attribute"), c.subject)
        for c in built
        if c.category == "fact" and not c.attributes.get("negated")
    }
    meals = [
        c.quote for c in built if str(c.attributes.get("attribute")).endswith(("-drink", "-meal"))
    ]
    renewed = any(c.category == "fact" and not _over(c) and _NEW.search(c.quote) for c in built)
    for one in built:
        if renewed and _over(one) and one.attributes.get("object") is None:
            continue
        attribute = str(one.attributes.get("attribute"))
        anew = _SAID_ANEW.get(attribute, frozenset({attribute}))
        known = _over(one) and any((name, one.subject) in told for name in anew)
        quit_ = one.reason == "habit-quit" and any(one.quote in quote for quote in meals)
        if not known and not quit_:
            yield one


def _over(candidate: MemoryCandidate) -> bool:
    """Does it say only that a value is over?"""
    fields = candidate.attributes
    return bool(fields.get("negated") and fields.get("attribute"))


def candidate_of(found: Found, said: Spelled, *, whole: bool) -> MemoryCandidate:
    """Return the candidate a draft becomes.

    Args:
        found: the draft and the clause it came from.
        said: the message, for the quote and the text as they were written.
        whole: nothing else stands in the sentence, so that all of it is the statement.
    """
    view, draft = found.view, found.draft
    piece = _stretch(view, draft, whole=whole)
    text = _own_words(view, draft, piece, said.original(piece.start, piece.end))
    start = piece.start
    if (
        view.subject.words
        and view.subject.start < start
        and view.subject.at == 0
        and view.subject.who == "other"
        and not whole
    ):
        start = view.subject.start
    about = view.subject.name if view.subject.who == "other" and not draft.own else "user"
    attributes = draft.attributes
    if is_pet(about):
        named = "subject" in BUILT_IN.get(draft.category).model.model_fields
        attributes = {"subject": about, **attributes} if named else attributes
        about = "user"
    return MemoryCandidate(
        category=draft.category,
        text=text[:MAX_MEMORY_CHARS],
        kind=draft.kind,
        attributes=attributes,
        quote=said.original(start, piece.end),
        subject=about,
        confidence=draft.confidence,
        importance=draft.importance,
        sensitivity=draft.sensitivity,
        reason=draft.rule,
    )


def _stretch(view: View, draft: Draft, *, whole: bool) -> Piece:
    """The words a statement is made of: its clause, the clauses it takes up, or the sentence where nothing else is in it."""
    sentence = view.sentence.piece
    if (
        draft.swap is None
        and (whole or draft.whole)
        and len(sentence.plain) <= _LONGEST_WHOLE
        and (draft.category != "event" or whole)
    ):
        return sentence.trimmed(_LEAD_ZH if view.chinese else _LEAD)
    last = view.sentence.clauses[min(view.index + draft.clauses, len(view.sentence.clauses)) - 1]
    piece = sentence.cut(view.clause.start - sentence.start, last.end - sentence.start)
    return piece.trimmed(_LEAD_ZH if view.chinese else _LEAD)


def _has_subject(view: View, piece: Piece) -> bool:
    """Does a clause name its subject itself, if behind its topic (`流苏我也喜欢`)?"""
    if view.chinese:
        return view.subject.who == "user" and view.subject.words in piece.text
    return _OWN_SUBJECT.match(piece.plain) is not None


def _own_words(view: View, draft: Draft, piece: Piece, written: str) -> str:
    text = written
    if draft.swap is not None:
        text = text if draft.swap[0] in text else piece.text
        text = text.replace(draft.swap[0], draft.swap[1], 1)
    if (
        view.subject.words
        and view.subject.at == 0
        and view.subject.who in {"user", "other"}
        and piece.start > view.subject.start
        and draft.rule not in _ORDERS
        and not _has_subject(view, piece)
    ):
        text = view.subject.words + ("" if view.chinese else " ") + text
    return text + (draft.text or "")
