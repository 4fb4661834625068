"""What an English clause tells of a speaker's life with something else for its subject.

`Wednesdays are my admin days`, `standup is at 11 daily`, `the only time I'm free is Sunday afternoon`, `that is where I
live`: what ties it to the speaker is `my` behind the verb, a regular time, or a clause with `I` inside of the noun.
"""

import re
from collections.abc import Iterator

from stelae.remember.rules.durability.passing_en import of_the_talk, passes
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View

_LEAD = (
    r"^(?:(?:and|but|so|also|oh|well|yeah|ok|okay|btw|because|cos|cuz|as|since|though|plus|then|no|tbh|fyi"
    r"|basically|honestly)[, ]+)*"
)
_NP = (
    r"(?!(?:it|this|that|these|those|what|which|there|here|he|she|you|they|who|how|why|where|when|if|i|we"
    r"|is|are|do|does|did|can|not)\b)[\w' /&:.+-]{2,50}?"
)
_IS_MINE = Caseless(
    rf"{_LEAD}(?:the )?(?P<s>{_NP}) (?:is|are|'s|was|has (?:always )?been|have (?:always )?been|remains?|were)"
    r"(?: (?:still|now|also|basically|actually|always|both|all|technically|only|just))* (?:my|our|mine)\b (?P<y>.{2,80})$"
)
_NO_MINE = Caseless(
    r"(?:\w+ )?(?:question|point|fault|bad|mistake|problem|issue|concern|guess|idea|understanding|goal|main|first"
    r"|next|last|final|current"
    r"|answer|draft|essay|code|function|query|data|input|output|prompt|text|response|thought|request|impression|assumption"
    r"|opinion|take|pleasure|priority|plan|attempt|turn|cue|bet|error|file|table|list|title|topic|thesis statement"
    r"|hypothesis)s?\b"
)
_CLEFT = Caseless(
    r"^(?:and |so |because |which |since )?(?:that's|that is|which is) (?:actually |basically |also |just )?"
    r"(?:where (?:I|we|my|our) (?:live|work|stay|study|train|grew up|was born|am based|go|come from|kids|son|daughter"
    r"|mum|mom|family|parents)"
    r"|when (?:I|we|my) (?:finish|start|get|go|pick|drop|work|sleep|eat|train|do|have|study|see|take|walk|pray|teach)"
    r"|how (?:I|we) (?:earn|make (?:a|my|our) living|get (?:to work|around)|commute|like (?:it|my))|why I (?:can't"
    r"|don't|never|only|always|walk|use|avoid|wear|take)"
    r"|what I (?:do for|drive|use for|teach|studied|did my))\b.*$"
)
_ONLY_ONE = Caseless(
    rf"{_LEAD}(?:the )?(?:only|best|worst|usual|nearest|first|last)? ?(?:time|day|days|place|thing|night|evening"
    rf"|morning|one|meal|sport|language|job|drink|food|person|hours?|slot|shop|bank|airline|brand|team|car|office|gym"
    rf"|school|church)s?"
    r" (?:that |where |when )?(?:I|I'm|I've|we|we're|my \w+)\b.{0,50}? (?:is|are|was)(?: (?:like|usually|always"
    r"|actually|basically|on|in|at))* (?!(?:that|to|this|it|when|if|how|because|not)\b)\S.{1,60}$"
)
_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_REGULAR = Caseless(
    r"\b(?:every (?:other |single |second )?(?:day|morning|night|evening|week|weekend|month|year|quarter|(?:mon|tues"
    r"|wednes|thurs|fri|satur|sun)day)s?|(?:mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|(?:daily|weekly|monthly|fortnightly|quarterly|nightly)(?=$|[,.;]| (?:at|on|in|for|from|and|to|with|by|before"
    r"|after)\b)|(?:once|twice|\w+ times) (?:an?|per) (?:day|week|month|year)|on weekdays|on weekends|at weekends"
    r"|each (?:day|morning|night|evening|week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b"
)
_REGULAR_THING = Caseless(
    rf"{_LEAD}(?!(?:the|a|an|to|in|for|on|with|what|why|how|when|if|is|are|do|does|can|could|would|please|remind|book"
    rf"|set|schedule"
    r"|send|give|add|make|list|tell|show|write|create|plan|check|put|let|get|order|buy|call|email|thanks?|see|update"
    r"|review|run"
    r"|use|no|happy|good|every|each|once|sometimes|as|i|i'm|we)\b)(?P<s>[\w'/&-]+(?: [\w'/&-]+){0,4}?)"
    r"(?:'s|,| (?:is|are|runs?|starts?|meets?|happens|falls|goes|comes|takes|rings|visits|closes|opens|collects?))?"
    rf" (?:(?:at|from|until|on|for|around|about|only|always|usually|never|\d\S*|am|pm|o'clock|noon|half|five|six"
    rf"|seven|eight|nine|ten|ist|gmt|cet|est|pst"
    rf"|utc|and|&|me|us|mine) )*(?=(?:every|each|daily|weekly|monthly|{_DAYS}|twice|once|\w+ times|on week|at week"
    rf"|fortnightly|nightly)).{{3,60}}$"
)
_OWN = Caseless(r"\b(?:I|I'm|I've|me|my|we|we're|our|us|mine)\b")
_FEWEST, _MOST = 3, 30


def find(view: View) -> Iterator[Draft]:
    """Yield the person's own sentence when something else in it is theirs; at most one."""
    if view.chinese or "?" in view.sentence.mark:
        return
    plain = view.clause.plain
    if not _FEWEST <= len(plain.split()) <= _MOST:
        return
    if _CLEFT.match(plain) and view.index and _NAMED.search(_before(view)):
        yield Draft("own-account", "fact", {"negated": False}, confidence=0.55, whole=True)
    elif view.subject.who != "nobody" and _said(view, plain):
        yield Draft("own-words", "fact", {"negated": False}, confidence=0.55)


_NAMED = re.compile(r"(?<!^)\b[A-Z][a-z]|\d")
"""Something that what is said of it can be said again without the talk around it."""


def _before(view: View) -> str:
    return view.sentence.clauses[view.index - 1].plain


def _said(view: View, plain: str) -> bool:
    core = plain.partition(",")[0]
    if passes(core):
        return False
    if found := _IS_MINE.match(plain):
        return _NO_MINE.match(found["y"]) is None and not of_the_talk(found["s"])
    if _ONLY_ONE.match(plain):
        return not of_the_talk(plain)
    return _regular(view, plain)


def _regular(view: View, plain: str) -> bool:
    """A thing with a regular time, in a message of its own or with a word for the speaker in it."""
    if _REGULAR.search(plain) is None or of_the_talk(plain) or _REGULAR_THING.match(plain) is None:
        return False
    return _OWN.search(plain) is not None or len(view.sentence.piece.plain) < _SHORT


_SHORT = 120
