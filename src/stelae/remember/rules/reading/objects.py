"""The object of a cue: cut at its end, freed of particles, a list taken apart; pronouns alone are no object."""

import re
from collections.abc import Iterator

from stelae.remember.rules.reading.caseless import Caseless

_STOP_ZH = re.compile(
    r"但是|但|不过|可是|因为|所以|而且|然后|就是(?!说)|尤其|特别是|除了|虽然|(?:这|那)(?:样|件事)|比如|例如|多过|胜过|不是"
    r"|也不(?=[吃喝抽用看去买要想碰沾])|$"
)
_TAIL_ZH = re.compile(
    r"(?:(?:了|啦|呢|啊|呀|哦|喔|吧|嘛|哈|诶|哟|噢|哒|耶|的(?:人|东西|那种|说)?|这种东西|之类|什么|啥"
    r"|这一口|得很|死了|极了|透了|谢谢(?:你|您|大家|老板)?|多谢|感谢|拜托(?:你|您|大家)?|麻烦(?:你|您)?了|辛苦了"
    r"|呵呵|来着|而已|真的|[,，\s])+)$"
)
_HEAD_ZH = re.compile(
    r"^(?:(?:去|来|在家|自己|一个人|那种|这种|各种|所有的?|任何|一切|吃|喝|用|点|的|了|过|到|上|着"
    r"|是|那些|这些)(?=[^\s]))+"
)
_PRONOUN_ZH = re.compile(
    r"(?:你|您|他|她|它|我|这|那|这个|那个|这些|那些|这样|那样|这里|那里|这种|那种|这儿|那儿|自己"
    r"|大家|人家|他们|什么|谁|东西|事|这事|那事|这件事|这么|那么|一下|一点)"
)
_DEICTIC = Caseless(
    r"^(?:这|那)(?:个|首|部|本|款|种|家|张|段|句|篇|条|些|里|样|件|位|道|座|次|集|句话)?|^(?:this"
    r"|that|these|those|it|them|him|her|you|the (?:idea|way|sound|look|first|second|one|other|new"
    r"|last|former|latter))\b"
)
_THANKS = "(?:many |ok |and )?(?:thanks(?: a lot)?|thank you|thx|ty|please|pls|plz)"
_SOME = r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+|(?:a )?(?:few|couple of)|some|many|several)"
_STOP_EN = Caseless(
    rf",\s*(?:sorry|{_THANKS}|though|tbh|honestly|actually|obviously|ever|remember|right|yeah|lol)$|\s*[;.!?]\s|\s+"
    r"(?:but|because|though|although|(?:more|better|rather) than(?! any| every)"
    r"|so(?! much)|since|whereas|however|when(?!ever)"
    r"|if|even though|especially|except|unless|which|that's|as (?:it|they|a)|and (?:I|my|we|it"
    r"|they|also|never|always|please|can't|don't|hate|love|dislike))\b|(?:^|\s+)(?:a lot|very much"
    r"|so much|the most|at all|any ?more|any longer|though|tho|too|either|as well|these days|lately|nowadays"
    r"|(?:now )?after all|(?:for |right )?now|rn|atm|at the moment|currently|instead|most of all|ever(?: again)?"
    r"|recently|yesterday|all my life|my whole life|in \d{4}|(?:last|this) (?:year|month|week|summer|winter|spring|autumn)"
    rf"|(?:for )?{_SOME} (?:years?|months?|weeks?)(?: ago)?"
    rf"|sadly|unfortunately|lol|haha+|here|more than anything(?: else)?|{_THANKS})$|$"
)
_HEAD_EN = re.compile(
    r"^(?:(?:the (?:taste|smell|sound|idea) of|eating|drinking|to eat|to drink|any|all|some|really"
    r"|anything (?:with|containing)|foods? with|dishes with|products? (?:with|containing))\s+)+",
    re.IGNORECASE,
)
_PRONOUN_EN = Caseless(
    r"(?:it|that|this|these|those|them|him|her|you|me|us|one|ones|something|anything|everything"
    r"|what|how|when|the idea|things|stuff|so|to|being|not|there|here)"
)
_LIST_ZH = re.compile(r"\s*(?:、|和|以及|还有|及|,|/)\s*")
_LIST_EN = re.compile(r"\s*,\s*(?:and |or |nor )?|\s+(?:and|or|nor)\s+", re.IGNORECASE)
_JOINED_EN = re.compile(r"\b(?:and|or|nor)\b|,.*,", re.IGNORECASE)
"""`simple, minimal dependencies` is one thing with two adjectives: a list ends in a conjunction."""
_ONE_THING = Caseless(
    r"mac and cheese|fish and chips|rock and roll|drum and bass|peanut butter and jelly"
    r"|salt and pepper|black and white|dungeons and dragons|rhythm and blues|back and forth"
    r"|bed and breakfast|up and down|salt and vinegar|bread and butter|\bboth\b|\bbetween\b"
)
_NO_ITEM = Caseless(
    r"thanks|please|remember|yeah|lol|though|too|actually|etc\.?|so on|right|obviously|of course|等等?|之类的?"
    r"|什么的"
)
_LONGEST = 30


def chinese_object(raw: str) -> str:
    """Return the object without what follows it, particles and a leading verb of eating; empty when nothing is named."""
    stop = _STOP_ZH.search(raw)
    cut = raw[: stop.start()] if stop else raw
    cut = _TAIL_ZH.sub("", cut.strip(' ,，、。!！"“”'))
    cut = _HEAD_ZH.sub("", cut).strip(" ,，、")
    return "" if not cut or _PRONOUN_ZH.fullmatch(cut) or len(cut) > _LONGEST else cut


def english_object(raw: str) -> str:
    """Return the object without what follows it; empty when nothing is named."""
    cut = raw.strip()
    for _ in range(3):
        stop = _STOP_EN.search(cut)
        if stop is None or stop.start() == len(cut):
            break
        cut = cut[: stop.start()].strip()
    cut = _HEAD_EN.sub("", cut).strip(' ,.!?;:"()')
    return "" if not cut or _PRONOUN_EN.fullmatch(cut) or len(cut) > 2 * _LONGEST else cut


def deictic(text: str) -> bool:
    """Does it only point at something in the talk (`this one`, `那首歌`)?"""
    return _DEICTIC.match(text) is not None


def items(obj: str, *, chinese: bool) -> Iterator[str]:
    """Take a list apart when every item is short; anything else stays one object."""
    if chinese:
        parts = [p for p in _LIST_ZH.split(obj) if p]
        short = all(len(p) <= 6 for p in parts) and not obj.startswith(("和", "跟", "及"))
        fine = short and not any(p.endswith(("一起", "时候")) for p in parts)
    else:
        parts = [p for p in _LIST_EN.split(obj) if p]
        fine = all(len(p.split()) <= 3 for p in parts) and not _ONE_THING.search(obj)
        fine = (
            fine
            and _JOINED_EN.search(obj) is not None
            and not any(
                re.match(r"(?:to|I|it|they|then|with|for|in|on)\b", p, re.IGNORECASE) for p in parts
            )
        )
    if fine and len(parts) > 1 and not any(p[0].isdigit() for p in parts):
        parts = [p for p in parts if not _NO_ITEM.fullmatch(p)]
        yield from parts
    else:
        yield obj
