"""One open memory for many tenants, filled, with everybody who will ask: what a seed stands for."""

import logging
import random
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from evals.isolation import changing, operating, reading
from evals.isolation.filling import fill
from evals.isolation.ledger import Ledger
from evals.isolation.models import Listening
from evals.isolation.places import places
from evals.isolation.running import Runner
from evals.isolation.truth import InMemoryTruth, SQLiteTruth
from stelae.config import load
from stelae.memory import Memory
from stelae.stores.in_memory import InMemoryStore
from stelae.testing import FixedClock, HashEmbedder

StoreKind = Literal["sqlite", "memory"]
PARTS = (reading, changing, operating)
"""That say which ways there are."""


@contextmanager
def epoch(folder: Path, *, store: StoreKind, seed: int, count: int = 24) -> Generator[Runner]:
    """Open and fill a store, and close it afterwards.

    Args:
        folder: a new one.
        store: on disk or in memory.
        seed: of everything that is drawn.
        count: how many places have something in them.
    """
    chance, model, clock = random.Random(seed), Listening(), FixedClock()
    before = logging.root.manager.disable
    # A model that answers nonsense is told of in the log, thousands of times.
    logging.disable(logging.WARNING)
    settings = load(data=folder / "data").settings
    # What is measured is who sees what, not what survives a power cut.
    quick = settings.store.model_copy(update={"kind": store, "synchronous": "normal"})
    try:
        with Memory.open(
            settings=settings.model_copy(update={"store": quick}),
            scope="user:operator",
            embedder=HashEmbedder(),
            extractor="auto",
            model=model,
            clock=clock,
            worker=False,
        ) as memory:
            kept = memory._parts.store  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - for the truth
            truth = (
                InMemoryTruth(kept)
                if isinstance(kept, InMemoryStore)
                else SQLiteTruth(settings.data)
            )
            ledger = Ledger(truth, chance)
            there = places(chance, count)
            for number, place in enumerate(there):
                at = memory.at(tenant=place.tenant, scope=place.scope, project=place.project)
                fill(at, ledger, number)
            memory.flush(timeout_s=0.0)
            ledger.learn()
            ways = {way: path for part in PARTS for way, path in part.ways(folder).items()}
            yield Runner(memory, truth, ledger, there, ways, chance, model, clock)
    finally:
        logging.disable(before)
