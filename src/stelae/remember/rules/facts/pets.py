"""A pet that is no more: whoever says so has one less, whatever else they say of it."""

from collections.abc import Iterator

from stelae.remember.rules.reading.caseless import Caseless
from stelae.remember.rules.reading.draft import Draft, View
from stelae.remember.rules.reading.subjects import is_pet

_GONE = Caseless(
    r"^(?: [A-Z]\w+)? (?:(?:just |has |sadly )*(?:died|passed away|passed on)|(?:was|had to be) put (?:down|to sleep)"
    r"|is (?:dead|no more)$|crossed the rainbow bridge)\b"
    r"|^(?:昨天|前天|今天|上周|上个?月|去年|今年|前几天|最近|已经|刚刚?|也|都)*(?:去世|死|病死|老死|走丢|过世)了?$"
)


def gone(view: View) -> Iterator[Draft]:
    """Yield that a pet of the speaker's is no more."""
    name = view.subject.name
    if view.subject.who == "other" and is_pet(name) and _GONE.match(view.predicate):
        told = {"attribute": "pet", "object": name, "subject": "user", "negated": True}
        yield Draft("pet", "fact", told)
