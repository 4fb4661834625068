"""Facts about a person in English: names, origin, age, family. The predicate begins with a space or an apostrophe."""

from stelae.remember.rules.facts.given_names import GIVEN_NAMES
from stelae.remember.rules.facts.phrases_en import ADVERBS, BE, REST
from stelae.remember.rules.facts.places import beside, named_en
from stelae.remember.rules.facts.tables import FactRule

_PEOPLE = (
    r"(?:[a-z]{2,}(?:ish|ese)|welsh|dutch|french|german|american|canadian|mexican|brazilian|italian|russian"
    r"|ukrainian|norwegian|austrian|australian|hungarian|romanian|bulgarian|serbian|croatian|estonian|latvian"
    r"|lithuanian|georgian|armenian|iranian|indian|indonesian|malaysian|nigerian|ghanaian|kenyan|ethiopian|egyptian"
    r"|algerian|moroccan|korean|greek|czech|slovak|swiss|belgian|thai|filipino|israeli|iraqi|pakistani|bangladeshi"
    r"|asian|african|european|latin[ao]|catholic|protestant|muslim|hindu|buddhist|catalan|basque|maori|black|white)"
)
"""`I'm Welsh` is no name."""
_NATIONS = (
    r"(?:welsh|dutch|french|german|american|canadian|mexican|brazilian|italian|russian|ukrainian|norwegian|austrian"
    r"|australian|hungarian|romanian|bulgarian|serbian|croatian|estonian|latvian|lithuanian|georgian|armenian|iranian"
    r"|indian|indonesian|malaysian|nigerian|ghanaian|kenyan|ethiopian|egyptian|algerian|moroccan|korean|greek|czech"
    r"|slovak|swiss|belgian|thai|filipino|israeli|iraqi|pakistani|bangladeshi|british|english|scottish|irish|spanish"
    r"|(?-i:Polish)|danish|swedish|finnish|turkish|portuguese|japanese|chinese|taiwanese|vietnamese|lebanese|sudanese"
    r"|maltese|chilean|colombian|peruvian|argentinian|cuban|venezuelan|slovenian|albanian|singaporean|south african"
    r"|new zealander|icelandic)"
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\b"
)
_NAME_IS = r"name(?:'s| is) (?:now )?(?P<o>[\w'. -]{1,40}?)$"
_TENS = r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
_ONES = r"(?:one|two|three|four|five|six|seven|eight|nine)"
_RELATION = (
    r"(?:kids?|children|child|daughters?|sons?|brothers?|sisters?|siblings?|twins?|grandchildren|grandkids?|grandsons?"
    r"|granddaughters?|girlfriend|boyfriend|wife|husband|nieces?|nephews?|stepson|stepdaughter)"
)

_NAMES = (
    FactRule("name", rf"^(?:'s)?\s?{_NAME_IS}", importance=0.8),
    # A part or another form of a name is none of the name's own values.
    FactRule("first-name", rf"^(?:'s)?\s?(?:first|given) {_NAME_IS}", importance=0.7),
    FactRule("surname", rf"^(?:'s)?\s?(?:last |family |sur){_NAME_IS}", importance=0.7),
    FactRule("middle-name", rf"^(?:'s)?\s?middle {_NAME_IS}"),
    FactRule("maiden-name", rf"^(?:'s)?\s?(?:maiden|birth) {_NAME_IS}"),
    FactRule("full-name", rf"^(?:'s)?\s?(?:full|legal|real) {_NAME_IS}", importance=0.7),
    FactRule("english-name", rf"^(?:'s)?\s?english {_NAME_IS}"),
    FactRule("chinese-name", rf"^(?:'s)?\s?chinese {_NAME_IS}"),
    FactRule(
        "name",
        rf"^{BE}(?: called| named) (?P<o>[A-Z][\w'.-]*(?: [A-Z][\w'.-]*){{0,2}})$",
        importance=0.8,
    ),
    FactRule(
        "name",
        rf"^{BE} (?P<o>(?!{_PEOPLE}$)(?-i:[A-Z][a-zé]+(?: [A-Z][\w'.-]+){{0,2}}))(?=$|, an? )",
        importance=0.8,
    ),
    FactRule("name", rf"^{BE} (?P<o>{GIVEN_NAMES})(?: here)?$", importance=0.8),
)
_NATIONALITY = FactRule(
    "nationality",
    rf"^{BE}{ADVERBS}(?P<no> not)?(?: an?)? (?P<o>{_NATIONS})(?: citizen| national)?(?: by birth)?$",
)
_ORIGIN = (
    FactRule(
        "hometown",
        rf"^(?:{BE}{ADVERBS}(?: originally)? from| come from| comes from| was born and raised in)"
        r" (?P<o>[A-Z][^,;.!]{1,40})$",
        fits=named_en("hometown"),
    ),
    FactRule("hometown", rf"^ (?:hometown|home town) is (?P<o>{REST}{{2,40}})$"),
    # One may be born in one place, grow up in another and be from a third.
    FactRule(
        "raised-in",
        r"^(?: grew up in| was (?:raised|brought up) in) (?P<o>[A-Z][^,;.!]{1,40})$",
        fits=named_en("raised-in"),
    ),
    FactRule(
        "birthplace",
        rf"^ was born in (?P<o>(?!{_MONTH})[A-Z][^,;.!]{{1,40}})$",
        fits=named_en("birthplace"),
    ),
)
_AGE = (
    FactRule(
        "age",
        rf"^(?:{BE}{ADVERBS}(?: turning)?| turned| just turned) (?P<o>\d{{1,3}}|{_TENS}(?:[- ]{_ONES})?)"
        r"(?: years? old| years? of age| yo| y\.?o\.?)?(?: (?:now|this year|last \w+|in \w+|today))?$",
    ),
    FactRule(
        "birthday",
        r"^(?:'s)? (?:birthday|date of birth|bday|birth date)(?:'s| is)(?: on)?"
        rf" (?P<o>(?!coming|near|soon|today|tomorrow|next week){REST}{{3,30}}(?:, \d{{4}})?)",
        importance=0.7,
    ),
    FactRule("birthday", rf"^ was born in (?P<o>{_MONTH}(?: (?:19|20)\d\d)?)$", fits=beside),
    FactRule("birth-year", r"^ was born in (?P<o>(?:19|20)\d\d)$"),
    FactRule(
        "birthday",
        rf"^ was born (?:on|in) (?P<o>(?=[^,]*\b\d{{1,2}}(?:st|nd|rd|th)?\b)(?:the )?(?:\d"
        rf"|{_MONTH}){REST}{{2,30}}(?:, \d{{4}})?)",
        importance=0.7,
    ),
)
_FAMILY = (
    FactRule(
        "marital-status",
        rf"^(?:{BE}{ADVERBS}(?P<no> not| no longer)?| got) (?:(?:recently|now|happily) )?(?P<o>married|divorced"
        r"|single|engaged|widowed|separated)(?: (?:to|last|in|with|now|for|since|again|any ?more)\b.*)?$",
        sensitivity="sensitive",
    ),
    FactRule(
        "pregnancy",
        rf"^{BE}{ADVERBS}(?P<no> not)? (?P<o>(?:\w+ (?:weeks?|months?) )?pregnant(?: with (?:twins|triplets))?)"
        r"(?: (?:again|now|with my \w+|any ?more))?$",
        sensitivity="sensitive",
    ),
    FactRule(
        "family",
        rf"^{ADVERBS}(?P<no> don'?t)?(?: have|'ve got| has| got) (?P<o>(?:an?|one|two|three|four|five|\d"
        rf"|twin|any) ?(?:[\w-]+ ){{0,3}}?{_RELATION}\b{REST}{{0,40}})$",
    ),
    FactRule(
        "family",
        rf"^{BE} (?:an? )?(?P<o>only child|single (?:mom|mum|dad|mother|father|parent)|(?:new )?"
        r"(?:father|mother|dad|mom|mum|parent)(?: of \w+(?: \w+)?)|twin|(?:the )?(?:youngest|oldest"
        r"|eldest|middle child)(?: of \w+)?)\b",
    ),
)
RULES: tuple[FactRule, ...] = (*_NAMES, _NATIONALITY, *_ORIGIN, *_AGE, *_FAMILY)
