"""A session state as a short block for a prompt: what holds for the task at hand, one line each. Pure.

The block has marks of its own; `text.markers` strips it wherever a message comes back, so that it is never stored. Lines are
escaped and whole, and their order is stable.
"""

from collections.abc import Iterator, Mapping

from stelae.schemas.session import Budget, SessionState
from stelae.text.estimate import estimate_tokens
from stelae.text.language import Language, language_of
from stelae.text.markers import TASK_CLOSE, TASK_OPEN, escape
from stelae.text.normalise import squash

_WORDS: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "intent": "要找的",
        "budget": "预算",
        "ban": "不能有",
        "dislike": "最好不要",
        "must": "必须",
        "like": "想要",
        "neutral": "另外",
        "is": "：",
        "said": "（“{quote}”）",
    },
    "en": {
        "intent": "looking for",
        "budget": "budget",
        "ban": "not with",
        "dislike": "rather not",
        "must": "must have",
        "like": "wants",
        "neutral": "also",
        "is": ": ",
        "said": ' ("{quote}")',
    },
}


def task_block(state: SessionState, *, budget: int = 300) -> str:
    """Return the block, empty when nothing holds or not one line fits.

    Args:
        state: of the conversation.
        budget: most tokens, marks included. What bans comes first; lines that do not fit are left out whole.
    """
    room = budget - estimate_tokens(f"{TASK_OPEN}\n{TASK_CLOSE}")
    kept: list[str] = []
    for line in lines(state):
        cost = estimate_tokens(f"\n{line}")
        if cost <= room:
            kept.append(line)
            room -= cost
    return "\n".join([TASK_OPEN, *kept, TASK_CLOSE]) if kept else ""


def lines(state: SessionState) -> list[str]:
    """Return what holds, one line each, bans first; escaped."""
    told = " ".join((state.current_intent or "", *(one.content for one in state.constraints)))
    words = _WORDS[language_of(told)]
    return [f"- {escape(squash(line))}" for line in _lines(state, words)]


def _lines(state: SessionState, words: Mapping[str, str]) -> Iterator[str]:
    for firm in (True, False):
        for one in state.constraints:
            if one.blocking == firm:
                hard = {"dislike": "ban", "like": "must"}.get(one.polarity) if firm else None
                quote = words["said"].format(quote=one.source_quote) if one.source_quote else ""
                yield f"{words[hard or one.polarity]}{words['is']}{one.content}{quote}"
    if state.budget is not None:
        yield f"{words['budget']}{words['is']}{_money(state.budget)}"
    yield from (f"{name}{words['is']}{value}" for name, value in sorted(state.slots.items()))
    if state.current_intent:
        yield f"{words['intent']}{words['is']}{state.current_intent}"


def _money(budget: Budget) -> str:
    least, most = budget.least, budget.most
    amount = f"{least or 0:g} – {most:g}" if most is not None else f"≥ {least:g}"
    if least is None:
        amount = f"≤ {most:g}"
    return f"{amount} {budget.currency}" if budget.currency else amount
