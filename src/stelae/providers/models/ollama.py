"""A chat model of an Ollama server, through its official client: the only module that asks one to generate."""

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import httpx
import ollama

from stelae.errors import ModelTimeoutError, ModelUnavailableError
from stelae.ports import ChatMessage, Completion
from stelae.providers.models.places import is_local
from stelae.providers.models.room import room_for_answer
from stelae.text.estimate import estimate_tokens

_NOT_FOUND = 404


class OllamaModel:
    """`ports.LanguageModel` over `/api/chat`: temperature 0, schema in `format`, room, thinking and stay explicit."""

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
            timeout_s: for one call; of a stream for each piece.
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
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Completion:
        """See `ports.LanguageModel.complete`. The separate thinking field of a reply is left aside."""
        options = self._options(messages, max_tokens)
        begun = time.perf_counter()
        with self._typed_errors():
            reply = self._client.chat(  # pyright: ignore[reportUnknownMemberType] - its tools parameter
                self._model,
                _sent(messages),
                format=dict(schema) if schema is not None else None,
                think=self._think,
                options=options,
                keep_alive=self._keep_alive,
            )
        return Completion(
            reply.message.content or "",
            self._model,
            truncated=reply.done_reason == "length",
            prompt_tokens=reply.prompt_eval_count,
            completion_tokens=reply.eval_count,
            seconds=time.perf_counter() - begun,
        )

    def stream(self, messages: Sequence[ChatMessage]) -> Iterator[str]:
        """See `ports.LanguageModel.stream`. What the model thinks is left aside."""
        options = self._options(messages, None)
        with self._typed_errors():
            pieces = self._client.chat(  # pyright: ignore[reportUnknownMemberType] - its tools parameter
                self._model,
                _sent(messages),
                stream=True,
                think=self._think,
                options=options,
                keep_alive=self._keep_alive,
            )
            for piece in pieces:
                if piece.message.content:
                    yield piece.message.content

    def _options(self, messages: Sequence[ChatMessage], most: int | None) -> dict[str, Any]:
        room = room_for_answer(messages, count=self.count_tokens, context=self._context, most=most)
        return {"temperature": 0, "num_ctx": self._context, "num_predict": room}

    @contextmanager
    def _typed_errors(self) -> Generator[None]:
        """Say what went wrong in Stelae's words; nothing that was sent or received is in them."""
        try:
            yield
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


def connect(host: str, timeout_s: float) -> ollama.Client:
    """Return a client that stays where it is sent: no redirects, and no proxy for what is on this machine."""
    return ollama.Client(
        host=host, timeout=timeout_s, follow_redirects=False, trust_env=not is_local(host)
    )


def _sent(messages: Sequence[ChatMessage]) -> list[dict[str, str]]:
    return [{"role": m.role, "content": m.content} for m in messages]


def _refused(model: str, status: int) -> ModelUnavailableError:
    remedy = f"run `ollama pull {model}`" if status == _NOT_FOUND else "see its log"
    return ModelUnavailableError(f"Ollama refused {model!r} (status {status}); {remedy}.")
