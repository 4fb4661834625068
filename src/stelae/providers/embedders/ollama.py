"""Embeddings of an Ollama server, through its official client.

Nothing is known of the model, so its vectors are not centred and its dimension is what the first answer has.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import httpx
import numpy as np
import ollama
from typing_extensions import override

from stelae.errors import ModelError, ModelTimeoutError, ModelUnavailableError
from stelae.providers.embedders.means import unit
from stelae.providers.embedders.served import ServedEmbedder

if TYPE_CHECKING:
    from stelae.ports import Floats

TIMEOUT_S = 30.0


class OllamaEmbedder(ServedEmbedder):
    """`ports.Embedder` over `/api/embed`. Asking for `dim` or `fingerprint` embeds one word the first time."""

    def __init__(self, model: str, *, host: str, timeout_s: float = TIMEOUT_S) -> None:
        """Connect to nothing yet.

        Args:
            model: as the server knows it, for example `embeddinggemma`.
            host: base URL.
            timeout_s: for one call.
        """
        self._timeout_s, self._client = timeout_s, ollama.Client(host=host, timeout=timeout_s)
        super().__init__("ollama", model)

    @override
    def _embed(self, texts: Sequence[str]) -> "Floats":
        try:
            reply = self._client.embed(self._model, [text or " " for text in texts], truncate=True)
        except httpx.TimeoutException:
            raise ModelTimeoutError(
                f"Ollama gave no embedding in {self._timeout_s:.0f} s."
            ) from None
        except (ConnectionError, httpx.TransportError):
            raise ModelUnavailableError("Ollama does not answer; is it running?") from None
        except ollama.ResponseError as error:
            raise ModelUnavailableError(
                f"Ollama cannot embed with {self._model!r} (status {error.status_code});"
                f" try `ollama pull {self._model}`."
            ) from None
        except ValueError:
            raise ModelError("What answers there does not speak Ollama's protocol.") from None
        vectors = np.asarray(reply.embeddings, np.float32)
        if vectors.ndim != 2 or len(vectors) != len(texts):
            raise ModelError("Ollama answered with another number of vectors than texts.")
        return unit(vectors)
