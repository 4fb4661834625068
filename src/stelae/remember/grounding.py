"""Find the words a candidate rests on, and say how far it goes beyond them (promise 3).

The same test for rules and models: the quote occurs in the observation, the right person said it, it was asserted,
and names, numbers, dates and polarity of the statement agree with the quote. Pure; verdicts are the gate's.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from stelae.remember.rules.assertion.foreign import Voice, foreign_text
from stelae.remember.rules.assertion.stance import stance_of
from stelae.remember.rules.reading.sentences import MASK, Sentence, plain_of, sentences_of
from stelae.schemas.authority import is_person
from stelae.schemas.candidate import Extractor, Grounded, MemoryCandidate, Span
from stelae.schemas.observation import Observation
from stelae.text.language import language_of
from stelae.text.numbers import signature
from stelae.text.polarity import disliking, negations

_SPEAKER_WORDS = re.compile(
    (
        r"用户(?:的|本人)?|我(?:们|自己)?的?|本人|咱们?|\b(?:the user(?:'s)?|user(?:'s)?|I'm|I've|I'd"
        r"|I'll|I|my|me|mine|we|our|us|he|she|they|his|her|their)\b"
    ),
    re.IGNORECASE,
)
_BEST_FIRST: Final = (
    *("none", "beyond_span", "wrong_language"),
    *("not_asserted", "wrong_speaker", "no_span"),
)
"""What a candidate can fail for, the least first."""
_SMALL_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "am",
        "to",
        "of",
        "in",
        "at",
        "on",
        "for",
        "and",
        "or",
        "that",
        "with",
        "as",
        "by",
        "has",
        "have",
        "had",
        "do",
        "does",
        "s",
        "m",
        "ve",
        "re",
        "d",
        "ll",
        "it",
        "its",
        "this",
    ]
)
_RESOLVED = re.compile(r"\s*[（(]\d{4}[-\d :to至]*[)）]$")
_CLAUSE_END = re.compile(r"[，,。.;；!！?？\n]+(?=\s|[\u3400-\u9fff]|$)|\bbut\b|但是?")
_WORD = re.compile(r"[a-z0-9][a-z0-9_.#@/+'-]*[a-z0-9]|[a-z0-9]|[\u3400-\u9fff]", re.IGNORECASE)
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][A-Za-z0-9_-]+\b")


def ground(
    candidate: MemoryCandidate, observation: Observation, *, extractor: Extractor
) -> Grounded:
    """Look for the evidence of a candidate in one observation.

    Args:
        candidate: from rules, a model or a caller; without a quote its text is looked for.
        observation: where it should stand.
        extractor: who proposed it. Rules have judged the stance already, on the clause itself.

    Returns:
        The candidate with its span. `verbatim` is true when the text says nothing but what the span says; `problem`
        names the first test that failed, in this order: span, speaker, assertion, language, content.
    """
    span = _locate(candidate.quote or candidate.text, observation)
    if span is None:
        return Grounded(candidate=candidate, extractor=extractor, problem="no_span")
    kept = Grounded(candidate=candidate, evidence=(span,), extractor=extractor)
    if (
        extractor == "llm"
        and not is_person(observation.authority)
        and candidate.subject == "user"
        and candidate.category != "document"
    ):
        return kept.model_copy(update={"problem": "wrong_speaker"})
    if extractor == "llm" and not _asserted(observation.text, span):
        return kept.model_copy(update={"problem": "not_asserted"})
    text = _RESOLVED.sub("", candidate.text) if extractor == "rules" else candidate.text
    if language_of(text) != language_of(span.quote) and not _names_only(text):
        return kept.model_copy(update={"problem": "wrong_language"})
    if extractor != "rules" and not _agrees(text, span.quote):
        return kept.model_copy(update={"problem": "beyond_span"})
    return kept.model_copy(update={"verbatim": _covered(text, span.quote)})


def ground_among(
    candidate: MemoryCandidate, observations: Sequence[Observation], *, extractor: Extractor
) -> tuple[Grounded, Observation]:
    """Ground a candidate in the observation that carries it; the best failure when none does."""
    tried = [(ground(candidate, o, extractor=extractor), o) for o in observations]
    return min(tried, key=lambda pair: _BEST_FIRST.index(pair[0].problem))


def whole(said: Observation) -> Span:
    """Return all of a message, as what a statement rests on that nobody has extracted."""
    return _span(said, said.text)


def unquoted(said: Observation) -> Span:
    """Return a message without words of it, as the place of what came to nothing."""
    return _span(said, "")


def _span(said: Observation, quote: str) -> Span:
    return Span(
        observation_id=said.id,
        external_id=said.external_id,
        quote=quote,
        start=0,
        end=len(quote),
    )


def carried(value: str, words: str) -> bool:
    """Do the words say the value: its words occur there, with the same numbers, names and polarity?"""
    same = language_of(value) == language_of(words) or _names_only(value)
    return same and _agrees(value, words) and _covered(value, words)


def _locate(quote: str, observation: Observation) -> Span | None:
    """Find the quote, exactly or after folding white space, width, case and punctuation; offsets are the original's."""
    wanted = quote.strip()
    if not wanted:
        return None
    start = observation.text.find(wanted)
    if start >= 0:
        end = start + len(wanted)
    else:
        folded, offsets = _folded(observation.text)
        needle, _ = _folded(wanted)
        at = folded.find(needle) if needle else -1
        if at < 0:
            return None
        start, end = offsets[at], offsets[at + len(needle) - 1] + 1
    return Span(
        observation_id=observation.id,
        external_id=observation.external_id,
        quote=observation.text[start:end],
        start=start,
        end=end,
    )


def _folded(text: str) -> tuple[str, list[int]]:
    """The letters and digits of a text in one spelling, each with its offset; signs inside numbers stay."""
    kept: list[str] = []
    offsets: list[int] = []
    for index, char in enumerate(plain_of(text)):
        for plain in unicodedata.normalize("NFKC", char).casefold():
            sign = plain in ".,:/-" and _between_digits(text, index)
            if plain.isalnum() or sign:
                kept.append(plain)
                offsets.append(index)
    return "".join(kept), offsets


def _between_digits(text: str, index: int) -> bool:
    return 0 < index < len(text) - 1 and text[index - 1].isdigit() and text[index + 1].isdigit()


def _asserted(text: str, span: Span) -> bool:
    """Is any clause under the span said as the speaker's own statement?"""
    voice = Voice(text)
    for sentence in sentences_of(text).sentences:
        own = voice.own(sentence)
        if sentence.piece.start < span.end and span.start < sentence.piece.end and own:
            for index, clause in enumerate(sentence.clauses):
                touched = clause.start < span.end and span.start < clause.end
                if touched and MASK not in clause.plain and _claimed(sentence, index):
                    return True
        if own:
            voice.heard(sentence)
    return False


def _claimed(sentence: Sentence, index: int) -> bool:
    """A request may carry a wish (`推荐一个，不要塑料的`), but not when it hands over a text to work on."""
    stance = stance_of(sentence, index)
    return stance in {"asserted", "intent"} or (stance == "request" and not foreign_text(sentence))


def _agrees(text: str, quote: str) -> bool:
    """Do numbers, dates, names and polarity of the statement occur in the span?"""
    if not signature(text) <= signature(quote):
        return False
    folded = quote.casefold()
    if any(name.casefold() not in folded for name in _NAME.findall(_SPEAKER_WORDS.sub("", text))):
        return False
    if disliking(text) and not disliking(quote) and not negations(quote):
        return False
    return negations(text) % 2 == negations(_clause_of(text, quote)) % 2


def _clause_of(text: str, quote: str) -> str:
    """The clauses of the quote that say the text, so that a `not` in another one does not count; else all of it."""
    wanted = "".join(_words(_SPEAKER_WORDS.sub(" ", text)))
    clauses = _CLAUSE_END.split(quote)
    for size in range(1, len(clauses) + 1):
        for first in range(len(clauses) - size + 1):
            run = " ".join(clauses[first : first + size])
            if wanted in "".join(_words(_SPEAKER_WORDS.sub(" ", run))):
                return run
    best = set(_words(text))
    return (
        max(clauses, key=lambda c: len(best & set(_words(c)))) if _covered(text, quote) else quote
    )


def _names_only(text: str) -> bool:
    """Is it too short, or nothing but names and numbers, to have a language of its own?"""
    return len(re.findall(r"[a-z]{2,}", text)) < 2 and language_of(text) == "en"


def _covered(text: str, quote: str) -> bool:
    """Does every word of the text, apart from person words, small words and a verb's ending, occur in the span?"""
    said = {_stem(word) for word in _words(quote)}
    return all(
        _stem(word) in said
        for word in _words(_SPEAKER_WORDS.sub(" ", text))
        if word not in _SMALL_WORDS
    )


def _stem(word: str) -> str:
    """`works` and `work` are one word: the third person of a statement about the user is the first person of theirs."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and word.isalpha() else word


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", plain_of(text)).casefold()
    return [found.group() for found in _WORD.finditer(folded)]
