"""A real model file behind `ports.LanguageModel`, run in this process; for slow tests and evaluations only.

It needs the package `xllamacpp`, which is no dependency of Stelae: Stelae itself speaks to servers.
"""

import importlib
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stelae.ports import ChatMessage, Completion
from stelae.text.estimate import estimate_tokens


class GgufModel:
    """One GGUF file, loaded at construction."""

    def __init__(self, path: str, *, context_tokens: int = 4096, threads: int = 2) -> None:
        """Load the file.

        Args:
            path: of the GGUF file.
            context_tokens: room for prompt and answer.
            threads: how many the machine can spare; too many make it slower.
        """
        vendor: Any = importlib.import_module("xllamacpp")
        wanted = vendor.CommonParams()
        wanted.model.path = path
        wanted.n_ctx, wanted.n_parallel, wanted.verbosity = context_tokens, 1, 0
        wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = threads
        self._server: Any = vendor.Server(wanted)
        self._context = context_tokens

    @property
    def name(self) -> str:
        """Always `gguf`: the file's name is nobody's business."""
        return "gguf"

    @property
    def local(self) -> bool:
        """It runs in this process."""
        return True

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
        """Answer with the schema as grammar."""
        request: dict[str, Any] = {
            "messages": [{"role": m.role, "content": m.content} for m in messages],
            "temperature": 0,
            "max_tokens": max_tokens or self._context // 4,
        }
        if schema is not None:
            named = {"name": "answer", "schema": dict(schema)}
            request["response_format"] = {"type": "json_schema", "json_schema": named}
        begun = time.perf_counter()
        reply = self._server.handle_chat_completions(request)
        choice = reply["choices"][0]
        return Completion(
            choice["message"]["content"] or "",
            self.name,
            truncated=choice["finish_reason"] == "length",
            prompt_tokens=reply["usage"]["prompt_tokens"],
            completion_tokens=reply["usage"]["completion_tokens"],
            seconds=time.perf_counter() - begun,
        )

    def stream(self, messages: Sequence[ChatMessage]) -> Iterator[str]:
        """Answer in one piece."""
        yield self.complete(messages).text
