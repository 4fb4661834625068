"""Wrong writes and misses of the rules on the frozen probes, kind by kind: no model, nothing on disk.

    python evals/extraction/run.py [--show] [--probes evals/extraction/probes.jsonl]

Judged as `stelae eval extract` judges (`stelae.evaluation.judging`): an accepted memory is right when it meets one item of
`expect` and has no fault; an item that no memory, accepted or pending, meets is a miss unless it is optional. The rules the
probes were frozen with are among them, so the counts of earlier runs stay comparable. `--show` prints texts; without it
only counts are printed, so that the probes stay blind. With a model: `stelae eval extract PROBES --model NAME`.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from stelae.config import load
from stelae.evaluation.counting import figures
from stelae.evaluation.extraction import RULES, SampleRun, Variant, measure
from stelae.evaluation.samples import extraction_samples

HERE = Path(__file__).parent


def line(name: str, rows: Sequence[SampleRun]) -> str:
    """Return one line of the table."""
    counts = (
        len(rows),
        *(
            sum(getattr(row, n) for row in rows)
            for n in ("accepted", "wrong", "expected", "missed")
        ),
    )
    return f"{name:24}" + "".join(f"{count:9}" for count in counts)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--probes", type=Path, default=HERE / "probes.jsonl")
    parser.add_argument(
        "--show",
        action="store_true",
        help="print the texts of failures; the probes are then no longer blind",
    )
    options = parser.parse_args()
    probes = extraction_samples(options.probes)
    settings = load(embedder={"profile": "none"}).settings
    rows = list(
        measure(probes.samples, [Variant(RULES, "rules")], settings, runs=1, show=options.show)
    )
    for row in rows:
        for note in row.notes:
            print(f"{row.sample} {row.kind}: {note}")
    print(f"probes sha256 {probes.sha256[:16]}")
    heads = ("lines", "accepted", "wrong", "expected", "missed")
    print(f"{'kind':24}" + "".join(f"{head:>9}" for head in heads))
    for kind in sorted({row.kind for row in rows}):
        print(line(kind, [row for row in rows if row.kind == kind]))
    for lang in sorted({row.lang for row in rows}):
        print(line(f"lang:{lang}", [row for row in rows if row.lang == lang]))
    print(line("all", rows))
    found = figures(rows)
    for name, share in (("wrong writes", found.wrong), ("missed", found.missed)):
        print(
            f"{name} {share.count:g}/{share.of:g} = {share.mean:.1%} [{share.low:.1%}, {share.high:.1%}]"
        )
    print(f"of lines {found.wrong_samples.mean:.1%} have a wrong write")


if __name__ == "__main__":
    main()
