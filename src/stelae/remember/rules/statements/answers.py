"""A thing named as a question and judged at once.

`Mushrooms? No, thanks.`, `爵士？爱死了。`: neither sentence says anything alone; together they are a like or a dislike.
"""

from stelae.remember.rules.reading.candidates import Found
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.sentences import Piece, Sentence, plain_of
from stelae.remember.rules.reading.subjects import OPEN
from stelae.schemas.candidate import Polarity

_THING_EN = Caseless(
    r"(?:and |oh,? |ah,? |as for |what about )?(?P<o>(?!.*\b(?:I|you|we|he|she|they|it|this|that|these"
    r"|those|what|who|why|how|when|where|which|is|are|was|do|does|did|can|could|will|would|should"
    r"|have|has|right|really|ok|okay|yes|no|not|so|more|anything|something|nothing|questions?|ready"
    r"|thoughts|ideas?|problems?|sure|help|huh|else|any|maybe|please|deal|tomorrow|today|tonight|now"
    r"|again|later|done|next|anyone)\b)[a-z][\w' -]*)"
)
_THING_ZH = Caseless(
    r"(?:那|至于|说到)?(?P<o>(?!.*[天周晚早午月今明吗呢吧么啊谁怎哪几你我他她它这那是不没有在能会要可真对行好了的])"
    r"[\u4e00-\u9fffa-z]{1,8})"
)
_LIKED = Caseless(
    r"(?:(?:oh|god|hell|yes|yeah|always|absolutely|definitely|totally|of course)[,! ]*)*"
    r"(?:(?:I )?(?:absolutely |really |just |so )*(?:love|adore) (?:it|them|those|that)"
    r"|(?:I'm an? )?(?:big|huge|massive) fan\b|(?:I )?can(?:'t|not) get enough\b|my favou?rite\b"
    r"|any (?:day|time)\b|every time\b)"
    r"|(?:那|当然|必须|绝对|真|真的|我)*(?:爱死|超爱|最爱|真爱|太爱|可爱吃|(?:很|特别|超|超级|非常|最|太)喜欢"
    r"|百吃不厌|离不开|我的最爱|必点|就好这口)"
)
_DISLIKED = Caseless(
    r"(?:(?:oh|ugh|god|hell|absolutely|definitely|sorry|nope)[,! ]*)*"
    r"(?:no,? (?:thanks|thank you|thank)|no way|never(?: again)?$|hard (?:pass|no)|not for me"
    r"|not my (?:thing|cup of tea)|I'll pass|never (?:touch|eat|drink|do) (?:it|them"
    r"|the stuff)|yuck|ew+\b|(?:I'm )?not a fan"
    r"|(?:I )?(?:absolutely |really |just )*(?:hate|loathe|detest|despise|dislike|can(?:'t|not) stand)"
    r" (?:it|them|those|that)|I (?:don't|never) (?:like|eat|drink|touch|do) (?:it|them|those|that))"
    r"|(?:那|还是|我|真|绝对|可|就|千万|算了|,)*(?:不了|免了|敬谢不敏|没兴趣|无感|不感兴趣|不喜欢|不爱|不吃|不喝|讨厌"
    r"|受不了|从来?不[吃喝碰看听]|打死[都也]不|谢绝|吃不来|喝不来|欣赏不来)"
)
_MOST_WORDS = 4


def judged(asked: Sentence, answer: Sentence | None, text: str) -> Found | None:
    """Return the like or dislike that a question and the sentence after it state together.

    Args:
        asked: a sentence.
        answer: the sentence after it, if there is one.
        text: the message both stand in.
    """
    if answer is None or "?" not in asked.mark or len(asked.clauses) != 1:
        return None
    plain = asked.piece.plain
    named = (_THING_ZH if asked.chinese else _THING_EN).fullmatch(plain)
    polarity = _polarity(answer)
    if named is None or polarity is None or len(plain.split()) > _MOST_WORDS:
        return None
    start, end = asked.piece.start, answer.piece.end
    both = text[start:end]
    piece = Piece(both, plain_of(both), start, end)
    view = View(piece, OPEN, Sentence(piece, (piece,), answer.mark, asked.chinese), 0)
    thing = asked.piece.text[named.start("o") : named.end("o")]
    stated = {"polarity": polarity, "object": thing}
    return Found(view, Draft("judged", "preference", stated, confidence=0.75))


def _polarity(answer: Sentence) -> Polarity | None:
    plain = answer.piece.plain
    if "?" in answer.mark:
        return None
    if _DISLIKED.match(plain):
        return "dislike"
    return "like" if _LIKED.match(plain) else None
