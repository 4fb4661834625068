"""What an English clause tells of its speaker's life, by the class of its verb: every other slot is open.

The weakest rule, asked last: it keeps the person's own sentence. A habit is the simple present of a verb that does
something; a state is `am` with a noun, an age, a lasting adjective; the past is told by the verbs a life is made of, or
by a year; what cannot be done is told by `can't`. Whatever passes away is sorted out in `durability.passing_en`; what
nothing but its tense makes a habit (`own-words`) counts in a short message only, where it is what the message says.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from stelae.remember.rules.durability.passing_en import lifelong, of_the_talk, passes, regular
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.told_en import Told, told_of, words_of
from stelae.remember.rules.reading.verbs_en import (
    BE,
    HAVE,
    MENTAL,
    MODAL,
    OCCASIONAL,
    ROLE,
    is_participle,
    is_past,
)
from stelae.remember.rules.statements.lives_en import DATED, LIFE, STANDS, STATE, STEADY
from stelae.remember.rules.statements.owned_en import of_mine

_Told = Literal["", "own-words", "own-account"]
"""Not at all; only by its tense; by a word that says that it lasts."""
_FEWEST, _MOST = 2, 45
"""Words of the predicate."""
_NOUN = Caseless(
    r"(?:an? |one of |the (?:only|eldest|oldest|youngest|first|main|sole|breadwinner|owner|founder|head|chair|captain"
    r"|treasurer"
    r"|secretary|lead|manager|carer|middle)\b|my own |half |part |both |(?:a |about |nearly |almost |over )*\d\d(?:"
    r" (?:years?|and|now|next|in|this|yo)\b|$|,))"
)
_NO_NOUN = Caseless(
    r"(?:an? )?(?:bit|little|lot|tad|fan|mess|wreck|idiot|fool|moron|genius|disaster|zombie|clown|potato|couple of"
    r"|hundred percent"
    r"|million|few|big believer|\w+ mood|bad place|good place|hurry|rush|(?:huge|big|massive) fan|sucker|great|good"
    r"|hard|experienced"
    r"|passionate|dedicated|motivated|results|talented|beginner at|step|slave|nobody|failure|burden|mix|kind|sort|part)\b"
)
_HAD = Caseless(
    r"(?:(?:also|always|only|now|just|got|both) )*(?:no |only |an? |two |three |four |five |six |seven |eight |nine "
    r"|ten |\d (?=(?:[\w-]+ )?(?:kids?|children|sons?|daughters?|brothers?|sisters?|siblings|dogs?|cats?|pets|horses"
    r"|grandkids"
    r"|grandchildren|stepkids|boys|girls|cars|bikes|jobs|hens|chickens)\b)|my own |our own |zero |plenty of |lots of "
    r"|a lot of |one |dual |twin |joint |shared |sole |full custody|bad |poor |weak |terrible |chronic |severe"
    r" |mild |high |low |type |long |curly |short |thick |dry |oily |sensitive |brown |blue |green |really bad |very "
    r"|adhd|ibs|asthma|arthritis"
    r"|anxiety|depression|[a-z]+(?:itis|osis|emia|aemia|algia|phobia|pathy|plegia|esia|tension|drome|betes|somnia)"
    r"|(?-i:[A-Z])[\w-]+)"
)
_NO_HAD = Caseless(
    r"(?:(?:got|also|just|only|no) )*(?:an? |no |some |two )?(?:\w+ )?(?:bit|lot|way|plan|plans|go|chat|think|good"
    r"|great|nice|lovely|long (?:day"
    r"|week|night)|point|right|call|interview|appointment|date|presentation|party|dinner|match|game|thing|few|couple"
    r"|coins?|money|time|preferred"
    r"|specific|clear|general|fun|luck|business to)s?\b"
)
_BODY_VERB = Caseless(
    r"(?:(?:really|also|still|just|hardly|barely|physically|even|always|simply|actually|properly|ever|safely|legally) )*"
    r"(?:eat|drink|have (?!any|the|a (?:look|say|chat))|digest|lift|carry (?!on)|climb|run|drive|fly|swim|walk|stand"
    r" (?:for|up|long|more)|sit (?:for|more|down|longer|on|still)|kneel|bend|hear|see (?:well|far|clearly|without"
    r"|colou?rs?|red|out of)|smell (?!')|taste|chew|do (?:stairs|spicy|dairy|gluten|mornings|nights|late|early"
    r"|heights|crowds|cardio|sports|heavy|\w+ing)|dive|jump|type|grip|raise|squat|work (?:nights|weekends|late|full)"
    r"|stay up|go (?:outside"
    r"|into|near|anywhere near|on (?:rides|planes|boats))|be (?:around|near|outside|in the sun)|read (?:small|fine"
    r"|music|maps|the small)"
    r"|use (?:my|stairs|the stairs)|wear|handle (?!any|this|that)|tolerate|take (?!photos|part|much|any)|sleep"
    r" (?:without|on|past)|reach|cook|smoke|travel|speak (?-i:[A-Z])"
    r"|get (?:up|wet|pregnant)|skip|park)\b(?! (?:it|this|that|any of)\b)"
)
_NO_BODY = Caseless(
    r"\b(?:wait|believe|remember|find|figure|tell|decide|think|say|imagine|stress|log|open|access|connect|install"
    r"|seem|help|hear (?:you|it)"
    r"|do (?:any\w*|that|it|this|both|much|everything)|have (?:both|it all)|get (?:it|this|that|my head|any)|hold"
    r" (?:on|back)|afford|just)\b"
)
_DUTY = Caseless(
    r"(?:(?:also|always|still|just|really|now) )*(?:(?:have|need|got) to|must|(?:'m|am) (?:supposed|meant|required)"
    r" to) (?:(?:always|also|really"
    r"|just) )*(?:be (?:home|in bed|back|up by|careful (?:with|about|of))|avoid|watch (?:my|what)|stay (?:away|off"
    r"|out)|limit|keep (?:off|away from)"
    r"|take (?:my|\w+ (?:pills|tablets|medication))|eat|drink|wear|use (?:a|an) (?:wheelchair|cane|walker|stick"
    r"|hearing|inhaler|screen)|sleep|cut"
    r" (?:down|back|out)|stick to|carry (?:an?|my)|pick (?:up )?(?:the|my)|drop|collect|leave by|fast|pray)\b"
)
_DENIED_HABIT_WORDS = (
    "eat drink drive smoke own speak swim cook wear vote gamble ride fly ski dance bake watch read listen"
    " play celebrate travel sleep iron garden camp hunt fish vape date shop commute"
)
_DENIED_HABIT = frozenset(_DENIED_HABIT_WORDS.split())
_KNOWN = Caseless(
    r"the (?:kids|children|boys|girls|twins|dogs?|cats?|baby|bus|train|tram|tube|metro|ferry|night|late|early|school"
    r"|church|local|family)\b|(?:(?:all|most of|half of) )?(?:my|our) "
)


_NO_HABIT = Caseless(
    r".*\b(?:get|got) (?:a?round to|to it|used to|the (?:point|joke|hang))\b|never ?mind|always wanted"
)
_TOOL = Caseless(
    r"(?:an? |my |our |the )?(?-i:[A-Z])[\w+#.-]*|.* (?:for|as) (?:my|our|all|every|work|the|most)\b"
)


def find(view: View) -> Iterator[Draft]:
    """Yield the person's own sentence when it tells something lasting of them; at most one."""
    if view.chinese:
        return
    told = told_of(view)
    least = _FEWEST + 1 if told and told.implied and told.plain.startswith("am ") else _FEWEST
    if told is None or view.sentence.mark == "?" or not least <= len(told.words) <= _MOST:
        return
    core = _core(told)
    if passes(core.plain) or (told.implied and _FINITE.search(core.plain)):
        return
    if rule := _told(core):
        denied = any(word in {"not", "never", "don't", "can't"} for word in told.words[:3])
        yield Draft(rule, "fact", {"negated": denied}, confidence=0.55)


def long_since(view: View) -> Iterator[Draft]:
    """Yield what has held since a date, or was so years ago: no event that somebody looks for by its day."""
    if DATED.search(view.clause.plain) or lifelong(view.clause.plain):
        yield from (draft for draft in find(view) if draft.rule == "own-account")


_OPEN_HOURS = Caseless(
    r"(?:always |usually |also )?(?:closed|open|off|home|away|out|at|in|on|free|busy|up|awake|asleep) "
)
_MOOD = Caseless(
    r"(?:(?:not|so|very|really|just|no longer|kind of|a bit|still|pretty|kinda) )*(?:confused|worried|angry|sad|happy"
    r"|excited|tired|stressed"
    r"|busy|hungry|sure|ready|scared|nervous|upset|hooked|bored|lost|stuck|sick|glad|sorry|afraid|frustrated|annoyed"
    r"|looking|waiting"
    r"|wondering|trying|thinking|feeling|going|getting|having|relieved|interested|curious|done|over)\b"
)
_FINITE = Caseless(r"^am .* (?:is|are|sounds?|seems?|can|will|would|should|could|looks?|makes)\b")
"""A clause that has a verb of its own has left out no `I am`."""
_ADDED = Caseless(r",| (?:so|but|because|cos|cuz|bc|though|although|which|whereas) ")


_SAID = Caseless(r"'s | (?:is|are|was|were|has|have|got|can't|don't|doesn't|\w+(?<!s)s) ")
"""The verb behind what is theirs, whose name may stand between commas."""


def _core(told: Told) -> Told:
    """Return the statement without what is added to it behind a comma or a conjunction."""
    said = _SAID.search(told.plain) if told.whose == "mine" else None
    start = said.end() if said else 0
    found = next((f for f in _ADDED.finditer(told.plain) if f.start() >= start), None)
    if found is None or found.start() == 0:
        return told
    plain = told.plain[: found.start()]
    return replace(told, plain=plain, words=told.words[: len(words_of(plain))])


def _told(told: Told) -> _Told:
    if told.whose == "mine":
        return "own-words" if of_mine(told.plain) else ""
    at = told.verb()
    if at == len(told.words) or of_the_talk(told.plain):
        return ""
    verb, rest = told.words[at], _after(told, at)
    if verb in BE:
        return _is(rest, told)
    if verb in HAVE:
        return _has(told, at, rest)
    if verb in MODAL:
        return _modal(verb, rest, told.plain)
    if is_past(verb):
        return "own-account" if LIFE.match(told.plain) or DATED.search(told.plain) else ""
    return _does(verb, rest, told)


def _after(told: Told, at: int) -> str:
    """Return what stands behind the word at `at`, as it was written."""
    place, lower = 0, told.plain.lower()
    for word in told.words[: at + 1]:
        place = lower.index(word, place) + len(word)
    return told.plain[place:].strip()


def _is(rest: str, told: Told) -> _Told:
    if STEADY.match(rest) or STATE.match(rest) or STANDS.match(rest):
        return "own-account"
    if _NOUN.match(rest) and told.whose == "I" and _NO_NOUN.match(rest) is None:
        return "own-account"
    if regular(rest) and _OPEN_HOURS.match(rest):
        return "own-words"
    return "own-words" if lifelong(rest) and _MOOD.match(rest) is None else ""


def _has(told: Told, at: int, rest: str) -> _Told:
    following = told.verb(at + 1)
    word = told.words[following] if following < len(told.words) else ""
    if word == "to":
        return "own-account" if _DUTY.match(told.plain) else ""
    if is_participle(word) and word not in {"got", "had"}:
        lasting = (
            LIFE.match(told.plain) or lifelong(rest) or told.words[at + 1] in {"never", "always"}
        )
        return "own-account" if lasting else ""
    if word == "had" and lifelong(rest):
        return "own-account"
    if verb_is_past(told, at):
        return "own-account" if LIFE.match(told.plain) or DATED.search(told.plain) else ""
    return "own-words" if _HAD.match(rest) and _NO_HAD.match(rest) is None else ""


def verb_is_past(told: Told, at: int) -> bool:
    """Is it `had`, which fills a day unless it is told of a life?"""
    return told.words[at] == "had"


def _modal(verb: str, rest: str, plain: str) -> _Told:
    if verb in {"can't", "cannot", "mustn't", "shouldn't", "couldn't"} or (
        verb in {"can", "must", "should"} and rest.startswith(("not ", "no longer ", "only "))
    ):
        for word in ("not ", "no longer ", "only "):
            rest = rest.removeprefix(word)
        if _NO_BODY.match(rest):
            return ""
        return "own-account" if _BODY_VERB.match(rest) or lifelong(plain) else ""
    if verb == "must":
        return "own-account" if _DUTY.match(plain) else ""
    if verb in {"don't", "do"}:
        return _denied(rest.removeprefix("not ").removeprefix("really ").removeprefix("actually "))
    return ""


def _denied(rest: str) -> _Told:
    first = rest.split(" ", 1)[0].lower()
    if first in _DENIED_HABIT or (first in {"use", "have", "do"} and lifelong(rest)):
        return "own-account"
    if first == "have":
        had = rest.removeprefix("have ")
        return "own-words" if _HAD.match(had) and _NO_HAD.match(had) is None else ""
    return ""


def _does(verb: str, rest: str, told: Told) -> _Told:
    if _DUTY.match(told.plain):
        return "own-account"
    if (
        verb in MENTAL
        or _NO_HABIT.match(told.plain)
        or not rest
        or not verb.isalpha()
        or verb.endswith("ing")
    ):
        return ""
    if regular(told.plain) or lifelong(told.plain):
        return "own-account"
    known = verb in ROLE or _KNOWN.match(rest) or (verb == "use" and _TOOL.match(rest))
    if not known and (
        told.whose == "we"
        or verb in OCCASIONAL
        or rest.lower().startswith(("the ", "to ", "that "))
    ):
        return ""
    return "own-words"
