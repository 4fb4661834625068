"""Embeddings of an OpenAI-compatible endpoint, through the official client (extra `openai`). Not centred."""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from stelae.errors import (
    ConfigurationError,
    ModelError,
    ModelTimeoutError,
    ModelUnavailableError,
)
from stelae.providers.embedders.means import unit

try:
    import openai
except ImportError as error:
    raise ConfigurationError(
        "The OpenAI embedder needs the extra: pip install 'stelae[openai]'."
    ) from error

if TYPE_CHECKING:
    from stelae.ports import Floats

TIMEOUT_S = 30.0


class OpenAIEmbedder:
    """`ports.Embedder` over `/v1/embeddings`. Asking for `dim` or `fingerprint` embeds one word the first time."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """Connect to nothing yet.

        Args:
            model: for example `text-embedding-3-small`.
            base_url: of a compatible server; None: OpenAI's own.
            api_key: None: servers that need none get a placeholder.
            timeout_s: for one call.
        """
        self._model = model
        self._client = openai.OpenAI(
            base_url=base_url, api_key=api_key or "unused", timeout=timeout_s, max_retries=1
        )
        self._lock = threading.Lock()
        self._dim: int | None = None

    @property
    def fingerprint(self) -> str:
        """`openai-<model>/<dim>/cosine`."""
        return f"openai-{self._model}/{self.dim}/cosine"

    @property
    def leg(self) -> str:
        """`openai`."""
        return "openai"

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

    def _embed(self, texts: Sequence[str]) -> "Floats":
        try:
            reply = self._client.embeddings.create(
                model=self._model, input=[text or " " for text in texts], encoding_format="float"
            )
        except openai.APITimeoutError:
            raise ModelTimeoutError("The embedding endpoint gave no answer in time.") from None
        except openai.APIConnectionError:
            raise ModelUnavailableError("The embedding endpoint does not answer.") from None
        except openai.APIStatusError as error:
            raise ModelUnavailableError(
                f"The embedding endpoint refused {self._model!r} (status {error.status_code})."
            ) from None
        ordered = sorted(reply.data, key=lambda item: item.index)
        if len(ordered) != len(texts):
            raise ModelError("The endpoint answered with another number of vectors than texts.")
        return unit(np.asarray([item.embedding for item in ordered], np.float32))
