"""A relative's field that a message names by a pronoun: `My mom lives in Ningbo. Her phone is …`. Pure.

Where anybody else stands between the two, the pronoun may be theirs, and nothing is found.
"""

import re
from typing import Final

from stelae.remember.rules.reading.subjects import KIN_EN, KIN_ZH

_WOMEN: Final = re.compile(
    r"mom|mum|mother|wife|sister|daughter|aunt|niece|gran(?:dma|ny|dmother)|girlfriend|妈|姐|妹|奶奶|外婆|姥姥|婆|妻|太太|媳妇|女|姑|姨"
)
_MEN: Final = re.compile(
    r"\bdad|father|husband|brother|\bson|uncle|nephew|grandpa|boyfriend|爸|哥|弟|爷|外公|公公|老公|丈夫|儿子|男|叔|舅|伯"
)
_SOMEBODY: Final = re.compile(
    rf"\b(?i:{KIN_EN})\b|{KIN_ZH}|\b(?:[Mm]y|[Oo]ur|I|we|me)\b|我"
    # A name in the middle of a sentence; behind `in` it is a place.
    r"|(?<=[a-z,;] )(?<!\bin )(?<!\bat )(?<!\bfrom )(?<!\bto )(?<!\bnear )[A-Z][a-z]+"
)
_REACH: Final = 200
"""Characters between a person and the pronoun."""


def referred(owner: str, word: str, text: str) -> tuple[str, ...]:
    """Return the words with which a text names a field of a relative by a pronoun.

    Args:
        owner: the relative, as requests call them.
        word: for the field.
        text: of a message, in simplified characters.
    """
    near = re.compile(
        rf"{_edged(owner)}(?P<between>(?!'s|的)[^\n]{{1,{_REACH}}}?)"
        rf"(?P<said>(?:{_pronouns(owner)})\s*(?:新|旧|new |old |current |cell |mobile )?{_edged(word, plural=True)})",
        re.IGNORECASE,
    )
    return tuple(
        dict.fromkeys(
            found["said"] for found in near.finditer(text) if not _SOMEBODY.search(found["between"])
        )
    )


def _edged(word: str, *, plural: bool = False) -> str:
    if not word.isascii():
        return re.escape(word)
    return rf"(?<![a-z]){re.escape(word)}{'s?' if plural else ''}(?![a-z])"


def _pronouns(owner: str) -> str:
    if _WOMEN.search(owner):
        return r"\bher\b|她的?"
    if _MEN.search(owner):
        return r"\bhis\b|他的?"
    return r"\b(?:her|his|their)\b|[她他]的?"
