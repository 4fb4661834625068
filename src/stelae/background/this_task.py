"""Is it a constraint of this task, or a trait of this person (P18, R18)? Code's own look, whatever a model says. Pure.

Strict: where a sentence names its moment, or the words are held for the task at hand already, nothing is promoted. In doubt
it is this task's; what lasts will be said again.
"""

from collections.abc import Sequence

from stelae.remember.rules.durability.small_talk import is_momentary
from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.sentences import plain_of, sentences_of
from stelae.schemas.observation import Observation
from stelae.schemas.session import SessionState
from stelae.text.keys import statement

_THIS_TASK = Caseless(
    r"今天|今晚|这次|这回|这一?次|本次|这一?单|这趟|这顿|就一[次回]|当前|暂时|眼下|先(?:不|别|用|要)"
    r"|\b(?:today|tonight|this (?:time|once|order|trip|one|purchase|task|round|week(?:end)?)"
    r"|just (?:this )?once|for now|for the moment|right now)\b"
)


_TRAIT = Caseless(
    r"喜欢|讨厌|[不很最]爱|过敏|受不了|从来|一直|总是|每次|以后|向来|习惯"
    r"|\b(?:(?<!'d )(?<!would )like|love|hate|dislike|prefer|can't stand|allergic|always|never|usually|from now on"
    r"|every time)\b"
)
"""Words of a trait: a moment that is named only after them (`我不喜欢真皮，这次预算 500`) is about something else."""


def of_this_task(quote: str, said: Sequence[Observation], state: SessionState) -> bool:
    """Do the words hold for the task at hand only?

    Args:
        quote: the person's words that a proposal rests on.
        said: the person's messages.
        state: what holds for the task at hand; read, never written.
    """
    return held(quote, state) or any(
        _names_its_moment(quote, one.text) for one in said if quote and quote in one.text
    )


def held(quote: str, state: SessionState) -> bool:
    """Are these words held for the task at hand already?"""
    words = statement(quote)
    quotes = (statement(one.source_quote) for one in state.constraints)
    return bool(words) and any(one and (words in one or one in words) for one in quotes)


def _names_its_moment(quote: str, text: str) -> bool:
    """Does a sentence in which the quote stands name the moment it holds for?"""
    start = text.find(quote)
    end = start + len(quote)
    trait = _TRAIT.search(plain_of(quote)) is not None
    for sentence in sentences_of(text).sentences:
        if sentence.piece.end <= start or end <= sentence.piece.start:
            continue
        until = end if trait else sentence.piece.end
        if any(_momentary(clause.plain) for clause in sentence.clauses if clause.start < until):
            return True
    return False


def _momentary(plain: str) -> bool:
    return is_momentary(plain) or _THIS_TASK.search(plain) is not None
