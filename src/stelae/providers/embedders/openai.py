"""Embeddings of an OpenAI-compatible endpoint, through the official client (extra `openai`). Not centred."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from typing_extensions import override

from stelae.errors import (
    ConfigurationError,
    ModelError,
    ModelTimeoutError,
    ModelUnavailableError,
)
from stelae.providers.embedders.means import unit
from stelae.providers.embedders.served import ServedEmbedder

try:
    import openai
except ImportError as error:
    raise ConfigurationError(
        "The OpenAI embedder needs the extra: pip install 'stelae[openai]'."
    ) from error

if TYPE_CHECKING:
    from stelae.ports import Floats

TIMEOUT_S = 30.0


class OpenAIEmbedder(ServedEmbedder):
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
        self._client = openai.OpenAI(
            base_url=base_url, api_key=api_key or "unused", timeout=timeout_s, max_retries=1
        )
        super().__init__("openai", model)

    @override
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
