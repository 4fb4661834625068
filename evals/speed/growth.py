"""Does a store get slower or larger with age? DEV-25: 600 remember, 60 updates, 60 forgets, one call at a time.

    python evals/speed/growth.py [--embedder fast] [--rounds 5]

Prints the median time of a search when 60 memories are there and when all of it is done (after a restart, too), against a
new store with the same content, what a single write costs at both ends, and the files on disk. Nothing is done by hand in
between: what the worker does by itself is all the maintenance there is. Times are CPU milliseconds of the calling thread's
process, so that other programs disturb them little.
"""

import argparse
import datetime
import os
import platform
import statistics
import tempfile
import time
from pathlib import Path

from stelae import Memory
from stelae.assembly import EmbedderChoice
from stelae.testing import HashEmbedder

# fmt: off
NAMES = ("Ito", "Novak", "Silva", "Chen", "Okafor", "Haddad", "Larsen", "Rossi", "Meyer", "Dubois", "Park", "Singh")
THINGS = ("ladder", "projector", "kettle", "microscope", "bicycle", "drill", "tent", "violin", "printer", "scale", "loom")
PLACES = ("cellar", "attic", "garage", "library", "kitchen", "workshop", "harbour", "greenhouse", "office", "studio")
NAMES_ZH = ("李娜", "王强", "张伟", "刘洋", "陈静", "杨帆", "赵磊", "黄敏", "周杰", "吴迪", "徐丽", "孙浩")
THINGS_ZH = ("梯子", "投影仪", "水壶", "显微镜", "自行车", "电钻", "帐篷", "小提琴", "打印机", "天平", "织布机")
PLACES_ZH = ("地下室", "阁楼", "车库", "图书馆", "厨房", "车间", "码头", "温室", "办公室", "画室")
# fmt: on
EDITED = "The keys of room {0} hang in cabinet {0}."
MEMORIES, EVERY = 600, 10
EARLY = 60
SETTLE = 5
"""Searches before the timed ones, so that caches are warm as in use."""


def said(number: int) -> tuple[str, str]:
    """Return one of the memories and a question it answers, English and Chinese in turn; no two are the same."""
    names, things, places = (
        (NAMES, THINGS, PLACES) if number % 2 else (NAMES_ZH, THINGS_ZH, PLACES_ZH)
    )
    who, what, where = (words[number // 2 % len(words)] for words in (names, things, places))
    if number % 2:
        return (
            f"{who} keeps the {what} with number {number} in the {where}.",
            f"Where does {who} keep the {what}?",
        )
    return f"{who}把{number}号{what}放在{where}里。", f"{who}把{what}放在哪里？"


def search_ms(memory: Memory, rounds: int) -> float:
    """Return the median CPU time of a search: the same questions each time, in both languages."""
    questions = [said(number)[1] for number in range(EARLY)]
    for question in questions[:SETTLE]:
        memory.recall(question)
    taken = list[float]()
    for question in questions * rounds:
        begun = time.process_time_ns()
        memory.recall(question)
        taken.append((time.process_time_ns() - begun) / 1e6)
    return statistics.median(taken)


def disk(folder: Path) -> str:
    """Return the files with the room they take."""
    files = [(path.name, path.stat()) for path in sorted(folder.iterdir())]
    total = sum(stat.st_blocks * 512 for _, stat in files)
    each = ", ".join(f"{name} {stat.st_blocks * 512 // 1024} KiB" for name, stat in files)
    return f"{len(files)} files, {total // 1024} KiB: {each}"


def age(folder: Path, embedder: EmbedderChoice, rounds: int) -> tuple[float, list[str]]:
    """Use a store one call at a time; return the early search time and what is left in it."""
    writes, early = list[float](), 0.0
    with Memory.open(folder, scope="user:speed", embedder=embedder, extractor="rules") as memory:
        ids = list[str]()
        for number in range(MEMORIES):
            begun = time.process_time_ns()
            outcome = memory.remember(said(number)[0])
            writes.append((time.process_time_ns() - begun) / 1e6)
            ids.append(outcome.id or "")
            if number % EVERY == 3:
                memory.edit(ids[number - 2], text=EDITED.format(number))
            if number % EVERY == 7:
                memory.forget(memory.forget(ids[number - 4]), hard=number % (2 * EVERY) == 7)
            if number == EARLY - 1:
                memory.flush()
                early = search_ms(memory, rounds)
                print(f"search with {EARLY} memories     {early:8.3f} ms")
        memory.flush()
        late = search_ms(memory, rounds)
        print(f"search at the end           {late:8.3f} ms   x{late / early:.2f}")
        ends = statistics.median(writes[:EARLY]), statistics.median(writes[-EARLY:])
        print(f"remember, first and last {EARLY}  {ends[0]:8.3f} and {ends[1]:.3f} ms")
        print(f"coverage: {memory.coverage()}")
        left = [record.text for record in memory.list(limit=2 * MEMORIES)]
    print(f"on disk: {disk(folder)}")
    return early, left


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--embedder", default="hash", help="hash (no model), fast, full or none")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    embedder: EmbedderChoice = HashEmbedder() if given.embedder == "hash" else given.embedder
    today = datetime.datetime.now(datetime.UTC).date()
    print(
        f"{today}, {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "aged"
        early, left = age(folder, embedder, given.rounds)
        with Memory.open(
            folder, scope="user:speed", embedder=embedder, extractor="rules"
        ) as memory:
            again = search_ms(memory, given.rounds)
            report = memory.maintain()
            after = search_ms(memory, given.rounds)
        print(f"search after a restart      {again:8.3f} ms   x{again / early:.2f}")
        print(
            f"search after maintain       {after:8.3f} ms   x{after / early:.2f}   ({report.counts})"
        )
        print(f"on disk: {disk(folder)}")
        with Memory.open(
            Path(place) / "new", scope="user:speed", embedder=embedder, extractor="rules"
        ) as memory:
            for one in reversed(left):
                memory.remember(one)
            memory.flush()
            new = search_ms(memory, given.rounds)
        print(
            f"search in a new store with the same content {new:.3f} ms: the aged one x{again / new:.2f}"
        )


if __name__ == "__main__":
    main()
