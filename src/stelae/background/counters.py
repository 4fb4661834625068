"""What reading by language models has cost, as numbers. Needs no model and no write path."""

from collections.abc import Mapping
from typing import Final

from stelae.ports import Store
from stelae.schemas.scope import Namespace

_COUNTERS: Final = (
    *("model_calls", "model_prompt_tokens", "model_completion_tokens", "model_seconds"),
    *("model_cache_hits", "model_unusable"),
    *("prefilter_skipped", "prefilter_audited", "prefilter_missed"),
)


def counters(store: Store, ns: Namespace) -> Mapping[str, int]:
    """Return what models have cost in the scope and what the pre-filter saved, all models together, and what waits."""
    counts = dict.fromkeys(_COUNTERS, 0.0)
    for one in store.used(ns):
        counts[f"model_{one.name}" if one.model else one.name] += one.amount
    return {**{name: round(n) for name, n in counts.items()}, "unread": len(store.unread(ns))}
