"""What filters on fields cost, in CPU milliseconds: `python -m evals.speed.fields --rows 100000`.

One scope of made-up tasks with five fields each, through the store's port, keywords only. Medians of fifteen calls; CPU
time of the process with all its threads. Set OPENBLAS_NUM_THREADS=1 to compare.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from stelae.recall.pipeline import Recall
from stelae.schemas.change import ChangeSet, Write
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.policy import Policy
from stelae.schemas.query import RecallQuery
from stelae.schemas.scope import Namespace
from stelae.schemas.where import Where
from stelae.stores.sqlite.store import SQLiteStore
from stelae.testing import FixedClock

NS = Namespace(scope="user:eval")
START = datetime(2026, 1, 1, tzinfo=UTC)
BATCH = 500
STATES = ("planned", "executing", "paused", "completed", "failed")
FILTERS = {
    "one value, 0.1% fit": {"owner": "p7"},
    "one value, 20% fit": {"status": "planned"},
    "a range, 10% fit": {"score": {"gte": 0.5, "lt": 0.6}},
    "two of five values, 40% fit": {"status": ["planned", "paused"]},
    "a prefix, 1% fit": {"owner": {"prefix": "p12"}},
    "a range and a value, 2% fit": {"score": {"gte": 0.5, "lt": 0.6}, "status": "planned"},
    "null, all fit": {"place": None},
}


def write(number: int, draw: random.Random) -> Write:
    """One made-up task."""
    text = f"note {number} word{draw.randrange(3000)} word{draw.randrange(3000)}"
    due = START + timedelta(minutes=draw.randrange(500_000))
    record = MemoryRecord(
        id=f"m{number}",
        category="task",
        kind="task",
        key=f"task/{number}",
        text=text,
        scope=NS.scope,
        authority="user",
        time=START + timedelta(minutes=number),
        valid_from=START,
        recorded_at=START,
        attributes={
            "goal": text,
            "status": draw.choice(STATES),
            "due": due.isoformat(),
            "score": draw.random(),
            "owner": f"p{number % 1000}",
        },
    )
    return Write(record=record, change="add", tokens=text, length=4)


def median_ms(call: Callable[[], object]) -> float:
    """Return the median of fifteen calls, after one that is not counted."""
    call()
    spent: list[float] = []
    for _ in range(15):
        begun = time.process_time_ns()
        call()
        spent.append((time.process_time_ns() - begun) / 1e6)
    return statistics.median(spent)


def main() -> None:
    """Fill a store, and print one line a filter."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    rows = parser.parse_args().rows
    draw = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(Path(folder), synchronous="normal")
        begun = time.process_time()
        for first in range(0, rows, BATCH):
            writes = tuple(write(number, draw) for number in range(first, first + BATCH))
            store.apply(NS, ChangeSet(actor="user", at=START, writes=writes))
        print(f"write: {1000 * (time.process_time() - begun) / rows:.3f} a memory")
        recall = Recall(
            store,
            embedders=(),
            clock=FixedClock("2026-12-01T00:00:00+00:00"),
            new_id=lambda: "t",
            policy=Policy(),
        )

        def ask(text: str, where: Where = Where()) -> Callable[[], object]:  # noqa: B008 - frozen
            return lambda: recall.run(NS, RecallQuery(text=text, where=where))

        print(f"recall without a filter: {median_ms(ask('note word17 word1200')):.1f}")
        for name, conditions in FILTERS.items():
            where = Where.of(conditions)
            alone = median_ms(lambda where=where: store.matching(NS, NS.scope, where))
            whole = median_ms(ask("note word17 word1200", where))
            print(
                f"{name}: {alone:.2f}; recall {whole:.1f}, without text {median_ms(ask('', where)):.1f}"
            )
        store.close()


if __name__ == "__main__":
    main()
