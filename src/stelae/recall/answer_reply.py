"""From a model's reply to an `Answer`: what it cites, what it made up, and whether it is an answer at all. Pure."""

import re

from stelae.errors import ModelError, ModelTimeoutError, TooLargeError
from stelae.recall.answer_plan import AnswerPlan, without
from stelae.recall.citations import read_reply
from stelae.schemas.answer import Answer, AnswerReason, Usage
from stelae.text.markers import strip_blocks

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


def judged(plan: AnswerPlan, reply: str, usage: Usage, *, truncated: bool) -> Answer:
    """Make an answer of a reply: what it cites, what it made up, and whether it is one at all."""
    read = read_reply(reply, len(plan.shown))
    reason: AnswerReason = ""
    if not read.text:
        reason = "empty"
    elif strip_blocks(read.text) != read.text:
        reason = "echo"
    elif not read.indices and _refuses(read.text):
        reason = "refused"
    if reason:
        answer = without(plan.answer, reason, plan.language).answer
        return answer.model_copy(update={"usage": usage, "truncated": truncated})
    nothing = not read.indices and _says_nothing(read.text)
    citations = tuple(plan.shown[index - 1] for index in read.indices)
    used = tuple(one.id for one in citations)
    relevant = {hit.id for hit in plan.answer.hits}.intersection(one.id for one in plan.shown)
    return plan.answer.model_copy(
        update={
            "text": read.text,
            "status": "nothing_relevant" if nothing or not (relevant or used) else "answered",
            "citations": citations,
            "used": used,
            "unused": tuple(one.id for one in plan.shown if one.id not in used),
            "uncited": bool(relevant) and not used and not nothing,
            "invented": read.invented,
            "truncated": truncated,
            "usage": usage,
        }
    )


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
    answer = without(plan.answer, reason, plan.language, detail=str(error)).answer
    return answer.model_copy(update={"usage": Usage(calls=1, seconds=seconds)})
