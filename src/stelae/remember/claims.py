"""Does a text that is handed over to be remembered claim anything? Pure.

Agents call `remember` with whatever a person said. A question (`do I like tea?`) and the words of a play are no memory, and
what somebody else says of the speaker is one only when a person confirms it. In doubt it is a claim: notes are often written
without a subject (`Is a vegetarian`), and `How to deploy: make ship` asks nothing.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

from stelae.remember.rules.assertion.foreign import Voice
from stelae.remember.rules.assertion.hearsay import introduced
from stelae.remember.rules.assertion.questions import asks_outright
from stelae.remember.rules.assertion.stance import stance_of
from stelae.remember.rules.durability.small_talk import is_small_talk
from stelae.remember.rules.reading.sentences import Sentence, sentences_of

Claim = Literal["claimed", "question", "fiction", "hearsay"]
_OF_ME: Final = re.compile(
    r"(?:[:：说道写唱问告诉你]|\b(?:says?|said|sings?|sang|wrote|writes|that))\W{0,3}(?:我(?!们)|I\b)",
    re.IGNORECASE,
)
"""Somebody else speaks in the first person, or of the speaker."""
_USER: Final = re.compile(
    r"用户(?:告诉我|说|问|表示)|\b(?:the )?user (?:said|says|told me|asked)(?: that)?",
    re.IGNORECASE,
)
"""Whom an agent's note is about: what they said of the agent is the note itself."""


def claim_of(text: str) -> Claim:
    """Return what a text is when none of its sentences says anything of its own; else that it claims something."""
    found: list[Claim] = []
    voice = Voice(text)
    for sentence in sentences_of(text).sentences:
        if is_small_talk(sentence.piece.plain):
            continue
        own = voice.own(sentence)
        found.extend(_claims(sentence) if own else ["fiction"])
        if own:
            voice.heard(sentence)
    return "claimed" if "claimed" in found or not found else found[0]


def _claims(sentence: Sentence) -> Iterator[Claim]:
    """Yield what the clauses are, but for those that only introduce somebody else's words."""
    said = introduced(sentence.piece.plain) or 0
    for index, clause in enumerate(sentence.clauses):
        if clause.end - sentence.piece.start >= said:
            yield _claim(sentence, index)


def _claim(sentence: Sentence, index: int) -> Claim:
    if asks_outright(sentence, index):
        return "question"
    stance = stance_of(sentence, index)
    if stance in {"fiction", "sarcasm"}:
        return "fiction"
    of_me = _OF_ME.search(_USER.sub("", sentence.piece.plain))
    return "hearsay" if stance == "reported" and of_me else "claimed"
