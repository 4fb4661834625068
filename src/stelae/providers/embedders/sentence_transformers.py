"""Any model of the sentence-transformers library (extra `sentence-transformers`). Not centred."""

import threading
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from typing_extensions import override

from stelae.errors import ConfigurationError, ModelUnavailableError
from stelae.providers.embedders.late import LateEmbedder
from stelae.providers.embedders.means import unit

try:
    _library: Any = import_module("sentence_transformers")
except ImportError as error:
    raise ConfigurationError(
        "This embedder needs the extra: pip install 'stelae[sentence-transformers]'."
    ) from error

if TYPE_CHECKING:
    from stelae.ports import Floats


class SentenceTransformerEmbedder(LateEmbedder):
    """`ports.Embedder` over a local or hub model; loaded with the first use. Thread-safe: one call at a time."""

    def __init__(self, model: str) -> None:
        """Load nothing yet.

        Args:
            model: a name on the hub or a folder.
        """
        super().__init__("sentence-transformers", model)
        self._lock = threading.RLock()
        self._loaded_model: Any = None

    @property
    def local(self) -> bool:
        """True: the model runs in this process."""
        return True

    def passages(self, texts: Sequence[str]) -> "Floats":
        """See `ports.Embedder.passages`."""
        if not texts:
            return np.zeros((0, self.dim), np.float32)
        return self._encode("encode_document", list(texts))

    def query(self, text: str) -> "Floats":
        """See `ports.Embedder.query`."""
        return self._encode("encode_query", [text])[0]

    @override
    def _measured(self) -> int:
        return int(self._loaded().get_sentence_embedding_dimension())

    def _encode(self, method: str, texts: list[str]) -> "Floats":
        with self._lock:
            vectors = getattr(self._loaded(), method)(texts, show_progress_bar=False)
        rows = unit(np.asarray(vectors, np.float32))
        self._expect(rows.shape[1])
        return rows

    def _loaded(self) -> Any:
        with self._lock:
            if self._loaded_model is None:
                try:
                    self._loaded_model = _library.SentenceTransformer(self._model)
                except (OSError, ValueError) as error:
                    raise ModelUnavailableError(
                        f"The model {self._model!r} cannot be loaded."
                    ) from error
            return self._loaded_model
