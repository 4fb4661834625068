"""Any model of the sentence-transformers library (extra `sentence-transformers`). Not centred."""

import threading
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from stelae.errors import ConfigurationError, ModelUnavailableError
from stelae.providers.embedders.means import unit

try:
    _library: Any = import_module("sentence_transformers")
except ImportError as error:
    raise ConfigurationError(
        "This embedder needs the extra: pip install 'stelae[sentence-transformers]'."
    ) from error

if TYPE_CHECKING:
    from stelae.ports import Floats


class SentenceTransformerEmbedder:
    """`ports.Embedder` over a local or hub model; loaded with the first use. Thread-safe: one call at a time."""

    def __init__(self, model: str) -> None:
        """Load nothing yet.

        Args:
            model: a name on the hub or a folder.
        """
        self._name = model
        self._lock = threading.RLock()
        self._model: Any = None

    @property
    def fingerprint(self) -> str:
        """`sentence-transformers-<model>/<dim>/cosine`."""
        return f"sentence-transformers-{self._name}/{self.dim}/cosine"

    @property
    def leg(self) -> str:
        """`sentence-transformers`."""
        return "sentence-transformers"

    @property
    def dim(self) -> int:
        """Length of the model's vectors.

        Raises:
            ModelUnavailableError: the model cannot be loaded.
        """
        return int(self._loaded().get_sentence_embedding_dimension())

    def passages(self, texts: Sequence[str]) -> "Floats":
        """See `ports.Embedder.passages`."""
        if not texts:
            return np.zeros((0, self.dim), np.float32)
        return self._encode("encode_document", list(texts))

    def query(self, text: str) -> "Floats":
        """See `ports.Embedder.query`."""
        return self._encode("encode_query", [text])[0]

    def language_mean(self, language: str) -> "Floats | None":  # noqa: ARG002 - the port's shape
        """None: not centred."""
        return None

    def _encode(self, method: str, texts: list[str]) -> "Floats":
        with self._lock:
            vectors = getattr(self._loaded(), method)(texts, show_progress_bar=False)
        return unit(np.asarray(vectors, np.float32))

    def _loaded(self) -> Any:
        with self._lock:
            if self._model is None:
                try:
                    self._model = _library.SentenceTransformer(self._name)
                except (OSError, ValueError) as error:
                    raise ModelUnavailableError(
                        f"The model {self._name!r} cannot be loaded."
                    ) from error
            return self._model
