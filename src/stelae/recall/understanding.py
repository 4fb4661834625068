"""What a question asks for, read off its words by rules: no model, no I/O.

Tokens for the keyword leg, a text for the vectors, who and which days are named, and a few intents that the ranking knows
a rule for. Deliberately no query rewriting and no filters: filters are arguments, not guesses.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stelae.recall.framing import names_talk, without_frame
from stelae.text.language import Language, language_of
from stelae.text.normalise import squash
from stelae.text.query_dates import NamedDate, query_dates
from stelae.text.tokens import tokens

MAX_DENSE_CHARS = 400
"""The end of a long message is what it asks: cutting loses nothing and costs a third (retrieval.md, section 4)."""
LONG_WORDS = 40
"""From here on a text is a message of a running conversation rather than a question (retrieval.md, section 6)."""

_ROLES = frozenset({"user", "assistant", "tool", "system", ""})
_WORDS = re.compile(r"[A-Za-z0-9']+|[\u3400-\u9fff]{2}")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_WHEN = re.compile(
    r"\b(?:when|what (?:date|day|month|year)|how long|how many (?:days|weeks|months|years))\b|"
    r"什么时候|何时|哪天|哪年|哪一[天年]|几[月号点]|多久|多长时间",
    re.IGNORECASE,
)
_CURRENT = re.compile(
    r"^(?:what|when|how (?:many|much|long|often|old|far)|which|where|who|by what)\b"
    r"|多少|什么时候|哪天|几点|哪个|哪里|多久|多大",
    re.IGNORECASE,
)
_HISTORY = re.compile(
    r"\b(?:did|was|were|first|initial\w*|original\w*|before|between|after|across|ever|recommend\w*|suggest\w*|"
    r"how many (?:days|weeks|months)|should|could|would|different|help|steps?|in order|sequence|compar\w*)\b|"
    r"以前|之前|曾经|最初|原来|上次",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:recommend|recommendations?|suggest|suggestions?|advice|advise|tips|what should|which should|how should|"
    r"should i|(?:looking|searching) for|help me|can you (?:give|find)|any good)\b|"
    r"推荐(?![了过])|建议(?![了过])|帮我|想要|想找|打算|怎么办|有没有|吃什么|送什么|去哪",
    re.IGNORECASE,
)
_LOOKS_BACK = re.compile(
    r"\b(?:did|have you|had i|when|how many|across|throughout|summar\w+|in which)\b|曾经|之前|上次|给过",
    re.IGNORECASE,
)
"""Advice that was given, not advice that is wanted."""
_GREETING = re.compile(
    r"(?:hi|hello|hey|hiya|yo|good (?:morning|afternoon|evening|night)|thanks?(?: you)?(?: (?:so much|a lot))?|"
    r"bye|goodbye|see you|ok(?:ay)?|cool|great|nice|sure|yes|no|yep|nope|ha(?:ha)+|lol|"
    r"how are you(?: doing)?(?: today)?|what'?s up|there|everyone|"
    r"你好|您好|大家好|早上好|早安|早|中午好|下午好|晚上好|晚安|嗨|哈喽|在吗|在不在|谢谢|多谢|感谢|再见|拜拜|好的|好吧|好|"
    r"嗯+|哦+|哈哈+|行|可以|是的|不是|没事|辛苦了?|呀|啊|啦|了|你|您|吗)"
)
_BETWEEN = re.compile(r"[\s,.!?;:~，。！？；：、～…]+")


@dataclass(frozen=True, slots=True)
class Question:
    """A query as the search sees it."""

    text: str
    terms: Mapping[str, int]
    """Keyword tokens and how often each was said."""
    dense: str
    """What the embedders see: the end of the text, without the names of participants."""
    names: tuple[str, ...]
    """Participants that are named."""
    dates: tuple[NamedDate, ...]
    language: Language
    about_talk: bool
    """Asks what was talked about, and nothing else: there is nothing to match, so any row is an answer."""
    greeting: bool
    """Hello, thanks, a bare yes: nothing is looked for unless weak hits are wanted too."""
    asks_when: bool
    asks_current: bool
    """Asks for a value as it is now, so the newer of two good answers comes first."""
    asks_advice: bool
    """Wants something chosen for the person, so what that person likes matters though it shares no word."""
    long: bool

    @property
    def empty(self) -> bool:
        """Is there nothing to look for: punctuation and stop words only (DEV-17.2)?"""
        return not self.terms


def understand(text: str, participants: Iterable[str]) -> Question:
    """Read a query.

    Args:
        text: The query as asked.
        participants: Speakers of the readable scopes; bare roles are ignored.

    Returns:
        The question; `empty` for a text without a word to look for.
    """
    known = [name for name in dict.fromkeys(participants) if name.casefold() not in _ROLES]
    named = tuple(name for name in known if _pattern(name).search(text))
    rest = without_frame(text)
    content, advice = tokens(rest), _wants_advice(text)
    return Question(
        text=text,
        terms=Counter(content or tokens(text)),
        # "Can you recommend" pulls the vectors to other requests for advice; elsewhere the frame does no harm.
        dense=_without(rest if advice and content else text, named)[-MAX_DENSE_CHARS:],
        names=named,
        dates=query_dates(text),
        language=language_of(text),
        about_talk=not content and names_talk(text),
        greeting=is_greeting(text),
        asks_when=bool(_WHEN.search(text)),
        asks_current=bool(_CURRENT.search(text)) and not _HISTORY.search(text),
        asks_advice=advice,
        long=len(_WORDS.findall(text)) >= LONG_WORDS,
    )


def is_greeting(text: str) -> bool:
    """Is the whole text a greeting, thanks or a bare yes?"""
    parts = [part for part in _BETWEEN.split(text.lower()) if part]
    whole = " ".join(parts)
    return bool(_GREETING.fullmatch(whole)) or all(
        re.fullmatch(f"(?:{_GREETING.pattern})+", part) for part in parts
    )


def _wants_advice(text: str) -> bool:
    return bool(_ADVICE.search(text)) and not _LOOKS_BACK.search(text)


def _without(text: str, names: Iterable[str]) -> str:
    # A name in the query pulls small embedders to turns that address that person (retrieval.md, section 4).
    for name in names:
        text = _pattern(name).sub("", text)
    return squash(text) or " "


def _pattern(name: str) -> re.Pattern[str]:
    if _LATIN.search(name):
        return re.compile(rf"\b{re.escape(name)}\b(?:'s|\u2019s)?", re.IGNORECASE)
    return re.compile(re.escape(name))
