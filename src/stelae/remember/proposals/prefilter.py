"""Which messages a model need not read: nothing but courtesy, questions or pasted material, as far as the rules see. Pure.

A model costs seconds, the rules less than a millisecond. What they leave out is checked: one message in twenty is read all
the same, always the same ones, and what is found there is counted (`prefilter_missed` in `stats`).
"""

import hashlib
from typing import Final, Literal

from stelae.remember.rule_extraction import Dropped, RuleExtraction
from stelae.schemas.observation import Observation

AUDITED: Final = 20
"""One in so many messages that are left out is read all the same."""
_NOTHING: Final = frozenset({"small_talk", "question", "empty"})
_PASTED: Final = "nothing-left"
"""The rule that found only material: logs, code, quoted text."""
Sifted = Literal["read", "audit", "skip"]


def sift(observation: Observation, found: RuleExtraction) -> Sifted:
    """Say what is to be done with a person's message.

    Args:
        observation: the message.
        found: what the rules made of it.

    Returns:
        `skip`: it cannot hold anything; `audit`: nor can this one, but it is read as a check; `read`: anything else, above
        all what the rules do not understand.
    """
    empty = found.drops and not found.candidates and all(map(_holds_nothing, found.drops))
    if not empty or "procedural" in observation.flags:
        return "read"
    mark = (observation.external_id or observation.content_hash).encode()
    number = int.from_bytes(hashlib.blake2b(mark, digest_size=4).digest(), "big")
    return "audit" if number % AUDITED == 0 else "skip"


def _holds_nothing(drop: Dropped) -> bool:
    return drop.reason in _NOTHING or drop.rule == _PASTED
