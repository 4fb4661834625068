"""A chat model of an OpenAI-compatible endpoint, through the official client (extra `openai`).

The client takes a document of any shape for an answer, so that what is read of one is read where errors become ours.
"""

import json
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Literal, Self, cast

import httpx
from typing_extensions import override

from stelae.config import ModelSettings
from stelae.errors import ConfigurationError, ModelTimeoutError, ModelUnavailableError
from stelae.ports import ChatMessage, Completion
from stelae.providers.models.modes import Mode, ModedModel, ModeRefusedError, Request
from stelae.providers.models.patience import Patience
from stelae.providers.models.places import is_local
from stelae.providers.models.wire import check_end, function, refuses_mode, sent

try:
    import openai
except ImportError as error:
    raise ConfigurationError(
        "model.provider 'openai' needs the extra: pip install 'stelae[openai]'."
    ) from error


class OpenAIModel(ModedModel):
    """`ports.LanguageModel` over `/v1/chat/completions`: OpenAI, vLLM, llama.cpp's server, LM Studio and their like.

    The three modes on this wire: a strict `json_schema` as response format; one function that must be called; or the prompt.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str,
        api_key: str | None = None,
        timeout_s: float = 60.0,
        cold_start_s: float | None = None,
        context_tokens: int = 8192,
        mode: Mode | Literal["auto"] = "auto",
    ) -> None:
        """Connect to nothing yet.

        Args:
            model: as the endpoint knows it.
            base_url: with `/v1` where the endpoint wants it.
            api_key: None: endpoints that need none get a placeholder.
            timeout_s: for one call; of a stream for each piece.
            cold_start_s: for a call that may have to load the model first; None: the same.
            context_tokens: room for prompt and answer.
            mode: how an answer is held to a schema; `auto` finds out.
        """
        super().__init__(
            ("openai", base_url, model),
            local=is_local(base_url, model),
            context_tokens=context_tokens,
            mode=mode,
        )
        self._base_url = base_url
        self._patience = Patience(timeout_s, cold_start_s)
        self._refuses: set[str] = set()
        self._client = openai.OpenAI(
            base_url=base_url,
            api_key=api_key or "unused",
            max_retries=0,
            # A text stays where it is sent: no redirects, and no proxy for what is on this machine.
            http_client=openai.DefaultHttpxClient(
                follow_redirects=False, trust_env=not is_local(base_url)
            ),
        )

    @classmethod
    def of(cls, settings: ModelSettings) -> Self:
        """Return the model that the settings name.

        Raises:
            ConfigurationError: they name none.
        """
        if settings.name is None:
            raise ConfigurationError("model.provider 'openai' needs model.name, the model's name.")
        key = settings.api_key
        return cls(
            settings.name,
            base_url=settings.host,
            api_key=key.get_secret_value() if key else None,
            timeout_s=settings.timeout_s,
            cold_start_s=settings.cold_start_s,
            context_tokens=settings.context_tokens,
            mode=settings.mode,
        )

    @override
    def stream(self, messages: Sequence[ChatMessage]) -> Iterator[str]:
        request = Request(tuple(messages))
        room = self._room(request)
        end: str | None = None
        with (
            self._typed_errors(request) as allowed_s,
            self._create(request, room, timeout=allowed_s, stream=True) as pieces,
        ):
            for piece in pieces:
                self._patience.answered()
                # A last piece may hold nothing but the count of tokens.
                for choice in piece.choices or ():
                    if choice.delta and (text := _content(choice.delta.content)):
                        yield text
                    end = _end_of(choice, choice.delta) or end
        check_end(self.name, end)

    @override
    def close(self) -> None:
        self._client.close()

    @override
    def _send(self, request: Request) -> Completion:
        room = self._room(request)
        begun = time.perf_counter()
        with self._typed_errors(request) as allowed_s:
            completion = self._read(self._create(request, room, timeout=allowed_s))
        self._patience.answered()
        return replace(completion, seconds=time.perf_counter() - begun)

    def _read(self, reply: Any) -> Completion:
        if not reply.choices:
            raise ModelUnavailableError(f"The endpoint gave no choice with {self.name!r}.")
        choice = reply.choices[0]
        end = _end_of(choice, choice.message)
        return Completion(
            _text_of(choice.message),
            self.name,
            truncated=end == "length",
            refused=end == "content_filter",
            prompt_tokens=_count(reply.usage and reply.usage.prompt_tokens),
            completion_tokens=_count(reply.usage and reply.usage.completion_tokens),
        )

    def _create(self, request: Request, room: int, **how: Any) -> Any:
        """Ask. Newer models of OpenAI refuse two parameters that all others need; they are said their way from then on."""
        bound: dict[str, Any] = {"max_tokens": room, "temperature": 0}
        if "max_tokens" in self._refuses:
            bound["max_completion_tokens"] = bound.pop("max_tokens")
        if "temperature" in self._refuses:
            del bound["temperature"]
        try:
            create: Any = self._client.chat.completions.create  # its overloads fit no dictionary
            return create(
                model=self.name,
                messages=sent(request.messages),
                **bound,
                **_form(request),
                **how,
            )
        except openai.BadRequestError as error:
            if error.param not in bound or error.param in self._refuses:
                raise
            self._refuses.add(error.param)
            return self._create(request, room, **how)

    @contextmanager
    def _typed_errors(self, request: Request) -> Generator[float]:
        """Give the seconds that a call which begins now may take, and say in Stelae's words what went wrong in it.

        Nothing that was sent or received is in the errors.
        """
        allowed_s = self._patience.allowed_s
        try:
            yield allowed_s
        except (openai.APITimeoutError, httpx.TimeoutException):
            raise ModelTimeoutError(
                f"The endpoint gave no answer with {self.name!r} in {allowed_s:g} s"
                " (model.timeout_s, model.cold_start_s)."
            ) from None
        except (openai.APIConnectionError, httpx.TransportError):
            raise ModelUnavailableError(f"Nobody answers at {self._base_url}.") from None
        except openai.APIStatusError as error:
            raise _refused(self.name, error.status_code, request) from None
        except (openai.APIError, ValueError, TypeError, AttributeError, LookupError):
            raise ModelUnavailableError(
                f"{self._base_url} does not speak OpenAI's protocol."
            ) from None


def _form(request: Request) -> dict[str, Any]:
    if request.schema is None or request.mode == "prompt":
        return {}
    schema = dict(request.schema)
    if request.mode == "json_schema":
        named = {"name": "answer", "schema": schema, "strict": True}
        return {"response_format": {"type": "json_schema", "json_schema": named}}
    # "required" and not the function's name: LM Studio knows no names here, and there is one function only.
    return {"tools": [function(schema)], "tool_choice": "required"}


def _text_of(message: Any) -> str:
    """The text, or the arguments of the one function that was offered."""
    for call in message.tool_calls or ():
        if call.type == "function":
            given = call.function.arguments
            return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return _content(message.content)


def _content(said: object) -> str:
    """A text, or the texts of its parts, as some servers send it.

    Raises:
        TypeError: it is something else.
    """
    if isinstance(said, list):
        parts = cast("list[Any]", said)
        return "".join(_content(part.get("text")) for part in parts)
    if said is not None and not isinstance(said, str):
        raise TypeError("no text")
    return said or ""


def _end_of(choice: Any, said: Any) -> str | None:
    """Return why a choice ended; a model's own refusal counts as a filter's."""
    refused = said is not None and said.refusal
    reason = "content_filter" if refused else choice.finish_reason
    return None if reason is None else str(reason)


def _count(tokens: object) -> int | None:
    """A number of tokens; None where the server says anything else."""
    return tokens if isinstance(tokens, int) and tokens >= 0 else None


def _refused(model: str, status: int, request: Request) -> ModelUnavailableError:
    if refuses_mode(request, status):
        return ModeRefusedError(f"The endpoint refused mode {request.mode} (status {status}).")
    return ModelUnavailableError(f"The endpoint refused {model!r} (status {status}).")
