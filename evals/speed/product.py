"""What the library's own calls cost, in CPU milliseconds: `python -m evals.speed.product --help`.

Texts are real ones of the benchmark folder: prefeval's preferences and questions in English, memorybank_zh's user turns in
Chinese. Every call goes through `Memory`, on a folder in a temporary place; the embedders are the shipped ones. CPU time of
the process with all its threads; the calibration line says how busy the machine was. Set OPENBLAS_NUM_THREADS=1 to compare.
"""

import argparse
import gzip
import itertools
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from stelae import Memory
from stelae.assembly import date_parsers
from stelae.remember.rule_extraction import extract
from stelae.schemas.observation import Observation
from stelae.text.language import Language

MESSAGE = "My sister {0} moved to street {0} and works as dentist number {0}."
MESSAGE_ZH = "我妹妹{0}号搬到了第{0}大街,在第{0}医院当牙医。"

DATED: dict[Language, str] = {"zh": "我明天下午三点开会", "en": "I have a meeting tomorrow at 3 pm"}
"""Sentences that make the date parsers load."""


def lines(path: Path) -> list[dict[str, Any]]:
    """Read a compressed file of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def timed(calls: Iterable[Callable[[], object]]) -> list[float]:
    """Return the CPU milliseconds of each call."""
    out = list[float]()
    for call in calls:
        begun = time.process_time_ns()
        call()
        out.append((time.process_time_ns() - begun) / 1e6)
    return out


def show(name: str, cpu: Sequence[float]) -> None:
    """Print one line of the table."""
    ordered = sorted(cpu)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    print(
        f"{name:<52} {len(cpu):>5} {statistics.median(cpu):>9.3f} {statistics.fmean(cpu):>9.3f} {p95:>9.3f}",
        flush=True,
    )


def calibrate() -> None:
    """Time a fixed product of matrices."""
    block = np.random.default_rng(7).standard_normal((20_000, 384), np.float32)
    show(
        "calibration: numpy, 20,000 x 384 product",
        timed((lambda: block @ block[0]) for _ in range(50)),
    )


def measure_remember(count: int) -> None:
    """Time `remember` without embedders, English and Chinese in turn, each text new."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(folder, scope="user:speed", embedder="none", extractor="rules") as memory,
    ):
        texts = [(MESSAGE if n % 2 else MESSAGE_ZH).format(n) for n in range(count + 20)]
        for text in texts[:20]:
            memory.remember(text)
        show(
            "remember, rules classify", timed((lambda t=t: memory.remember(t)) for t in texts[20:])
        )
        named = [f"The {n}th server of the lab has {n} disks." for n in range(count)]
        show(
            "remember, category given",
            timed((lambda t=t: memory.remember(t, category="fact")) for t in named),
        )
        spoken = [f"I am allergic to plant number {n}." for n in range(count)]
        show(
            "observe, one message, one memory",
            timed((lambda t=t: memory.observe(t)) for t in spoken),
        )


def measure_recall(data: Path, profile: str, count: int) -> None:
    """Time `recall` of ten hits among 80 of prefeval's preferences, each question new, its embedding included."""
    documents = [d["text"] for d in lines(data / "prefeval" / "corpus.jsonl.gz")]
    asked = list(dict.fromkeys(q["query"] for q in lines(data / "prefeval" / "queries.jsonl.gz")))
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(folder, scope="user:speed", embedder=profile, extractor="rules") as memory,
    ):  # type: ignore[arg-type]
        memory.observe(
            [{"role": "user", "content": text} for text in documents[:80]], extract=False
        )
        memory.flush()
        for question in asked[:10]:
            memory.recall(question)
        kinds = {
            "questions of at most 12 words": [q for q in asked[10:] if len(q.split()) <= 12],
            "all questions": asked[10:],
        }
        for kind, questions in kinds.items():
            some = questions[:count]
            show(f"recall, {profile}, {kind}", timed((lambda q=q: memory.recall(q)) for q in some))
        if profile != "none":
            for embedder in memory._parts.embedders:  # noqa: SLF001 - what the question's own vector costs
                fresh = [f"{q} " for q in kinds["questions of at most 12 words"][:count]]
                show(
                    f"of it: {embedder.leg} alone, at most 12 words",
                    timed((lambda q=q, e=embedder: e.query(q)) for q in fresh),
                )


def measure_rules(data: Path, count: int) -> None:
    """Time the rules on real Chinese and English user turns, in milliseconds per 100 characters; parsers are loaded."""
    dates = date_parsers()
    for name, language in (("memorybank_zh", "zh"), ("realmem", "en")):
        said = [_observation(t, language) for t in _turns(data / name / "corpus.jsonl.gz", count)]
        for one in (_observation(DATED[language], language), *said[:20]):
            extract(one, dates=dates)
        cpu = timed((lambda o=o: extract(o, dates=dates)) for o in said[20:])
        per = [100 * c / len(o.text) for c, o in zip(cpu, said[20:], strict=True)]
        show(f"rules, {language}, per 100 characters of a message", per)
        whole = 100 * sum(cpu) / sum(len(o.text) for o in said[20:])
        print(
            f"{f'rules, {language}, per 100 characters over all':<52} {len(cpu):>5} {whole:>9.3f}"
        )


def _observation(text: str, language: Language) -> Observation:
    at = datetime(2026, 5, 1, 9, tzinfo=UTC)
    return Observation(
        id="o",
        content_hash="0" * 64,
        role="user",
        authority="user",
        text=text,
        language=language,
        time=at,
        recorded_at=at,
    )


def _turns(path: Path, count: int) -> list[str]:
    """Return the first user turns below 1,000 characters of a chat corpus, all different."""
    spoken = (
        line.get("user_text") or line["text"]
        for line in lines(path)
        if line.get("speaker") != "assistant"
    )
    return list(itertools.islice(dict.fromkeys(t for t in spoken if len(t) < 1_000), count + 20))


def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("data", type=Path, help="folder of the benchmark sets")
    parser.add_argument(
        "--only", choices=("remember", "fast", "full", "none", "rules"), action="append"
    )
    parser.add_argument("--count", type=int, default=300)
    args = parser.parse_args()
    chosen = args.only or ["remember", "none", "fast", "full", "rules"]
    print(f"{'CPU ms':<52} {'calls':>5} {'median':>9} {'mean':>9} {'p95':>9}")
    calibrate()
    for part in chosen:
        if part == "remember":
            measure_remember(args.count)
        elif part == "rules":
            measure_rules(args.data, args.count)
        else:
            measure_recall(args.data, part, args.count)


if __name__ == "__main__":
    main()
