"""What an English clause says of its speaker, verb first, with the `I` or `my` that was left out.

`Been vegan since 2019`, `got two kids`, `deaf in my left ear` and `wife's Darlene` have no subject, and nobody but the
speaker can be meant. An imperative has the shape of a clause without a subject, too: so only what cannot be one is read
so, a participle, a past tense, a state, a verb that nobody orders.
"""

import re
from dataclasses import dataclass
from typing import Literal

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import View
from stelae.remember.rules.reading.verbs_en import is_adverb

Whose = Literal["I", "we", "mine"]
_WORD = re.compile(r"'(?:m|re|s|ve|d|ll)\b|[\w][\w-]*(?:'(?:t|clock)\b)?|[^\w\s]")
_MINE = Caseless(
    r"(?:(?:and|but|so|also|well|now|plus|because|since|as|btw|oh|yeah|cos|cuz|bc|that|then)[, ]+)*"
    r"(?P<my>my|our|me(?= (?!and\b|too\b|neither\b)\w+ (?:is|are|'s|was|were|has)\b)) "
)
_UNSAID_MY = Caseless(
    r"(?:(?:the|and|but|so|also|btw|oh|yeah|because|cos|plus)[, ]+)*"
    r"(?P<my>(?:wife|husband|hubby|wifey|missus|mum|mom|mam|dad|kids?|son|daughter|eldest|youngest|oldest|twins"
    r"|sister|brother|gran|grandma|grandpa|grandad|nan|girlfriend|boyfriend|gf|bf|partner|fianc[eé]e?|in-laws"
    r"|day job|job|commute|anniversary|birthday|bday|wedding|landlord|rent|mortgage|pronouns|bedtime|blood type|flat"
    r"|house|shift|shifts|name|surname|dog|cat|cats|dogs|car|truck|van)(?='s\b| (?:is|are|has|have|was|were|does|do"
    r"|doesn't|don't|can't|\w+s)\b))"
)
_ELIDED = (
    (
        Caseless(
            r"been (?!there|ages|forever|(?:an? |some |so )?(?:[\w-]+ )?(?:while|days?|weeks?|months?|years?|time"
            r"|hours?|long)\b"
            r"|thinking|wondering|trying|meaning|looking|struggling|getting|having|waiting)"
        ),
        "have ",
    ),
    (
        Caseless(
            r"(?:moved|switched|joined|started|retired|quit|grew up|used to|born|raised|graduated|qualified|trained"
            r"|studied|got(?! (?:it|this|that|an? (?:error|question|problem|bug|weird|message)|the|any|no idea|to"
            r"|you)\b)|adopted|lost my|gave up|stopped|became|finished|married|divorced|left|lived|worked|served"
            r"|spent"
            r"|never (?:had|been|owned|learned|learnt|smoked|drank|touched|eaten|liked|got)|recently|just (?:moved"
            r"|started|joined|got|turned|had|bought|adopted|became)) "
        ),
        "",
    ),
    (
        Caseless(
            r"(?:live (?:in|at|on|near|with|alone)|work (?:as|at|for|nights|days|from|in a|shifts|part|full)|have (?:an?"
            r"|two|three|four|no|my own)|own (?:an?|two|three|my)|can't (?:eat|drink|have|drive|stand|do|lift|take|use"
            r"|handle|hear|see|walk)|cannot (?:eat|drink|have|drive|do|lift|take|use|hear|see|walk)|don't (?:eat|drink"
            r"|drive|smoke|own|have|cook|do|like|speak)|won't (?:eat|drink|fly|wear)|haven't (?:eaten|drunk|smoked"
            r"|had)) "
        ),
        "",
    ),
    (
        Caseless(
            r"(?:not )?(?:working|living|studying|learning|training|raising|renting|saving|expecting|caring for"
            r"|looking after|recovering|retraining|teaching|bringing up|breastfeeding|trying to (?:get|lose|cut|quit"
            r"|save|learn|eat|stop|give|build|gain|conceive))\b"
            r"(?! (?:now|on (?:it|this|that)|fine|great|well|perfectly|as (?:intended|expected))\b)"
        ),
        "am ",
    ),
    (
        Caseless(
            r"(?:(?:also|now|still|fully|partially|legally|totally|mostly|happily|recently|proudly|semi-?)[ -]?)*"
            r"(?:deaf|blind|hard of hearing|vegan|vegetarian|veggie|celiac|coeliac|diabetic|asthmatic|epileptic|autistic"
            r"|dyslexic|colou?r-?blind|pregnant|(?:retired|widowed|divorced|single|married|engaged|sober)(?=$|[,.]|"
            r" (?:and|with|since|in|for|at|now|mum|mom"
            r"|mother|dad|father|parent|but|so|to|from|by|teacher|nurse|army|police|navy|\d))|teetotal"
            r"|self-employed|unemployed|left-handed|right-handed|ambidextrous|bilingual|allergic|lactose|gluten|adhd"
            r"|on (?:an?|the|my) (?!\w* ?(?:bus|train|phone|call|plane|way|page|break|mission|roll|scale|side|other"
            r"|fence|line|computer|laptop|brink|verge|look))|in my (?:\w+ )?\w+ties|based in|originally from|born in"
            r"|new to|an? (?:[\w-]+ )?(?:mum|mom|dad|mother|father|parent|carer|student|nurse|widow|widower|pensioner"
            r"|vegan|vegetarian|veteran|freelancer|introvert|night owl|teacher|retiree|grandmother|grandfather)"
            r"|(?:(?:stay-at-home|retired|ex|former|lifelong|trainee|freelance|self-taught)[ -](?!to\b|with\b|for\b|in\b"
            r"|on\b|and\b|from\b|the\b)[\w'-]+|(?:single|working|proud|new|full-time|part-time) (?:mum|mom|dad|mother"
            r"|father"
            r"|parent|carer|nurse|teacher|student))"
            r"|mother of|father of|mum of|mom of|dad of|parent of|married with)\b"
            r"(?! (?:option|options|recipes?|food|restaurant|places?|version|mode|line|list|file)s?\b)"
        ),
        "am ",
    ),
)
"""What stands first in a clause whose subject is left out, and what is read before it."""
_ADJUNCT = Caseless(
    r"(?:so |and |but )*(?:(?P<have>having (?!said|to\b|seen|read|tried|just))|being |as (?=an? ))"
)
_SPEAKS = Caseless(r"(?:I|I'm|I've|I'd|I'll|my|we|we're|our)\b")
_TRYNA = Caseless(r"tryna\b")
_FILLER = Caseless(
    r"(?:(?:and|but|so|also|well|oh|yeah|yes|no|ok|okay|btw|tbh|ngl|fwiw|honestly|basically|actually|because|cos|cuz|bc"
    r"|since|as|though|plus|then|still|bro|mate|dude|man|lol|look|like|fyi|context|info|background|for reference)"
    r"\b[,:]? )+"
)


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of the speaker, or of something of theirs."""

    whose: Whose
    plain: str
    """The predicate, from its first word on; of `mine` from what is theirs on."""
    words: tuple[str, ...]
    """Its words in lower case; a contracted verb is one of its own."""
    implied: bool = False
    """The subject was left out."""

    def verb(self, start: int = 0) -> int:
        """Return where the first word stands, from `start` on, that is no adverb; the length when there is none."""
        at = start
        while at < len(self.words) and is_adverb(self.words[at]):
            at += 1
        return at


def told_of(view: View) -> Told | None:
    """Return what an English clause says of its speaker; None when it is of somebody else or of nobody."""
    plain, subject = view.clause.plain, view.subject
    if subject.who == "nobody":
        return None
    if mine := _MINE.match(plain) or _UNSAID_MY.match(plain):
        unsaid = mine["my"] not in {"my", "our", "me"}
        rest = plain[mine.start("my") if unsaid else mine.end() :]
        return Told("mine", rest, words_of(rest), implied=unsaid)
    if subject.who == "user" and subject.at:
        if subject.words.lower() == "me":
            return None
        rest = plain[subject.at :].strip()
        whose: Whose = "we" if subject.words.lower().startswith(("we", "both")) else "I"
        return Told(whose, rest, words_of(rest))
    if subject.who == "other":
        return None
    return _adjunct(view) or _elided(plain)


def _adjunct(view: View) -> Told | None:
    """Read what stands before a clause about the speaker: `Having coeliac disease, I need …`, `as a nurse I …`."""
    found = _ADJUNCT.match(view.clause.plain)
    after = view.sentence.clauses[view.index + 1 :]
    if found is None or not after or not _SPEAKS.match(after[0].plain):
        return None
    verb = "have" if found["have"] else "am"
    rest = f"{verb} {view.clause.plain[found.end() :]}"
    return Told("I", rest, words_of(rest), implied=True)


def _elided(plain: str) -> Told | None:
    if filler := _FILLER.match(plain):
        plain = plain[filler.end() :]
    if tryna := _TRYNA.match(plain):
        plain = f"trying to{plain[tryna.end() :]}"
    for first, verb in _ELIDED:
        if first.match(plain):
            rest = f"{verb}{plain}"
            return Told("I", rest, words_of(rest), implied=True)
    return None


def words_of(plain: str) -> tuple[str, ...]:
    """Return the words in lower case; a contracted verb is one of its own, a sign as well."""
    return tuple(_WORD.findall(plain.lower()))
