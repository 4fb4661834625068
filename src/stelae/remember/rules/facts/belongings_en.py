"""Facts about a person in English: pets and things they have, accounts, and how to reach them."""

from stelae.remember.rules.facts.phrases_en import ADVERBS, BE, REST
from stelae.remember.rules.facts.tables import FactRule

_PET = (
    r"dogs?|cats?|pupp(?:y|ies)|kittens?|corgis?|labradors?|retrievers?|poodles?|beagles?|husk(?:y"
    r"|ies)|parrots?|rabbits?|hamsters?|guinea pigs?|goldfish|fish|turtles?|tortoises?|snakes?"
    r"|lizards?|geckos?|birds?|budgies?|horses?|chickens?|ferrets?|hedgehogs?|greyhounds?"
    r"|dachshunds?|terriers?|tabb(?:y|ies)|rescue"
)
_DEVICE = r"(?:phone|laptop|macbook|thinkpad|iphone|pixel|ipad|kindle|tablet)"
_THING = (
    rf"(?:car|bike|bicycle|motorcycle|scooter|truck|van|suv|{_DEVICE}|camera|keyboard|guitar|piano|house|apartment|flat|boat"
    r"|tesla|toyota|honda|volvo|subaru|ford|bmw|audi|prius|civic|corolla"
    r"|telescope|printer|drone|synth|cello|violin|condo|cabin|monitor|desk)"
)
_KIND = (
    r"new|old|used|second-hand|company|work|red|blue|black|white|silver|grey|gray|green|small|big|electric|hybrid"
    r"|[\w-]*\d[\w-]*|(?-i:[A-Z])[\w-]*|samsung|google|lenovo|dell|hp|apple"
)
_NUMBER = r"(?P<o>[+\d][\d ()-]{5,20}\d|\[[^\]]+\])"
"""Digits, or what redaction has left in their place."""
_MAIL = r"e-?mail(?: address)? is (?:now )?(?P<o>\S+@\S+)"

_PETS = (
    FactRule(
        "pet",
        rf"^{ADVERBS}(?P<no> don'?t)?(?: have|'ve got| own| adopted| just adopted| got| rescued| keep| has"
        r"|'ve adopted| have adopted) (?P<o>(?:an?|one|two|three|four|\d|my|any) ?(?:[\w'-]+ ){0,4}?"
        rf"(?:{_PET})\b(?:,? (?:named|called|whose name is) [\w' ]+)?)(?: (?:last|from|yesterday|any ?more"
        rf"|this)\b.*)?(?! food| hair| bed)$",
    ),
    FactRule("pet", r"^'s name is (?P<o>[A-Z][\w]+)$"),
    FactRule(
        "pet",
        r"^ (?:dog|cat|puppy|kitten|parrot|rabbit|corgi|hamster)"
        r"(?:(?:'s name)? is (?:called |named )|'s name is )(?P<o>[A-Z]\w+)$",
    ),
    # A word in lower case says how it is (`my wife's cat is vegan`).
    FactRule(
        "pet",
        r"^ (?:dog|cat|puppy|kitten|parrot|rabbit|corgi|hamster) is (?P<o>(?-i:(?!\w+(?:ese|ish|ian)\b)[A-Z][a-z]+))$",
    ),
)
_REACHED = (
    FactRule(
        "account",
        r"^(?: (?P<which>[\w.-]+(?: [\w.-]+)?))?(?:'s)? (?:username|user name|handle|login|user id"
        r"|userid|account|account name|nick|nickname|id|screen name|gamertag)(?: (?:on|at|for|in) "
        r"[\w. -]{2,20}?)?(?: name)? (?:is|=) (?:now )?(?P<o>[@\w.#-]{2,40})$",
        importance=0.6,
    ),
    FactRule(
        "account",
        rf"^(?:{BE}| go by) (?P<o>[@\w.#-]*[_\d@.-][\w.#-]*) on [\w. ]{{2,20}}$",
        importance=0.6,
    ),
    # One for work is none of the plain one's values.
    FactRule("email", rf"^ (?:new )?{_MAIL}", sensitivity="sensitive"),
    FactRule(
        "work-email",
        rf"^ (?:new )?(?:work|office|company|business) {_MAIL}",
        sensitivity="sensitive",
    ),
    FactRule(
        "personal-email", rf"^ (?:new )?(?:personal|private|home) {_MAIL}", sensitivity="sensitive"
    ),
    FactRule(
        "phone",
        rf"^ (?:new |current )?(?:(?:cell|mobile) ?phone|phone|cell|mobile|telephone)(?: number)? is (?:now )?{_NUMBER}",
        sensitivity="sensitive",
    ),
    FactRule(
        "work-phone",
        rf"^ (?:new )?(?:work|office|business) (?:cell|mobile|tele)? ?(?:phone|number|cell"
        rf"|mobile)(?: number)? is (?:now )?{_NUMBER}",
        sensitivity="sensitive",
    ),
    FactRule(
        "home-phone",
        rf"^ (?:new )?(?:home (?:phone|number)|landline)(?: number)? is (?:now )?{_NUMBER}",
        sensitivity="sensitive",
    ),
)
_THINGS = (
    FactRule(
        "possession",
        rf"^{ADVERBS}(?: (?:have|'ve) )?(?: ?(?:own|owns|drive|drives|ride|rides|bought|purchased"
        r"|upgraded to|switched to|traded in .{2,30} for)) (?P<o>(?:an?|my|two|our) "
        rf"(?:[\w.-]+ ){{0,4}}{_THING}\b{REST}{{0,30}})$",
    ),
    # What somebody merely has may also be trouble with it (`I have a laptop question`): nothing but a model may follow.
    FactRule(
        "possession",
        rf"^{ADVERBS}(?: have|'ve got| got) (?P<o>(?:an?|two) (?:(?:{_KIND}) ){{0,3}}"
        rf"{_THING}(?: {_THING})?(?: (?:pro|air|mini|max|plus|ultra|se|x|xs|xr|m\d|\d[\w.]*)){{0,3}})"
        r"(?: (?:yesterday|today|recently|last \w+|this \w+))?$",
    ),
    FactRule(
        "possession",
        r"^ (?:new )?(?:phone|laptop|car|bike|camera|keyboard|computer|watch|bicycle|truck) is (?:now )?"
        rf"(?P<o>an? {REST}{{3,40}})$",
    ),
)
RULES: tuple[FactRule, ...] = (*_PETS, *_REACHED, *_THINGS)
