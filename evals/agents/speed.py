"""What recall adds to a model call at 100,000 memories, and how long an agent waits: `python -m evals.agents.speed`.

    python -m evals.agents.speed [--rows 100000] [--scopes 100] [--embedder auto] [--calls 200] [--folder FOLDER]

A store of made-up memories as in `evals/speed/store.py` (random vectors, word frequencies of real text), owned by scopes of
Zipf sizes; the handle writes the largest and reads the three next ones: with 100 scopes about 40,000 rows, with `--scopes 1`
all of them. The messages are those of the dev probes, in both languages, with the real embedder of the store's legs.

- CPU, no deadline: of the first call of a turn (the message is new); of the second (a tool has answered meanwhile, the
  message is the same: the block is there); of a third after something was written to the largest scope (the block is put
  together anew, the message's vectors are kept). Time of the process with all its threads. "The embedders alone" is what of
  the first call nothing here makes faster. The third calls leave some rows behind in the folder.
- Wait, deadline 50 ms: wall time of the same calls at every message, and how often the deadline left vectors or everything
  out. Set OPENBLAS_NUM_THREADS=1 to compare.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evals.agents.blocks import block, said
from evals.agents.data import probes
from evals.speed.store import LEGS, Texts, fill, scope_sizes
from stelae import Memory
from stelae.agents.auto_recall import AutoRecall
from stelae.assembly.embedders import connect_embedders
from stelae.config import load
from stelae.ports import Embedder
from stelae.schemas.auto_recall import AutoBlock
from stelae.stores.in_memory.store import InMemoryStore
from stelae.stores.sqlite.store import SQLiteStore

if TYPE_CHECKING:
    from stelae.ports import Floats

DEADLINE_MS = 50.0
WRITES = 20
PAUSE_S = 0.2
"""Between two calls, so that a search that was not waited for is done: a model takes longer than that."""
WARM = (
    "Good morning",
    "What is on today?",
    "早上好",
    "今天有什么安排？",
    "Where did we put the ladder?",
)
"""Before the timed calls: the catalogues are read and the models loaded."""
Messages = Sequence[dict[str, Any]]


class Relabelled:
    """A real embedder under the fingerprint of the made-up store's leg."""

    def __init__(self, inner: Embedder) -> None:
        """Wrap it."""
        self._inner = inner

    @property
    def fingerprint(self) -> str:
        """As `evals.speed.store` names the leg."""
        return f"{self.leg}/{self.dim}"

    @property
    def leg(self) -> str:
        """The wrapped one's."""
        return self._inner.leg

    @property
    def dim(self) -> int:
        """The wrapped one's."""
        return self._inner.dim

    @property
    def local(self) -> bool:
        """The wrapped one's."""
        return self._inner.local

    def passages(self, texts: Sequence[str]) -> "Floats":
        """The wrapped one's."""
        return self._inner.passages(texts)

    def query(self, text: str) -> "Floats":
        """The wrapped one's."""
        return self._inner.query(text)

    def language_mean(self, language: str) -> "Floats | None":
        """The wrapped one's."""
        return self._inner.language_mean(language)


def build(folder: Path, rows: int, scopes: int) -> None:
    """Fill a store, unless it is there."""
    if (folder / "stelae.db").exists():
        return
    store = SQLiteStore(folder, synchronous="normal")
    begun = time.process_time()
    fill(store, Texts(), scope_sizes(rows, scopes))
    store.close()
    print(f"built {rows:,} rows in {time.process_time() - begun:.0f} s of CPU", flush=True)


def embedders(profile: str) -> list[Relabelled]:
    """Return those of the profile that the store has vectors of."""
    found = connect_embedders(InMemoryStore(), load().settings, profile)
    return [Relabelled(one) for one in found if one.leg in LEGS]


def second_call(messages: Messages) -> Messages:
    """Return the next model call of the turn: the model called a tool, and it has answered."""
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    return [
        *messages,
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "ok"},
    ]


def timed(
    ask: Callable[[Messages], AutoBlock], messages: Messages
) -> tuple[float, float, AutoBlock]:
    """Return CPU and wall milliseconds of a call, what goes on behind it included in the CPU time, and its block."""
    cpu, wall = time.process_time_ns(), time.perf_counter_ns()
    found = ask(messages)
    waited = (time.perf_counter_ns() - wall) / 1e6
    time.sleep(PAUSE_S)
    return (time.process_time_ns() - cpu) / 1e6, waited, found


def show(name: str, taken: Sequence[float]) -> None:
    """Print one line of the table."""
    ordered = sorted(taken)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    print(f"| {name} | {statistics.median(ordered):.1f} | {p95:.1f} | {ordered[-1]:.1f} |")


def measure_embedding(chosen: Sequence[Embedder], asked: Sequence[str]) -> None:
    """Time what the embedders take of a first call, which nothing here makes faster."""
    spent: list[float] = []
    for text in asked:
        cpu = time.process_time_ns()
        for one in chosen:
            one.query(text)
        spent.append((time.process_time_ns() - cpu) / 1e6)
    show("the embedders alone, CPU", spent)


def measure_written(memory: Memory, asked: Sequence[str]) -> None:
    """Time the calls after something was written, as capture does in the middle of a turn."""
    door, texts = AutoRecall(memory, tier="large", deadline_ms=None), Texts()
    cpu: list[float] = []
    for text in asked[:WRITES]:
        door.block(said(text))
        memory.remember(f"{time.time_ns()} {texts.one()[1]}", category="fact")
        memory.flush()
        cpu.append(timed(door.block, second_call(said(text)))[0])
    show("no deadline, third call, after a write, CPU", cpu)


def measure(memory: Memory, asked: Sequence[str], deadline_ms: float | None) -> None:
    """Time both calls of a turn at every message."""
    door = AutoRecall(memory, tier="large", deadline_ms=deadline_ms)
    for text in WARM:
        block(memory, said(text), "large")
    lacking: dict[str, Counter[str]] = {"first": Counter(), "second": Counter()}
    cpu: dict[str, list[float]] = {"first": [], "second": []}
    wall: dict[str, list[float]] = {"first": [], "second": []}
    for text in asked:
        first = said(text)
        for name, messages in (("first", first), ("second", second_call(first))):
            spent, waited, found = timed(door.block, messages)
            cpu[name].append(spent)
            wall[name].append(waited)
            lacking[name].update(found.partial or ("nothing",))
    limit = f"deadline {deadline_ms:g} ms" if deadline_ms else "no deadline"
    for name in cpu:
        show(f"{limit}, {name} call, CPU", cpu[name])
        show(f"{limit}, {name} call, waited", wall[name])
        if deadline_ms:
            told = ", ".join(f"{what} {n}" for what, n in lacking[name].most_common())
            print(f"| {limit}, {name} call, left out | {told} | | |")


def main() -> None:
    """Build the store and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--scopes", type=int, default=100)
    parser.add_argument("--embedder", default="auto", help="auto, full, fast or none")
    parser.add_argument("--calls", type=int, default=120, help="at most so many messages")
    parser.add_argument("--folder", type=Path, help="keep the store here, or measure the one there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder: Path = options.folder or Path(place)
        build(folder, options.rows, options.scopes)
        reads = [f"user:{number}" for number in range(1, min(4, options.scopes))]
        chosen = embedders(options.embedder)
        asked = [probe.text for probe in probes("dev")][: options.calls]
        with Memory.open(
            folder, scope="user:0", reads=reads, embedder=chosen or "none", extractor="rules"
        ) as memory:
            sizes = scope_sizes(options.rows, options.scopes)
            legs = "+".join(one.leg for one in chosen) or "keywords"
            threads = os.environ.get("OPENBLAS_NUM_THREADS", "default")
            print(
                f"{options.rows:,} memories, {sum(sizes[: 1 + len(reads)]):,} readable in"
                f" {1 + len(reads)} scopes, {legs}, {len(asked)} messages, BLAS threads {threads}\n"
            )
            print("| ms | median | p95 | most |\n|---|---|---|---|")
            measure_embedding(chosen, asked)
            measure(memory, asked, None)
            measure_written(memory, asked)
            measure(memory, asked, DEADLINE_MS)


if __name__ == "__main__":
    main()
