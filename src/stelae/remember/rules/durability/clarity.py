"""Clear by itself: in one piece, about something named in it, with a tie to the speaker.

What only points at the talk around it, was cut in two, or is a sentence of any text says nothing when it is recalled alone.
"""

import re

from stelae.remember.rules.assertion.material import Material
from stelae.remember.rules.assertion.questions import asked_for
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import LOOSE, Draft, Unfit, View
from stelae.remember.rules.reading.sentences import Sentence

_PLAIN = frozenset({"plain-statement", "about-somebody"})
"""Rules with no cue but a subject and a copula."""
_MEASURED = re.compile(r"\d")
_BARE_SUBJECT = Caseless(
    r"^(?:the )?(?:cost|price|list|draft|plan|text|answer|result|idea|table|chart|option|output|file|data"
    r"|database|figure"
    r"|image|response|question|problem|solution|process|method|system|entire [\w ]+|immediate [\w ]+)s?$"
)
_EXPOSITORY = Caseless(
    r"\bas follows\b|\brespectively\b|\bcompared to\b|\bin contrast\b|\btherefore\b|\bthus\b|\bmoreover\b|\bhence\b"
    r"|\b(?:was|were|became) (?:a|an|the|less|more|definite|one of)\b"
)
_POINTING = Caseless(
    r"\b(?:these|those)\b(?! days| [\w ]{2,24}(?: like| such as)\b)|\b(?:this|that) (?:specific|particular"
    r"|exact|same|one|job position|position|momentum|plan|part|step"
    r"|point|question|text|answer|topic|section|exercise|sound|task|technique|purpose|idea|method|approach|format"
    r"|thing|way|version)s?\b"
    r"|\b(?:executing|doing|trying|using|starting|do|try|use|start|finish|finished|implementing"
    r"|following) (?:this|that|it|them)"
    r"(?=$|[,.;]| (?:from|on|in|at|by|again|today|yesterday|tomorrow|next|last|before)\b)"
    r"|\b(?:with|about|on|for|of|like|in) this(?=$|[,.;]| since\b)|\b\w+(?:ed|ing|nt) (?:it|them) (?:on|at|by|in|from"
    r"|since|last|next)\b"
    r"|\b(?:been to|seen|had|used|tried|done|owned) (?:one|any)$"
)
_TIE = Caseless(r"\b(?:I|I'm|I've|my|me|mine|we|we're|our|us|ours)\b|我|咱|俺")
_MARKUP = re.compile(r"^[#>]|\[[^\]]*$|=>|\|")
_VERB_FIRST = Caseless(
    r"(?:(?:also|still|now|just|usually|often|always|never|only|then|recently|already|really|mostly|sometimes|even"
    r"|finally|currently|regularly|kind of) )*(?:(?!(?:something|anything|nothing|everything|during|thing|morning"
    r"|evening|red|hundred)\b)[\w-]+(?:ed|ing|n't)\b|am|'m|have|do|did|had|was|were|can|could|will"
    r"|can't|cannot|don't|got|went|live|work|love|like|hate|enjoy|prefer|speak|study|play|drive|own|teach"
    r"|moved|commute"
    r"|dislike|use|eat|drink|run|take|go|keep|make|read|write|watch|listen|swim|sing|cook|bake|ride|walk"
    r"|sleep|wake|get"
    r"|grew|came|left|met|bought|sold|built|began|broke|won|lost|became|made|took|ran|flew|drove|saw|ate|spent|paid"
    r"|quit|need|want|plan|try|start|finish|visit|fly|meet|see|give|stay|return|leave|attend|host|buy|volunteer|coach"
    r"|train|avoid|follow|wear|carry|collect|grow|raise|not|never|into|in|at|on|from|with|for)\b"
)
_NO_VERB_FIRST = Caseless(
    r"(?:like|with|at|in|on|for|from|into|as|to|by|mean|instead|because|than|especially|such|including|during"
    r"|after|before"
    r"|until|completed by|starting|especially|despite|considering|regarding|following)\b"
)
"""What a clause about an event begins with when it hangs on the clause before it."""
_NOUN_FIRST = Caseless(
    r"(?:the|an?|this|that|these|those|my|our|your|his|her|their|its|no|some|all|each|both) "
)
_TORN_ZH = re.compile(
    r"(?:而且|但是|但|所以)?我们?(?:也|都|还|就|只|已经|正在|一直|总是?|经常|一般|每天|每次|最近|现在|会|要"
    r"|能)*(?:会|了|的)?"
)
_AT_LENGTH = 600
"""Weight of a message from which on not even a number makes a sentence about a thing worth keeping."""
_NAMELESS = Caseless(
    r"(?:an? |the )?(?:deadline|due date|decision|start|finish)(?: of)?|(?:just |already )?(?:started"
    r"|completed|began|finished|submitted"
    r"|waiting for an? (?:decision|answer|reply))"
)
"""What an event is when it does not say of what."""
_THIRD = Caseless(r"(?<!/)\b(?:him|her|them|his|hers|their|theirs)\b(?!/)")
_SOMEBODY = re.compile(
    r"(?<!^)\b(?!I\b|I'|January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)[A-Z][a-z]+|\b(?:my|our|the|an?|two|three) [\w'-]+"
)
"""A name or a noun that a pronoun after it can stand for."""


_VALUES = ("object", "what", "choice", "topic")
"""Fields that hold what a statement says."""
_NAMING = frozenset({"name", "nickname", "home", "hometown", "employer", "job", "age", "birthday"})
"""Facts whose value is a name, a place, a number or a day, and never a clause."""
_STATEMENT = Caseless(
    r"今年|来自|住在|岁|[^，。](?:我(?![家妈爸爷奶姥外老])|喜欢|不吃|过敏)|\b(?:I|I'm|I am|my name)\b|\bi'(?:ve|d|ll)\b"
)
"""Another statement inside of such a value, said without a sign between them."""
_STATE = Caseless(
    r"(?:on|not|already|being|spell?ed|spelt|pronounced|misspelled|between|out of|nowhere|none)\b"
)
"""What is said of a name or a job instead of naming it (`my name is on the list`)."""
_TORN_SUBJECT = re.compile(r"[^和跟与、,，]我$")
"""`歌名叫我是一只小小鸟`: the subject of a clause inside another one, taken for a thing's name."""


def _whose(view: View) -> bool:
    """Does it speak of a him, her or them whom nothing in front of it in the sentence names?"""
    if view.subject.who == "other":
        return False
    found = _THIRD.search(view.clause.plain)
    if found is None:
        return False
    before = view.sentence.piece.plain[
        : view.clause.start - view.sentence.piece.start + found.start()
    ]
    return _SOMEBODY.search(before) is None


_NO_OBJECT_ZH = re.compile(
    r"^(?:我|总是?|老是?|经常|一直|每次|从来|都|就|还|也|最近|一般)*(?:[赢学做记看听弄搞写读跑坚][不得](?:了"
    r"|好|会|懂|住|进去|下去|完|持)|坚持不下去)$"
)
_SIDE_ZH = re.compile(
    r"^(?:我|一般|通常|平时|经常|总是?|都|也|还|会|喜欢)*(?:配|搭配|蘸|佐|拌)(?:上|着)?(?:一些|一点|点|些|几)?"
)


def unclear_note(sentence: Sentence, message: Material, text: str) -> bool:
    """Is what somebody asks to remember a heading, a piece of markup, or a word on the text that follows?

    Args:
        sentence: What is to be remembered.
        message: How the message around it is built.
        text: The message.
    """
    heading = text[sentence.piece.end :].lstrip(" *")[:1] in {":", "："} and not _MEASURED.search(
        sentence.piece.plain
    )
    of_text = message.document and not _TIE.search(sentence.piece.plain)
    return heading or of_text or _marked_up(sentence.piece.plain)


def _marked_up(plain: str) -> bool:
    """Is it cut out of markup: a heading, a row, one half of an emphasis?"""
    return _MARKUP.search(plain) is not None or plain.count("**") % 2 == 1


def unanswered(draft: Draft) -> Unfit | None:
    """A question word, a gap to fill in or another statement where the value should be; whichever rule found it."""
    strict = draft.category == "constraint" or draft.attributes.get("attribute") in _NAMING
    values = (draft.attributes.get(name) for name in _VALUES)
    subject = str(draft.attributes.get("subject") or "")
    asked = any(asked_for(value, strict=strict) for value in values if isinstance(value, str))
    if asked:
        return "question", "asked-for"
    value = str(draft.attributes.get("object") or "")
    named = draft.attributes.get("attribute") in _NAMING
    if named and (_STATEMENT.search(value) or _STATE.match(value)):
        return "needs_context", "no-value"
    return ("needs_context", "torn") if _TORN_SUBJECT.search(subject) else None


def torn(view: View, draft: Draft) -> Unfit | None:
    """Half of something: markup, a clause put behind a subject that is not its own, a name cut at its 's."""
    plain = view.clause.plain
    if _marked_up(plain):
        return "needs_context", "markup"
    if view.chinese:
        torn = _TORN_ZH.fullmatch(plain) is not None and draft.rule in LOOSE
        return ("needs_context", "torn") if torn else None
    taken_over = (
        view.subject.who in {"user", "other"} and view.subject.at == 0 and view.subject.words
    )
    if taken_over and view.index and draft.rule in LOOSE:
        if draft.category == "event" and _NO_VERB_FIRST.match(plain):
            return "needs_context", "torn"
        noun = _NOUN_FIRST.match(plain) is not None
        if (noun and draft.rule not in _PLAIN) or not (noun or _VERB_FIRST.match(plain)):
            return "needs_context", "torn"
    return None


def passing_thing(view: View, draft: Draft, message: Material) -> Unfit | None:
    """A plain statement about a thing that nothing ties to the speaker: told at length it is any text's sentence."""
    if draft.rule not in _PLAIN or (view.subject.who in {"user", "other"} and view.subject.at):
        return None
    plain = view.clause.plain
    subject = str(draft.attributes.get("subject", ""))
    if _BARE_SUBJECT.match(subject) and not view.standing:
        return "needs_context", "bare-subject"
    if _EXPOSITORY.search(plain):
        return "not_asserted", "exposition"
    if not message.long or _TIE.search(view.sentence.piece.plain):
        return None
    told = message.weight <= _AT_LENGTH and _MEASURED.search(plain) is not None
    return None if told else ("not_asserted", "thing-in-passing")


def pointing(view: View, draft: Draft) -> Unfit | None:
    """What it is about stands elsewhere in the talk."""
    if view.chinese:
        return _ellipsis_zh(view, draft)
    if draft.category not in {"fact", "event", "decision", "context"}:
        return None
    if view.standing:
        return None
    if _POINTING.search(view.clause.plain):
        return "needs_context", "pointing"
    if draft.category == "event" and _NAMELESS.fullmatch(str(draft.attributes.get("what") or "")):
        return "needs_context", "nameless"
    return ("needs_context", "pronoun") if _whose(view) else None


def _ellipsis_zh(view: View, draft: Draft) -> Unfit | None:
    """`我总是赢不了`, `我一般会配一些蔬菜`: at what, with what, was said in another clause."""
    if draft.rule not in LOOSE:
        return None
    plain = view.clause.plain
    if _NO_OBJECT_ZH.match(plain) or (_SIDE_ZH.match(plain) and view.subject.words):
        return "needs_context", "ellipsis"
    return None
