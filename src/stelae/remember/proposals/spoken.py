"""What an agent heard a person say, held against the person's own words (P18, P21, P23). Pure; the gate still decides.

An agent that calls a tool is a model that proposes, and is trusted no further than one that extracts: the same anchoring
reads subject, polarity and whole clauses off the words. Three things are added here, since they only occur in the middle of
a turn: what is wanted for this once is no trait, a dislike may be said without a word for it, and a preference has a domain.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from stelae.ports import DateParser
from stelae.remember.grounding import carried, ground
from stelae.remember.proposals.anchoring import Material, anchored
from stelae.remember.proposals.occasion import NOW, PAST, for_once, is_past, is_request
from stelae.remember.proposals.placing import place, read_place
from stelae.remember.proposals.proposed import Lasting, Proposed
from stelae.remember.rule_extraction import extract
from stelae.remember.rules.reading.sentences import Sentence, sentences_of
from stelae.schemas.base import JsonObject
from stelae.schemas.candidate import MemoryCandidate, Polarity
from stelae.schemas.categories.personal import SLOTS
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.preferences import Heard
from stelae.text.keys import statement
from stelae.text.language import language_of
from stelae.text.normalise import fold
from stelae.text.polarity import disliking, negated
from stelae.text.terms import canonical, expand

_LIKING: Final = re.compile(
    r"喜欢|喜爱|爱[吃喝用穿看听]|偏[爱好]|中意|\b(?:like|love|enjoy|prefer|adore|fond|favou?rite)",
    re.IGNORECASE,
)
_IDIOM: Final = re.compile(
    r"(?:忍受|承受|接受|[受忍看吃喝用听])不(?:了|住|惯|下去|来)"
    r"|\b(?:can't|cannot|can not|couldn't) (?:stand|bear|abide|tolerate)\b",
    re.IGNORECASE,
)
"""Dislikes whose "not" denies nothing."""
_ABSOLUTE: Final = re.compile(
    r"绝对|坚决|一律|一概|统统|决不|绝不|打死|永远|再也|从不|从来不|千万|拒绝|说什么|一点都?不能|不能有|不许|禁止|死也|死都"
    r"|\b(?:never|ever|absolutely|under no circumstances|refuse|won't|no way|hard no|deal-?breaker|not an option)\b",
    re.IGNORECASE,
)
_MILD: Final = re.compile(
    r"不(?:太|怎么|大|是很|是特别|那么)?(?:喜欢|爱|感冒|感兴趣)|没那么|没有那么|没什么兴趣|有点|无感"
    r"|\b(?:do not|don't|doesn't|not)\b.{0,12}\b(?:like|love|enjoy|care|keen|fan|into)\b|\bprefer\b|\brather not\b",
    re.IGNORECASE,
)
"""A dislike that rules nothing out by itself."""
_DEMAND: Final = re.compile(
    r"必须|一定|非.{1,12}不|只(?:穿|吃|喝|用|买|坐|住|要|选)|\b(?:must|have to|has to|needs? to|only|always|nothing but)\b",
    re.IGNORECASE,
)
_CUT: Final = re.compile(r"[，,;；。!！?？]|\bbut\b|但是?|不过")
_PLACED: Final = frozenset({"ban", "must"})
"""Limits that hold for a domain; what the body bears does not change with the shop."""
_VERBS: Final[Mapping[str, tuple[str, str]]] = {
    "like": ("喜欢", "likes"),
    "dislike": ("不喜欢", "does not like"),
    "neutral": ("提到", "speaks of"),
    "allergy": ("不能接触", "must not have"),
    "ban": ("不能有", "must not have"),
    "must": ("必须有", "needs"),
    "diet": ("不能有", "must not have"),
    "health": ("注意", "has to mind"),
}
_REASONS: Final[Mapping[str, Lasting]] = {"preference": "taste", "constraint": "hard_limit"}


def spoken(
    heard: Heard,
    said: Observation,
    dates: Mapping[str, DateParser],
    held: Sequence[MemoryRecord] = (),
) -> tuple[MemoryCandidate, ...]:
    """Return what was heard as candidates for the gate, each quoting the message.

    Args:
        heard: by the agent.
        said: the person's message; its `domain` in the metadata is the session's.
        dates: date parsers by language.
        held: current memories of the person, from which those about the same thing are taken.
    """
    thing = next((one for one in expand(heard.object) if one in said.text), heard.object)
    rules = [r for r in extract(said, dates=dates).candidates if _related(r, heard, thing)]
    material = Material((said,), dates, {said.id: rules})
    found = anchored(_proposed(heard, thing, said), material).candidates
    same = [one for one in held if _about(one.attributes) == canonical(thing)]
    return tuple(_seen(_limited(one, heard, thing), heard, said, rules, same) for one in found)


def inferred(heard: Heard) -> tuple[str, JsonObject | None]:
    """Return text and fields of what an agent thinks by itself; without a place it acts nowhere (P23)."""
    text = heard.text or _worded(heard, heard.object, language_of(heard.object))
    placed: JsonObject = {"object": heard.object, "domain": heard.domain or "other"}
    if heard.category == "preference" and heard.object:
        aspect = {"aspect": heard.slot} if heard.slot else {}
        return text, {**placed, **aspect, "polarity": heard.polarity}
    if heard.category == "constraint" and heard.object:
        kind = heard.limit or "ban"
        return text, (placed if kind in _PLACED else {"object": heard.object}) | {"type": kind}
    return text, None


def asserted(candidates: Sequence[MemoryCandidate], said: Observation) -> bool:
    """Does the person state all of it? What is asked, supposed or quoted is held against an agent as against any model."""
    problems = {ground(one, said, extractor="llm").problem for one in candidates}
    return not problems & {"not_asserted", "wrong_speaker"}


def rules_out(read: MemoryCandidate) -> bool:
    """Does a statement say what its speaker does not want or must not have (P5)?"""
    if read.subject != "user":
        return False
    if read.category == "constraint":
        return read.attributes.get("type") != "must" and read.attributes.get("active") is not False
    return read.category == "preference" and read.attributes.get("polarity") == "dislike"


def _related(rule: MemoryCandidate, heard: Heard, thing: str) -> bool:
    """May a rule's reading be of the same thing: does one name the other? How to serve is no thing, a fact no taste."""
    if heard.category not in _REASONS or not thing:
        return True
    read = fold(str(rule.attributes.get("object") or ""))
    names = [fold(name) for name in expand(thing)]
    one = canonical(read) == canonical(thing) or any(n in read or read in n for n in names)
    kind = rule.category in _REASONS and rule.attributes.get("aspect") != "instruction"
    return kind and bool(read) and one


def _about(attributes: Mapping[str, object]) -> str:
    return canonical(str(attributes.get("object") or ""))


def _proposed(heard: Heard, thing: str, said: Observation) -> Proposed:
    return Proposed(
        quote=_quote(heard, thing, said.text),
        reason=_REASONS.get(heard.category, "about_person"),
        category=heard.category,
        text=heard.text or _worded(heard, thing, language_of(said.text)),
        object=thing,
        attribute=heard.limit or "",
        polarity=heard.polarity,
        importance=0.7,
    )


def _quote(heard: Heard, thing: str, said: str) -> str:
    """Return words that stand in the message: the quote, the thing, the statement, or all of it where it says no less.

    A sentence that sets now against then is one statement, both halves of it.
    """
    for words in (heard.quote, thing, heard.text):
        if words.strip() and statement(words) in statement(said):
            turned = (s.piece.text for s in sentences_of(said).sentences if _turns(s, words))
            return next(turned, words)
    return said if heard.text and carried(heard.text, said) else heard.quote or heard.text


def _turns(sentence: Sentence, words: str) -> bool:
    text = sentence.piece.text
    inside = statement(words) in statement(text)
    return inside and PAST.search(text) is not None and NOW.search(text) is not None


def _worded(heard: Heard, thing: str, language: str) -> str:
    """Say it plainly; the person's own words take its place wherever they can stand alone."""
    said = heard.limit if heard.category == "constraint" else heard.polarity
    zh, en = _VERBS[said or "ban"]
    return f"用户{zh}{thing}" if language == "zh" else f"The user {en} {thing}"


def _limited(found: MemoryCandidate, heard: Heard, thing: str) -> MemoryCandidate:
    """Keep what was heard as a limit as one, though a rule takes the same words for a taste (`真皮的我绝对不要`).

    Of a taste in the same direction, and not of one that is mild: an agent makes nobody's words stronger. Too strong a word
    costs nothing before a person has confirmed it; a lost ban is broken (P12, P21).
    """
    side, strong = _LIMITS.get(heard.limit or "", ("", None))
    taste = found.category == "preference" and found.attributes.get("aspect", "thing") == "thing"
    if not (taste and strong and found.attributes.get("polarity") == side and strong(found.quote)):
        return found
    limit = {"type": heard.limit, "subject": found.attributes.get("subject", "user")}
    fields = limit | {"domain": "global", "object": thing, "active": True}
    return found.model_copy(update={"category": "constraint", "attributes": fields})


def _rules_it_out(words: str) -> bool:
    return _ABSOLUTE.search(words) is not None or _MILD.search(words) is None


def _demands_it(words: str) -> bool:
    return _DEMAND.search(words) is not None


_LIMITS: Final[Mapping[str, tuple[Polarity, Callable[[str], bool]]]] = {
    "ban": ("dislike", _rules_it_out),
    "must": ("like", _demands_it),
}


def _seen(
    found: MemoryCandidate,
    heard: Heard,
    said: Observation,
    rules: Sequence[MemoryCandidate],
    held: Sequence[MemoryRecord],
) -> MemoryCandidate:
    read = any(found.attributes == rule.attributes for rule in rules)
    changes: dict[str, object] = {"reason": f"tool:{found.category}"}
    wish = heard.polarity == "like" or found.category not in _REASONS
    if for_once(found.quote, said.text, read=read):
        changes |= {"should_store": False, "reason": "tool:for-once"}
    elif wish and not read and (is_past(found.quote) or is_request(found.quote, said.text)):
        changes |= {"should_store": False, "reason": "tool:passing"}
    fields = dict(found.attributes)
    same = [one for one in held if one.category == found.category]
    if not read and found.category == "preference":
        fields |= _slot(heard) or _polarity(found, heard)
    if not read and same and fields.get("object"):
        fields["object"] = same[0].attributes["object"]
    if found.category == "preference" or found.attributes.get("type") in _PLACED:
        fields |= read_place(found, heard, said) if read else place(found, heard, said, same)
    return found.model_copy(update={**changes, "attributes": fields})


def _slot(heard: Heard) -> dict[str, object]:
    return {"aspect": heard.slot, "polarity": "like"} if heard.slot in SLOTS else {}


def _polarity(found: MemoryCandidate, heard: Heard) -> dict[str, object]:
    """Read the side off the words that hold now; where they say nothing either way, a dislike is the agent's word.

    A lost dislike breaks a wish, and one too many only lowers a rank (P12, P14).
    """
    now = NOW.search(found.quote) if PAST.search(found.quote) else None
    thing = str(found.attributes.get("object") or "")
    clauses = _CUT.split(found.quote)
    named = next((c for c in clauses if thing and fold(thing) in fold(c)), found.quote)
    words = _IDIOM.sub(" 讨厌 ", found.quote[now.start() :] if now else named)
    if disliking(words) != negated(words):
        return {"polarity": "dislike"}
    if disliking(words) or _LIKING.search(words):
        return {"polarity": "like"} if now else {}
    return {"polarity": heard.polarity} if now or heard.polarity == "dislike" else {}
