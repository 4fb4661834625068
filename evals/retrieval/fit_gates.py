"""Measure the distance gates that come with the package, and write them into it.

    python evals/retrieval/fit_gates.py [--write]

The pairs are the troubles of `requests_*.tsv` beside this file: a message and what was learned about its cause.
"""

import argparse
import json
import tempfile
from pathlib import Path

from fit_asking import samples

from stelae.memory import Memory

OUT = Path(__file__).parents[2] / "src" / "stelae" / "recall" / "gates.json"


def troubles() -> list[tuple[str, str]]:
    """Return message and lesson of both languages."""
    found = [(one.message, one.memory or "") for one in samples() if one.kind == "trouble"]
    return found[:50] + found[-50:] if len(found) > 100 else found


def main() -> None:
    """Measure both embedders, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    table: dict[str, object] = {}
    for profile in ("full", "fast"):
        with (
            tempfile.TemporaryDirectory() as folder,
            Memory.open(folder, embedder=profile, extractor="rules") as memory,
        ):
            gate = memory.calibrate(troubles())
            table[memory.embedders[0]] = gate.model_dump()
            print(profile, gate)
    if options.write:
        OUT.write_text(json.dumps(table, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
