"""A chat model of an OpenAI-compatible endpoint, through the official client (extra `openai`)."""

import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self

import httpx

from stelae.config import ModelSettings
from stelae.errors import ConfigurationError, ModelTimeoutError, ModelUnavailableError
from stelae.ports import ChatMessage, Completion
from stelae.providers.models.places import is_local
from stelae.providers.models.room import room_for_answer
from stelae.text.estimate import estimate_tokens

try:
    import openai
except ImportError as error:
    raise ConfigurationError(
        "model.provider 'openai' needs the extra: pip install 'stelae[openai]'."
    ) from error


class OpenAIModel:
    """`ports.LanguageModel` over `/v1/chat/completions` with a JSON Schema as response format.

    Endpoints that refuse a schema are asked for any JSON object from then on: the prompt says the form, and the reply is
    validated either way.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str,
        api_key: str | None = None,
        timeout_s: float = 60.0,
        context_tokens: int = 8192,
    ) -> None:
        """Connect to nothing yet.

        Args:
            model: as the endpoint knows it.
            base_url: with `/v1` where the endpoint wants it.
            api_key: None: endpoints that need none get a placeholder.
            timeout_s: for one call.
            context_tokens: room for prompt and answer.
        """
        self._model, self._base_url = model, base_url
        self._timeout_s, self._context = timeout_s, context_tokens
        self._schemas = True
        self._client = openai.OpenAI(
            base_url=base_url,
            api_key=api_key or "unused",
            timeout=timeout_s,
            max_retries=0,
            # A text stays where it is sent: no redirects, and no proxy for what is on this machine.
            http_client=openai.DefaultHttpxClient(
                follow_redirects=False, trust_env=not is_local(base_url), timeout=timeout_s
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
            context_tokens=settings.context_tokens,
        )

    @property
    def name(self) -> str:
        """The model's name at the endpoint."""
        return self._model

    @property
    def local(self) -> bool:
        """True on a loopback endpoint."""
        return is_local(self._base_url, self._model)

    @property
    def context_tokens(self) -> int:
        """As constructed."""
        return self._context

    def count_tokens(self, text: str) -> int:
        """A high estimate."""
        return estimate_tokens(text)

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Completion:
        """See `ports.LanguageModel.complete`."""
        room = self._room(messages, max_tokens)
        with self._typed_errors():
            return self._ask(messages, schema, room=room)

    def stream(self, messages: Sequence[ChatMessage]) -> Iterator[str]:
        """See `ports.LanguageModel.stream`."""
        room = self._room(messages, None)
        with (
            self._typed_errors(),
            self._client.chat.completions.create(
                model=self._model,
                messages=_sent(messages),
                temperature=0,
                max_tokens=room,
                stream=True,
            ) as pieces,
        ):
            for piece in pieces:
                # A last piece may hold nothing but the count of tokens.
                if piece.choices and piece.choices[0].delta.content:
                    yield piece.choices[0].delta.content

    def _room(self, messages: Sequence[ChatMessage], most: int | None) -> int:
        return room_for_answer(messages, count=self.count_tokens, context=self._context, most=most)

    @contextmanager
    def _typed_errors(self) -> Generator[None]:
        """Say what went wrong in Stelae's words; nothing that was sent or received is in them."""
        try:
            yield
        except (openai.APITimeoutError, httpx.TimeoutException):
            raise ModelTimeoutError(
                f"The endpoint gave no answer with {self._model!r} in {self._timeout_s:g} s"
                " (model.timeout_s)."
            ) from None
        except (openai.APIConnectionError, httpx.TransportError):
            raise ModelUnavailableError(f"Nobody answers at {self._base_url}.") from None
        except openai.APIStatusError as error:
            raise ModelUnavailableError(
                f"The endpoint refused {self._model!r} (status {error.status_code})."
            ) from None
        except (openai.APIError, ValueError):
            raise ModelUnavailableError(
                f"{self._base_url} does not speak OpenAI's protocol."
            ) from None

    def _ask(
        self, messages: Sequence[ChatMessage], schema: Mapping[str, Any] | None, *, room: int
    ) -> Completion:
        constrained = schema is not None and self._schemas
        begun = time.perf_counter()
        try:
            reply = self._client.chat.completions.create(
                model=self._model,
                messages=_sent(messages),
                temperature=0,
                max_tokens=room,
                response_format=_form(schema, constrained=constrained),
            )
        except openai.BadRequestError:
            if not constrained:
                raise
            self._schemas = False
            return self._ask(messages, schema, room=room)
        if not reply.choices:
            raise ModelUnavailableError(f"The endpoint gave no choice with {self._model!r}.")
        choice = reply.choices[0]
        return Completion(
            choice.message.content or "",
            self._model,
            truncated=choice.finish_reason == "length",
            prompt_tokens=reply.usage.prompt_tokens if reply.usage else None,
            completion_tokens=reply.usage.completion_tokens if reply.usage else None,
            seconds=time.perf_counter() - begun,
        )


def _sent(messages: Sequence[ChatMessage]) -> Any:
    return [{"role": m.role, "content": m.content} for m in messages]


def _form(schema: Mapping[str, Any] | None, *, constrained: bool) -> Any:
    if schema is None:
        return openai.omit
    if not constrained:
        return {"type": "json_object"}
    named = {"name": "answer", "schema": dict(schema), "strict": True}
    return {"type": "json_schema", "json_schema": named}
