"""What embedders behind a server share; each vendor's module adds the one call. Not an embedder by itself.

What comes back is checked before anybody compares it: a server that answers nonsense is a model that failed.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from typing_extensions import override

from stelae.errors import ModelError
from stelae.providers.embedders.late import LateEmbedder
from stelae.providers.models.places import is_local

if TYPE_CHECKING:
    from stelae.ports import Floats

MAX_CHARS = 2_000
"""Of a text, the longest memory's; servers refuse a whole batch for one text that is longer than they read."""


class ServedEmbedder(LateEmbedder):
    """An embedder behind a server, here or elsewhere."""

    def __init__(self, leg: str, model: str, *, host: str) -> None:
        """Take the leg's name, the model as the server knows it, and where that is."""
        super().__init__(leg, model)
        self._host = host

    @property
    def local(self) -> bool:
        """Does what is sent stay on this machine?"""
        return is_local(self._host, self._model)

    def passages(self, texts: Sequence[str]) -> "Floats":
        """See `ports.Embedder.passages`; texts are cut to 2,000 characters."""
        if not texts:
            return np.zeros((0, self.dim), np.float32)
        return self._checked([text[:MAX_CHARS] or " " for text in texts])

    def query(self, text: str) -> "Floats":
        """See `ports.Embedder.query`; only the last 2,000 characters are read."""
        return self._checked([text[-MAX_CHARS:] or " "])[0]

    @override
    def _measured(self) -> int:
        return self._checked(["dimension"]).shape[1]

    def _checked(self, texts: Sequence[str]) -> "Floats":
        vectors = vectors_of(self._embed(texts), len(texts))
        self._expect(vectors.shape[1])
        return vectors

    @abstractmethod
    def _embed(self, texts: Sequence[str]) -> object:
        """Ask the server, and return what it sent for vectors, one a text, unchecked."""


def vectors_of(sent: object, count: int) -> "Floats":
    """Return what a server sent as `(count, dim) float32`, rows of unit length.

    Raises:
        ModelError: it is anything else: other things than numbers, of another number or several lengths, or not finite.
    """
    try:
        # In doubles: what is no number as a float is found below, without a warning on the way.
        vectors = np.asarray(sent, np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ModelError("The server answered with something else than vectors.") from None
    if vectors.ndim != 2 or len(vectors) != count or not vectors.shape[1]:
        raise ModelError("The server answered with another number of vectors than texts.")
    with np.errstate(all="ignore"):
        length = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.isfinite(length).all():
        raise ModelError("The server answered with numbers that are none.")
    return (vectors / np.maximum(length, 1e-9)).astype(np.float32)
