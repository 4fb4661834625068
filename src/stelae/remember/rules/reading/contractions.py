"""English as it is typed: `im allergic`, `dont`, `my names jake` are read with the apostrophe that was left out.

Only a copy for the rules is changed, by putting single characters in; every place of it has its place in what was
written. A word that is another one as well (`id`, `ill`, `its`, the surname `Im`) is read so only where that fits.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from stelae.remember.rules.reading.subjects import KIN_EN

_CLAUSE = (
    r"(?:^|[.!?,;:\n(-]|(?i:\b(?:and|but|so|because|cause|cuz|since|that|or|well|oh|ok|okay|yes|yeah|no|now|lol"
    r"|btw|tbh|honestly|actually|also|think|know|sorry|thanks|then|though|hey|hi|hello|yo)))\s*$"
)
"""What stands before a clause of one's own."""
_GREETING = r"(?:^|[.!?,;\n])\s*(?i:hi|hey|hello|yo|heya|hiya)(?: there| all| everyone)?[ ,!]*$"
_NO_SPEAKER = (
    r"(?i:\b(?:an?|the|my|your|his|her|our|their|this|via|by|to|in|of|per|ms|mrs?|dr|can|could|will|please))\.? $"
    r"|(?<![.!?,] )(?<!^)\b(?!But|And|So|Because|That|Hi|Hey|Hello|Yes|Yeah|No|OK)[A-Z][a-z]+ $"
)
"""`send me an im`, `please im me`, `Ms Im`, `Yoona Im`."""
_OTHER_WORDS = (
    r"(?:me|him|her|them|us|you|apps?|clients?|chats?|messag\w+|services?|protocols?|threads?|windows?"
    r"|conversations?|injections?|is|was|has|will|and|or|who)\b"
)
_NAMED = r"[A-Z][\w'é]+(?: [A-Z][\w'é]+)?(?=\s*(?:$|[.,!?;:)\n]|(?:and|but|from|so|here|by|btw|lol|too)\b))"
"""A name or a people ends the clause: `Im Tom`; `Im Yoon-ah is an actress` goes on."""
_WOULD = (
    r"(?:rather|like|love|prefer|hate|never|say|be|go|have|appreciate|want|really|always|also|probably|definitely"
    r"|sooner|recommend|suggest|just|call|describe)\b"
)
_WILL = (
    r"(?:never|always|be|have|take|go|eat|drink|do|try|let|get|see|just|also|probably|definitely|stick|pass|use|need"
    r"|call|check|tell|think|only|still|make|start|stop|give|buy|order|send|keep|wait|come|pay|work)\b"
)
_IS_THAT = r"(?:an?|the|my|your|not|been|just|really|too|so|because|me|gonna|going|why)\b"
_NOT_NAMED = r"(?:are|were|and|in|on|for|of|have|do|not?|list|that|which)\b"
_RELATIVE_IS = (
    r"(?:allergic|vegan|vegetarian|lactose|gluten|c(?:o)?eliac|diabetic|asthmatic|pregnant|autistic|an?|not|turning"
    r"|name|birthday|favou?rite)\b"
)
_GERMAN = re.compile(r"\b(?:ich|und|ist|nicht|wir|eine?|mit|das|sind|wird|habe|bin)\b")
"""`Im Garten ist es warm`: with such words beside it, `im` is not English."""


_NEAR = 24
"""Characters looked back at."""


class _Short:
    """A word that lacks its sign after `stem`, and what may stand around it."""

    def __init__(
        self,
        stem: str,
        ending: str,
        *,
        before: str = "",
        not_before: str = "",
        after: str = "",
        sign: str = "'",
    ) -> None:
        """Take patterns of the word's two parts, of what has to stand before, must not, and has to follow."""
        self.sign = sign
        self._word = re.compile(
            rf"(?<![\w'/@#.\\-])(?:{stem})(?=(?P<ending>{ending})(?![\w'@/\\-])(?!\.\w))"
        )
        self._before = re.compile(before) if before else None
        self._not_before = re.compile(not_before) if not_before else None
        self._after = re.compile(after) if after else None

    def places(self, text: str) -> Iterator[int]:
        """Yield where the sign is missing."""
        for found in self._word.finditer(text):
            ahead = text[max(0, found.start() - _NEAR) : found.start()]
            if self._before and not self._before.search(ahead):
                continue
            if self._not_before and self._not_before.search(ahead):
                continue
            if self._after is None or self._after.match(text, found.end("ending")):
                yield found.end()


_PLAIN = (
    _Short(
        "(?i:(?:do|does|did|is|are|was|were|have|has|had|would|could|should|must|need|ai)n)", "[tT]"
    ),
    _Short("(?i:you|they)", "(?i:re|ve|ll)"),
    _Short("(?i:we)", "(?i:ve)"),
    _Short("(?i:that|what|where|here|there|how|who|he|she)", "[sS]"),
    _Short("(?i:can)", "[tT]", not_before=r"(?i:\b(?:the|of|moral|religious|their|this)) $"),
    _Short(
        "(?i:won)",
        "[tT]",
        not_before=r"(?i:\b(?:my|his|her|our|their|its|is|was|are|were)) $",
        after=r"(?! to\b)",
    ),
    _Short(
        "[Ii]",
        "ve",
        not_before=r"\b[A-Z][a-z]+ $|\bjony $",
        after=r"\s+(?!(?:is|was|has|will|and|or|of|who)\b)[a-z]",
    ),
    _Short("[Ii]", "d", before=_CLAUSE, after=rf"\s+{_WOULD}"),
    _Short("[Ii]", "ll", before=_CLAUSE, after=rf"\s+{_WILL}"),
    _Short("[Ii]t", "s", before=_CLAUSE, after=rf"\s+{_IS_THAT}"),
    _Short("[Ii]t", "s", before=_GREETING, after=r"\s+\w+\s*(?:$|[.,!\n]|(?:here|again|from)\b)"),
    _Short(
        "name",
        "s",
        before=r"(?i:\b(?:my|his|her|its)(?: (?:first|last|full|real|middle))?) $",
        after=rf"\s+(?!{_NOT_NAMED})\w",
    ),
    _Short(KIN_EN, "s", before=r"(?i:\b(?:my|our)) $", after=rf"\s+{_RELATIVE_IS}"),
    _Short(
        "[Ii]",
        "am",
        before=_CLAUSE,
        after=r"\s+(?:an?|the|allergic|vegan|vegetarian|diabetic|from|not|in|on|so|really|also|\d+)\b",
        sign=" ",
    ),
)
_SPEAKER = (
    _Short(
        "[Ii]",
        "m",
        not_before=_NO_SPEAKER,
        after=rf"\s+(?:(?!{_OTHER_WORDS})[a-z0-9]|{_NAMED})",
    ),
    _Short("I", "M", not_before=_NO_SPEAKER, after=r"\s+(?!(?:ME|HIM|HER|US|YOU)\b)[A-Z0-9]+\b"),
)
_ANY = re.compile(r"(?i:[a-z](?:nt|re|ve|ll|s|d|m)|\bcant)\b")


@dataclass(frozen=True, slots=True)
class Spelled:
    """A message as the rules read it, with the way back to the words as they were written."""

    text: str
    written: str
    put_in: tuple[int, ...] = ()
    """Offsets in `text` of the characters that are not in `written`, in order."""

    def origin(self, at: int) -> int:
        """Return the offset in `written` of one in `text`."""
        return at - bisect_left(self.put_in, at)

    def original(self, start: int, end: int) -> str:
        """Return a stretch of `text` as it was written."""
        return self.written[self.origin(start) : self.origin(end)]


def spelled(text: str) -> Spelled:
    """Return the message with the apostrophes that were left out of its English."""
    if _ANY.search(text) is None:
        return Spelled(text, text)
    tables = _PLAIN if _GERMAN.search(text) else (*_PLAIN, *_SPEAKER)
    missing = sorted({(at, short.sign) for short in tables for at in short.places(text)})
    parts: list[str] = []
    put_in: list[int] = []
    start = 0
    for count, (at, sign) in enumerate(missing):
        parts += [text[start:at], sign]
        put_in.append(at + count)
        start = at
    return Spelled("".join([*parts, text[start:]]), text, tuple(put_in))
