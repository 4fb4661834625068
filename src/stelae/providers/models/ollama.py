"""A chat model of an Ollama server, through its official client: the only module that asks one to generate."""

from collections.abc import Mapping, Sequence
from typing import Any

import httpx
import ollama

from stelae.errors import ModelTimeoutError, ModelUnavailableError, TooLargeError
from stelae.ports import ChatMessage, Completion
from stelae.providers.models.places import is_local
from stelae.text.estimate import estimate_tokens

_NOT_FOUND = 404
_ROOM = 64
"""Tokens of an answer below which asking is pointless."""
_A_MESSAGE = 8
"""What a chat template adds to a message, in tokens: role, separators."""


class OllamaModel:
    """`ports.LanguageModel` over `/api/chat`: temperature 0, the schema in `format`, room, thinking and stay set explicitly.

    The server would cut a prompt that does not fit and answer all the same (DEV-21), so one that cannot fit is refused here.
    """

    def __init__(
        self,
        model: str,
        *,
        host: str,
        timeout_s: float = 60.0,
        context_tokens: int = 8192,
        think: bool = False,
        keep_alive: str = "10m",
    ) -> None:
        """Connect to nothing yet.

        Args:
            model: as the server knows it, for example `qwen3:8b`.
            host: base URL.
            timeout_s: for one call.
            context_tokens: room for prompt and answer, sent as `num_ctx`.
            think: whether the model may think first.
            keep_alive: how long the server keeps the model loaded.
        """
        self._model, self._host = model, host
        self._timeout_s, self._context = timeout_s, context_tokens
        self._think, self._keep_alive = think, keep_alive
        self._client = connect(host, timeout_s)

    @property
    def name(self) -> str:
        """The model's name on the server."""
        return self._model

    @property
    def local(self) -> bool:
        """True on a loopback server, unless it passes the text on."""
        return is_local(self._host, self._model)

    @property
    def context_tokens(self) -> int:
        """What is sent as `num_ctx`."""
        return self._context

    def count_tokens(self, text: str) -> int:
        """A high estimate; the server has no route that counts."""
        return estimate_tokens(text)

    def complete(
        self, messages: Sequence[ChatMessage], *, schema: Mapping[str, Any] | None = None
    ) -> Completion:
        """See `ports.LanguageModel.complete`. The separate thinking field of a reply is left aside.

        Raises:
            TooLargeError: the prompt leaves no room for an answer.
        """
        used = sum(self.count_tokens(m.content) + _A_MESSAGE for m in messages)
        if self._context - used < _ROOM:
            raise TooLargeError(
                f"A prompt of about {used:,} tokens does not fit into {self._context:,}; raise"
                " model.context_tokens or send less."
            )
        options = {
            "temperature": 0,
            "num_ctx": self._context,
            # Without a bound some models go on until the time-out.
            "num_predict": self._context - used,
        }
        try:
            reply = self._client.chat(  # pyright: ignore[reportUnknownMemberType] - its tools parameter
                self._model,
                [{"role": m.role, "content": m.content} for m in messages],
                format=dict(schema) if schema is not None else None,
                think=self._think,
                options=options,
                keep_alive=self._keep_alive,
            )
        except httpx.TimeoutException:
            raise ModelTimeoutError(
                f"Ollama gave no answer with {self._model!r} in {self._timeout_s:g} s"
                " (model.timeout_s)."
            ) from None
        except (ConnectionError, httpx.TransportError):
            raise ModelUnavailableError(f"Ollama does not answer at {self._host}.") from None
        except ollama.ResponseError as error:
            raise _refused(self._model, error.status_code) from None
        except ValueError:
            raise ModelUnavailableError(f"{self._host} does not speak Ollama's protocol.") from None
        return Completion(
            reply.message.content or "",
            self._model,
            truncated=reply.done_reason == "length",
            prompt_tokens=reply.prompt_eval_count,
            completion_tokens=reply.eval_count,
        )


def connect(host: str, timeout_s: float) -> ollama.Client:
    """Return a client that stays where it is sent: no redirects, and no proxy for what is on this machine."""
    return ollama.Client(
        host=host, timeout=timeout_s, follow_redirects=False, trust_env=not is_local(host)
    )


def _refused(model: str, status: int) -> ModelUnavailableError:
    remedy = f"run `ollama pull {model}`" if status == _NOT_FOUND else "see its log"
    return ModelUnavailableError(f"Ollama refused {model!r} (status {status}); {remedy}.")
