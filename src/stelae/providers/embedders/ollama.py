"""Embeddings of an Ollama server, through its official client.

Nothing is known of the model, so its vectors are not centred and its dimension is what the first answer has.
"""

from collections.abc import Sequence

import httpx
import ollama
from typing_extensions import override

from stelae.errors import ModelError, ModelTimeoutError, ModelUnavailableError
from stelae.providers.embedders.served import ServedEmbedder
from stelae.providers.models.ollama import connect

TIMEOUT_S = 30.0


class OllamaEmbedder(ServedEmbedder):
    """`ports.Embedder` over `/api/embed`."""

    def __init__(self, model: str, *, host: str, timeout_s: float = TIMEOUT_S) -> None:
        """Connect to nothing yet.

        Args:
            model: as the server knows it, for example `embeddinggemma`.
            host: base URL.
            timeout_s: for one call.
        """
        self._timeout_s, self._client = timeout_s, connect(host, timeout_s)
        super().__init__("ollama", model, host=host)

    @override
    def _embed(self, texts: Sequence[str]) -> object:
        try:
            return self._client.embed(self._model, texts, truncate=True).embeddings
        except httpx.TimeoutException:
            raise ModelTimeoutError(f"Ollama gave no embedding in {self._timeout_s:g} s.") from None
        except (ConnectionError, httpx.HTTPError):
            raise ModelUnavailableError("Ollama does not answer; is it running?") from None
        except ollama.ResponseError as error:
            raise ModelUnavailableError(
                f"Ollama cannot embed with {self._model!r} (status {error.status_code});"
                f" try `ollama pull {self._model}`."
            ) from None
        except (ValueError, TypeError):  # the client's own, over a document of another shape
            raise ModelError("What answers there does not speak Ollama's protocol.") from None
