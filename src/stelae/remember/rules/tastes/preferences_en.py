"""Likes and dislikes in English: the cue's polarity comes from the verb and from what negates it (P5, P12, P29, DEV-11)."""

import re
from collections.abc import Iterator

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.objects import deictic, english_object, items
from stelae.schemas.candidate import Polarity

_ADV = (
    r"(?: (?:really|truly|absolutely|honestly|genuinely|always|also|still|just|actually|personally"
    r"|kind of|kinda|sort of|particularly|especially|generally|usually|mostly|definitely|simply"
    r"|totally|quite|rather|deeply|much|even|both|have always|'ve always|very much|sincerely"
    r"|strongly|do|have come to|'ve come to|have grown to|'ve grown to|used to|never really"
    r"|only))*"
)
_NEG = (
    r"(?P<no> 've never|'ve never| have never| has never| don'?t| do not| doesn'?t| does not"
    r"| didn't| did not| never| no longer| can'?t say I| wouldn't say I| am not|'m not| isn't"
    r"| is not| not)?"
)
_FRAGMENT = Caseless(
    r"^(?:honestly |really |just |definitely )*(?P<no>not |no )?(?:really |exactly |the |a |an "
    r"|big |huge |massive )*(?P<v>fan of|(?<=not )into|(?<=really )into|keen on|fond of"
    r"|crazy about|lover of) (?P<o>.+)$"
)
_PAIR = Caseless(
    r"^(?:and |give me )?(?P<o>[\w-]+(?: [\w-]+)?) over (?P<than>(?!any|every|all)[\w-]+"
    r"(?: [\w-]+)?)(?: (?:any day|every time|always|please|for me))?$"
)
_NOTHING_MORE = Caseless(
    r"^(?:there's |there is )?nothing I (?:love|like|enjoy) more than (?P<o>.+)$"
)
_CUE = Caseless(
    rf"^{_ADV}{_NEG}{_ADV}(?:"
    r"(?P<like>(?:'m| am|'s| is| are|'re) (?:\w+ ){0,2}?(?:a (?:\w+ )?fan of|fond of|into|keen on"
    r"|crazy about|passionate about|obsessed with|addicted to|partial to|a sucker for|in love with"
    r"|a big believer in|big on|a (?:\w+ )?(?:lover|fan|enthusiast) of)|"
    r" (?:like|love|enjoy|adore|prefer|favou?r|dig|fancy|appreciate|likes|loves|enjoys|adores"
    r"|prefers|favou?rs|liked|loved|enjoyed|have a (?:soft spot|thing|weakness) for"
    r"|have a passion for|fell in love with)|(?: am|'m| is|'s) (?:\w+ )?fan of)"
    r"|(?P<dislike> (?:hate|dislike|detest|despise|loathe|abhor|hates|dislikes|detests|despises"
    r"|loathes|hated|can'?t stand|cannot stand|can'?t bear|cannot bear|can'?t take|can'?t abide"
    r"|couldn'?t stand|can'?t deal with|avoid|resent|dread|mind|'m sick of|'m tired of"
    r"|can'?t tolerate|have an aversion to|fear|have a fear of|refuse to use|gave up on)|(?:'m| am"
    r"|'s| is) (?:\w+ )?(?:sick of|fed up with|tired of|afraid of|scared of|terrified of|averse to"
    r"|grossed out by|put off by|turned off by|over|allergic to the idea of)|(?:'m| am|'s| is)(?: "
    r"(?:really|super|so|very))? (?:bothered|annoyed|disgusted|irritated) by)"
    r")\s+(?P<o>.+)$"
)
_NOT_FOR_ME = Caseless(
    r"^(?P<o>[\w' -]{2,40}?) (?:is|are|'s|isn't|aren't) (?:really |just |so |definitely )?(?P<v>"
    r"(?:not )?(?:really )?(?:my (?:thing|cup of tea|style|jam))|(?:(?<=n't )|not )(?:really )?for me"
    r"|my (?:jam|thing|cup of tea"
    r"|(?:new |all-time |absolute |current )?favou?rite(?: [\w ]{2,16})?|guilty pleasure"
    r"|kryptonite)|(?:gross|disgusting|revolting) to me)$"
)
_ONLY_ONE = Caseless(
    r"^(?P<o>(?!it\b|this\b|that\b|he\b|she\b|you\b)[\w' -]{2,30}?) (?:is|are) the only "
    r"(?:\w+ ){1,3}(?:for me|I (?:use|like|drink|eat|wear|trust|need))$"
)
_FAVOURITE = Caseless(
    r"^(?:honestly,? |personally,? |well,? |i think |probably )?(?:my|our) (?:all-time |absolute "
    r"|current |new |personal )?(?P<least>least )?fav(?:e|ou?rite)? (?P<what>[\w ]{2,24}?) (?:is|are|'s"
    r"|has always been|was always|is now|of all time is|has to be|would be) (?:now |definitely "
    r"|still |probably )?(?P<o>(?!not\b|no longer\b).+)$"
)
_OVER = Caseless(
    rf"^{_ADV}(?: would rather|'d rather| prefer| prefers|'d prefer| would prefer)\s+(?:(?:to )?(?:have|drink|eat|drinking"
    rf"|eating|having) )?(?P<o>.+?)\s+"
    rf"(?:over|to|than|instead of|rather than)\s+(?P<than>.+)$"
)
_NO_MORE = Caseless(
    r"^(?:'m| am)?(?: never| not)(?: ever)? (?:going to |gonna |want to )?(?P<v>use|using|go|going"
    r"|buy|buying|eat|eating|drink|drinking|fly|flying|shop|shopping|visit|order)(?:ing)? "
    r"(?P<o>.+?) (?:again|any ?more|ever again)$|^(?: will|'ll) never (?P<v2>use|go|buy|eat|drink"
    r"|fly|shop|visit|order|set foot in) (?P<o2>.+?)(?: (?:again|any ?more|ever again))?$"
)
_ENTRY = Caseless(
    r"(?:^|[,;] |\b(?:and|but|please|so) )(?:please )?(?:don'?t|do not|never|stop|no more|avoid"
    r"|quit) (?:ever |keep )?(?:recommend|suggest|offer|show|pitch|recommending|suggesting"
    r"|offering|showing|pitching)(?:ing)? (?:me |us )?(?:any(?:thing)? (?:with |made of "
    r"|containing |more )?|more |any more )?(?P<o>[^,;.!?]{2,40})$"
    r"|(?:^|, )(?:but |and |with )?(?:absolutely |please |definitely )?(?:no|nothing) (?P<o2>"
    r"(?!one\b(?!-)|comment|pressure|kidding|joke|clue|luck|big deal|offen[cs]e|hard feelings"
    r"|before|after|until|else|special|sleep|time|money|change|news|answer|response|error|fan of"
    r"|into|keen|longer|need|worries|problem|idea|way|rush|hurry|matter|doubt|thanks|more than|to "
    r"|too |that |so |sure|really|yet|now|because|only|it|just|a |the |in |on |at |for |later|less"
    r"|sooner|good|bad|much)[\w -]{2,40}?)(?:,? (?:please(?:,? ever)?|for me|at all|thanks))*$"
)
_NO_TASTE = Caseless(
    r"\byou\b|^the work\b|^(?:the|your|that) (?:words?|phrases?|sentences?|paragraphs?|titles?|headings?"
    r"|lines?|wording|ending|intro\w*|term)\b|\b(?:like (?:this|that)|right now|today|so far)$|^the .*\b(?:idea"
    r"|approach|plan|suggestion"
    r"|sound|concept|structure|format|draft|version|layout|breakdown|tracking|option|part|way|look"
    r"|direction|tone|fact)\b|^(?:option|number|version|choice|point|step|part|a lot)\b|^(?:how"
    r"|where|what|when|I)\b"
)
_NOT_AN_OBJECT = Caseless(
    r"^(?:to (?:say|admit|think|know|see|hear|be|thank|ask|add|point|get|do|go|have|make|bother"
    r"|interrupt|break)|you|your|how|that you|when you|what|that(?: is|'s)?$|the (?:idea|way"
    r"|sound)|if|me\b|him|her|being here|talking|chatting|this|that(?!'s)|these|those|the fact"
    r"|where|waiting to hear)\b"
)


_WHICH = Caseless(
    r"^(?:which|whom|who) (?:I|we)(?: \w+ly| also| just| still| both)?"
    r"(?: (?P<like>love|like|adore|enjoy)| (?P<dislike>hate|loathe|detest|despise|dread|dislike"
    r"|can'?t stand|cannot stand|can'?t bear|resent|don'?t like|do not like|never liked))"
    r"(?: so much| a lot| very much| dearly| at all| with a passion)?(?:,.{0,30})?$"
)
_NOUN_PHRASE = Caseless(
    r"(?:^|.*\b(?:an?|the|my|our|some|more|to|of|for|with) )(?P<o>[\w' -]{3,40})$"
)
_NO_ANTECEDENT = Caseless(r".*\b(?:is|was|are|were|me|him|her|us|them|it|you|I|we|that)\b")


def _antecedent(view: View, found: re.Match[str]) -> Iterator[Draft]:
    """`Olives, which I loathe`: what is judged was named at the end of the clause before."""
    before = view.sentence.clauses[view.index - 1]
    named = _NOUN_PHRASE.match(before.plain) if view.index else None
    if named is None or _NO_ANTECEDENT.match(named["o"]):
        return
    yield Draft(
        "which",
        "preference",
        {
            "polarity": "like" if found["like"] else "dislike",
            "object": before.text[named.start("o") : named.end("o")],
        },
        whole=True,
    )


def find(view: View) -> Iterator[Draft]:
    """Yield the likes and dislikes a clause states."""
    plain = view.predicate
    clause = view.clause.plain
    if which := _WHICH.match(clause):
        yield from _antecedent(view, which)
    elif only := _ONLY_ONE.match(clause):
        yield Draft(
            "likes",
            "preference",
            {"polarity": "like", "object": view.clause.text[only.start("o") : only.end("o")]},
        )
    elif found := _FAVOURITE.match(clause):
        yield from _favourite(view, found)
    elif (
        (found := _NOT_FOR_ME.match(clause))
        and not deictic(found["o"])
        and not re.match(r"the\b", found["o"], re.IGNORECASE)
    ):
        denied = (
            re.search(r"n't |(?:is|are|'s) (?:\w+ )?not ", found.group(), re.IGNORECASE) is not None
        )
        bad = denied or re.match(r"gross|disg|revol|my kryp", found["v"], re.IGNORECASE)
        obj = view.clause.text[found.start("o") : found.end("o")]
        yield Draft(
            "taste", "preference", {"polarity": "dislike" if bad else "like", "object": obj}
        )
    elif view.subject.who in {"user", "other"}:
        yield from _verbs(view, plain)
    else:
        yield from _fragments(view)


def _fragments(view: View) -> Iterator[Draft]:
    """What is said without a subject: `not a fan of blue cheese`, `aisle over window`, `can't stand crowds`."""
    clause = view.clause.plain
    for pattern in (_FRAGMENT, _PAIR, _NOTHING_MORE):
        if found := pattern.match(clause):
            obj = english_object(view.clause.text[found.start("o") : found.end("o")])
            if obj and not deictic(obj):
                disliked = pattern is _FRAGMENT and found["no"]
                yield Draft(
                    "dislikes" if disliked else "likes",
                    "preference",
                    {"polarity": "dislike" if disliked else "like", "object": obj},
                )
            return
    if view.subject.who == "open" and view.sentence.clauses[0] is view.clause:
        yield from _verbs(view, view.predicate)


def _verbs(view: View, plain: str) -> Iterator[Draft]:
    if found := _OVER.match(plain):
        yield from _thing(view, found, "o", "like", "prefers")
    elif found := _NO_MORE.match(plain):
        yield from _thing(view, found, "o" if found["o"] else "o2", "dislike", "no-more")
    elif found := _CUE.match(plain):
        if _NOT_AN_OBJECT.match(found["o"]) or _NO_TASTE.search(found["o"]) or _used_to(plain):
            return
        if view.subject.at == 0 and re.match(
            r"\s*(?:like|likes|mind|fear|avoid|appreciate)$",
            found["like"] or found["dislike"],
            re.IGNORECASE,
        ):
            return  # `just like we agreed`: without a subject it is no verb
        if re.search(
            r"tired|afraid|sick|fed|scared", found["dislike"] or "", re.IGNORECASE
        ) and re.match(r"(?:just )?\w+ing\b", found["o"]):
            return
        polarity = _polarity(found)
        rule = {"like": "likes", "dislike": "dislikes", "neutral": "does-not-mind"}[polarity]
        yield from _thing(view, found, "o", polarity, rule)


def entry_dislike(view: View) -> Iterator[Draft]:
    """Yield what a request rules out (P5: `don'?t recommend horror movies`, `no plastic please`)."""
    found = _ENTRY.search(view.clause.plain)
    if found is None:
        return
    group = "o" if found["o"] else "o2"
    if group == "o2" and (found.start() or view.index) and view.subject.who == "user":
        return  # `I only have a blender, no food processor` says what there is
    obj = english_object(view.clause.text[found.start(group) : found.end(group)])
    if not obj or deictic(obj) or (group == "o2" and not _ruled_out(view, found, obj)):
        return
    for one in items(obj, chinese=False):
        yield Draft(
            "rules-out",
            "preference",
            {"polarity": "dislike", "object": one},
            swap=(obj, one) if one != obj else None,
            confidence=0.8,
            importance=0.7,
        )


def _ruled_out(view: View, found: re.Match[str], obj: str) -> bool:
    """Is `no X` a wish: said with `please`, beside a request, or of something that can be served, worn or bought?"""
    polite = re.search(r"(?:please|for me)", found.group(), re.IGNORECASE) is not None
    return (
        polite
        or _SERVED.search(obj) is not None
        or (len(obj.split()) <= 2 and _SHOPPING.search(view.sentence.piece.plain) is not None)
    )


_SERVED = Caseless(
    r"\b(?:nuts?|peanuts?|dairy|milk|cheese|eggs?|meat|pork|beef|lamb|chicken|fish|seafood"
    r"|shellfish|gluten|wheat|sugar|salt|spicy|onions?|garlic|cilantro|coriander|mushrooms?"
    r"|olives?|tomato(?:es)?|mayo|alcohol|caffeine|coffee|soy|plastic|leather|wool|polyester|fur"
    r"|smoking|emojis?)\b"
)
_SHOPPING = Caseless(r"\b(?:suggest|recommend|buy|order|book|pick|looking for)\b")


def _used_to(plain: str) -> bool:
    return re.match(r"^(?: \w+)? used to ", plain, re.IGNORECASE) is not None


def _polarity(found: re.Match[str]) -> Polarity:
    negated = (found["no"] or "").strip().lower()
    inner = re.search(r"\b(?:not|n't)\b", found["like"] or "") is not None
    if found["like"]:
        return "dislike" if negated or inner else "like"
    return "neutral" if negated or found["dislike"].strip().lower() == "mind" else "dislike"


def _thing(
    view: View, found: re.Match[str], group: str, polarity: Polarity, rule: str
) -> Iterator[Draft]:
    raw = re.sub(
        r"^(?:it when (?!you\b)|nothing more than )",
        "",
        view.original(found, group),
        flags=re.IGNORECASE,
    )
    obj = english_object(raw) or _referred(view, raw)
    if (
        not obj
        or (deictic(obj) and polarity != "dislike")
        or (deictic(obj) and len(obj.split()) < 2)
    ):
        return
    for one in items(obj, chinese=False):
        attributes = {"polarity": polarity, "object": one, "subject": view.subject.name}
        importance = 0.7 if polarity == "dislike" else 0.5
        yield Draft(
            rule,
            "preference",
            attributes,
            swap=(obj, one) if one != obj else None,
            importance=importance,
        )


def _referred(view: View, raw: str) -> str:
    """What `them` means in `I used to hate olives but I love them now`: the object of the clause before."""
    if not view.index or not re.match(r"(?:it|them)\b", raw, re.IGNORECASE):
        return ""
    before = view.sentence.clauses[view.index - 1]
    found = re.search(
        r"\b(?:hate|love|like|dislike|enjoy|prefer|tried|eat|drink)d? (?P<o>.+)$",
        before.plain,
        re.IGNORECASE,
    )
    return english_object(before.text[found.start("o") :]) if found else ""


def _favourite(view: View, found: re.Match[str]) -> Iterator[Draft]:
    obj = english_object(view.clause.text[found.start("o") : found.end("o")])
    if not obj or deictic(obj):
        return
    aspect = (
        "thing"
        if found["least"]
        else f"favourite-{found['what'].strip().lower().replace(' ', '-')}"
    )
    yield Draft(
        "favourite",
        "preference",
        {"polarity": "dislike" if found["least"] else "like", "object": obj, "aspect": aspect},
    )
