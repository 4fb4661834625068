"""Is a message a question and nothing else? With and without a question mark, Chinese and English. Pure.

`text.cues.only_asks` asks for the mark alone and is for what was just said; here a message has been kept for long, and one
that asks to be confirmed (`I live in Berlin, right?`) has told what it asks.
"""

import re

from stelae.recall.understanding import is_greeting
from stelae.text.scripts import simplified

LONGEST = 160
"""Characters of a message that is looked at; who writes more tells something."""
_GREETING = 20
"""Characters of the longest greeting."""
_TAIL = 16
"""Characters in which the end of a Chinese question without a mark stands."""
_SENTENCE = re.compile(r"[^.!?。！？;；\n]+[.!?。！？;；\n]*")
_AUX = r"(?:is|are|am|was|were|do|does|did|can|could|should|will|would|has|have|had)(?:n't)?"
_ASKS_EN = re.compile(
    r"[\s\"'(]*(?:(?:hey|hi|so|and|but|ok|okay|please|well|also|again)[, ]+)*"
    r"(?!which is (?:why|how|where|what)\b)"
    rf"(?:(?:what|where|when|who|whom|whose|which|why|how)(?:'s|'re| {_AUX}\b)"
    r"|(?:what|which|whose|how) (?!i\b|we\b|you\b|he\b|she\b|they\b|it\b|the\b|a\b|my\b)[\w-]+"
    rf"(?: [\w-]+)? {_AUX}\b"
    rf"|{_AUX} (?:i|you|we|they|he|she|it|my|there|the|your|our)\b"
    r"|(?:tell|remind) me (?:what|where|when|who|which|how)\b)",
    re.IGNORECASE,
)
_TAG_EN = re.compile(
    r", ?(?:right|correct|yes|no|ok(?:ay)?|isn't it|aren't [iw]|don't (?:i|you|we)|didn't i)\W*$",
    re.IGNORECASE,
)
_ASKS_ZH = re.compile(
    r"什么|啥|哪|谁|几|多少|怎么|多[大久高重远]|何[时处]|[吗嘛么]|记不记得|知不知道|是不是|有没有"
)
_ASKED_ZH = r"(?:什么|啥|哪|谁|几|多少|怎么)"
_DO_YOU_ZH = r"(?:记不记得|知不知道|还?(?:记得|知道)(?:不|没有?|吗|么))"
_ENDS_ZH = re.compile(
    rf"(?:{_ASKED_ZH}|吗|么|呢|(?:哪|什么|多少|几).{{0,6}}|{_DO_YOU_ZH}|{_ASKED_ZH}.{{0,8}}(?:来着|来了))$"
)
"""How a Chinese question without a mark ends."""
_ASKING_ZH = frozenset("么麼啥哪谁誰几幾少怎吗嗎嘛多何知记記呢是没沒有")
"""Of these every Chinese question has one."""
_ENDING_ZH = frozenset("么麼啥哪谁誰几幾少怎吗嗎呢知记記")
"""And of these one in its end, without a mark."""
_TELLS_ZH = re.compile(
    r"(?:对|是|好|行)(?:吗|吧|不对|么)$|(?:什么|哪|谁|几|多少).{0,6}(?:都|也)|没什么|我(?:当然|早就|都)?知道"
    r"|(?<!记)(?<!知)不(?:知道|记得|清楚)(?!吗)|随便|无论|不管"
)


def is_bare_question(text: str) -> bool:
    """Is every sentence of a message a question, greetings aside?"""
    if len(text) > LONGEST or not _may_ask(text):
        return False
    asked = False
    for found in _SENTENCE.finditer(text):
        said = found.group().strip()
        if _asks(said):
            asked = True
        elif said and not (len(said) <= _GREETING and is_greeting(said)):
            return False
    return asked


def _may_ask(text: str) -> bool:
    """Does it end like a question, or begin like one in English? Most messages do neither, which is told at once."""
    if text.rstrip()[-1:] in "?？":
        return True
    if text.isascii():
        return _ASKS_EN.match(text) is not None
    return not _ENDING_ZH.isdisjoint(text[-_TAIL:])


def _asks(sentence: str) -> bool:
    if not sentence:
        return False
    plain = sentence.replace("\u2019", "'")
    if plain.isascii():
        return _ASKS_EN.match(plain) is not None and _TAG_EN.search(plain) is None
    marked = sentence[-1] in "?？"
    if _ASKING_ZH.isdisjoint(plain) if marked else _ENDING_ZH.isdisjoint(plain[-_TAIL:]):
        return False
    said = simplified(plain).rstrip("?？。.!！ ,，")
    if _TELLS_ZH.search(said):
        return False
    return (_ASKS_ZH if marked else _ENDS_ZH).search(said) is not None
