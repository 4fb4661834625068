"""A chat model of an Ollama server, through its official client: the only module that asks one to generate."""

import json
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal, Self

import httpx
import ollama
from typing_extensions import override

from stelae.config import ModelSettings
from stelae.errors import ModelTimeoutError, ModelUnavailableError
from stelae.ports import ChatMessage, Completion
from stelae.providers.models.modes import Mode, ModedModel, ModeRefusedError, Request
from stelae.providers.models.patience import Patience
from stelae.providers.models.places import is_local
from stelae.providers.models.wire import check_end, function, refuses_mode, sent

_NOT_FOUND = 404


class OllamaModel(ModedModel):
    """`ports.LanguageModel` over `/api/chat`: temperature 0, room, thinking and stay explicit in every request.

    The three modes on this wire: the schema in `format`; one tool, which can be offered but not forced; or the prompt.
    """

    def __init__(
        self,
        model: str,
        *,
        host: str,
        timeout_s: float = 60.0,
        cold_start_s: float | None = None,
        context_tokens: int = 8192,
        think: bool = False,
        keep_alive: str = "10m",
        mode: Mode | Literal["auto"] = "auto",
    ) -> None:
        """Connect to nothing yet.

        Args:
            model: as the server knows it, for example `qwen3:8b`.
            host: base URL.
            timeout_s: for one call; of a stream for each piece.
            cold_start_s: for a call that may have to load the model first; None: the same.
            context_tokens: room for prompt and answer, sent as `num_ctx`.
            think: whether the model may think first.
            keep_alive: how long the server keeps the model loaded.
            mode: how an answer is held to a schema; `auto` finds out.
        """
        super().__init__(
            ("ollama", host, model),
            local=is_local(host, model),
            context_tokens=context_tokens,
            mode=mode,
        )
        self._host = host
        self._think, self._keep_alive = think, keep_alive
        self._patience = Patience(timeout_s, cold_start_s)
        # A client's time-out is fixed at its construction; a connection is opened at first use.
        self._warm = connect(host, self._patience.warm_s)
        self._cold = connect(host, self._patience.cold_s)

    @classmethod
    def of(cls, settings: ModelSettings, model: str) -> Self:
        """Return a model of the server that the settings name."""
        return cls(
            model,
            host=settings.host,
            timeout_s=settings.timeout_s,
            cold_start_s=settings.cold_start_s,
            context_tokens=settings.context_tokens,
            think=settings.think,
            keep_alive=settings.keep_alive,
            mode=settings.mode,
        )

    @override
    def stream(self, messages: Sequence[ChatMessage]) -> Iterator[str]:
        request = Request(tuple(messages))
        options = self._options(request)
        end: str | None = None
        with self._typed_errors(request) as client:
            pieces = client.chat(  # pyright: ignore[reportUnknownMemberType] - its tools parameter
                self.name,
                sent(messages),
                stream=True,
                think=self._think,
                options=options,
                keep_alive=self._keep_alive,
            )
            for piece in pieces:
                self._patience.answered()
                if piece.message.content:
                    yield piece.message.content
                if piece.done:
                    end = piece.done_reason or "stop"
        check_end(self.name, end)

    @override
    def close(self) -> None:
        self._warm.close()
        self._cold.close()

    @override
    def _send(self, request: Request) -> Completion:
        options = self._options(request)
        schema = dict(request.schema) if request.schema is not None else None
        begun = time.perf_counter()
        with self._typed_errors(request) as client:
            reply = client.chat(  # pyright: ignore[reportUnknownMemberType] - its tools parameter
                self.name,
                sent(request.messages),
                format=schema if request.mode == "json_schema" else None,
                tools=[function(schema)] if schema is not None and request.mode == "tool" else None,
                think=self._think,
                options=options,
                keep_alive=self._keep_alive,
            )
        self._patience.answered()
        return Completion(
            _text_of(reply.message),
            self.name,
            truncated=reply.done_reason == "length",
            prompt_tokens=reply.prompt_eval_count,
            completion_tokens=reply.eval_count,
            seconds=time.perf_counter() - begun,
        )

    def _options(self, request: Request) -> dict[str, Any]:
        return {"temperature": 0, "num_ctx": self._context, "num_predict": self._room(request)}

    @contextmanager
    def _typed_errors(self, request: Request) -> Generator[ollama.Client]:
        """Give the client for a call that begins now, and say in Stelae's words what went wrong in it.

        Nothing that was sent or received is in the errors.
        """
        patience = self._patience
        allowed = patience.allowed_s
        try:
            yield self._warm if allowed == patience.warm_s else self._cold
        except httpx.TimeoutException:
            raise ModelTimeoutError(
                f"Ollama gave no answer with {self.name!r} in {allowed:g} s"
                " (model.timeout_s, model.cold_start_s)."
            ) from None
        except (ConnectionError, httpx.HTTPError):
            raise ModelUnavailableError(f"Ollama does not answer at {self._host}.") from None
        except ollama.ResponseError as error:
            raise _refused(self.name, error.status_code, request) from None
        except (ValueError, TypeError, AttributeError):  # the client's own, over another document
            raise ModelUnavailableError(f"{self._host} does not speak Ollama's protocol.") from None


def connect(host: str, timeout_s: float) -> ollama.Client:
    """Return a client that stays where it is sent: no redirects, and no proxy for what is on this machine."""
    return ollama.Client(
        host=host, timeout=timeout_s, follow_redirects=False, trust_env=not is_local(host)
    )


def _text_of(message: ollama.Message) -> str:
    """The text, or the arguments of the one tool that was offered."""
    if message.tool_calls:
        return json.dumps(dict(message.tool_calls[0].function.arguments), ensure_ascii=False)
    return message.content or ""


def _refused(model: str, status: int, request: Request) -> ModelUnavailableError:
    if refuses_mode(request, status):
        return ModeRefusedError(
            f"Ollama refused a request in mode {request.mode} (status {status})."
        )
    remedy = f"run `ollama pull {model}`" if status == _NOT_FOUND else "see its log"
    return ModelUnavailableError(f"Ollama refused {model!r} (status {status}); {remedy}.")
