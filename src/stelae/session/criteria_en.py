"""What an English clause says of what is wanted for this task. Pure. As narrow as its Chinese twin."""

from collections.abc import Iterator

from stelae.remember.rules.reading.caseless import Caseless
from stelae.session.criteria import Criterion, Kind

_LEAD = (
    r"^(?:(?:ok(?:ay)?|so|and|but|then|well|actually|oh|hmm|yes|yeah|please|just|also|this time|today|tonight"
    r"|for (?:now|today)|for this(?: one)?(?: (?:order|trip|time|purchase))?|let's|can we|could you|can you),? +)*+"
)
_ONCE = Caseless(
    r"\b(?:this time|today|tonight|for now|for this (?:one|order|trip|time|purchase)|just (?:this )?once|right now)\b"
)
_SHOW = r"(?:use|include|add|pick|suggest|show|recommend|choose|give|put)"
_DOUBLE = Caseless(
    r"^.{0,12}?\b(?:not that|it's not that|it isn't that|didn't say|never said|don't mean) (?:I |that I )*"
    r"(?:don't|do not|didn't|won't) (?:want|like|take|accept|need)(?: any)? (?P<about>.+)"
)
_FINE = Caseless(
    _LEAD
    + r"(?P<about>.+?) (?:is|are|was|would be|will be|sounds?|works?)(?: (?:totally|perfectly|all|also|just|now))*"
    r"(?: (?:fine|ok(?:ay)?|good|alright|right|acceptable))?(?: (?:after all|too|as well|now|with me|by me|for me|then))*$"
)
_FINE_WORD = Caseless(r"\b(?:fine|ok(?:ay)?|alright|all right|acceptable|good after all|works?)\b")
_MIND = Caseless(
    r"^.{0,12}?\bI (?:don't|do not) mind (?P<about>.+?)(?: (?:after all|now|anymore))*$"
)
_DROP = (
    Caseless(
        _LEAD + r"(?:never mind|forget(?: about)?|drop|ignore|scrap) (?:about )?(?P<about>.+?)"
        r"(?: (?:thing|requirement|rule|limit|constraint|restriction|part))*$"
    ),
    Caseless(
        _LEAD
        + r"(?P<about>.+?) (?:doesn't|does not|no longer|don't) (?:really )?matters?(?: (?:anymore|any more|now))*$"
    ),
    Caseless(_LEAD + r"any (?P<about>.+?) (?:is fine|will do|works|is ok(?:ay)?)$"),
)
_SOFT_BAN = Caseless(
    _LEAD
    + r"(?:preferably (?:not|no)|ideally (?:not|no|without)|I'd rather (?:not have|avoid|skip)|rather not|try to avoid"
    r"|if possible,? no) (?P<about>.+)"
)
_BAN = Caseless(
    _LEAD
    + rf"(?:no|without|nothing(?: that(?:'s| is))?(?: with| in| made of| containing| too)?|avoid|skip|exclude"
    rf"|leave out|(?:I |we )?(?:don't|do not) want(?: (?:it|them) (?:in|to be)| any)?|(?:don't|do not) {_SHOW}(?: me)?"
    r"(?: any)?|must not (?:be|have|contain)|can't (?:be|have)) (?P<about>.+)"
)
_NOT = Caseless(_LEAD + r"not(?: in| any)? (?P<about>.+)")
_WITHOUT = Caseless(r"\b(?:without|with no|but no|but not) (?:any )?(?P<about>.+)")
_MUST = Caseless(
    _LEAD
    + r"(?:(?:it|they|that) )?(?:only|must be|must have|(?:has|have|needs?) to (?:be|have)) (?P<about>.+)"
)
_WISH = (
    Caseless(
        _LEAD
        + r"(?:make (?:it|them|that)|switch(?: (?:it|them))? to|change(?: (?:it|them|that))? to|(?:let's )?go with"
        r"|I(?:'d like| want| need) (?:it|them) (?:in|to be)|it should be|they should be|preferably|ideally) (?P<about>.+)"
    ),
    Caseless(_LEAD + r"in (?P<about>\w+(?: and \w+)?)(?: (?:please|instead))*$"),
)
_WISH_ONCE = Caseless(
    _LEAD + r"(?:I'd like|I would like|I want|I need|use|give me|book me) (?P<about>(?!to\b).+)"
)
_TAIL = Caseless(
    r"(?:[ ,]+(?:this time|today|tonight|please|for (?:now|this one|this order|today)|though|either|again|then|now|at all"
    r"|anymore|any more|instead|thanks|thank you|ones?|stuff|things?))+$"
)
_HEAD = Caseless(
    r"^(?:(?:any|the|a|an|some|that|those|these|this|of|in|my|more(?! than\b)|anything|with|made of) )+"
)
_IDLE = Caseless(
    r"^(?:(?:any|some|no)thing$|more$|problem|worr|thanks|thank|idea|need\b|way\b|rush|hurry|doubt|wonder"
    r"|(?:more|less|fewer) than|longer|one\b|matter|clue"
    r"|sure|really|yet|bad|exactly|quite|only|that\b|it\b|you\b|me\b|to\b|just\b|idea|questions?\b|budget|price|too sure"
    r"|kidding|i\b|we\b)"
)
"""After a "no" that is an answer, and a "don't" that is said to somebody."""
_AND = Caseless(r",? (?:and|or|nor) |, ")
_MOST_WORDS, _LONGEST = 5, 80


def criteria(clause: str, *, once: bool = False) -> Iterator[Criterion]:
    """Return what a clause says is wanted, not wanted, or no longer minded.

    Args:
        clause: for matching (`sentences.Piece.plain`).
        once: the sentence says that it holds for this time; then a bare `not leather` counts, too.
    """
    once = once or _ONCE.search(clause) is not None
    before: list[Criterion] = []
    # `a bag, between $30 and $80, nothing with zippers` is one clause to the grammar of statements.
    for part in clause.split(", "):
        found = list(_criteria(part, once=once))
        if not found and before and _MORE.match(part):
            found = [Criterion(before[-1].kind, one, before[-1].firm) for one in _things(part)]
        yield from found
        before = found


def _criteria(part: str, *, once: bool) -> Iterator[Criterion]:
    for kind, firm, pattern in _ORDER:
        found = pattern.search(part)
        if found is None or (pattern is _NOT and not once and _LEAD_NOT.match(part) is None):
            continue
        if pattern is _WISH_ONCE and not once:
            continue
        if pattern is _FINE and _FINE_WORD.search(part) is None:
            continue
        things = list(_things(part[found.start("about") : found.end("about")]))
        if things:
            yield from (Criterion(kind, one, firm) for one in things)
            return


_MORE = Caseless(r"^\w+(?:,? (?:or|nor) \w+)?$")
"""What goes on with a list: `no leather, suede or plastic`."""
_LEAD_NOT = Caseless(r"^(?:please |but )?not (?:any|in) ")
_ORDER: tuple[tuple[Kind, bool, Caseless], ...] = (
    ("allow", False, _DOUBLE),
    ("allow", False, _MIND),
    *(("drop", False, one) for one in _DROP),
    ("dislike", False, _SOFT_BAN),
    ("dislike", True, _BAN),
    ("dislike", True, _NOT),
    ("allow", False, _FINE),
    ("like", True, _MUST),
    *(("like", False, one) for one in _WISH),
    ("dislike", True, _WITHOUT),
    ("like", False, _WISH_ONCE),
)


def _things(about: str) -> Iterator[str]:
    for part in _split(_without_tail(about))[:4]:
        thing = _without_head(part.strip())
        fits = len(thing) <= _LONGEST and len(thing.split()) <= _MOST_WORDS
        if thing and fits and not _IDLE.match(thing):
            yield thing


def _split(words: str) -> list[str]:
    parts, begin = list[str](), 0
    for cut in _AND.finditer(words):
        parts.append(words[begin : cut.start()])
        begin = cut.end()
    return [*parts, words[begin:]]


def _without_tail(words: str) -> str:
    found = _TAIL.search(words)
    return words[: found.start()] if found else words


def _without_head(words: str) -> str:
    found = _HEAD.match(words)
    return words[found.end() :] if found else words
