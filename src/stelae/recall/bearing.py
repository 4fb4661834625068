"""Hits that share the words of a question and do not bear on it: earlier questions, and what is said of somebody else.

"Where do I live?" is covered word for word by the same question asked last week and by "my parents live in York", so words
alone put both above the answer. Three rules, each by what a text says and none by a model:

- what says nothing but what is asked again is no hit; where it was answered, the answer stands in its place,
- any other bare question is none beside a memory whose fields are what is asked for, and stands last beside a memory that
  answers by its words,
- where the question asks for something of the speaker, what is told of another person stands last.

Not for questions about the conversation, nor for raw messages that a caller asks for by themselves. Pure.
"""

import re
from collections.abc import Sequence

from stelae.recall.bare_questions import is_bare_question
from stelae.recall.framing import without_frame
from stelae.recall.layout import NO_SPEAKER
from stelae.recall.merging import Pick
from stelae.recall.others import is_about_another, names_another
from stelae.recall.rewriting import Reading
from stelae.recall.understanding import Question
from stelae.schemas.query import Hit
from stelae.text.tokens import tokens

Fetched = tuple[Pick, Hit]

BESIDE = 0.75
"""Most that anything else is shown with beside a memory whose fields are what the whole question asks for; that one has
`structure.BY_RULE` or more."""
ANSWERS = 0.5
"""Score from which a memory counts as an answer: more likely than not."""
SHARE = 0.5
"""What remains of the score of a hit that stands last."""
FRAME = 40
"""Characters by which an earlier question may be longer and still say no more: `Hey, can you please tell me …`."""
_ABOUT_TALK = (
    *("问过", "问了", "问你", "问的", "提过", "提到", "聊", "说过", "说了什么"),
    *(" ask", "question", "mention", "talk", "discuss", " told", " said"),
)
"""Of these a question about the conversation holds one."""
_PARTICLES = re.compile(
    r"你?还?(?:记不记得|知不知道|记得|知道)(?:不|没有?|吗|么)?|[吗呢啊呀么吧]|来着|请问|告诉我"
)


def about_talk(question: Question) -> bool:
    """Does a question ask for what was asked or said, so that an earlier question is an answer?"""
    low = question.text.lower()
    return any(map(low.__contains__, _ABOUT_TALK))


def echoes(question: Question, fetched: Sequence[Fetched]) -> list[int]:
    """Return the places of bare questions that are no hits.

    Args:
        question: what is asked.
        fetched: hits in the order of the ranking.
    """
    bare = [place for place, (_, hit) in enumerate(fetched) if _only_asks(hit)]
    if not bare or about_talk(question):
        return []
    if any(_pinned(pick) for pick, _ in fetched):
        return bare
    return [
        place
        for place in bare
        if _nameless(fetched[place][1]) and says_no_more(fetched[place][1].text, question)
    ]


def bearing_first(
    question: Question, reading: Reading | None, fetched: Sequence[Fetched]
) -> list[Fetched]:
    """Return the hits with those last, at half their score, that do not bear on the question.

    Args:
        question: what is asked.
        reading: as filters.
        fetched: hits in the order of the ranking.
    """
    about_me = asks_of_speaker(question, reading)
    answered = any(hit.type == "memory" and pick.score >= ANSWERS for pick, hit in fetched)
    if not (about_me or answered) or about_talk(question):
        return list(fetched)
    kept: list[Fetched] = []
    later: list[Fetched] = []
    for pick, hit in fetched:
        if (answered and _only_asks(hit)) or (
            about_me and not _pinned(pick) and is_about_another(hit.text)
        ):
            later.append(_lowered(pick, hit))
        else:
            kept.append((pick, hit))
    return [*kept, *later]


def says_no_more(text: str, question: Question) -> bool:
    """Has an earlier question no word beside those of the one that is asked?"""
    if len(text) > len(question.text) + FRAME:
        return False
    said = tokens(without_frame(_PARTICLES.sub(" ", text)))
    return bool(said) and all(word in question.terms for word in said)


def asks_of_speaker(question: Question, reading: Reading | None) -> bool:
    """Does a question that was read ask for something of the speaker, and name nobody else?"""
    if reading is None or names_another(question.text):
        return False
    return any(one.where.equals.get("subject") == "user" for one in reading.wanted)


def _pinned(pick: Pick) -> bool:
    return bool(pick.found.pinned[pick.place])


def _nameless(hit: Hit) -> bool:
    """Was it said to us? What people with names ask each other is part of their talk, and the answer stands next to it."""
    return (hit.speaker or "").casefold() in NO_SPEAKER


def _only_asks(hit: Hit) -> bool:
    return hit.type == "observation" and is_bare_question(hit.text)


def _lowered(pick: Pick, hit: Hit) -> Fetched:
    score = pick.score * SHARE
    return pick._replace(score=score), hit.model_copy(update={"score": score})
