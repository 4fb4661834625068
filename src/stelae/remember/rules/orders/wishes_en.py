"""Orders about how somebody wants to be served, by their frame: a ban of a manner, a rule for all of a kind.

The manner is an open slot. What makes such an order lasting is that it is about talking itself (`stop apologising`), or
about all of a kind (`present all figures with …`); what it does to one text or one piece of work is an errand.
"""

from stelae.remember.rules.durability.passing_en import passes
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import View

_LEAD = r"^(?:(?:and|but|also|so|oh|please|pls|just|kindly|then|ok|okay|btw|yo|hey|bro|mate|honestly|look|seriously)[, ]+)*"
_MANNER = (
    r"(?:talk|speak|ask (?:me )?(?:if|whether|how|what i)|call|apologi[sz]e|lecture|preach|morali[sz]e|patroni[sz]e"
    r"|assume|explain|repeat"
    r"|tell|remind|say|sugar-?coat|waffle|ramble|hedge|pad|flatter|praise|compliment|congratulate|joke|greet|thank|address"
    r"|treat|act|answer|reply|respond|start|begin|end|finish|sign|use|give|add|put|write|send|mention|bring up|include"
    r"|abbreviate|translate|swear|curse|nag|coddle|baby|mother|over-?explain|dumb)"
)
_DOING = (
    r"(?:talking|speaking|asking (?:me )?(?:if|whether|how|what i)|calling|apologi[sz]ing|lecturing|preaching"
    r"|morali[sz]ing|patroni[sz]ing|assuming|explaining"
    r"|repeating|telling|reminding|saying|sugar-?coating|waffling|rambling|hedging|padding"
    r"|flattering|praising|complimenting|congratulating|joking|greeting|thanking|addressing|treating|acting|answering"
    r"|replying|starting|beginning|ending|finishing|signing|using|giving|adding|putting|writing|sending|mentioning"
    r"|bringing up|including|abbreviating|translating|swearing|cursing|nagging|babying|over-?explaining|dumbing)"
)
_OF_TALK = Caseless(
    rf"{_LEAD}(?:(?:please )?(?:don't|do not|dont|never|no need to|you don't (?:have|need) to|you needn't)(?: ever|"
    rf" keep| just"
    rf"| always)* (?:{_MANNER}|{_DOING})|(?:please )?(?:stop|quit|enough (?:with|of) (?:the |your )?|cut out|no more)"
    rf"(?: always| ever)? {_DOING})\b(?P<rest>.*)$"
)
_OF_CONTENT = Caseless(
    r"\b(?:use|using|give|giving|add|adding|put|putting|write|writing|send|sending|include|including|start|starting|begin"
    r"|beginning|end|ending|finish|finishing|offer|offering|mention|mentioning|sign|signing|repeat|repeating|say|saying"
    r"|explain|explaining|tell|telling|answer|answering|reply|replying|respond)\b"
)
"""Verbs that are as often said of the text at hand."""
_ALL = Caseless(
    r"\b(?:any|anything|ever|every|each|all|always|at the (?:start|beginning|end)|with me|to me|like (?:an?|i'm|i am"
    r"|you're)"
    r"|as if|as though|me (?:that|about|what|how|if|when)|so many|so much|if i|whether i|again and again)\b"
)
_KEEP_IT = Caseless(
    rf"{_LEAD}(?:keep|make) (?:it|things|everything|answers|replies|your (?:answers|replies)|stuff)"
    r" (?:(?:nice|super|very|really|always|pretty|quite|fairly|as|and|n|&|to the point|short|brief|casual|simple"
    r"|light|formal"
    r"|informal|punchy|concise|snappy|sweet|plain|polite|friendly|direct|blunt|clean|sfw|professional|civil|real"
    r"|terse|tight"
    r"|chill|low-?key|factual|practical|(?:under|below|within|to) (?:about |max )?(?:\w+) (?:lines?|sentences?|words"
    r"|paragraphs?|bullets|bullet points|points))[, ]*)+(?:please|pls|thanks|ok|okay|with me|yeah|x)?$"
)
_OF_ALL = Caseless(
    rf"{_LEAD}(?:all|any|every|each) (?:of )?(?:my |your |the )?(?!of\b|the\b|this\b|that\b)[\w' -]{{3,40}}?"
    r" (?:should|must|needs? to|ha(?:s|ve) to|ought to|(?:is|are) to|goes?|go) (?:always |only |please )?(?:be|come"
    r"|use|have|go"
    r"|in|end|start|begin|follow|include|contain|carry|list|show|say|start)\b.{2,80}$"
)
_PRESENT = Caseless(
    rf"{_LEAD}(?:present|format|quote|express|state|spell|render|round|cite) (?:me )?(?:all|any|every|each) (?!the\b"
    rf"|of\b|this\b|that\b|these\b)[\w'-]+(?: [\w'-]+){{0,3}}"
    r" (?:in|with|as|without|using|to|by)\b.{2,60}$"
)
_WHENEVER = Caseless(
    rf"{_LEAD}(?:when(?:ever)?|any time|every time|if) (?:you(?:'re| are)? )?(?:ever )?(?:writ|summari[sz]|draft"
    rf"|explain|answer"
    r"|review|suggest|recommend|plan|book|translat|list|cook|quot|cit|pric|reply|edit|giv|mak|send|describ|schedul"
    r"|creat|prepar"
    r"|show)(?:e|ing|es|ting|y)?\b.*\b(?:for me|to me|with me|my|us|our)\b,? \S.*$"
)
_PRONOUNS = Caseless(
    rf"{_LEAD}(?:my pronouns(?: are|:)|i use|i go by|pronouns(?: are|:)|it's|its)? ?"
    r"(?P<o>(?:he|she|they|it|ze|xe|ey)/(?:him|her|them|its|zir|hir|xem|em)(?:/\w+)?)(?: for me| here| pronouns)?[,"
    r" ]*(?:please|pls"
    r"|thanks|thank you|x+|btw|not \S+)*[, x]*$"
)
_AT_HAND = Caseless(
    r"\b(?:yet|now|anything else until|until (?:i|we)|for (?:this|now)|in (?:this|the) (?:code|function|file|answer|text"
    r"|email|letter|query|script|essay)|worry|bother|forget|mind|get me wrong)\b"
)
_MOST = 26


def wished(view: View) -> bool:
    """Does the clause order a lasting manner?"""
    plain = view.clause.plain
    if len(plain.split()) > _MOST or view.subject.who == "other":
        return False
    if _PRONOUNS.match(plain) or _KEEP_IT.match(plain):
        return True
    if _AT_HAND.search(plain):
        return False
    if _OF_ALL.match(plain) or _PRESENT.match(plain) or _whenever(view):
        return not passes(plain.replace("your", ""))
    banned = _OF_TALK.match(plain)
    if banned is None or passes(banned["rest"].partition(",")[0].partition(" at the ")[0]):
        return False
    return _OF_CONTENT.search(plain) is None or _ALL.search(plain) is not None


def _whenever(view: View) -> bool:
    """`When summarising for me, NICE first`: the order may be the clause behind the comma."""
    offset = view.clause.start - view.sentence.piece.start
    return _WHENEVER.match(view.sentence.piece.plain[offset:]) is not None
