"""A million reads as random callers over one open memory: `python -m evals.isolation.reads --reads 1000000`.

    python -m evals.isolation.reads [--reads 1000000] [--epoch 20000] [--seed 1] [--state FILE] [--anew]

Tenants and scopes whose names differ by a letter's case, a `%` or nothing at all are filled with the same sentences, keys
and message ids, and with words of their own. Then everybody calls everything: every way of `Memory` to read, to change and
to delete, by strangers' ids, too. Each answer, each error and each prompt of a model is checked against who owns what, as
the tables have it; an id of somebody else has to be answered as one that nobody was ever given. In between it is looked at
whether rows moved where nobody wrote. Both stores in turn, a new one each epoch, whose number is its seed.

It says how often each way was gone, and every finding with its seed; exit code 1 when there is one. What is done is kept in
the state file, so that the command goes on where it was stopped; `--anew` begins again.
"""

import argparse
import json
import platform
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path

from evals.isolation.changing import ways as changing
from evals.isolation.epochs import StoreKind, epoch

STORES: tuple[StoreKind, ...] = ("sqlite", "memory")
_STATE = Path(tempfile.gettempdir()) / "stelae-isolation.json"


@dataclass(slots=True)
class Done:
    """What all epochs have come to by now."""

    seed: int
    seeds: int = 0
    calls: dict[str, int] = field(default_factory=dict[str, int])
    refused: dict[str, int] = field(default_factory=dict[str, int])
    ids: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list[str])

    def reads(self, changes: frozenset[str]) -> int:
        """Count the calls that read."""
        return sum(count for name, count in self.calls.items() if name not in changes)


def one_epoch(done: Done, calls: int) -> None:
    """Go through one more epoch and add what it has come to."""
    seed, begun = done.seed + done.seeds, time.process_time()
    store = STORES[done.seeds % len(STORES)]
    with (
        tempfile.TemporaryDirectory(prefix="isolation-") as folder,
        epoch(Path(folder), store=store, seed=seed) as runner,
    ):
        found = runner.run(calls)
    done.calls = dict(Counter(done.calls) + found.calls)
    done.refused = dict(Counter(done.refused) + found.refused)
    done.ids += found.ids
    done.wrong += [f"seed {seed}, {store}: {one}" for one in found.wrong]
    done.seeds += 1
    done.seconds += time.process_time() - begun


def told(done: Done, changes: frozenset[str]) -> str:
    """Say what was done."""
    reads = done.reads(changes)
    lines = [
        f"{'way':28} calls",
        *(f"{name:28} {count:,}" for name, count in sorted(done.calls.items())),
        "",
        f"refused: {', '.join(f'{name} {count:,}' for name, count in sorted(done.refused.items()))}",
        f"{reads:,} reads and {sum(done.calls.values()) - reads:,} changes, {done.ids:,} ids in answers, seeds"
        f" {done.seed}-{done.seed + done.seeds - 1}, {done.seconds / 60:.0f} minutes of CPU;"
        f" {platform.machine()}, Python {platform.python_version()}",
        f"foreign rows: {len(done.wrong)}",
        *done.wrong[:100],
    ]
    return "\n".join(lines)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--reads", type=int, default=1_000_000)
    parser.add_argument("--epoch", type=int, default=20_000, help="calls over one store")
    parser.add_argument("--seed", type=int, default=1, help="of the first epoch")
    parser.add_argument("--state", type=Path, default=_STATE)
    parser.add_argument("--anew", action="store_true", help="forget what was done before")
    asked = parser.parse_args()
    done = Done(asked.seed)
    if asked.state.is_file() and not asked.anew:
        done = Done(**json.loads(asked.state.read_text(encoding="utf-8")))
    changes = frozenset(name for name, path in changing(Path()).items() if path.changes)
    while done.reads(changes) < asked.reads:
        one_epoch(done, asked.epoch)
        asked.state.write_text(json.dumps(asdict(done)), encoding="utf-8")
        share = min(1.0, done.reads(changes) / asked.reads)
        bar = "#" * int(40 * share)
        sys.stderr.write(f"\r[{bar:40}] {share:4.0%} {len(done.wrong)} foreign ")
        sys.stderr.flush()
    sys.stderr.write("\n")
    print(told(done, changes))
    return 1 if done.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
