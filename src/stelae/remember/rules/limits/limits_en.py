"""Hard limits in English: allergies, what must not or will not be eaten, health, bans."""

import re
from collections.abc import Sequence

from stelae.remember.rules.limits.drafts import (
    ALLERGIC,
    DIETS_EN,
    FIGURATIVE,
    ILLS_EN,
    NOTHING_NAMED,
    Family,
    health,
    limit,
)
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.objects import english_object
from stelae.remember.rules.reading.subjects import KIN_EN

_HOW = r"(?: (?:\w+ly|super|kinda|kind of|sort of|so|very|quite|pretty|hella|mad|a bit|a little))"
_ALLERGY_EN = (
    Caseless(
        r"^(?:'m|'s|'re| am| is| are| have been| has been|'ve been"
        r"| (?:was|were)(?=.* still (?:am|is|are)\b))?(?: still| also| actually| really"
        r"| both)*(?P<no> not|n't| no longer)?(?: actually| really| even| still| any ?more)*"
        rf"{_HOW}* {ALLERGIC} to (?P<o>.+)$"
    ),
    Caseless(
        r"^(?: (?:also|still|both))?(?P<no> don'?t| doesn'?t| do not| no longer)?(?: have| has|'ve|'ve got"
        r"|'s got| got| developed| have developed)(?P<no3> no)? (?:an? |any )?(?:(?:severe|serious"
        r"|mild|bad|life-threatening|known|strong|slight|food) )*(?:(?P<o>[\w -]{2,30}?) allerg(?:y"
        r"|ies)|allerg(?:y|ies) to (?P<o2>.+))$"
    ),
    Caseless(
        r"^(?:'m|'s| am| is| are)?(?P<no> not)?(?: \w+)?[ -]?(?P<o>lactose|gluten|dairy|fructose"
        r"|histamine)[ -]intolerant\b"
    ),
    Caseless(r"^(?:'m|'s| am| is)?(?P<no> not)?(?: \w+)? intolerant (?:to|of) (?P<o>.+)$"),
    Caseless(
        r"^(?: my (?:skin|stomach|body)| skin| stomach| body)? reacts? (?:badly |really badly "
        r"|terribly )?to (?P<o>.+)$"
    ),
    Caseless(
        r"^(?: break out| breaks out| get hives| gets hives| swell up| get sick"
        r"| go into anaphyla\w+)\b.*?(?:if|when|whenever|from|after) (?:I |she |he )?(?:eat|eats"
        r"|eating|touch|touching|have|having)? ?(?P<o>.+)$"
    ),
)
_THING = r"(?!(?:has|have|had|got|gets|is|was|and|with)\b)[\w-]{1,24}"
_OF_ALLERGY_EN = Caseless(
    rf"^(?:my|our) (?:(?:severe|serious|mild|bad|known|slight|life-threatening) )?(?!{KIN_EN}s?\b)"
    rf"(?P<o>{_THING}(?: {_THING}){{0,2}}?)"
    r" (?:allergy|intolerance)\b|^(?P<o2>(?!(?:no|any|my|an?|the|have|got)\b)[\w-]{3,20}(?: [\w-]+)?) allergy here$"
)
_CANNOT_EN = Caseless(
    r"^(?: (?:absolutely|really|simply|just|personally|still|also|also really))*(?: can'?t| cannot"
    r"| can not|'m not allowed to| am not allowed to| is not allowed to| mustn't| must not"
    r"|'m not supposed to| am not supposed to| can no longer|'m forbidden to)(?: \w+ly)? (?P<v>eat"
    r"|drink|have|take|tolerate|digest|consume|touch|use|do)\s+(?P<o>.+)$"
)
_NOT_EAT_EN = Caseless(
    r"^(?: (?:also|still|personally|generally|just|really|simply))*(?: don'?t| doesn'?t| do not"
    r"| does not| never| no longer|'ve never| have never| won'?t| refuse to| avoid| avoids"
    r"| have to avoid| need to avoid| must avoid"
    r"| stay away from| stays away from| abstain from| gave up| quit|'ve given up|'ve quit"
    r"| stopped| stay off| steer clear of)(?: ever| really| even)? ?(?P<v>eat|eats|eating|drink"
    r"|drinks|drinking|smoke|smokes|smoking|touch|consume|eaten|drunk|do|does)?\b(?P<o>\s.+|)$"
)
_DIET_EN = Caseless(
    r"^(?:'m|'s|'re| am| is| are|'ve been| have been| has been|(?: recently| just)? became"
    r"| went| keep| follow| eat| eats|'m on| am on| is on)(?P<no> not| no longer|n't)?(?: \w+ly| both| all)*(?: an?"
    r"| the)?(?: strict"
    rf"| lifelong| mostly| practi[sc]ing| raw| fully| proud| totally| 100%)*(?: an?)? (?P<o>{DIETS_EN}|{ILLS_EN})\b"
    r"(?! (?:\w+ )?(?:chef|cook|baker|nurse|doctor|specialist|educator|restaurant"
    r"|blog\w*|author|company|caf[eé]|cookbook|place|recipes?)\b)"
)
_BARE_DIET_EN = Caseless(
    rf"^(?P<no> not)?(?: an?)?(?: strict)? (?P<o>{DIETS_EN}|{ILLS_EN})(?: too| as well)?$"
)
_HAVE_EN = Caseless(
    r"^(?: also| still)?(?P<no> don'?t| doesn'?t| no longer)?(?: have| has|'ve got|'s got"
    r"| suffer from| suffers from| was diagnosed with| were diagnosed with| got diagnosed with"
    r"| live with|'ve been diagnosed with| have been diagnosed with)(?P<no3> no)? (?:an? |some "
    r"|mild |severe |chronic |really |bad |the )*(?P<o>(?:type [12] )?(?:diabetes"
    r"|high (?:blood pressure|cholesterol)|blood pressure|hypertension|asthma|celiac disease|coeliac disease"
    r"|glaucoma|arthritis|epilepsy|migraines?|eczema|adhd|autism|depression|anxiety|ibs|crohn's"
    r"(?: disease)?|gerd|acid reflux|gout|anemia|anaemia|hypothyroidism|lupus|psoriasis|"
    r"(?:a )?heart (?:condition|disease|murmur)|kidney (?:disease|stones)|insomnia|tinnitus"
    r"|vertigo|sciatica|scoliosis|pcos|endometriosis|lactose intolerance|gluten intolerance"
    r"|bad knees?|bad back|pacemaker|hearing aids?|a \w+ phobia|colou?r blindness))\b"
)
_MAKES_ILL_EN = Caseless(
    r"^(?P<o>[A-Za-z][\w -]{2,30}?) (?:makes?|gives?|upsets?|sends?|lands?) (?:me|my stomach)\s?"
    r"(?:sick|ill|bloated|gassy|itchy|dizzy|wheezy|jittery|sneeze"
    r"|hives|nauseous|nausea|a rash|rashes|migraines?|headaches?|throw up|break out"
    r"|itch\w*|heartburn|gag|(?:to|in) (?:the )?(?:hospital|er|a\&e))$"
)
_NEVER_EN = Caseless(
    r"^(?:absolutely |strictly )?no (?P<o>(?!way|one\b|idea|more|longer|need)[\w -]{2,30}?),? ever"
    r"(?: again)?$"
)
_NOT_FOOD = Caseless(
    r"^(?:and\b|more than\b|out$|after\b|before\b|at\b|in the\b|when\b|alone$|late\b"
    r"|\d|(?:a|two|three|four|five|six|ten) (?:few )?(?:year|month|week|day)s?|years|last|in \d"
    r"|my|your|the|this|that|it|them|much|enough|too|anything like|care|because|word|advice|time"
    r"|part|place|it anymore|seriously|long|any more of|you|him|her|to)\b"
)


def _ban_en(view: View) -> Sequence[Draft] | None:
    """What is said without a verb of eating: `my peanut allergy`, `no pork, ever`, `nickel makes me itch`."""
    clause = view.clause
    if found := _OF_ALLERGY_EN.match(clause.plain):
        group = "o" if found["o"] else "o2"
        return limit(view, "allergy", clause.text[found.start(group) : found.end(group)], "allergy")
    if found := _NEVER_EN.match(clause.plain):
        obj = english_object(clause.text[found.start("o") : found.end("o")])
        return limit(view, "ban", obj, "ban") if obj else ()
    found = _MAKES_ILL_EN.match(clause.plain)
    if found and not _NOT_FOOD.match(found["o"]) and not FIGURATIVE.search(found["o"]):
        return limit(view, "health", clause.text[: found.end("o")], "makes-ill")
    return None


def _allergy_en(view: View) -> Sequence[Draft] | None:
    for pattern in _ALLERGY_EN:
        if found := pattern.match(view.predicate):
            groups = found.groupdict()
            obj = english_object(view.original(found, "o2" if groups.get("o2") else "o"))
            if NOTHING_NAMED.fullmatch(obj):
                return None
            if not obj or FIGURATIVE.search(obj):
                return ()
            over = groups.get("no") or groups.get("no3")
            return limit(view, "allergy", obj, "allergy", active=not over)
    return None


def _must_not_en(view: View) -> Sequence[Draft] | None:
    found = _CANNOT_EN.match(view.predicate)
    if found is None or not found["v"]:
        return None
    obj = english_object(view.original(found, "o"))
    edible = found["v"].lower() not in _ANY_USE or _EDIBLE.search(obj)
    return (
        limit(view, "diet", obj, "must-not") if obj and edible and not _NOT_FOOD.match(obj) else ()
    )


def _never_eats_en(view: View) -> Sequence[Draft] | None:
    found = _NOT_EAT_EN.match(view.predicate)
    if found is None or not found["v"]:
        return None
    obj = english_object(view.original(found, "o"))
    if found["v"] in _ANY_USE and not _EDIBLE.search(obj):
        return None
    if not obj and _UNSAID.match(found["v"]) and not _NOT_FOOD.match(found["o"].strip()):
        return limit(
            view, "diet", "alcohol", "never-eats"
        )  # whoever does not drink does not drink that
    return limit(view, "diet", obj, "never-eats") if obj and not _NOT_FOOD.match(obj) else ()


def _bare_diet(view: View) -> re.Match[str] | None:
    """`my wife's vegan`: what could be a possessive is taken as one, and leaves the diet alone."""
    return _BARE_DIET_EN.match(view.predicate) if view.subject.who in {"user", "other"} else None


def _health_en(view: View) -> Sequence[Draft] | None:
    if found := _HAVE_EN.match(view.predicate):
        return health(view, found, "health")
    if found := _DIET_EN.match(view.predicate) or _bare_diet(view):
        return health(view, found, "diet" if _DIET_WORD_EN.match(found["o"]) else "health")
    return None


_UNSAID = Caseless(r"drink(?:s|ing)?$")
_ANY_USE = frozenset({"do", "does", "use", "have", "take", "touch"})
_EDIBLE = Caseless(
    r"\b(?:nuts?|dairy|milk|gluten|alcohol|caffeine|aspirin|ibuprofen|penicillin|antihistamines?"
    r"|sugar|spicy|seafood|shellfish|salt|stairs|nsaids?|lactose|soy|eggs?|wheat|pork|beef|coffee"
    r"|grapefruit|sushi|meat|fish|cheese|butter|yog(?:h)?urt|cream|bread|rice|pasta|chocolate|tomato(?:es)?|onions?|garlic"
    r"|mushrooms?|peppers?|chicken|lamb|shrimps?|prawns?|crab|lobster|carbs|fat|fried food|fast food|red wine|wine"
    r"|beer|liquor|nicotine|sesame|peanuts?|almonds?|walnuts?|cashews?|corn|oats|beans|lentils|raw \w+|citrus"
    r"|oranges?|strawberr(?:y|ies)|bananas?|apples?|kiwis?|pineapple|mangos?|mangoes|avocados?|honey|spice)\b"
)
_DIET_WORD_EN = Caseless(r"veg|pesc|halal|kosher|gluten|dairy|keto|low")
FAMILIES: tuple[Family, ...] = (_ban_en, _allergy_en, _must_not_en, _never_eats_en, _health_en)
"""Asked in this order."""
