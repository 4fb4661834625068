"""What embedders behind a server share; each vendor's module adds the one call. Not an embedder by itself."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from stelae.ports import Floats


class ServedEmbedder(ABC):
    """An embedder whose dimension is the server's knowledge: asked for once, at first use."""

    def __init__(self, leg: str, model: str) -> None:
        """Take the leg's name and the model as the server knows it."""
        self._leg, self._model = leg, model
        self._lock = threading.Lock()
        self._dim: int | None = None

    @property
    def fingerprint(self) -> str:
        """`<leg>-<model>/<dim>/cosine`."""
        return f"{self._leg}-{self._model}/{self.dim}/cosine"

    @property
    def leg(self) -> str:
        """The vendor's name."""
        return self._leg

    @property
    def dim(self) -> int:
        """Length of the model's vectors.

        Raises:
            ModelError: the server does not answer.
        """
        with self._lock:
            known = self._dim
            if known is None:
                known = self._dim = int(self._embed(["dimension"]).shape[1])
            return known

    def passages(self, texts: Sequence[str]) -> "Floats":
        """See `ports.Embedder.passages`."""
        if not texts:
            return np.zeros((0, self.dim), np.float32)
        return self._embed(texts)

    def query(self, text: str) -> "Floats":
        """See `ports.Embedder.query`."""
        return self._embed([text])[0]

    def language_mean(self, language: str) -> "Floats | None":  # noqa: ARG002 - the port's shape
        """None: not centred."""
        return None

    @abstractmethod
    def _embed(self, texts: Sequence[str]) -> "Floats":
        """Ask the server: `(n, dim) float32`, rows of unit length."""
