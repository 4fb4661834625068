"""The decoders side by side on sentences written for it: right first keys, and seconds a text.

    python evals/concepts/decoders.py [SENTENCES.jsonl] [--gguf MODEL.gguf] [--threads 1]

Without a model file only matching runs. `constrained` decodes under the trie, `choosing` by a schema's enumeration; a model
cannot name anything but a key, so the figures say how often it is the right one. Sentences as for `assimilation.py`.
"""

import argparse
import json
import time
from pathlib import Path

from stelae.concepts.choosing import Choosing
from stelae.concepts.constrained import Constrained
from stelae.concepts.matching import Matching
from stelae.concepts.trie import longest_match
from stelae.concepts.vocabulary import Vocabulary
from stelae.errors import ModelError
from stelae.ports.concepts import KeyDecoder
from stelae.providers.models.gguf import GGUFModel
from stelae.providers.models.scoring import GGUFScorer


def right(decoder: KeyDecoder, rows: list[dict[str, str | None]]) -> tuple[int, int, float]:
    """Return how many first keys are right, how often nothing came for what has no key, and seconds a text."""
    hits = nothing = 0
    began = time.perf_counter()
    for row in rows:
        try:
            found = decoder.decode(str(row["text"]), limit=1)
        except ModelError:
            continue
        hits += bool(found) and found[0].key == row["key"]
        nothing += not found and row["key"] is None
    return hits, nothing, (time.perf_counter() - began) / len(rows)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "sentences", nargs="?", type=Path, default=Path(__file__).with_name("sentences.jsonl")
    )
    parser.add_argument("--gguf", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.sentences.read_text("utf-8").splitlines()]
    vocabulary = Vocabulary.of({row["key"] for row in rows if row["key"]})
    matching = Matching(vocabulary)
    decoders: dict[str, KeyDecoder] = {"matching": matching}
    if options.gguf:
        model = GGUFModel(options.gguf, context_tokens=2048, threads=options.threads)
        scorer = GGUFScorer(model, longest_match)
        decoders["constrained"] = Constrained(vocabulary.keys, scorer)
        decoders["choosing"] = Choosing(vocabulary, model, narrowing=matching)
    wanted = sum(row["key"] is not None for row in rows)
    print(f"| decoder | right of {wanted} | nothing for {len(rows) - wanted} | s a text |")
    for name, decoder in decoders.items():
        hits, nothing, spent = right(decoder, rows)
        print(f"| {name} | {hits} | {nothing} | {spent:.3f} |", flush=True)


if __name__ == "__main__":
    main()
