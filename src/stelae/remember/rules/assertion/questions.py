"""What is asked: clauses that are questions, and values that are only the question word of one.

People who chat leave out the sign: `我住在哪你还记得不`, `my name is what`. A rule that reads the statement around such a
word would store the question as its own answer, so both are looked for: the question in the clause, and the question word
in the value.
"""

import re

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.cue import Cue
from stelae.remember.rules.reading.sentences import Sentence

_NAMED = r"谁是卧底|哪[吒咤]|什刹海|什锦|几何|几米|几内亚|几维|多多|多伦多"
"""Names and things that are written with a question word."""
_WORD_ZH = (
    r"哪(?!怕|知道|晓得)|什么|啥|甚么|谁|怎么|怎样|咋|多少|为何|干嘛|干吗|何时|何处|何地"
    r"|几(?:点|个|岁|号|月|楼|层|口人|路|班|年级)|(?:星期|礼拜|周|第)几"
    r"|(?<![没不这那许众])多(?:大|高|重|长|久|远)(?=$|[了啊呀呢你]|年纪|岁数|来着)"
)
_OR_ZH = r"还是(?![用选要很挺不想觉喜爱没得会有能最更算先比别那这一老])"
"""Or, where it is not still."""
_A_NOT_A = r"(?P<verb>[是有能可会要该喜爱吃记知好对行想懂认住喝去用像算])[不没](?P=verb)(?!动)"
_QUESTION_ZH = Cue(
    (
        rf"(?:吗|呢|么)[？?]?$|{_WORD_ZH}|是否|{_A_NOT_A}"
        r"|(?<![要何绝从偏就才也并可岂决不没差])不[啊呀啦]?$|(?:了|过|到|知道|记得|记住)没有?[啊呀]?$"
        r"|(?:对吧|是吧|对不对?|没错吧|是不是?)$"
        rf"|(?:是|喜欢|爱|住|用|吃|喝|叫|姓|在|对)[^，。]{{1,8}}{_OR_ZH}[^，。]{{1,8}}(?:来着|[呀啊])$"
        rf"|^(?:你说)?我(?:到底)?是[^，。]{{1,8}}{_OR_ZH}[^，。]{{1,8}}$"
        r"|(?:你|您)(?:来)?(?:再)?猜(?!测|拳|忌|疑|中|对|错|到)|猜猜|猜一?猜|猜一下|考考你"
    ),
    r"^(?:你)?(?:还)?(?:记得|知道|记不记得)我",
)
_NOT_QUESTION_ZH = re.compile(
    r"(?:没有?(?:哪|什么|啥)[^，。]{0,8}比|无论|不管|不论|没什么|没啥|没怎么|(?:什么|啥|谁|怎么|怎样|咋|哪(?:里|儿|个|种|天|家)?)(?:都|也)"
    r"|没有什么|多少有点|不怎么|没多少|不知道为什么|不知道怎么|想着怎么|不太怎么|(?:什么|啥)的$"
    r"|为什么.{0,12}因为|没谁|时不时|动不动|怎么[^，。]{1,3}[都也])"
)
_QUESTION_EN = Cue(
    r"^(?:and |but |so |or |then |ok |hey |well )*(?:what|where|why|how|who|whom|whose|which|do"
    r"|does|did|am|is|are|was|were|can|could|would|should|will|shall|have|has|may|isn't|aren't"
    r"|don't|doesn't|didn't|won't|can't)\s+"
    r"(?:I|you|we|he|she|it|they|my|your|the|this|that|there|is|are|do|does|did|was|should|would"
    r"|could|kind|type|about|many|much|often|long|else|time|a|an|if|to|one|any|people|somebody"
    r"|someone)\b",
    (
        r"^(?:(?:(?:do|can|could) )?(?:you|u|ya) (?:still )?(?:know|remember|recall|guess)"
        r"|I (?:wonder|was wondering|am wondering)|tell me"
        r" (?:if|whether|what|how|where|when|who|which|my)|any idea|guess (?:what|where|who|when|how|my)"
        r"|(?:what|where|who|when|how)(?:'s|s)\b|remind me (?:what|where|who|when|how|which))\b"
    ),
    (
        r"(?:\b(?:am|is|are|was|were|be|called|named|in|at|to|from|for|with|by|as|on|of|about|eat|drink"
        r"|have|own|born|speak|play|drive|do|work|live|study)|'s|'m|'re)"
        r" (?:what|where|whom?|when|which|how (?:old|many|much|tall|long|far))"
        r"(?: (?:again|exactly|now|then|though|already|please|pls|sort|kind|type|city|town|place|country"
        r"|company|one|day|date|year|time|language|of \w+))*$"
    ),
)
_TAG = Cue(
    r"^(?:对吧|是吧|对不对?|是不是?|对吗|是吗|没错吧|行[吗不]|好[吗不]|可以[吗不]|你?(?:还)?(?:记得|知道)(?:吗|不|没)"
    r"|你说呢|不是吗|你觉得呢|你猜(?:猜|猜看|对不对)?)[啊呀呢]?$",
    (
        r"^(?:right|isn't it|aren't I|don't I|didn't we|did we|won't we|doesn't it|wasn't it"
        r"|don't you think|do I|am I|correct|yes|no|is that right|remember|you know"
        r"|huh|eh|or (?:not|do I|am I))$"
    ),
)
_RELATIVE = Caseless(r"(?:which|whom|who) (?:I|we|my)\b")
"""`…, which I loathe` goes on about what was named and asks nothing."""
_OUTRIGHT_EN = Caseless(
    r"^(?:and |but |so |hey |ok |well )*(?:(?:do|does|did|am|is|are|was|were|can|could|would|should|will|have|has)"
    r" (?:I|you|we|he|she|they|my|your)\b|(?:what|where|why|how|who|whom|whose|which|when)(?:'s|s)? (?:my|your)\b"
    r"|(?:what|where|why|how|who|whom|whose|which|when)(?: \w+){0,2}?"
    r" (?:do|does|did|am|is|are|was|were|can|could|would|should|will|have|has) (?:I|you|we|my|your)\b)"
    r"|^(?:I|my)\b.*\b(?:what|where|who|when|how (?:old|many|much))(?: again| exactly| now)?$"
)
_OUTRIGHT_ZH = re.compile(
    r"^(?![^，。]*(?<![你您还])(?:问|知道|学|教|告诉|确认|决定|明白|清楚|研究))(?:"
    rf"[^，。]*(?:我|你|您|咱)[^，。]*(?:{_WORD_ZH})[^，。]{{0,3}}$|[^，。]*{_A_NOT_A})"
    r"|吗$|(?:记得|知道|说过)(?:不|没有?)$|[你您]猜猜?$"
)
"""A question word at the end, and not one that somebody is asked, knows or learns (`问我想吃什么再点餐`)."""
_VALUE_ZH = re.compile(
    rf"(?!{_NAMED})(?!(?:什么|啥|谁|怎么|怎样|哪(?:里|儿|个|种|天)?)(?:都|也))(?:{_WORD_ZH}|几(?:点|月)?$)"
)
_VALUE_EN = re.compile(
    r"(?:[Ww]hat|[Ww]here|[Ww]hom?|[Ww]hose|[Ww]hich|[Ww]hen|[Hh]ow|[Ww]hy)(?![\w'’-])(?P<rest>.*)",
    re.DOTALL,
)
_TAIL_EN = Caseless(
    r"(?:\s+(?:again|exactly|now|then|though|already|please|pls|huh|else|sort|kinds?|types?|of \w+|city|town|place"
    r"|country|company|one|day|date|year|time|language|old|many|much|tall|long|far|knows?|cares?|you (?:guess|think|tell me)"
    r"|\w+ (?:is it|was it))\b)*\W*"
)
"""What follows the question word of a question; `when it rains` is a thing that one may love."""
_TITLE_EN = re.compile(r"[A-Z]\w*(?:\s+(?:[A-Z]|a |an |the |of |in ).*)+")
_UNSURE = Caseless(
    rf"\S.*{_OR_ZH}.*\S"
    r"|.*\S (?<!the )(?<!all )(?<!human )(?<!civil )(?<!just )(?<!being )(?:right|correct|huh|eh|innit)"
)
"""A value that leaves the choice to the other (`茶还是咖啡`, `leeds right`)."""
_BLANK = re.compile(
    r"[\s_＿.。…·*×?？~～\-—xX○〇□]*(?:_{2,}|＿{2,}|[×*○〇□?？]{2,}|[xX]{2,}|…|\.{3})[\s_＿.。…·*×?？~～\-—xX○〇□]*"
)
_GAP = re.compile(r"_{3,}|＿{2,}")
"""A gap to fill in."""


def is_question(sentence: Sentence, index: int) -> bool:
    """Is the clause asked, not said? A tag at the end (`对吧？`, `right?`) makes the whole sentence a question."""
    plain = sentence.clauses[index].plain
    last = sentence.clauses[-1].plain
    asked = "?" in sentence.mark or "？" in sentence.mark
    if _TAG.match(last) and (asked or sentence.chinese):
        return True
    if asked and index == len(sentence.clauses) - 1:
        return True
    if index and not asked and _RELATIVE.match(plain):
        return False
    if sentence.chinese:
        bare = re.sub(_NAMED, "", plain)
        return _QUESTION_ZH.search(bare) is not None and not _NOT_QUESTION_ZH.search(bare)
    return _QUESTION_EN.search(plain) is not None or (
        asked and index > 0 and _QUESTION_EN.search(sentence.clauses[0].plain) is not None
    )


def asks_outright(sentence: Sentence, index: int) -> bool:
    """Is the clause a question and nothing else, whatever kind of text it stands in?

    A note has other shapes than speech: `Is a vegetarian` has left out its subject, and a heading in front of a colon
    (`How to deploy: make ship`) asks nothing.
    """
    plain = sentence.clauses[index].plain
    if ":" in plain or not is_question(sentence, index):
        return False
    asks = _OUTRIGHT_ZH if sentence.chinese else _OUTRIGHT_EN
    return "?" in sentence.mark or asks.search(plain) is not None


def asked_for(value: str, *, strict: bool = False) -> bool:
    """Is a value no answer but what a question asks for (`哪你还记得不`, `what`), or a gap to fill in (`____`)?

    Args:
        value: What a rule takes for the value.
        strict: Nothing that begins with a question word can be the value, as of a name or a home.
    """
    plain = value.strip()
    if _BLANK.fullmatch(plain) or _GAP.search(plain) or _VALUE_ZH.match(plain):
        return True
    if _UNSURE.fullmatch(plain):
        return True
    found = _VALUE_EN.match(plain)
    if found is None or _TITLE_EN.fullmatch(plain):
        return False
    return strict or _TAIL_EN.fullmatch(found["rest"]) is not None
