"""Wrong writes and misses with a language model, through the product: `observe(wait=True)`, extractor `llm`, no disk.

    STELAE_MODEL_NAME=qwen3:8b python evals/extraction/model.py                    the model that the settings name
    python evals/extraction/model.py --gguf FILE [--threads 2]                     a model file (extra `local`)

Lines are judged as in `run.py`. `sentences.jsonl` are the ones the prompts were worked on with; `--probes probes.jsonl
--every 8` takes every eighth of the frozen probes, which they were not. Besides what was stored it counts what the model
proposed and the gate refused.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from run import HERE, NOW, ZONE, Count, judge

from stelae import Memory
from stelae.ports import LanguageModel
from stelae.schemas.change import Extraction, Outcome
from stelae.testing import FixedClock


def outcomes_of(
    probe: dict[str, Any], model: LanguageModel | None
) -> tuple[Extraction, Sequence[Outcome]]:
    """Let the product read one probe in an empty store, with the model alone."""
    messages = [{"zone": ZONE, **m} for m in probe["messages"]]
    with Memory.open(
        store="memory", scope="user:probe", extractor="llm", embedder="none", model=model, clock=FixedClock(NOW)
    ) as memory:  # fmt: skip
        result = memory.observe(messages, wait=True)
        return result.extraction, result.outcomes


def given(options: argparse.Namespace) -> LanguageModel | None:
    """Return the model file's model, or None for the one of the settings."""
    if options.gguf is None:
        return None
    from stelae.providers.models.gguf import GGUFModel

    return GGUFModel(options.gguf, context_tokens=4096, threads=options.threads, timeout_s=600)


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--probes", type=Path, default=HERE / "sentences.jsonl")
    parser.add_argument("--every", type=int, default=1, help="take every n-th line")
    parser.add_argument("--gguf", help="a model file")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--show", action="store_true", help="print every outcome")
    options = parser.parse_args()
    model = given(options)
    total, seconds, work = Count(), list[float](), list[float]()
    status, reasons = Counter[str](), Counter[str]()
    lines = options.probes.read_text(encoding="utf-8").splitlines()[:: options.every]
    for line in lines:
        probe = json.loads(line)
        begun, spent = time.perf_counter(), time.process_time()
        extraction, outcomes = outcomes_of(probe, model)
        seconds.append(time.perf_counter() - begun)
        work.append(time.process_time() - spent)
        status[extraction.status] += 1
        reasons.update(f"{o.outcome}:{o.reason}" for o in outcomes)
        count = judge(probe, outcomes)
        total.add(count)
        if options.show:
            said = " ⏎ ".join(m["content"] for m in probe["messages"])
            print(f"{probe['id']} {seconds[-1]:.1f} s  {said}", flush=True)
            for o in outcomes:
                print(
                    f"    {o.outcome} {o.reason} [{o.category}] {o.text} {o.attributes} {o.detail}"
                )
            for note in count.notes:
                print(f"    !! {note}")
    print(f"{total.lines} lines, extraction {dict(status)}")
    print(f"accepted {total.accepted}, wrong writes {total.wrong}")
    print(f"expected {total.expected}, missed {total.missed}")
    print(f"outcomes {dict(reasons.most_common())}")
    for name, values in (("wall", seconds), ("CPU of this process", work)):
        first, middle, last = values[0], median(values), max(values)
        print(f"{name}, seconds a line: median {middle:.1f}, first {first:.1f}, longest {last:.1f}")


if __name__ == "__main__":
    main()
