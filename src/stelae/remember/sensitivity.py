"""Whether a message holds something sensitive, as the rules see it: what decides if it may go to another machine."""

from stelae.remember.rule_extraction import extract
from stelae.schemas.observation import Observation
from stelae.text.personal import find_personal


def is_sensitive(observation: Observation) -> bool:
    """Do the rules see health, finance, relations or an identifier in it? Nobody has classified a raw message."""
    if find_personal(observation.text):
        return True
    return any(c.sensitivity == "sensitive" for c in extract(observation).candidates)
