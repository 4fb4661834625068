"""Whether a message holds something sensitive, as the rules see it: what decides if it may go to another machine."""

from stelae.remember.rule_extraction import RuleExtraction, extract
from stelae.schemas.observation import Observation
from stelae.text.personal import find_personal
from stelae.text.private_matters import names_private_matter


def is_sensitive(observation: Observation, rules: RuleExtraction | None = None) -> bool:
    """Does it name health, finance, relations or an identifier? Nobody has classified a raw message.

    Args:
        observation: the message.
        rules: what they make of it, where that is known already.
    """
    if find_personal(observation.text) or names_private_matter(observation.text):
        return True
    found = extract(observation) if rules is None else rules
    return any(c.sensitivity == "sensitive" for c in found.candidates)
