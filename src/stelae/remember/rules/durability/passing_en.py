"""What an English clause of an open frame says about how long it holds, and what it must not say.

Open frames know no vocabulary of their own, so the signs that a sentence holds again and again or for long, and those of
the moment, of the work at hand and of something only pointed at, are listed here for all of them alike.
"""

from stelae.remember.rules.reading.caseless import Caseless

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_UNIT = rf"(?:day|morning|afternoon|night|evening|week|fortnight|weekend|month|year|quarter|season|{_DAY})"
_REGULAR = Caseless(
    rf"\b(?:(?:every|each) (?:other |single |second |third |few )?(?:{_UNIT}s?|summer|winter|spring|autumn|fall|time"
    rf"|shift|january"
    r"|june|july|august|december|christmas|meal|lunch|dinner|breakfast)|always|usually|normally|generally|mostly|mainly"
    r"|typically|often|regularly|whenever|never|rarely|hardly ever|only ever"
    r"|(?:daily|weekly|monthly|fortnightly|nightly|yearly|annually|quarterly|full[- ]time|part[- ]time|nights)"
    r"(?=$|[,.;]| (?:at|on|in|for|from|and|to|with|since|by|before|after|because|but|so|as|now|or)\b)"
    rf"|{_DAY}s|(?:on |at |most )(?:weekends|weekdays|weeknights|mornings|evenings|afternoons|nights|days|weeks)"
    r"|in the (?:morning|evening|afternoon|daytime)s?|at night|(?:once|twice|thrice|\w+ times|\d+x) (?:an?|per) (?:day|week"
    r"|month|year)|for a living|for work|these days|nowadays|as a hobby|for fun|on the side|from home|in (?:winter|summer)"
    r"|all year|year-round|(?:after|before) (?:work|bed|breakfast|school|dinner|lunch)|everyday|as a rule|on principle"
    r"|religiously|half the week|term[- ]time|by hand|most of the (?:time|day|week))\b"
)
_LIFELONG = Caseless(
    r"\b(?:since|for (?:about |almost |over |nearly |more than |the (?:last|past) )?(?:\w+ ){0,2}?(?:years?|yrs?"
    r"|months|decades?|ages|weeks)"
    r"|(?:all|most of) my life|my (?:whole|entire|adult) life|any ?more|any longer|no longer|by (?:nature|birth|law|faith"
    r"|religion|trade|training)|permanent(?:ly)?|for life|for good|long[- ]term|chronic\w*|from birth|as a (?:kid|child)"
    r"|these days|nowadays|for ever|forever|now and then|lifelong)\b"
)
_MOMENT = Caseless(
    r"\b(?:today|tonight|right now|rn|atm|at the moment|at the minute|just now|for now|for the time being|this (?:morning"
    r"|afternoon|evening|time|minute|second|instant|round)|any (?:second|minute) now|in a (?:sec|second|minute|min|moment"
    r"|bit|rush|hurry)|(?:a|one|two|five|ten|\d+) (?:secs?|seconds?|mins?|minutes?)(?: (?:ago|late|away|left))?$"
    r"|hang on|hold on|one sec|yesterday|last night|earlier today|so far|tomorrow|brb|asap|any idea|soon|all day|just say"
    r"|first of all|next time)\b"
)
_WHILE = Caseless(
    r"\b(?:still|already|yet|currently|again|almost|nearly|about to|on (?:my|the) way|in the middle of|stuck|waiting"
    r"|running late"
    r"|ready|finally|earlier)\b"
)
"""Signs of a state of affairs that goes on changing, where nothing says that it lasts."""
_POINTING = Caseless(
    r"\b(?:this|these|those|it|them|above|below|here|there|your|yours|yourself|you|the (?:same|other|above|following|former"
    r"|latter|first|second|third|last|next|one|ones|rest|result\w*|output|file|code|script|error|bug|test|tests|build"
    r"|app|page|site|link|button|screen|function|model|data|dataset|table|chart|text|draft|document|doc|report|email"
    r"|essay|paragraph|section|question|answer|problem|issue|point|idea|plan|task|project|assignment|version|message"
    r"|list|image|picture|photo|video|song|movie|film|book|article|story|game|conversation|chat|topic|example|thing"
    r"|things|way|fact|reason|difference|budget|schedule|timeline|process|system|server|database|query|instructions?"
    r"|transaction|customer|client|decision|option|result))\b"
    r"|\bthat(?=$|[,.]| (?:is|was|one|way|kind|sort|stuff|thing|would|will|makes)\b)|[*#|{}<>\[\]=\\]|\.\w"
)
_OWN_PLACE = Caseless(
    r"\b(?:this (?:address|house|town|city|country|street|flat|area|job|company|building|village|year|summer|autumn|fall"
    r"|winter|spring|month|week(?:end)?)|(?:move[ds]?|came|come|live|lived|living|born|works?|grew up|been) (?:over "
    r"|back )?here"
    r"|these days|here (?:in|since)|you know)\b"
)
"""What is pointed at in these is plain to everybody."""
_TALK = Caseless(
    r"\b(?:errors?|bugs?|exceptions?|issues?|problems?|questions?|queries|query|ideas?|doubts?|concerns?|thoughts?|feedback"
    r"|suggestions?|clue|hunch|feelings?|trouble|difficult(?:y|ies)|mistakes?|meetings?|deadlines?|headaches?|decisions?"
    r"|request|favou?r|look|try|shot|chance|choice|time (?:to|for)|minute|second|moment|sense|reason|points?|opinion|news"
    r"|homework|assignment|essay|draft|exam|quiz|test|code|script|function|file|files|data|dataset|variables?|columns?"
    r"|rows?|array|string|class|method|api|json|csv|html|css|sql|regex|url|stack trace|localhost|prompt|paragraphs?|text"
    r"|following|access|permission|hard time|good time|rough|blast|laugh|word with|crush|cold$|instructions?|expectations?"
    r"|directive|understanding|task|syllabus|energy|track record|discussion|conversation|limit|limited|scenario|hypothes\w+"
    r"|fever|flu|hangover|bad day|long day|busy day|big day|rest of|left$|equation|matrix|implementation|simulation|project"
    r"|confusion|urge|hope|faith in|confidence in|been thinking|reservations?|complaints?|updates?|notes?|progress"
    r"|form|mind)\b"
)
"""What is had, met or asked about in a talk, and belongs to nobody's life."""
_STORY = Caseless(
    r"\b(?:suddenly|all of a sudden|walked (?:in|up|into|over)|turns out|guess what|you know what|literally dying"
    r"|swear to god|i swear|to the moon|once upon|as follows|thank god|thankfully)\b"
)


def regular(plain: str) -> bool:
    """Does it say itself that it happens again and again?"""
    return _REGULAR.search(plain) is not None


def lifelong(plain: str) -> bool:
    """Does it say itself that it has held for long, or is over for good?"""
    return _LIFELONG.search(plain) is not None


def passes(plain: str) -> bool:
    """Is it of the moment, told as a story, or only pointing at the talk?"""
    if _STORY.search(plain) or _MOMENT.search(plain):
        return True
    if _WHILE.search(plain) and not regular(plain) and not lifelong(plain):
        return True
    plain = plain.lower()
    for known in _OWN_PLACE.finditer(plain):
        plain = plain[: known.start()] + " " * len(known.group()) + plain[known.end() :]
    return _POINTING.search(plain) is not None


def of_the_talk(plain: str) -> bool:
    """Does it name what a talk is about: a question, an error, a text, a matter to settle?"""
    return _TALK.search(plain) is not None
