"""Statements that follow each other without a sign, as people dictate them (`我叫李雷今年28岁`, `i'm tom i live in york`).

Read as one clause, the first of them would take the others for its value. A clause is cut where another statement about the
speaker begins; a relative clause (`the company i work for`) and what somebody thinks or says (`我觉得我是…`) are left whole.
"""

import re
from collections.abc import Iterator

from stelae.remember.rules.reading.caseless import Caseless

_SAYS_ZH = r"(?:叫|是|姓|住|来自|今年|不吃|不喝|喜欢|爱|讨厌|有|在|对)"
_SELF_ZH = re.compile(rf"(?:大家好|你好|您好|哈喽|嗨)?(?:我|我们)(?:也|还|就|平时)?{_SAYS_ZH}")
_AGAIN_ZH = re.compile(
    r"(?<=[^，。我你他她]{2})(?<![得为道望说怕疑想觉现信认让给跟和对比像当是的被把管陪等教求找看听要于除没连替叫在嫌问嘱记但而且])"
    r"(?=我(?:也|还|平时|每天|现在)?(?:叫|是|姓|住|来自|今年|不[吃喝喜能会]|喜欢|爱[吃喝看听]|讨厌|有|在[^，。]{1,8}(?:工作|上班|上学|读书)"
    r"|对[^，。]{1,8}过敏))"
)
_INTRODUCES_ZH = re.compile(
    r"(?:大家好|你好|您好|哈喽|嗨)?(?:我(?:叫|姓|今年|住在?|来自|的?名字[叫是])|我是[^，。的]{1,6}[人员师生者工妈爸党士]"
    r"|我(?:老婆|老公|妻子|丈夫|女儿|儿子|爸爸?|妈妈?|哥哥?|姐姐?|弟弟?|妹妹?)(?:叫|今年|住在?))"
)
_MORE_ZH = re.compile(
    r"(?<=[^，。]{2})(?<![是个的和跟从去要想会不])(?:(?=今年[0-9零一二三四五六七八九十两]{1,4}岁)|(?=来自(?![习于由己])[^，。的]{2,10})"
    r"|(?=住在?[^，。的]{2,10}(?:$|在|做))|(?=在[^，。的在]{1,10}(?:上班|工作|读书|上学|任职|[做当][^，。的]{1,6}$)(?!的)))"
    r"|(?<=[0-9零一二三四五六七八九十]岁)(?=[在住做是家从来])"
)
_HEAD_EN = Caseless(
    r"(?:(?:hi|hello|hey|so|ok|well|btw|and|everyone|there)[ ,]+)*(?:my name(?:'s| is)|I'm|I am|im|I (?:also |really )?"
    r"(?:live|work|was born|come|have|hate|love|like|don't|do not|can't|never|eat|drink))\b"
)
_NEXT_EN = Caseless(
    r" (?=(?P<sure>my name(?:'s| is) \w|(?:I'm|I am|im) (?:\d|from \w|an? \w|allergic|vegan|vegetarian|married|single)"
    r"|I work as )|(?:I'm|I am|im) \w|I (?:also )?(?:live in|work (?:at|for|in)|was born|have|hate|love|like|prefer"
    r"|don't (?:eat|drink|like)|can't (?:eat|drink|have|stand)) "
    r"(?!(?:now|then|so|very|most|best|more|there|with)\b)\w)"
)
_LEADS_ON = re.compile(
    r"that|because|if|when(?:ever)?|where(?:ver)?|what(?:ever)?|how|but|and|or|so|know|think|thought|guess|say|said|hope|feel"
    r"|than|as|while|since|until|unless|though|although|before|after|like|who|which|wish|believe|mean|told|sure|glad|sorry"
    r"|afraid|happy|sad|proud|see|why|whether|reali[sz]ed|forget|forgot|admit|swear|bet"
)
"""Words that a clause hangs on."""
_DETERMINER = re.compile(
    r"the|an?|this|that|my|any|all|every|some|which|those|these|one|only|things?|food|stuff|everything|anything|nothing"
    r"|people|someone|somebody|place|person|way|what"
)
_PREDICATE_EN = Caseless(r"(?:.*\s)?(?:I'm|I am|im) an? (?:[\w-]+ )?[\w-]+")
_NEAR = 3
"""Words in front in which the noun of a relative clause stands."""


def cuts(plain: str, *, chinese: bool) -> Iterator[int]:
    """Yield where further statements begin inside a clause."""
    return _chinese(plain) if chinese else _english(plain)


def _chinese(plain: str) -> Iterator[int]:
    places: set[int] = set()
    if _SELF_ZH.match(plain):
        places |= {found.start() for found in _AGAIN_ZH.finditer(plain)}
    if _INTRODUCES_ZH.match(plain):
        places |= {found.start() for found in _MORE_ZH.finditer(plain)}
    yield from sorted(places)


def _english(plain: str) -> Iterator[int]:
    if not _HEAD_EN.match(plain):
        return
    last = 0
    for found in _NEXT_EN.finditer(plain):
        said = plain[last : found.start()]
        words = said.lower().split()
        if len(words) < _NEAR or _LEADS_ON.fullmatch(words[-1]):
            continue
        relative = any(map(_DETERMINER.fullmatch, words[-_NEAR:]))
        if relative and not found["sure"] and not _PREDICATE_EN.fullmatch(said):
            continue
        last = found.start()
        yield last
