"""From a model's reply to an `Answer`: what it cites, what it made up, and whether it is an answer at all. Pure."""

import re
from collections.abc import Sequence

from stelae.errors import ModelError, ModelOutputError, ModelTimeoutError, TooLargeError
from stelae.recall.answer_plan import AnswerPlan, without
from stelae.recall.citations import only_indices, read_reply
from stelae.schemas.answer import Answer, AnswerReason, Citation, Usage
from stelae.text.markers import strip_blocks
from stelae.text.normalise import fold, squash

_NOTHING_SAID = re.compile(
    r"(?:没有|暂无|未找到|找不到|未提|没提).{0,12}(?:记忆|资料|信息|记录|提到|提及|到)"
    r"|\bno (?:relevant |matching |such )?(?:memor|notes?\b|information)|\bnot mentioned\b",
    re.IGNORECASE,
)
"""A model's own words for that nothing fits; looked for at the beginning of an answer that cites nothing."""
_REFUSAL = re.compile(
    r"^\W*(?:(?:很?抱歉|对不起|不好意思)\W*)?(?:作为[^，。]{0,12}，)?我?(?:无法|不能|没办法)(?:回答|提供|协助|帮|满足|完成|讨论)"
    r"|^\W*(?:(?:i'?m |i am )?(?:very |really )?sorry\W+(?:but )?)?(?:as an ai[^,.]{0,40}, ?)?"
    r"i (?:can(?:no|'|’)t|won['’]t|am unable to) (?:help|assist|answer|provide|comply|do that|discuss|share)",
    re.IGNORECASE,
)
_BEGINNING = 60
_ENDS = " \t\n.,;:!?。，；：！？\"'“”‘’"
_MOST_RULES, _LONG_BYTES = 2, 30
"""So many lines of the instructions, of that length or more, are no chance."""
_LEAST_BYTES = 4
"""Of a text that is looked for in memories: four letters, or two Chinese characters."""


def judged(plan: AnswerPlan, reply: str, usage: Usage, *, truncated: bool) -> Answer:
    """Make an answer of a reply: what it cites, what it made up, and whether it is one at all."""
    read = read_reply(reply, len(plan.shown))
    reason: AnswerReason = ""
    if not read.text:
        reason = "empty"
    elif strip_blocks(read.text) != read.text or _repeats(plan, read.text):
        reason = "echo"
    elif not read.indices and _refuses(read.text):
        reason = "refused"
    if reason:
        answer = without(plan.answer, reason, plan.language).answer
        return answer.model_copy(update={"usage": usage, "truncated": truncated})
    nothing = not read.indices and _says_nothing(read.text)
    stands_in = None if read.indices or nothing else _stands_in(read.text, plan.shown)
    citations = tuple(plan.shown[index - 1] for index in read.indices)
    if stands_in is not None:
        citations = (stands_in,)
    used = tuple(one.id for one in citations)
    relevant = {hit.id for hit in plan.answer.hits}.intersection(one.id for one in plan.shown)
    return plan.answer.model_copy(
        update={
            "text": _told(read.text, citations, attributed=stands_in is not None),
            "status": "nothing_relevant" if nothing or not (relevant or used) else "answered",
            "citations": citations,
            "used": used,
            "unused": tuple(one.id for one in plan.shown if one.id not in used),
            "uncited": bool(relevant) and not used and not nothing,
            "attributed": stands_in is not None,
            "invented": read.invented,
            "truncated": truncated,
            "usage": usage,
        }
    )


def _repeats(plan: AnswerPlan, text: str) -> bool:
    """Is it the prompt again: lines of the instructions, or the question and nothing else?"""
    said = fold(squash(text))
    rules = [fold(squash(line)) for m in plan.messages[:1] for line in m.content.splitlines()]
    told = sum(rule in said for rule in rules if len(rule.encode()) >= _LONG_BYTES)
    question = fold(squash(plan.question)).strip(_ENDS)
    rest = said.replace(question, "") if len(question.encode()) >= _LEAST_BYTES else said
    return told >= _MOST_RULES or not rest.strip(_ENDS)


def _told(text: str, citations: Sequence[Citation], *, attributed: bool) -> str:
    """Return the text as it is shown; numbers alone are no answer, so the memories speak for themselves."""
    if attributed:
        return f"{text} [{citations[0].index}]"
    if citations and only_indices(text):
        return "\n".join(f"{squash(one.text)} [{one.index}]" for one in citations)
    return text


def _stands_in(text: str, shown: Sequence[Citation]) -> Citation | None:
    """Return the one memory in which the whole text stands word for word, if there is just one."""
    said = fold(text).strip(_ENDS)
    if len(said.encode()) < _LEAST_BYTES:
        return None
    before = r"(?<![0-9a-z])" if said[0].isascii() else ""
    behind = r"(?![0-9a-z])" if said[-1].isascii() else ""
    pattern = re.compile(f"{before}{re.escape(said)}{behind}")
    found = [one for one in shown if pattern.search(fold(one.text))]
    return found[0] if len(found) == 1 else None


def _says_nothing(text: str) -> bool:
    return bool(_NOTHING_SAID.search(text[:_BEGINNING]))


def _refuses(text: str) -> bool:
    return bool(_REFUSAL.search(text)) and not _says_nothing(text)


def failed(plan: AnswerPlan, error: ModelError | TooLargeError, *, seconds: float) -> Answer:
    """Make an answer of a call that failed: the hits, and why."""
    reason: AnswerReason = "unavailable"
    if isinstance(error, ModelTimeoutError):
        reason = "timeout"
    elif isinstance(error, TooLargeError):
        reason = "too_large"
    elif isinstance(error, ModelOutputError) and error.reason == "refused":
        reason = "refused"
    answer = without(plan.answer, reason, plan.language, detail=str(error)).answer
    return answer.model_copy(update={"usage": Usage(calls=1, seconds=seconds)})
