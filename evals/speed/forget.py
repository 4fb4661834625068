"""How long a hard forget takes in a large store: `python -m evals.speed.forget --folder FOLDER`.

The folder holds a store made by `evals.speed.store --folder FOLDER`. Each round remembers a statement in the largest scope,
forgets it for good, and looks for its words in every byte of the folder with code of its own.
"""

import argparse
import time
from pathlib import Path

from stelae import Memory

TEXTS = (
    "The spare key of the Quillfeather cottage hangs behind the {}th lantern",
    "我在槐树巷{}号的信箱密码本藏在青瓷罐里",
)


def found(folder: Path, words: bytes) -> list[str]:
    """Return the names of the files that hold these bytes."""
    return [p.name for p in sorted(folder.iterdir()) if p.is_file() and words in p.read_bytes()]


def main() -> None:
    """Print CPU and wall seconds of every round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--scope", default="user:0")
    parser.add_argument("--rounds", type=int, default=4)
    args = parser.parse_args()
    with Memory.open(args.folder, scope=args.scope, embedder="none", extractor="rules") as memory:
        print(f"{memory.stats()['memories']:,} memories in the scope")
        for number in range(args.rounds):
            text = TEXTS[number % len(TEXTS)].format(1_000 + number)
            stored = memory.remember(text)
            if stored.id is None or not found(args.folder, text.encode()):
                raise SystemExit("the statement was not stored")
            cpu, wall = time.process_time(), time.perf_counter()
            shown = memory.forget([stored.id])
            asked = time.perf_counter()
            receipt = memory.forget(shown, hard=True)
            cpu, done = time.process_time() - cpu, time.perf_counter()
            left = found(args.folder, text.encode())
            print(
                f"preview {asked - wall:.2f} s, forget {done - asked:.2f} s, CPU of both {cpu:.2f} s;"
                f" verified {receipt.verified}, left in {left or 'no file'}"
            )


if __name__ == "__main__":
    main()
