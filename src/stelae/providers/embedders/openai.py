"""Embeddings of an OpenAI-compatible endpoint, through the official client (extra `openai`). Not centred."""

from collections.abc import Sequence

from pydantic import BaseModel
from typing_extensions import override

from stelae.errors import (
    ConfigurationError,
    ModelError,
    ModelTimeoutError,
    ModelUnavailableError,
)
from stelae.providers.embedders.served import ServedEmbedder
from stelae.providers.models.places import is_local

try:
    import openai
except ImportError as error:
    raise ConfigurationError(
        "The OpenAI embedder needs the extra: pip install 'stelae[openai]'."
    ) from error

TIMEOUT_S = 30.0
OPENAI_URL = "https://api.openai.com/v1"


class OpenAIEmbedder(ServedEmbedder):
    """`ports.Embedder` over `/v1/embeddings`."""

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
        where = base_url or OPENAI_URL
        self._client = openai.OpenAI(
            base_url=where,
            api_key=api_key or "unused",
            timeout=timeout_s,
            # A question does not wait for a second try; rows without a vector have their job.
            max_retries=0,
            # A text stays where it is sent: no redirects, and no proxy for what is on this machine.
            http_client=openai.DefaultHttpxClient(
                follow_redirects=False, trust_env=not is_local(where)
            ),
        )
        super().__init__("openai", model, host=where)

    @override
    def _embed(self, texts: Sequence[str]) -> object:
        # The document as it came: the client takes one of any shape for an answer.
        ask = self._client.embeddings.with_raw_response.create
        try:
            reply = ask(model=self._model, input=list(texts), encoding_format="float")
            return _vectors(reply.http_response.json())
        except openai.APITimeoutError:
            raise ModelTimeoutError("The embedding endpoint gave no answer in time.") from None
        except openai.APIConnectionError:
            raise ModelUnavailableError("The embedding endpoint does not answer.") from None
        except openai.APIStatusError as error:
            raise ModelUnavailableError(
                f"The embedding endpoint refused {self._model!r} (status {error.status_code})."
            ) from None
        except (openai.APIError, ValueError):
            raise ModelError("What answers there does not speak OpenAI's protocol.") from None


class _Item(BaseModel):
    """One vector of an answer."""

    embedding: list[float]
    index: int | None = None


class _Items(BaseModel):
    """An answer."""

    data: list[_Item]


def _vectors(document: object) -> list[list[float]]:
    """Return the vectors of an answer in the order of the texts, which need not be the order in which they stand.

    Raises:
        ValueError: it is no such answer.
    """
    items = _Items.model_validate(document).data
    placed = {n if one.index is None else one.index: one.embedding for n, one in enumerate(items)}
    if sorted(placed) != list(range(len(items))):
        raise ValueError("vectors are missing, or of the same place")
    return [placed[place] for place in range(len(items))]
