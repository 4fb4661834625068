"""A GGUF file run in this process through `xllamacpp` (extra `local`): no server, no network, no text leaves the process.

Loading is in `gguf_loading`. Calls wait for each other, are bounded in time, and can be stopped between two tokens.
"""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Literal, Self

from typing_extensions import override

from stelae.config import ModelSettings
from stelae.errors import (
    ConfigurationError,
    ModelOutputError,
    ModelTimeoutError,
    ModelUnavailableError,
    TooLargeError,
)
from stelae.ports import ChatMessage, Completion
from stelae.providers.models.choosing import file_of
from stelae.providers.models.gguf_loading import load, runtime
from stelae.providers.models.modes import Mode, ModedModel, Request

_TOO_LONG = "exceed_context_size_error"
_GUIDANCE = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
"""One blank after commas and colons and none elsewhere: indentation would be half of the tokens."""


@dataclass(slots=True)
class _Heard:
    """What has come of an answer so far."""

    pieces: list[str] = field(default_factory=list[str])
    finish: str | None = None
    usage: Mapping[str, int] = field(default_factory=dict[str, int])
    error: Mapping[str, Any] | None = None
    late: bool = False

    def take(self, chunk: Mapping[str, Any]) -> str:
        """Keep one chunk and return its text."""
        self.error = chunk.get("error", self.error)
        self.usage = chunk.get("usage") or self.usage
        for choice in chunk.get("choices", ()):
            self.finish = choice.get("finish_reason") or self.finish
            if text := choice.get("delta", {}).get("content"):
                self.pieces.append(text)
                return text
        return ""


class GGUFModel(ModedModel):
    """`ports.LanguageModel` over one model file. Loaded at first use; one call at a time, others wait.

    Answers are held to a schema by a grammar. The mode `tool` does not exist here.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        context_tokens: int = 8192,
        timeout_s: float = 60.0,
        threads: int | None = None,
        mode: Mode | Literal["auto"] = "auto",
    ) -> None:
        """Load nothing yet.

        Args:
            path: of the GGUF file.
            context_tokens: room for prompt and answer; takes memory.
            timeout_s: for one call, loading not counted; looked at after each token, and each 512 tokens of a prompt.
            threads: None: half of the machine's. More than there are idle cores make it slower.
            mode: `auto` and `json_schema` use a grammar.

        Raises:
            ConfigurationError: the extra is not installed, there is no such file, or the mode is `tool`.
        """
        self._path = Path(path).expanduser()
        self._timeout_s = timeout_s
        self._threads = threads or max(1, (os.cpu_count() or 2) // 2)
        if mode == "tool":
            raise ConfigurationError(
                "model.provider 'local' knows no mode 'tool'; leave model.mode out."
            )
        if not self._path.is_file():
            raise ConfigurationError(f"model.path names {str(self._path)!r}, which is not a file.")
        super().__init__(
            ("local", str(self._path), self._path.stem),
            local=True,
            context_tokens=context_tokens,
            mode="json_schema" if mode == "auto" else mode,
        )
        self._vendor = runtime()
        self._server: Any = None
        self._lock = threading.Lock()

    @classmethod
    def of(cls, settings: ModelSettings) -> Self:
        """Return the model that the settings name.

        Raises:
            ConfigurationError: as the constructor, or they name no file.
        """
        return cls(
            file_of(settings),
            context_tokens=settings.context_tokens,
            timeout_s=settings.timeout_s,
            threads=settings.threads,
            mode=settings.mode,
        )

    @override
    def stream(self, messages: Sequence[ChatMessage]) -> Iterator[str]:
        """See `ports.LanguageModel.stream`. The model works in a thread of its own; closing the iterator stops it."""
        body = self._body(Request(tuple(messages)))
        pieces: SimpleQueue[str | BaseException | None] = SimpleQueue()
        stopped = threading.Event()

        def work() -> None:
            try:
                heard = self._run(body, each=pieces.put, stopped=stopped)
                pieces.put(ModelOutputError("truncated") if heard.finish == "length" else None)
            except BaseException as error:  # noqa: BLE001 - raised again where the pieces are taken
                pieces.put(error)

        worker = threading.Thread(target=work, name="stelae-model", daemon=True)
        worker.start()
        try:
            while (piece := pieces.get()) is not None:
                if isinstance(piece, BaseException):
                    raise piece
                yield piece
        finally:
            stopped.set()
            worker.join()

    def continued(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Continue a plain prompt as the library's own completion request says; for `scoring`, which reads token by token.

        Raises:
            ModelUnavailableError: the model cannot be loaded, or fails on the request.
        """
        with self._lock:
            self._server = self._server or self._load()
            try:
                found: Mapping[str, Any] = self._server.handle_completions(dict(body))
            except (RuntimeError, ValueError):
                raise ModelUnavailableError(f"{self.name!r} failed on a request.") from None
        if "choices" not in found:
            raise ModelUnavailableError(f"{self.name!r} failed on a request.")
        return found

    @override
    def close(self) -> None:
        """Free the memory; the next call would load the file again."""
        with self._lock:
            self._server = None

    @override
    def _send(self, request: Request) -> Completion:
        body = self._body(request)
        begun = time.perf_counter()
        heard = self._run(body)
        return Completion(
            "".join(heard.pieces),
            self.name,
            truncated=heard.finish == "length",
            prompt_tokens=heard.usage.get("prompt_tokens"),
            completion_tokens=heard.usage.get("completion_tokens"),
            seconds=time.perf_counter() - begun,
        )

    def _body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {
            # A lone surrogate is no text to the library.
            "messages": [
                {"role": m.role, "content": m.content.encode("utf-8", "replace").decode("utf-8")}
                for m in request.messages
            ],
            "temperature": 0,
            "max_tokens": self._room(request),
            "stream": True,
            "stream_options": {"include_usage": True},
            "return_progress": True,
        }
        if request.schema is not None and request.mode == "json_schema":
            # The library's own route for schemas lets fences and blanks without end pass.
            guided = {"x-guidance": _GUIDANCE, **request.schema}
            body["grammar"] = self._vendor.json_schema_to_grammar(json.dumps(guided))
        return body

    def _run(
        self,
        body: Mapping[str, Any],
        *,
        each: Callable[[str], None] | None = None,
        stopped: threading.Event | None = None,
    ) -> _Heard:
        heard = _Heard()
        with self._lock:
            if stopped is not None and stopped.is_set():
                return heard
            self._server = self._server or self._load()
            ends = time.monotonic() + self._timeout_s

            def hear(chunk: Mapping[str, Any]) -> bool:
                text = heard.take(chunk)
                if each is not None and text:
                    each(text)
                heard.late = heard.finish is None and time.monotonic() > ends
                return heard.late or (stopped is not None and stopped.is_set())

            try:
                self._server.handle_chat_completions(dict(body), hear)
            except (RuntimeError, ValueError):
                raise ModelUnavailableError(f"{self.name!r} failed on a request.") from None
        self._check(heard)
        return heard

    def _check(self, heard: _Heard) -> None:
        if heard.late:
            raise ModelTimeoutError(
                f"{self.name!r} gave no whole answer in {self._timeout_s:g} s (model.timeout_s)."
            )
        if heard.error is None:
            return
        if heard.error.get("type") == _TOO_LONG:
            used = heard.error.get("n_prompt_tokens", 0)
            raise TooLargeError(
                f"A prompt of {used:,} tokens does not fit into {self._context:,}; raise"
                " model.context_tokens or send less."
            )
        raise ModelUnavailableError(f"{self.name!r} failed on a request.")

    def _load(self) -> Any:
        return load(self._vendor, self._path, context_tokens=self._context, threads=self._threads)
