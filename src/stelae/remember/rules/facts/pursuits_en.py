"""Facts about a person in English: languages, what they learn and can do, their body, what they gave up."""

from stelae.remember.rules.facts.phrases_en import ADVERBS, BE, DENIAL, REST
from stelae.remember.rules.facts.tables import FactRule

_TONGUES = (
    r"(?:english|french|german|spanish|italian|portuguese|russian|chinese|mandarin|cantonese|japanese|korean|arabic|hindi|urdu"
    r"|bengali|punjabi|tamil|telugu|dutch|swedish|norwegian|danish|finnish|polish|czech|greek|turkish|hebrew|farsi|persian"
    r"|vietnamese|thai|tagalog|indonesian|malay|swahili|ukrainian|hungarian|romanian|catalan|welsh|irish|gaelic|latin)"
)
"""Many people write them without a capital."""
_LANGUAGES = (
    FactRule(
        "native-language",
        rf"^ (?:native language|mother tongue|first language|native tongue) is (?P<o>{REST}{{3,20}})$",
    ),
    FactRule("native-language", rf"^{BE}(?: an?)? native (?P<o>\w+) speaker\b"),
    FactRule("native-language", rf"^ grew up speaking (?P<o>{REST}{{3,20}})$"),
    FactRule(
        "language",
        rf"^{ADVERBS}(?P<no>{DENIAL})?{ADVERBS} (?:speak|speaks|am fluent in|understand) (?:fluent |some |a little "
        rf"|a bit of |basic |conversational |both )?(?P<o>(?:(?-i:[A-Z])\w+|{_TONGUES}\b){REST}{{0,40}})$",
    ),
    FactRule(
        "language",
        rf"^{BE}{ADVERBS} (?:fluent|bilingual|conversational) in (?P<o>{REST}{{3,40}})$",
    ),
)
_LEARNING = (
    FactRule(
        "learning",
        rf"^(?: (?:recently|just|finally))*(?:{BE}{ADVERBS}| started| began|'ve been| have been"
        r"|'ve started| have started|'ve begun| took up|'ve taken up| picked up|'ve picked up)(?: "
        r"(?:currently|now|recently|slowly))* (?:learning|studying|teaching myself|taking (?:up"
        r"|lessons in|classes in|a (?:course|class) (?:in|on))|practi[sc]ing|to learn|(?=the \w+$"
        r"|pottery|knitting|yoga|chess|piano|guitar|climbing|painting$|running(?!"
        r" (?:late|out|behind|low|short|around|into))|pilates|gardening"
        r"|bouldering|judo|karate))\s?(?P<o>(?!these|this|that|those|from|about it|that"
        rf"|how it|a lot|so much|more|it|things|to\b(?! \w+)){REST}{{3,50}})$",
    ),
    FactRule(
        "skill",
        r"^(?P<no> can'?t| cannot| don'?t know how to| never learned (?:how )?to)?(?: can"
        r"| know how to)? (?P<o>(?:play (?:the )?(?:piano|guitar|violin|cello|drums"
        r"|flute|saxophone|chess|go|bass|banjo|trumpet|harp|ukulele|accordion)|swim|drive(?= stick|$)"
        r"|ski|knit|juggle|code in \w+|cook \w+|ride a (?:bike|horse|motorcycle|unicycle)|read sheet music"
        rf"|touch[- ]type|sign)\b{REST}{{0,30}})$",
    ),
)
_BODY = (
    FactRule(
        "handedness",
        rf"^{BE}{ADVERBS} (?P<o>left-handed|right-handed|ambidextrous|a leftie|a lefty)",
    ),
    FactRule(
        "height",
        rf"^{BE}{ADVERBS} (?P<o>\d(?:'|ft| feet| foot)[\d\" in]*(?: inches)?|\d{{3}} ?cm|\d\.\d+ ?m)(?: tall)?$",
    ),
    FactRule(
        "size",
        r"^(?: wear| take)(?: an?)? (?P<o>size [\w. -]{1,12}|(?:EU|US|UK) ?\d[\d.]*|\d{2} (?:shoes?))",
    ),
    FactRule("size", rf"^ (?:shoe|shirt|ring|dress|clothing) size is (?P<o>{REST}{{1,16}})$"),
)
_LIFE = (
    FactRule("timezone", rf"^ (?:time ?zone) is (?P<o>{REST}{{2,30}})$"),
    FactRule(
        "timezone",
        rf"^{BE}{ADVERBS} (?:in|on) (?P<o>(?:UTC|GMT|CET|CEST|EST|EDT|PST|PDT|CST|MST|JST|IST|AEST)[+-]?\d{{0,2}}"
        r"|[\w/]+ time)(?: zone)?$",
    ),
    FactRule(
        "habit-quit",
        rf"^{ADVERBS}(?: have|'ve)?{ADVERBS} (?:quit|gave up|given up|stopped|cut out|kicked|sworn off) "
        r"(?P<o>(?:drinking |eating |smoking |using |having )?(?!by\b|at\b|in\b|for\b|over\b|off\b|to\b"
        r"|and\b|that|it|my job|trying|asking|doing|working|the (?:app|program))[\w' -]{3,30})$",
    ),
    FactRule(
        "volunteering",
        rf"^{ADVERBS} (?P<o>(?:volunteer|volunteers|coach|mentor|sing|sings) (?:at|for|with|in|the|a|youth"
        rf"|kids)\b{REST}{{2,40}})$",
    ),
)
RULES: tuple[FactRule, ...] = (*_LANGUAGES, *_LEARNING, *_BODY, *_LIFE)
