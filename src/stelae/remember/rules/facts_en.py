"""Facts about a person in English: who they are, where they live, what they do, have, learn and are used to."""

import re
from collections.abc import Iterator

from stelae.remember.rules.caseless import Caseless
from stelae.remember.rules.draft import Draft, View
from stelae.remember.rules.facts import FactRule, fact
from stelae.remember.rules.places import is_employer, is_home_en

_BE = r"(?:'m|'s|'re| am| is| are)"
_ADV = (
    r"(?: (?:also|now|currently|still|just|actually|recently|really|already|originally|both|all"
    r"|finally|mostly|usually|primarily|mainly|presently|even|only|only just))*"
)
_NO = r"(?P<no> don'?t| doesn'?t| do not| does not| no longer| never|n't| not)?"
_END = r"[^,;.!]"
_JOB = (
    r"engineer|developer|programmer|designer|teacher|doctor|nurse|lawyer|accountant|manager"
    r"|director|student|driver|chef|cook|journalist|editor|writer|author|painter|artist|translator"
    r"|police officer|firefighter|soldier|analyst|consultant|architect|scientist|researcher"
    r"|professor|lecturer|coach|therapist|psychologist|pharmacist|dentist|vet|veterinarian"
    r"|photographer|actor|actress|musician|singer|farmer|electrician|carpenter|plumber|mechanic"
    r"|barista|bartender|waiter|waitress|owner|founder|co-founder|entrepreneur|freelancer|admin"
    r"|administrator|librarian|paramedic|pilot|flight attendant|guide|hairdresser|secretary"
    r"|assistant|intern|surgeon|radiologist|biologist|chemist|physicist|mathematician|economist"
    r"|statistician|technician|salesperson|recruiter|baker|butcher|tailor|florist|gardener"
    r"|social worker|civil servant|judge|paralegal|copywriter|illustrator|animator|product owner"
    r"|scrum master|sysadmin|cto|ceo|cfo|sre|phd|postdoc|undergrad|undergraduate|freshman"
    r"|sophomore|(?:night-shift|shift|factory|warehouse|care|construction|farm|postal) worker"
    r"|stay-at-home (?:mom|mum|dad|parent)|retiree|contractor|beekeeper|midwife|optician|welder"
    r"|bookkeeper|tutor|dj|producer|curator|archivist|surveyor|geologist|astronomer|cellist"
    r"|violinist|pianist|luthier"
)
_PEOPLE = (
    r"(?:[a-z]{2,}(?:ish|ese)|welsh|dutch|french|german|american|canadian|mexican|brazilian|italian|russian"
    r"|ukrainian|norwegian"
    r"|austrian|australian|hungarian|romanian|bulgarian|serbian|croatian|estonian|latvian|lithuanian|georgian"
    r"|armenian"
    r"|iranian|indian|indonesian|malaysian|nigerian|ghanaian|kenyan|ethiopian|egyptian|algerian|moroccan"
    r"|korean|greek|czech"
    r"|slovak|swiss|belgian|thai|filipino|israeli|iraqi|pakistani|bangladeshi|asian|african|european"
    r"|latin[ao]|catholic"
    r"|protestant|muslim|hindu|buddhist|catalan|basque|maori|black|white)"
)
"""`I'm Welsh` is no name."""
_NO_TITLE = r"(?:the|an?|my|your|our|this|that|his|her|their|with|for|to|at|in|on|as|from|by)\b"
"""A title runs on without articles and prepositions: `using the password manager` is none."""
_PET = (
    r"dogs?|cats?|pupp(?:y|ies)|kittens?|corgis?|labradors?|retrievers?|poodles?|beagles?|husk(?:y"
    r"|ies)|parrots?|rabbits?|hamsters?|guinea pigs?|goldfish|fish|turtles?|tortoises?|snakes?"
    r"|lizards?|geckos?|birds?|budgies?|horses?|chickens?|ferrets?|hedgehogs?|greyhounds?"
    r"|dachshunds?|terriers?|tabb(?:y|ies)|rescue"
)

RULES: tuple[FactRule, ...] = (
    FactRule(
        "name",
        (
            rf"^(?:'s)?\s?(?:full |first |last |middle |maiden |real )?name(?:'s| is) (?:now )?"
            rf"(?P<o>[\w'. -]{{1,40}}?)$|^{_BE}(?: called| named) (?P<o3>[A-Z][\w'.-]*"
            rf"(?: [A-Z][\w'.-]*){{0,2}})$|^{_BE} (?P<o2>(?!{_PEOPLE}$)(?-i:[A-Z][a-zé]+(?:"
            rf" [A-Z][\w'.-]+){{0,2}}))(?=$"
            rf"|, an? )"
        ),
        importance=0.8,
    ),
    FactRule(
        "hometown",
        (
            rf"^(?:{_BE}{_ADV}(?: originally)? from| come from| comes from| grew up in| was born "
            rf"(?:and raised )?in| was raised in) (?P<o>[A-Z]{_END}{{1,40}})$|^ (?:hometown"
            rf"|home town) is "
            rf"(?P<o2>{_END}{{2,40}})$"
        ),
    ),
    FactRule(
        "home",
        (
            rf"^{_ADV}{_NO}{_ADV}(?: (?:live|lives|living|reside|resides)|{_BE}(?P<no2> not"
            rf"| no longer)?{_ADV} (?:living|based|located|residing)|'ve (?:lived|been"
            rf" living)| have "
            rf"(?:lived|been living)) (?:in|at|on (?=the|\d)|near|outside)"
            rf" (?P<o>{_END}{{2,50}}?)(?: "
            rf"(?:any ?more|any longer|now|since .*|for .* years?|these days|with .*))?$|^"
            rf"{_ADV}(?: have"
            rf"|'ve| has)?{_ADV} (?:moved|relocated) (?:back )?(?:from .{{2,30}}? )?(?:to|into) "
            rf"(?P<o2>{_END}{{2,50}}?)(?: (?:last|in|this|two|three|a few|from|recently|ago"
            rf"|with|for|on"
            rf"|because|since|yesterday|now)\b.*)?$|^{_ADV}(?: have|'ve)?{_ADV}"
            rf" (?P<o4>moved)(?: house"
            rf"| home)?(?: (?:last|this|two|recently|yesterday|in(?! with\b))\b.*)?$|^ (?:home |new "
            rf"|current )?"
            rf"(?:address|place|home|apartment|flat|house) (?:is|'s) (?:now )?(?:at |in |on"
            rf" )?(?P<o3>(?!too"
            rf"|so|very|small|big|nice|a mess)[A-Z0-9]{_END}{{3,60}})$"
        ),
        importance=0.7,
        fits=is_home_en,
    ),
    FactRule(
        "employer",
        (
            rf"^{_ADV}{_NO}{_ADV}(?: (?:work|works)|{_BE}(?P<no2> not| no longer)?{_ADV} (?:working"
            rf"|employed|interning)|'ve (?:worked|been working)| have (?:worked|been"
            rf" working)) (?:at|for) "
            rf"(?P<o>(?!home|night|the moment|it|the best|this|that|you|hours|\d)[\w&'."
            rf" -]{{2,40}}?)(?: "
            rf"(?:as|in|on|any ?more|any longer|now|since|for|these days|doing)\b.*)?$|^"
            rf"{_ADV}(?: have"
            rf"|'ve)?{_ADV} (?:joined|started (?:working )?(?:at|for)|started a new job at"
            rf"|switched "
            rf"(?:jobs )?to|moved to a new job at|got a (?:new )?job (?:at|with)|been hired"
            rf" (?:by|at)"
            rf"|got hired (?:by|at)|was hired (?:by|at)|transferred to) (?P<o2>[A-Z][\w&'."
            rf" -]{{1,40}}?)(?: "
            rf"(?:as|in|on|last|this|recently|yesterday)\b.*)?$|^{_ADV}(?: have|'ve)?{_ADV} "
            rf"(?P<o3>quit my job|left my job|lost my job|got laid off|was laid off|resigned"
            rf"|changed jobs"
            rf"|switched jobs|started a new job|left (?-i:[A-Z])[\w&' -]{{1,30}}|got a new"
            rf" job)\b|^ "
            rf"(?:company|employer) is (?:called )?(?P<o4>[A-Z]{_END}{{1,40}})$"
        ),
        importance=0.7,
        fits=is_employer,
    ),
    FactRule(
        "job",
        (
            rf"^(?:{_BE}(?P<no> not| no longer|n't)?{_ADV}|{_ADV} (?:work|works|worked|working) "
            rf"(?:at .{{2,30}} )?as|{_BE}{_ADV} working as|'ve been| have been| became| got"
            rf" promoted to"
            rf"| was promoted to| switched to being| have become|'ve become| trained as)(?:"
            rf" an?| the)? "
            rf"(?!\w+ly the\b)(?P<o>(?:(?!{_NO_TITLE})[\w/&+-]+ ){{0,4}}?(?:{_JOB})(?: (?:at|for|in"
            rf"|specializing|specialising"
            rf"|working) {_END}{{2,40}})?)(?: (?:by (?:trade|profession|training)|now|any ?more"
            rf"|these days))?$|^ (?:job|occupation|profession|job title|role|day job)(?:"
            rf" title)? is "
            rf"(?:now )?(?:an? |being an? )?(?P<o2>{_END}{{3,40}})$|^(?: work| works| 'm working"
            rf"| am working)(?:{_ADV}) in (?P<o3>(?!the (?:office|morning|evening)|a team"
            rf"|teams|silence"
            rf"|bursts|sprints|progress)[a-z]{_END}{{2,30}})$|^ (?P<o4>teach(?:es)? {_END}{{3,30}}"
            rf"|run"
            rf"(?:s)? (?:a|my own) (?:small )?(?:[\w-]+ ){{0,2}}(?:shop|business|company"
            rf"|bakery|cafe|café"
            rf"|restaurant|studio|farm|bookstore|agency|startup))\b|^(?:{_BE}| got) (?P<o5>retired"
            rf"|unemployed|self-employed|freelance|freelancing|between jobs)\b"
        ),
        importance=0.7,
    ),
    FactRule(
        "school",
        (
            rf"^{_ADV}(?: (?:study|studies|studied)|{_BE}{_ADV} studying) "
            rf"(?P<o2>{_END}{{2,40}}? at {_END}{{2,40}})$|^(?: (?:go|goes|went) to| attend| attends"
            rf"| attended| graduated from|'m enrolled at| am enrolled at) (?P<o>(?:[\w'-]+ ){{0,5}}"
            rf"(?:university|college|school|institute|academy|mit|eth|stanford|harvard|oxford"
            rf"|cambridge)\b{_END}{{0,30}})$"
        ),
    ),
    FactRule(
        "age",
        (
            rf"^(?:{_BE}{_ADV}(?: turning)?| turned| just turned) (?P<o>\d{{1,3}}"
            rf"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six"
            rf"|seven|eight|nine))?)(?: years? old"
            rf"| years? of age| yo| y\.?o\.?)?(?: (?:now|this year|last \w+|in \w+|today))?$"
        ),
    ),
    FactRule(
        "birthday",
        (
            rf"^(?:'s)? (?:birthday|date of birth|bday|birth date)(?:'s| is)(?: on)?"
            rf" (?P<o>(?!coming|near"
            rf"|soon|today|tomorrow|next week){_END}{{3,30}}(?:, \d{{4}})?)|^ was born (?:on"
            rf"|in) (?P<o2>"
            rf"(?:\d|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec){_END}{{2,30}}(?:, \d{{4}})?)"
        ),
        importance=0.7,
    ),
    FactRule(
        "marital-status",
        (
            rf"^(?:{_BE}{_ADV}(?P<no> not)?| got) (?:(?:recently|now|happily) )?(?P<o>married"
            rf"|divorced"
            rf"|single|engaged|widowed|separated)(?: (?:to|last|in|with|now|for|since|again)\b.*)?$"
        ),
        sensitivity="sensitive",
    ),
    FactRule(
        "family",
        (
            rf"^{_ADV}(?P<no> don'?t)?(?: have|'ve got| has| got)(?P<no2> no)? (?P<o>(?:an?"
            rf"|one|two|three"
            rf"|four|five|\d|twin|any) ?(?:[\w-]+ ){{0,3}}?(?:kids?|children|child|daughters?|sons?"
            rf"|brothers?|sisters?|siblings?|twins?|grandchildren|grandkids?|grandsons?"
            rf"|granddaughters?"
            rf"|girlfriend|boyfriend|wife|husband|nieces?|nephews?|stepson|stepdaughter)\b"
            rf"{_END}{{0,40}})$"
            rf"|^{_BE} (?:an? )?(?P<o2>only child|single (?:mom|mum|dad|mother|father|parent)"
            rf"|(?:new )?"
            rf"(?:father|mother|dad|mom|mum|parent)(?: of \w+(?: \w+)?)|twin|(?:the"
            rf" )?(?:youngest|oldest"
            rf"|eldest|middle child)(?: of \w+)?)\b"
        ),
    ),
    FactRule(
        "pet",
        (
            rf"^{_ADV}(?P<no> don'?t)?(?: have|'ve got| own| adopted| just adopted| got|"
            rf" rescued| keep| has"
            rf"|'ve adopted| have adopted) (?P<o>(?:an?|one|two|three|four|\d|my|any)"
            rf" ?(?:[\w'-]+ ){{0,4}}?"
            rf"(?:{_PET})\b(?:,? (?:named|called|whose name is) [\w' ]+)?)(?: (?:last|from"
            rf"|yesterday"
            rf"|this)\b.*)?(?! food| hair| bed)$|^'s name is (?P<o2>[A-Z][\w]+)$|^ (?:dog|cat"
            rf"|puppy|kitten"
            rf"|parrot|rabbit|corgi|hamster)(?:'s name)? is (?:called |named )?(?P<o3>[A-Z]\w+)$"
        ),
    ),
    FactRule(
        "account",
        (
            rf"^(?: (?P<where>[\w.-]+(?: [\w.-]+)?))?(?:'s)? (?:username|user name|handle"
            rf"|login|user id"
            rf"|userid|account|account name|nick|nickname|id|screen name|gamertag)(?: (?:on"
            rf"|at|for|in) "
            rf"(?P<w2>[\w. -]{{2,20}}?))?(?: name)? (?:is|=) (?:now"
            rf" )?(?P<o>[@\w.#-]{{2,40}})$|^(?:{_BE}"
            rf"| go by) (?P<o2>[@\w.#-]*[_\d@.-][\w.#-]*) on (?P<w3>[\w. ]{{2,20}})$"
        ),
        importance=0.6,
        keyed="where",
    ),
    FactRule(
        "email",
        (
            r"^ (?:e-?mail|work e-?mail|email address|e-?mail address|personal email)(?:"
            r" address)? is "
            r"(?:now )?(?P<o>\S+@\S+)"
        ),
        sensitivity="sensitive",
    ),
    FactRule(
        "phone",
        (
            r"^ (?:\w+ )?(?:phone|cell|mobile|telephone)(?: number)? is (?:now )?"
            r"(?P<o>[+\d][\d ()-]{5,20}\d|\[[^\]]+\])"
        ),
        sensitivity="sensitive",
    ),
    FactRule(
        "native-language",
        (
            rf"^ (?:native language|mother tongue|first language|native tongue) is (?P<o>"
            rf"{_END}{{3,20}})$"
            rf"|^{_BE}(?: an?)? native (?P<o2>\w+) speaker\b|^(?: grew up speaking) (?P<o3>"
            rf"{_END}{{3,20}})$"
        ),
    ),
    FactRule(
        "language",
        (
            rf"^{_ADV}{_NO}{_ADV} (?:speak|speaks|am fluent in|understand) (?:fluent |some |a"
            rf" little "
            rf"|a bit of |basic |conversational |both )?(?P<o>(?-i:[A-Z])\w+{_END}{{0,40}})$"
            rf"|^{_BE}{_ADV} "
            rf"(?:fluent|bilingual|conversational) in (?P<o2>{_END}{{3,40}})$"
        ),
    ),
    FactRule(
        "learning",
        (
            rf"^(?: (?:recently|just|finally))*(?:{_BE}{_ADV}| started| began|'ve been| have been"
            rf"|'ve started| have started|'ve begun| took up|'ve taken up| picked up|'ve"
            rf" picked up)(?: "
            rf"(?:currently|now|recently|slowly))* (?:learning|studying|teaching myself"
            rf"|taking (?:up"
            rf"|lessons in|classes in|a (?:course|class) (?:in|on))|practi[sc]ing|to learn"
            rf"|(?=the \w+$"
            rf"|pottery|knitting|yoga|chess|piano|guitar|climbing|painting$|running(?!"
            rf" (?:late|out|behind|low|short|around|into))|pilates|gardening"
            rf"|bouldering|judo|karate))\s?(?P<o>(?!these|this|that|those|from|about it|that"
            rf"|how it|a lot"
            rf"|so much|more|it|things|to\b(?! \w+)){_END}{{3,50}})$"
        ),
    ),
    FactRule(
        "skill",
        (
            rf"^(?P<no> can'?t| cannot| don'?t know how to| never learned (?:how )?to)?(?: can"
            rf"| know how to)? (?P<o>(?:play (?:the )?(?:piano|guitar|violin|cello|drums"
            rf"|flute|saxophone"
            rf"|chess|go|bass|banjo|trumpet|harp|ukulele|accordion)|swim|drive(?= stick|$)"
            rf"|ski|knit|juggle"
            rf"|code in \w+|cook \w+|ride a (?:bike|horse|motorcycle|unicycle)|read sheet music"
            rf"|touch[- ]type|sign)\b{_END}{{0,30}})$"
        ),
    ),
    FactRule(
        "possession",
        (
            rf"^{_ADV}(?: (?:have|'ve) )?(?: ?(?:own|owns|drive|drives|ride|rides|bought|got"
            rf"|purchased"
            rf"|upgraded to|switched to|traded in .{{2,30}} for)) (?P<o>(?:an?|my|two|our) "
            rf"(?:[\w.-]+ ){{0,4}}(?:car|bike|bicycle|motorcycle|scooter|truck|van|suv|phone"
            rf"|laptop|macbook"
            rf"|thinkpad|iphone|pixel|camera|keyboard|guitar|piano|house|apartment|flat|boat"
            rf"|tesla|toyota"
            rf"|honda|volvo|subaru|ford|bmw|audi|prius|civic|corolla|kindle|tablet|ipad"
            rf"|telescope|printer"
            rf"|drone|synth|cello|violin|condo|cabin|monitor|desk)\b{_END}{{0,30}})$|^ (?:new"
            rf" )?(?:phone"
            rf"|laptop|car|bike|camera|keyboard|computer|watch|bicycle|truck) is (?:now )?"
            rf"(?P<o2>an? {_END}{{3,40}})$"
        ),
    ),
    FactRule(
        "handedness", rf"^{_BE}{_ADV} (?P<o>left-handed|right-handed|ambidextrous|a leftie|a lefty)"
    ),
    FactRule(
        "height",
        (
            rf"^{_BE}{_ADV} (?P<o>\d(?:'|ft| feet| foot)[\d\" in]*(?: inches)?|\d{{3}} ?cm"
            rf"|\d\.\d+ ?m)"
            rf"(?: tall)?$"
        ),
    ),
    FactRule(
        "size",
        (
            rf"^(?: wear| take)(?: an?)? (?P<o>size [\w. -]{{1,12}}|(?:EU|US|UK) ?\d[\d.]*|\d{{2}} "
            rf"(?:shoes?))|^ (?:shoe|shirt|ring|dress|clothing) size is (?P<o2>{_END}{{1,16}})$"
        ),
    ),
    FactRule(
        "timezone",
        (
            rf"^ (?:time ?zone) is (?P<o>{_END}{{2,30}})$|^{_BE}{_ADV} (?:in|on)"
            rf" (?P<o2>(?:UTC|GMT|CET|CEST"
            rf"|EST|EDT|PST|PDT|CST|MST|JST|IST|AEST)[+-]?\d{{0,2}}|[\w/]+ time)(?: zone)?$"
        ),
    ),
    FactRule(
        "habit-quit",
        (
            rf"^{_ADV}(?: have|'ve)?{_ADV} (?:quit|gave up|given up|stopped|cut out|kicked"
            rf"|sworn off) "
            rf"(?P<o>(?:drinking |eating |smoking |using |having )?(?!by\b|at\b|in\b|for\b|over\b|off\b|to\b"
            rf"|and\b|that|it|my job|trying"
            rf"|asking|doing"
            rf"|working|the (?:app|program))[\w' -]{{3,30}})$"
        ),
    ),
    FactRule(
        "volunteering",
        (
            rf"^{_ADV} (?P<o>(?:volunteer|volunteers|coach|mentor|sing|sings) (?:at|for|with"
            rf"|in|the|a|youth"
            rf"|kids)\b{_END}{{2,40}})$"
        ),
    ),
)
_DRINK = Caseless(
    r"\b(?P<v>drink|drinking|have|having|eat|eating|drinks|eats) (?:an? |some |my |a cup of "
    r"|a glass of |a bowl of )?(?P<o>(?!to|been|a lot)[\w' -]{2,30}?) (?:every|each|in the|for"
    r"|before) (?P<when>morning|afternoon|evening|night|breakfast|lunch|dinner"
    r"|bed)s?\b|\b(?:every"
    r"|each|in the) (?P<when2>morning|afternoon|evening|night),? I(?:'ll)? (?:now"
    r" )?(?P<v2>drink"
    r"|have|eat) (?:an? |some |my |a cup of )?(?P<o2>[\w' -]{2,30})$"
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
_NO_HABIT = Caseless(r"\b(?:could|would|should|might|will|it|this|that|you|already)\b|'ll\b")
_SLOT = {
    "breakfast": "morning",
    "night": "evening",
    "dinner": "evening",
    "lunch": "noon",
    "bed": "bedtime",
}
_HABIT = Caseless(
    r"\b(?:every (?:other )?(?:day|morning|evening|night|week|weekend|month|year|(?:mon|tues"
    r"|wednes|thurs|fri|satur|sun)day|spring|summer|fall|autumn|winter|single day|few weeks"
    r"|lunch ?time)s?|on (?:weekends|weekdays|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)days)|(?:once"
    r"|twice|three times|four times|\d times) an? (?:day|week|month|year)|daily$"
    r"|each (?:morning"
    r"|evening|night|week|day))\b|^ (?:usually|normally|typically|generally|rarely|regularly"
    r"|tend to) (?!been|thought|wanted|knew|said|wondered|felt|forget|mind"
    r"|understand|know|heard"
    r"|seen|had|have(?: to| been)?|be\b|get it|understood|a\b|ever|thought)[\w' -]{4,60}$"
)


def find(view: View) -> Iterator[Draft]:
    """Yield the fact about a person that a clause states; at most one."""
    if nick := _NICKNAME.match(view.clause.plain):
        yield Draft("nickname", "fact", {"attribute": "nickname", "object": nick["o"]})
        return
    if named := _NAMED.match(view.clause.plain):
        yield Draft("name", "fact", {"attribute": "name", "object": named["o"]}, importance=0.8)
        return
    if view.subject.who == "nobody":
        return
    plain = view.predicate
    mine = re.match(
        r"(?:(?:and|but|so|also|well|now|hi|hello|hey),? )*(?:my|our)(?= )",
        view.clause.plain,
        re.IGNORECASE,
    )
    if view.subject.who == "open" and mine:
        plain = view.clause.plain[mine.end() :]
        view = View(
            view.clause,
            type(view.subject)(
                "user", "user", view.clause.text[: mine.end()], mine.end(), view.clause.start
            ),
            view.sentence,
            view.index,
            view.standing,
        )
    elif view.subject.who == "open":
        return
    for rule in RULES:
        if draft := fact(view, rule, plain):
            yield draft
            return
    yield from _habit(view, plain)


def _habit(view: View, plain: str) -> Iterator[Draft]:
    clause = view.clause.plain
    if found := _DRINK.search(clause):
        when = (found["when"] or found["when2"]).lower()
        verb = (found["v"] or found["v2"]).lower()
        group = "o" if found["o"] else "o2"
        kind = (
            "drink"
            if verb.startswith("drink")
            or re.search(
                r"coffee|tea|americano|latte|espresso|juice|smoothie|water|milk|cocoa",
                found[group],
                re.IGNORECASE,
            )
            else "meal"
        )
        attribute = f"{_SLOT.get(when, when)}-{kind}"
        yield Draft(
            "habit",
            "fact",
            {
                "attribute": attribute,
                "object": view.clause.text[found.start(group) : found.end(group)].strip(),
                "subject": view.subject.name,
            },
            whole=True,
        )
    elif _HABIT.search(plain) and not _NO_HABIT.search(plain) and len(plain.split()) > 2:
        yield Draft(
            "habit",
            "fact",
            {
                "attribute": "habit",
                "object": view.clause.text[view.subject.at :].strip()[:80],
                "subject": view.subject.name,
            },
            confidence=0.75,
        )
