"""What an English clause says of something of the speaker's (`my dentist is on Elm Street`, `wife's Darlene`).

Named things are lasting when the predicate identifies them: a noun, a name, a number, a place, a regular time, a state
that stays. What they are like, do or feel is of the day.
"""

from stelae.remember.rules.durability.passing_en import lifelong, of_the_talk, regular
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.statements.lives_en import LIFE, STANDS, STATE, STEADY

_NO_HEAD = Caseless(
    r"(?!day job)(?:\w+ )?(?:question|point|code|script|app|build|problem|issue|idea|plans?|goal|understanding|guess"
    r"|bad|fault|apolog\w+|thoughts?|opinion|draft"
    r"|essay|text|e?mails?|files?|data|function|error|internet|wi-?fi|screen|query|program|table|model|dataset|result"
    r"|answer|attempt|approach|assumption"
    r"|concern|next|first thought|last (?:question|message)|intention|intent|aim|purpose|request|task|assignment"
    r"|homework|deadline|report|order|package"
    r"|parcel|day|week|morning|night|evening|mood|brain|head|mind|god|battery|connection|computer|laptop|project"
    r"|presentation|paper|article|story|novel"
    r"|book|song|poem|film|movie|lyrics|caption|title|speech|blog|post|profile|character|prompt|input|output"
    r"|experiment|hypothesis|condolences|pleasure"
    r"|goodness|advice|priority|focus|current|main|favou?rite|instructions?|expectations?|directive|explicit|previous"
    r"|time|schedule|heart|body|chest|network"
    r"|hustle|form|energy|total|strength|tongue|budget|client|customers?|users|team|company|business|product|service"
    r"|guys?|other|way|turn|whole|greatest"
    r"|room|gut|stomach|throat|voice|feet|legs|arms|muscles|shoulders|eyes hurt|expertise|experience|passion|mission"
    r"|vision)s?\b"
)
_KIN = (
    r"(?:(?:older|younger|little|big|lil|elder|twin|best|ex|late|step|oldest|youngest|eldest|middle|only|foster"
    r"|adopted|our) ?-?)*(?:wife|husband|hubby|wifey|missus"
    r"|partner|girlfriend|boyfriend|gf|bf|fianc[eé]e?|spouse|mother|mom|mum|mam|ma|father|dad|pa|parents|sister|sis"
    r"|brother|bro|son|daughter|kids?|child|children"
    r"|baby|twins|toddler|teenager|grandmother|grandma|gran|nan|nana|grandfather|grandpa|grandad|grandson"
    r"|granddaughter|grandkids|grandchildren|aunt|auntie"
    r"|uncle|cousin|niece|nephew|mother-in-law|father-in-law|in-laws|eldest|oldest|youngest|dog|cat|puppy|kitten"
    r"|parrot|rabbit|horse|dogs|cats|hamster|ferret"
    r"|tortoise|budgie|landlord|landlady|boss|manager|supervisor|line manager|flatmate|roommate|housemate|best friend"
    r"|bestie|mate)"
)
_VERB = Caseless(
    r"(?P<noun>[\w-]+(?:,? [\w'-]+){0,5}?),?(?P<v>'s| (?:is|are|was|were|has|have|had|does|do|don't|doesn't|can't|can"
    r"|won't|never|always|usually"
    r"|mostly|normally|got|died|passed|left|moved|go|likes?|loves?|hates?|teaches|studies|goes|finishes|it is"
    r"|\w+(?<!s)s))(?= |$)"
)
_KIN_HEAD = Caseless(rf"{_KIN}(?:,? (?-i:[A-Z])?\w+)?,?$")
_IDENTIFIED = Caseless(
    r"(?:(?:also|now|only|usually|always|both|all|actually|basically|mostly|about|around|roughly|currently|really"
    r"|just) )*(?:an? (?!(?:mess|bit|little|disaster|joke|lot"
    r"|nightmare|pain|good|great|bad|nice|must|big|huge|real|pro|hustle)\b)|my |our |called |named |\d|on (?!fire"
    r"|track|point|hold)|in (?!order|good|trouble|place|line|shape)|at (?!risk|stake|least)"
    r"|from |with |opposite |near |next to |born |based |due (?:in|on) |every |(?:twice|once) |closed (?:on|mon|tue"
    r"|wed|thu|fri|sat|sun)|shared |rented |leased |(?-i:[A-Z])|they/|he/|she/"
    r"|one |two |three |four |five |six |seven |half |spel[lt]|pronounced|kept |paid |not (?:an?|in|on|at|from) "
    r"|\w+days\b|admin|night|day shift|nights|part[- ]time|full[- ]time|remote|dead$|deceased|no longer with us"
    r"|neutered|spayed|house-?trained)"
)
_MOMENT = Caseless(
    r"\b(?:hurts?|aches?|crash\w*|fails?|failed|keeps|says?|said|thinks?|wants?|asked|asks|told|killing|broken down"
    r"|not working|isn't working"
    r"|won't (?:start|load|open|turn)|on (?:his|her|their|its|the) way|calling|yelling|screaming|crying|sleeping"
    r"|asleep|here|there|going (?:to|off)"
    r"|about to|driving me|dying|mad|angry|upset|sick$|sick (?:today|again)|ill$|late\b|coming|visiting|gone (?:out"
    r"|to the)|at (?:the )?(?:airport|door|moment)|over (?:for|at)"
    r"|better|recovering|much|feels?|looks?|seems?|needs?|sounds?|kicks?|counts?|matters?|means?)\b"
)
_LASTING_VERB = Caseless(
    r" ?(?:has|have|had|does|do|don't|doesn't|can't|can|never|always|usually|mostly|normally|died|passed|moved|left"
    r"|likes?|loves?|hates?|teaches|studies|goes"
    r"|lives?|works?|takes?|runs?|starts?|ends?|finishes|closes?|opens?|costs?|comes?|sleeps?|plays?|speaks?|belongs?"
    r"|eats?|drinks?|allows?|forbids?|bans?|faces"
    r"|rings|calls|visits|drives?|rides?|snores?|barks?|smokes?|walks?|swims?|owns?|rents?|keeps? (?:a|bees|hens)"
    r"|collects?|coaches|trains?|manages?|sings?|paints?)$"
)


def of_mine(plain: str) -> bool:
    """Does it say something lasting of a thing or person of the speaker's?

    Args:
        plain: the clause from what is theirs on.
    """
    found = _VERB.match(plain)
    if found is None or of_the_talk(plain):
        return False
    kin = _KIN_HEAD.match(found["noun"]) is not None
    rest = plain[found.end() :].strip()
    if (
        not rest
        or _MOMENT.search(f"{found['v']} {rest}")
        or (not kin and _NO_HEAD.match(found["noun"]))
    ):
        return False
    if found["v"].strip() in {"is", "are", "'s", "it is"}:
        return _is(rest)
    if found["v"].strip() in {"was", "were"}:
        return kin and LIFE.match(f"was {rest}") is not None
    if found["v"].strip() == "got":
        return kin and LIFE.match(f"got {rest}") is not None
    return _LASTING_VERB.match(found["v"]) is not None and (
        kin or regular(plain) or _THING.match(rest) is not None
    )


_THING = Caseless(
    r"(?:an? |no |two |three |four |\d|(?-i:[A-Z])|at |on |in |from |until |till |to (?-i:[A-Z])|out of|only |pets"
    r"|dogs|cats|smoking)"
)


def _is(rest: str) -> bool:
    return any(shape.match(rest) for shape in (_IDENTIFIED, STATE, STANDS, STEADY)) or (
        regular(rest) or lifelong(rest)
    )
