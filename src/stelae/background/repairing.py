"""`doctor --repair`: what the store needs from the rooms above it to put itself right."""

from collections.abc import Sequence

from stelae.ports import Clock, Embedder, Repairing
from stelae.remember.indexing import keyword_row
from stelae.schemas.scope import Namespace
from stelae.schemas.upkeep import RepairReport
from stelae.text.tokens import TOKENIZER_VERSION


def repair(
    store: Repairing, ns: Namespace, clock: Clock, embedders: Sequence[Embedder]
) -> RepairReport:
    """Look at the whole store and repair what can be repaired; see `ports.Repairing.repair`.

    Args:
        store: all of its tenants and scopes.
        ns: whose audit the rows go to.
        clock: the present.
        embedders: what vectors are to be of.
    """
    return store.repair(
        ns,
        at=clock.now(),
        tokenizer=TOKENIZER_VERSION,
        row_of=keyword_row,
        legs={embedder.leg: (embedder.fingerprint, embedder.dim) for embedder in embedders},
    )
