"""In which domain does a preference act? (P23). Pure: what is named, else nowhere; never everywhere by itself."""

from collections.abc import Sequence

from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.preferences import PRODUCT_DOMAINS, Heard
from stelae.text.domains import domains_in


def read_place(found: MemoryCandidate, heard: Heard, said: Observation) -> dict[str, object]:
    """What a rule reads in the same words stays one memory with it, unless the agent knows a narrower place."""
    narrower = heard.domain in PRODUCT_DOMAINS and not domains_in(found.quote)
    return {"domain": heard.domain} if narrower and _session(said) != heard.domain else {}


def place(
    found: MemoryCandidate, heard: Heard, said: Observation, held: Sequence[MemoryRecord]
) -> dict[str, object]:
    """Say where it acts (P23): what the words name, else where the thing is held already, so that a change of mind meets it.

    Else what the agent names, else the session's domain, else nowhere; never everywhere by itself.
    """
    named = domains_in(found.quote)
    if named:
        return {"domain": named[0] if len(named) == 1 else heard.domain or "global"}
    places = [str(one.attributes.get("domain", "global")) for one in held]
    wanted = heard.domain or _session(said)
    for one in (wanted, "global", *(() if wanted else places)):
        if one in places:
            return {"domain": one}
    return {"domain": wanted or "other"}


def _session(said: Observation) -> str | None:
    domain = said.metadata.get("domain")
    return domain if domain in PRODUCT_DOMAINS else None
