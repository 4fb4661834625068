"""Tastes that are a verdict on something in general: `mushrooms are nasty`, `oat > almond`, `glitter yes, feathers never`.

The thing is an open slot: anything without an article that points at one of its kind. The verdicts are those that only
taste gives; `good`, `slow` or `useful` are said of the work at hand as well.
"""

from collections.abc import Iterator

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.objects import deictic, english_object
from stelae.schemas.candidate import Polarity

_O = (
    r"(?P<o>(?!(?:it|its|that|this|these|those|the|which|what|there|here|he|she|you|your|they|and|but|if|i|we|my|our"
    r"|his|her"
    r"|their|everything|nothing|something|anything|someone|who|how|why|when|where|today|tomorrow|option|number|version|not"
    r"|no|yes|ok|okay|now|then|so|just|please|is|are|was|one|all|some|any|please|maybe|sure|things?|stuff|as|or|with|for"
    r"|to|in|on|at|of|from)\b)[\w' /&+-]{2,40}?)"
)
_SHORT = (
    r"(?P<o>(?!(?:i|we|you|he|she|it|they|this|that|ok|okay|oh|ah|well|no|yes|if|so|maybe|once|and|but"
    r"|absolutely|of course)\b)[\w'&-]+(?: [\w'&-]+){0,2}?)"
)
_THAN = r"(?!(?:it|this|that|you|\d)\b)[\w' /&+-]{2,40}?"
_VERY = (
    r"(?: (?:really|just|simply|absolutely|always|still|honestly|definitely|totally|so|quite|frankly|truly|straight[- ]?up"
    r"|pure|actually|literally|lowkey|highkey|fucking|bloody|proper|dead|basically|easily|genuinely|by far|kinda|kind of"
    r"|pretty much|officially|way|even|objectively|a bit|bare|well|hella|deeply|utterly|completely|my))*"
)
_TAIL = (
    r"(?:,? (?:for me|to me|with me|from me|for us|imo|imho|if you ask me|in my (?:book|opinion|house|eyes)|no debate"
    r"|hands down|end of(?: story)?|period|full stop|any (?:day|time|night)|tbh|honestly|ngl|lol|fr|haha+|and that's that"
    r"|thanks|thank you|sorry|i'm afraid|every time|all day(?: long)?|always|forever|x|mate|bro|please|pls|of the week|ever"
    r"|(?:to|on|in|over|don't|never|so|but|because|cos|especially|tastes?|smells?|feels?|it|they|makes?|gives?) .*))*"
    r"(?:, .*)?$"
)
_LIKES = (
    rf"{_O} (?:is|are){_VERY} (?:life|bae|the goat|goated|elite|heaven(?:ly)?|divine|unbeatable|undefeated|unmatched"
    r"|god[- ]tier|s[- ]tier|top[- ]tier|the bomb|the dream|bliss|delicious|yummy|scrumptious|lush|underrated|chef's kiss"
    r"|a (?:big |huge |massive )?yes|sacred|gorgeous|the one|perfection|love language|jam|happy place|comfort food"
    r"|comfort \w+|guilty pleasure|spirit animal|religion|everything to me|kryptonite|poison|drug|weakness|soft spot)",
    rf"{_O}(?: > | beats? | trumps? ){_THAN}",
    rf"{_O} over {_THAN},? (?:any day|every time|always|all day|any time|for me|all the way|hands down)",
    rf"(?:strictly |team |#team)?{_SHORT} (?:yes|all the way|only|ftw|for the win|or nothing)(?:, .{{0,40}})?$",
    rf"{_O} for me,? (?:please|pls|thanks|thank you|every time|always|any day|ta|cheers)",
    rf"(?:team|strictly) {_SHORT}$",
    rf"(?:(?:there's|there is) )?(?:nothing|nowt|not much|few things) (?:better|nicer|finer|sweeter|quite like|like|more"
    rf" [\w-]+) (?:than )?(?:an? |some )?(?:proper |good |nice )?{_O}",
    rf"(?:you )?(?:can't|cannot|can never|can't ever) beat (?:an? |some )?{_O}",
    rf"(?:give me|gimme|i'll take|i'd take) (?:an? |some |a bit of |a bowl of |a plate of )*{_O} (?:any|every) (?:day"
    rf"|night|time|morning|weekend)",
    rf"{_O}{_VERY} (?:does it for me|hits? (?:the spot|different)|slaps?|rules?|rocks?|is where it's at|is where i'm"
    rf" happiest"
    r"|never fails?|makes? (?:me happy|my day|life worth living)|calms? me(?: down)?|relaxes me|soothes me)",
    rf"(?:i'm|i am|always been|i've always been|been){_VERY} (?:more (?:of )?)?an? {_O} (?:guy|girl|gal|person|man"
    rf"|woman|lass|lad"
    r"|boy|kid|kind of (?:guy|girl|person|man|woman)|type|drinker|eater|lover|nut|freak|addict|junkie)"
    r"(?: (?:than|over|not|rather|through).*)?",
    rf"(?:i |i'm |i am |i've |i have |we |we're )?(?:(?:always|remain|find myself|myself|find|been|am|still|ever|have|very"
    r"|quite|rather|also|most|particularly|hopelessly|forever|increasingly|strangely) )*(?:drawn|partial|loyal"
    r"|faithful|devoted"
    rf"|wedded|addicted|attached|faithful) to {_O}",
    rf"(?:i |we )?(?:live|lived|would kill|would die|i'd kill|i'd die) for (?:an? |some )?{_O}",
)
_DISLIKES = (
    rf"{_O} (?:is|are){_VERY} (?:nasty|gross|disgusting|vile|rank|minging|revolting|foul|rancid|repulsive|yuck|yucky|icky"
    r"|trash|garbage|overrated|cringe|cringey|mid|pants|hell(?: on earth)?|torture|the devil|the devil's work|the worst"
    r"|the worst thing(?: ever)?|a crime|an abomination|evil|satan\w*|poison(?! ivy)|unbearable|insufferable|hideous"
    r"|inedible|a scam|the enemy|beneath me|too much for me|a bit much for me|a no|no good(?: for me)?|bleh|meh)",
    rf"{_O} (?:is|are|'s){_VERY} (?:an? )?(?:(?:hard|firm|big|definite|total|absolute|flat|complete|huge|massive"
    rf"|instant|strict)"
    r" )?(?:no|nope|no[- ]?no|no[- ]go|pass|dealbreaker|deal[- ]breaker|turn[- ]?off)",
    rf"{_SHORT}(?: =| :)? (?:no|never|nope|no way|no chance|hell no|no thanks|no thank you|absolutely not)(?:,"
    rf" .{{0,40}})?$",
    rf"(?:no to|nope to|hard pass on|big no to|hard no (?:on|to)|say no to) {_O}",
    rf"{_O} can (?:get in the bin|do one|go to hell|jog on|get (?:lost|stuffed|fucked)|stay away|go away)",
    rf"{_O}{_VERY} (?:gives? me (?:the )?(?:ick|creeps|willies|heebie-jeebies|shivers|anxiety|a headache"
    r"|migraines?)|turns? my stomach|sets? my teeth on edge|does my head in|do my head in|does nothing for me|do nothing"
    r" for me|makes? my skin crawl|gets? (?:on my (?:nerves|wick|tits|goat)|right up my nose))",
    rf"(?:life's|life is) too short for {_O}",
    rf"(?:i )?(?:wouldn't|would not|won't) (?:touch|go near|eat|drink|wear|be seen (?:dead )?in|be caught dead (?:in|with))"
    rf" {_O}(?: with a (?:barge ?pole|ten[- ]foot pole)| if you paid me)",
    rf"(?:you )?(?:couldn't|could not) pay me to (?:eat |drink |watch |wear |go to )?{_O}",
    rf"keep {_O} (?:away from|off) (?:me|my \w+)",
    rf"(?:i |we )?(?:can't|cannot|couldn't|could never|can never) (?:be doing with|abide|hack|stick|stomach|be around"
    rf"|bear|get on"
    rf" with|cope with|be dealing with) (?:that |the |all that |any )?{_O}",
    rf"(?:i |i've |i have |we |we've |have |been )*(?:never|not) (?:really |much |ever |quite |particularly"
    rf" )*(?:cared (?:much )?for"
    rf"|been (?:into|one for|keen on|fond of|big on|a fan of)|taken to|warmed to|got on with|seen the (?:point"
    rf"|appeal) (?:of|in)"
    rf"|gotten into|got into|understood the appeal of|got the appeal of) {_O}",
)
_CUE = Caseless(
    r" (?:is|are|'s) |[>=]|\b(?:over|beats?|trumps?|yes|always|only|ftw|forever|nothing|team|strictly|for me|beat|any"
    r" (?:day|night"
    r"|time)|every (?:day|night|time|morning|weekend)|slaps?|rules?|rocks?|hits?|guy|girl|gal|person|man|woman|lass|lad|boy"
    r"|kid|type|drinker|eater|lover|nut|freak|addict|junkie|to|for|no|never|nope|can|sucks?|stinks?|gives?|turns?|too short"
    r"|wouldn't|won't|couldn't|keep|can't|cannot|never|not|all the way|does|do|gets?|makes?|calms?|relaxes|soothes)\b"
)
_LEAD = (
    r"^(?>(?:honestly|seriously|personally|actually|well|ok|okay|oh|and|but|so|also|yeah|no|btw|look|tbh|ngl|tbf|bro|mate"
    r"|dude|man|god|ugh|omg|imo|imho|fyi|lol|for me|to be (?:honest|fair)|sorry|because|though|as)[,:]? )*+"
)
_FRAMES: tuple[tuple[Polarity, tuple[str, ...]], ...] = (("dislike", _DISLIKES), ("like", _LIKES))
_TABLE: tuple[tuple[Polarity, Caseless], ...] = tuple(
    (polarity, Caseless(f"{_LEAD}(?:{frame}){_TAIL}"))
    for polarity, frames in _FRAMES
    for frame in frames
)
_NO_THING = Caseless(
    r"\b(?:code|script|error|bug|test|tests|build|file|option|plan|approach|idea|problem|question|answer|thanks|thank|luck"
    r"|worries|need|way|point|one|chance|matter|wonder|doubt|kidding|thing|things|person|people|everyone|you|it|i|we"
    r"|they|them|him|her|us|me"
    r"|yes|no|never|always|only|not|if|when|because|could|should|would|will|can|do|does|did|have|has|been|be|was|am|make"
    r"|made|get|got|go|going|let|say|said|tell|know|think|want|need|use|using|more|less|better|worse|back|again|too|very)\b"
)
_LONGEST = 16
"""Words."""


def find(view: View) -> Iterator[Draft]:
    """Yield the taste that a verdict states; at most one."""
    plain = view.clause.plain
    if view.chinese or len(plain.split()) > _LONGEST or "?" in view.sentence.mark:
        return
    if view.subject.who == "other" and view.subject.at:
        return
    if _CUE.search(plain) is None:
        return
    for polarity, frame in _TABLE:
        found = frame.match(plain)
        obj = english_object(view.clause.text[found.start("o") : found.end("o")]) if found else ""
        if obj and not deictic(obj) and _NO_THING.search(obj) is None:
            yield Draft(
                "verdict",
                "preference",
                {"polarity": polarity, "object": obj},
                confidence=0.7,
                importance=0.6 if polarity == "dislike" else 0.5,
            )
            return
