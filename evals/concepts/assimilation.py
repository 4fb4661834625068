"""Which score lets a text fit a concept? Fits that are right and wrong, by floor, on sentences written for it.

    python evals/concepts/assimilation.py [SENTENCES.jsonl]

A line is `{"text", "key"}`: the concept the text is about, or null when the vocabulary (all keys of the file) has none. The
sentences were written by the author of the matching, so the figures say what is possible, not what to expect.
"""

import argparse
import json
from pathlib import Path

from stelae.concepts.assimilation import FLOOR, MARGIN, assimilated
from stelae.concepts.matching import Matching
from stelae.concepts.vocabulary import Vocabulary


def main() -> None:
    """Print right, wrong and missed by floor."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "sentences", nargs="?", type=Path, default=Path(__file__).with_name("sentences.jsonl")
    )
    lines = parser.parse_args().sentences.read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    matching = Matching(Vocabulary.of({row["key"] for row in rows if row["key"]}))
    found = [(row["key"], matching.decode(row["text"], limit=2)) for row in rows]
    wanted = sum(key is not None for key, _ in found)
    print(f"{len(rows)} sentences, {wanted} of them about a concept; margin {MARGIN}")
    print("| floor | right | wrong | missed |")
    for floor in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        said = [(key, assimilated(decoded, floor=floor).key) for key, decoded in found]
        right = sum(one is not None and one == key for key, one in said)
        wrong = sum(one is not None and one != key for key, one in said)
        mark = " (in use)" if floor == FLOOR else ""
        print(f"| {floor}{mark} | {right} | {wrong} | {wanted - right} |")


if __name__ == "__main__":
    main()
