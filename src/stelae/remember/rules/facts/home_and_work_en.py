"""Facts about a person in English: where they live, for whom and as what they work, where they study."""

from stelae.remember.rules.facts.phrases_en import ADVERBS, BE, DENIAL, REST, STREET_EN
from stelae.remember.rules.facts.places import employer_en, field_en, home_en
from stelae.remember.rules.facts.tables import FactRule

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
_NO_TITLE = r"(?:the|an?|my|your|our|this|that|his|her|their|with|for|to|at|in|on|as|from|by)\b"
"""A title runs on without articles and prepositions: `using the password manager` is none."""
_TITLE = (
    rf"(?!\w+ly the\b)(?P<o>(?:(?!{_NO_TITLE})[\w/&+-]+ ){{0,4}}?(?:{_JOB})(?: (?:at|for|in|specializing|specialising"
    rf"|working) {REST}{{2,40}})?)(?: (?:by (?:trade|profession|training)|now|any ?more|these days))?$"
)
_OPINION = (
    r"(?:so|very|really|too|pretty|quite|rather|not|in|at|on|to|about|just|all|getting|making|killing|driving|going|near|far"
    r"|close|more|less|kind of|a bit|stressful|boring|great|good|fine|hard|easy|fun)\b"
)
"""`my job is really stressful` names no job."""
_SOMETIME = (
    r"(?: (?:last|in (?:\d|the|early|late|mid|my|our|january|february|march|april|may|june"
    r"|july|august|september|october|november|december|spring|summer|autumn|fall|winter)|this"
    r"|two|three|a few|from|recently|ago|with|for|on|because|since|yesterday|now)\b.*)?$"
)
_LONG_AGO = r"\b(?:in|since|until|till|back in|around|before) (?:19|20)\d\d\b|\b(?:years|decades) ago\b|\bback in\b"
"""What happened then says nothing of today's employer."""
_WORKPLACE = (
    r"(?P<o>(?!home|night|the moment|it|the best|this|that|you|hours|\d)[\w&'. -]{2,40}?)"
    r"(?: (?:as|in|on|any ?more|any longer|now|since|for|these days|doing)\b.*)?$"
)
_COMPANY = r"(?P<o>[A-Z][\w&'. -]{1,40}?)"
_COMPANY_BY_NAME = r"(?P<o>(?-i:[A-Z])[\w&'. -]{1,40}?)"
_MY_JOB = r"(?:quit|left|lost|resigned from|got fired from|was fired from) my (?:old |last |previous )?(?:job|position|role)"
_FROM = r"(?:laid off|fired|let go|made redundant) (?:from|by|at)"
_AFTERWARDS = (
    r"(?: (?:in|last|this|two|three|a|after|because|for|to|recently|yesterday|today|back|and"
    r"|on|due|ago|when|since|as)\b.*)?$"
)

_HOME = (
    FactRule(
        "home",
        rf"^{ADVERBS}(?P<no>{DENIAL})?{ADVERBS} (?:live|lives|living|reside|resides) (?:in|at"
        rf"|on(?= the| \d| .*{STREET_EN})) (?P<o>{REST}{{2,50}}?)"
        r"(?: (?:any ?more|any longer|now|since .*|for .* years?|these days|with .*))?$",
        importance=0.7,
        fits=home_en,
    ),
    FactRule(
        "home",
        rf"^{ADVERBS}{BE}(?P<no> not| no longer)?{ADVERBS} (?:living|based|located|residing) (?:in"
        rf"|at|on(?= the| \d| .*{STREET_EN})|near|outside)"
        rf" (?P<o>{REST}{{2,50}}?)(?: (?:any ?more|any longer|now|since .*|for .* years?|these days|with .*))?$",
        importance=0.7,
        fits=home_en,
    ),
    # `I've lived in Spain for three years` may be over; since when is not.
    FactRule(
        "home",
        rf"^{ADVERBS}(?:'ve| have|'s"
        rf"| has){ADVERBS} (?:been living in (?P<o>{REST}{{2,50}}?)(?: (?:since|for|now|these days"
        rf"|with)\b.*)?)$",
        importance=0.7,
        fits=home_en,
    ),
    FactRule(
        "home",
        rf"^{ADVERBS}(?:'ve| have|'s| has){ADVERBS} lived in (?P<o>{REST}{{2,50}}?) (?:since\b.*"
        rf"|all my life|my whole life)$",
        importance=0.7,
        fits=home_en,
    ),
    FactRule(
        "home",
        rf"^{ADVERBS}(?: have|'ve| has)?{ADVERBS} (?:moved|relocated) (?:back )?(?:from .{{2,30}}? )?(?:to|into)"
        rf" (?P<o>{REST}{{2,50}}?){_SOMETIME}",
        importance=0.7,
        fits=home_en,
    ),
    FactRule(
        "home",
        rf"^ (?:home |new |current )?(?:place|home|apartment|flat|house) (?:is|'s) (?:now )?(?:at"
        rf"|in|on) (?P<o>[A-Z0-9]{REST}{{3,60}})$",
        importance=0.7,
        fits=home_en,
    ),
    FactRule(
        "address",
        rf"^ (?:home |new |current |postal |mailing )?address (?:is|'s) (?:now )?(?:at |in "
        rf"|on )?(?P<o>[A-Z0-9]{REST}{{3,60}})$",
        importance=0.7,
    ),
    FactRule(
        "work-address",
        rf"^ (?:work|office) address (?:is|'s) (?:now )?(?:at )?(?P<o>[A-Z0-9]{REST}{{3,60}})$",
    ),
    # Most people who move stay in their town: only the address is over.
    FactRule(
        "address",
        rf"^{ADVERBS}(?: have|'ve)?{ADVERBS} moved(?: house| home)?(?: (?:last|this|two|recently"
        rf"|yesterday|in(?! with\b))\b.*)?$",
        importance=0.7,
        ends=True,
    ),
)
_EMPLOYER = (
    FactRule(
        "employer",
        rf"^{ADVERBS}(?P<no>{DENIAL})?{ADVERBS} (?:work|works) (?:at|for) {_WORKPLACE}",
        importance=0.7,
        fits=employer_en,
    ),
    FactRule(
        "employer",
        rf"^{ADVERBS}{BE}(?P<no> not| no longer)?{ADVERBS} (?:working|employed|interning) (?:at|for|by) {_WORKPLACE}",
        importance=0.7,
        fits=employer_en,
    ),
    FactRule(
        "employer",
        rf"^{ADVERBS}(?:'ve| have){ADVERBS} (?:been working (?:at|for) {_WORKPLACE})",
        importance=0.7,
        fits=employer_en,
    ),
    FactRule(
        "employer",
        rf"^{ADVERBS}(?:'ve| have){ADVERBS} worked (?:at|for) (?P<o>[\w&'. -]{{2,40}}?) since\b.*$",
        importance=0.7,
        fits=employer_en,
    ),
    FactRule(
        "employer",
        rf"^{ADVERBS}(?: have|'ve)?{ADVERBS} (?:joined|started (?:working )?(?:at|for)|started a new job at"
        r"|switched (?:jobs )?to|moved to a new job at|got a (?:new )?job (?:at|with)|been hired (?:by|at)"
        rf"|got hired (?:by|at)|was hired (?:by|at)|transferred to) {_COMPANY}"
        r"(?: (?:as|in|on|last|this|recently|yesterday)\b.*)?$",
        importance=0.7,
        fits=employer_en,
    ),
    FactRule(
        "employer",
        rf"^ (?:company|employer) is (?:called )?(?P<o>(?-i:[A-Z]){REST}{{1,40}})$",
        importance=0.7,
    ),
    FactRule(
        "former-employer",
        rf"^{ADVERBS}(?:'ve| have)?{ADVERBS} (?:left|resigned from|(?:was|got) {_FROM}"
        rf"|{_MY_JOB} (?:at|with)) (?=.*(?:{_LONG_AGO}))"
        rf"{_COMPANY_BY_NAME}{_AFTERWARDS}",
    ),
    FactRule(
        "employer",
        rf"^(?!.*(?:{_LONG_AGO})){ADVERBS}(?:'ve| have)?{ADVERBS} (?:left|resigned from|(?:was"
        rf"|got|been) {_FROM}) {_COMPANY_BY_NAME}{_AFTERWARDS}",
        importance=0.7,
        ends=True,
    ),
    FactRule(
        "employer",
        rf"^(?!.*(?:{_LONG_AGO})){ADVERBS}(?:'ve| have)?{ADVERBS} {_MY_JOB} (?:at"
        rf"|with) (?P<o>[\w&'. -]{{2,40}}?){_AFTERWARDS}",
        importance=0.7,
        ends=True,
    ),
    FactRule(
        "employer",
        rf"^(?!.*(?:{_LONG_AGO})){ADVERBS}(?:'ve| have)?{ADVERBS} (?:{_MY_JOB}|(?:got|was"
        rf"|been) (?:laid off|fired|let go|made redundant)"
        rf"|resigned|changed jobs|switched jobs|started a new job|got a new job){_AFTERWARDS}",
        importance=0.7,
        ends=True,
    ),
)
_WORK = (
    FactRule(
        "job",
        rf"^(?:{BE}(?P<no> not| no longer|n't)?{ADVERBS}|{ADVERBS} (?:work|works|working) "
        rf"(?:at .{{2,30}} )?as|{BE}{ADVERBS} working as|'ve been| have been| became| got promoted to"
        rf"| was promoted to| switched to being| have become|'ve become)(?: an?| the)? {_TITLE}",
        importance=0.7,
    ),
    FactRule("former-job", rf"^{ADVERBS} worked (?:at .{{2,30}} )?as(?: an?| the) {_TITLE}"),
    FactRule(
        "job",
        r"^ (?:job|occupation|profession|job title|role|day job)(?: title)? is "
        rf"(?:now )?(?:an? |being an? )?(?P<o>(?:{_JOB})|(?!{_OPINION})[\w-]+ {REST}{{3,40}})$",
        importance=0.7,
    ),
    FactRule(
        "job",
        rf"^(?: work| works| 'm working| am working){ADVERBS} in (?P<o>(?!teams|silence|bursts|sprints|progress|shifts)"
        rf"[a-z]{REST}{{2,30}})$",
        importance=0.7,
        fits=field_en,
    ),
    FactRule(
        "job",
        rf"^ (?P<o>teach(?:es)? {REST}{{3,30}}|run(?:s)? (?:a|my own) (?:small )?(?:[\w-]+ ){{0,2}}(?:shop|business|company"
        r"|bakery|cafe|café|restaurant|studio|farm|bookstore|agency|startup))\b",
        importance=0.7,
    ),
    FactRule(
        "job",
        rf"^(?:{BE}| got) (?P<o>retired|unemployed|self-employed|freelance|freelancing|between jobs)\b",
        importance=0.7,
    ),
    FactRule(
        "school",
        rf"^{ADVERBS}(?: (?:study|studies|studied)|{BE}{ADVERBS} studying) (?P<o>{REST}{{2,40}}? at {REST}{{2,40}})$",
    ),
    FactRule(
        "school",
        r"^(?: (?:go|goes|went) to| attend| attends| attended| graduated from|'m enrolled at| am enrolled at)"
        r" (?P<o>(?:[\w'-]+ ){0,5}(?:university|college|school|institute|academy|mit|eth|stanford|harvard|oxford"
        rf"|cambridge)\b{REST}{{0,30}})$",
    ),
)
RULES: tuple[FactRule, ...] = (*_HOME, *_EMPLOYER, *_WORK)
