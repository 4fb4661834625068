"""Tools that keep what a person says, and the one that proposes to forget. None of them decides: the gate does, or a person.

Authority is never an argument. A person is behind a statement only if the words, or the thing, stand in their last messages
of the running turn; then these words are its evidence and outweigh the model's. Else it is the agent's own inference.
"""

from collections.abc import Sequence
from typing import Final, Literal

from stelae.errors import MemoryNotFoundError
from stelae.memory import Memory
from stelae.schemas.change import Outcome
from stelae.schemas.memory import Reason
from stelae.schemas.preferences import Domain, Heard, HeardCategory, Slot
from stelae.text.markers import escape
from stelae.tools.base import Arguments, Result, Tool, tool
from stelae.tools.turn import Turn, TurnSource

SHOWN: Final = 10
"""Memories that a proposal to forget lists; the preview holds all."""

WHY: Final[dict[Reason, str]] = {
    "not_recommended": "It is not lasting: it holds for this occasion only. Honour it now.",
    "transient": "It is not lasting: it holds for this occasion only. Honour it now.",
    "not_asserted": "The person did not state it: it is a question, a supposition or somebody else's words.",
    "ungrounded": "The person's words do not carry it.",
    "forgotten": "The person had this forgotten. It is kept again only when they say it anew.",
    "restricted": "It holds a secret, and secrets are never stored.",
    "injection": "It reads like an order to an assistant.",
    "origin_not_allowed": "This may not be stored from here.",
    "disabled": "Memory is switched off.",
    "forget_request": "The person asks to forget something; use propose_forget.",
}
"""What a rejection means, for the model."""
_ANONYMOUS: Final = (
    "Nothing was stored: this conversation has no person's memory (the scope is {scope}), and what somebody likes is kept"
    " for nobody else. Honour it in this conversation."
)
WAITS: Final = (
    "It waits for the person to confirm it and is no memory until then; recall may show its words, marked as unconfirmed."
    " Do not say that it is remembered."
)


class PreferenceArguments(Arguments):
    """Arguments of `remember_preference`."""

    object: str
    """The thing itself, as the person calls it and without "not": a material, brand, style, food; of a slot its value."""
    polarity: Literal["like", "dislike"]
    """dislike for everything that is not wanted, is avoided, or must not be there."""
    quote: str | None = None
    """The person's own words, copied; null if they cannot be copied."""
    limit: Literal["allergy", "ban", "must"] | None = None
    """Only for hard limits: an allergy or intolerance, an outright ban, something that must always be there; else null."""
    domain: Domain | None = None
    """What it is about, such as shoes; global only if the person speaks of everything; null if it is not clear."""
    slot: Slot | None = None
    """Only if the object is a usual budget, a size, or a place; else null."""


class MemoryArguments(Arguments):
    """Arguments of `save_memory`."""

    text: str
    """One statement that can be understood by itself, in the person's language."""
    quote: str | None = None
    """The person's own words, copied; null if they cannot be copied."""
    category: HeardCategory | None = None
    """fact: what is true of them; constraint: a hard limit; context: what is going on for a while; null if unsure."""


class ForgetArguments(Arguments):
    """Arguments of `propose_forget`."""

    topic: str
    """What the person wants forgotten, in their words."""


def remember_preference(memory: Memory, turn: TurnSource) -> Tool:
    """Return the tool that keeps what a person likes, dislikes, or must not have (P4, P20-P23)."""

    def run(given: PreferenceArguments) -> Result:
        if told := _anonymous(memory):
            return {"stored": False, "message": told}
        limit = given.limit
        heard = Heard(
            category="constraint" if limit is not None else "preference",
            quote=given.quote or "",
            object=given.object,
            polarity="like" if limit == "must" else given.polarity,
            limit=limit,
            slot=None if limit is not None else given.slot,
            domain=given.domain,
        )
        return _kept(memory, turn(), heard, (given.quote or "", given.object))

    return tool(
        "remember_preference",
        "Keep a lasting preference of the person: what they generally like, dislike, are allergic to or refuse. Call it as"
        " soon as they say so, also in passing, once for each thing; go on with the answer afterwards. Not for what they"
        " want this time only (this order, today), not for what others like, not for your own guesses.",
        PreferenceArguments,
        run,
    )


def save_memory(memory: Memory, turn: TurnSource) -> Tool:
    """Return the tool that keeps a statement which the person asks to remember (P33)."""

    def run(given: MemoryArguments) -> Result:
        if told := _anonymous(memory):
            return {"stored": False, "message": told}
        heard = Heard(category=given.category or "fact", quote=given.quote or "", text=given.text)
        return _kept(memory, turn(), heard, (given.quote or "", given.text))

    return tool(
        "save_memory",
        "Keep one statement because the person asks you to remember it. For likes and dislikes use remember_preference.",
        MemoryArguments,
        run,
    )


def propose_forget(memory: Memory, turn: TurnSource) -> Tool:
    """Return the tool that shows what would be forgotten. It deletes nothing; the application does, on a person's word."""

    def run(given: ForgetArguments) -> Result:
        if told := _anonymous(memory):
            return {"deleted": 0, "would_forget": [], "message": told}
        behind = turn()
        if behind is not None and behind.said and not behind.asks_to_forget:
            message = (
                "Nothing was deleted: the person's last message does not ask to forget anything. If they only want"
                " something else this time, change the search. If they mean it, ask them to say so."
            )
            return {"deleted": 0, "would_forget": [], "message": message}
        found = memory.forget(given.topic)
        if not found:
            message = "Nothing was deleted: nothing stored matches. Say so to the person."
            return {"deleted": 0, "would_forget": [], "message": message}
        if behind is not None:
            behind.propose(found)
        items = [one for one in found.preview if one.type == "memory"]
        shown = [
            {"n": n, "key": memory.get(one.id).key, "text": escape(one.text)}
            for n, one in enumerate(items[:SHOWN], 1)
        ]
        others = len(found.preview) - len(shown)
        message = (
            "Nothing was deleted yet. Show the person these lines and ask; they are forgotten when the person confirms it in"
            " the application. You cannot do it."
        )
        return {"deleted": 0, "would_forget": shown, "and_others": others, "message": message}

    return tool(
        "propose_forget",
        "Show what would be forgotten when the person asks to forget something stored. It deletes nothing: the person"
        " confirms. A change of what they want this time is no request to forget.",
        ForgetArguments,
        run,
    )


def _anonymous(memory: Memory) -> str | None:
    """Say that nothing is stored because nobody is known here; None: the written scope is a person's (P4)."""
    place = memory.namespace
    return None if place.personal else _ANONYMOUS.format(scope=place.scope)


def _kept(memory: Memory, turn: Turn | None, heard: Heard, words: Sequence[str]) -> Result:
    """Bring it before the gate: with the person's message behind it, or as the agent's own inference."""
    said = turn.behind(*words) if turn is not None else None
    done = memory.propose(heard, said=said)
    if turn is not None:
        turn.record((*done.read, *done.judged))
    order = ("accepted", "duplicate", "pending", "rejected")
    best = min(done.judged, key=lambda one: order.index(one.outcome))
    fresh = turn is not None and best.id in {one.id for one in turn.learned}
    stored = is_stored(memory, best)
    told: Result = {"stored": stored, "outcome": best.outcome}
    if stored or best.outcome != "rejected":
        told |= {"text": escape(best.text), **_fields(best)}
    return {**told, "message": _message(best, stored=stored, fresh=fresh, said=said is not None)}


def is_stored(memory: Memory, outcome: Outcome) -> bool:
    """Is it there? What repeats an item that waits for a person is a duplicate, too (P33: the truth is told)."""
    if outcome.outcome not in {"accepted", "duplicate"} or outcome.id is None:
        return False
    try:
        return memory.get(outcome.id).status == "active"
    except MemoryNotFoundError:
        return False


def _fields(outcome: Outcome) -> Result:
    """Return what the gate made of it, which may differ from what was asked."""
    names = ("subject", "polarity", "type", "object", "domain", "aspect")
    return {n: outcome.attributes[n] for n in names if outcome.attributes.get(n)}


def _message(outcome: Outcome, *, stored: bool, fresh: bool, said: bool) -> str:
    match outcome.outcome:
        case "rejected":
            return f"Nothing was stored. {WHY.get(outcome.reason, f'Reason: {outcome.reason}.')}"
        case "pending" | "duplicate" if not stored:
            return WAITS if said else f"The person's last messages do not say it. {WAITS}"
        case "accepted" if outcome.change == "supersede":
            return "Stored; it replaces what was said before."
        case _:
            return "Stored, as the person said it." if fresh else "It is stored already."
