"""Keeps what a language model replied: a run that was stopped goes on, and a changed gate is judged on the same words.

A reply is kept under the model's name, the number of the run and a digest of the whole prompt: another prompt, schema or
run asks anew. Another bound on its length does not, as long as the reply ended by itself within it. It is deliberately
*not* the product's result cache, which lives in a store and is wiped by forgetting: this file holds evaluation samples,
belongs to whoever named it, and is only ever appended to.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from stelae.errors import InvalidInputError
from stelae.ports import ChatMessage, Completion, LanguageModel


class KeptReplies:
    """Completions by key, in memory and, with a path, in a JSONL file."""

    def __init__(self, path: Path | None = None) -> None:
        """Read what the file holds already; a last line that was cut off by a stop is left out.

        Args:
            path: where to keep them; None: for this process only.

        Raises:
            InvalidInputError: the file holds something else.
        """
        self._path = path
        self._known: dict[str, tuple[Completion, int | None]] = {}
        if path is not None and path.exists():
            lines = path.read_text(encoding="utf-8").split("\n")
            for number, line in enumerate(lines, 1):
                self._take(line, number, whole=number < len(lines))

    def __len__(self) -> int:
        """How many there are."""
        return len(self._known)

    def find(self, key: str, most: int | None) -> Completion | None:
        """Return the reply kept under a key, if it would be the same within that many tokens."""
        reply, bound = self._known.get(key, (None, None))
        if reply is None:
            return None
        if reply.truncated:
            return reply if most == bound else None
        length = reply.completion_tokens or 0
        return reply if most is None or length <= most else None

    def keep(self, key: str, reply: Completion, most: int | None) -> None:
        """Keep a reply that was bounded by so many tokens, on disk before this returns.

        Raises:
            OSError: the file cannot be written.
        """
        self._known[key] = reply, most
        if self._path is not None:
            row = json.dumps({"key": key, "most": most, **asdict(reply)}, ensure_ascii=False)
            with self._path.open("a", encoding="utf-8") as out:
                out.write(row + "\n")

    def _take(self, line: str, number: int, *, whole: bool) -> None:
        if not line.strip():
            return
        try:
            row = cast("dict[str, Any]", json.loads(line))
            key, most = str(row.pop("key")), row.pop("most")
            self._known[key] = Completion(**row), most
        except (ValueError, KeyError, TypeError, AttributeError):
            if whole:
                raise InvalidInputError(
                    f"{self._path}, line {number}: no kept reply. Name another file, or delete this one."
                ) from None


class KeepingModel:
    """A language model whose replies are kept; a prompt whose reply is kept already is not asked again."""

    def __init__(self, model: LanguageModel, kept: KeptReplies, *, label: str) -> None:
        """Wrap a model.

        Args:
            model: whom to ask.
            kept: where replies are looked for and kept.
            label: the model's name in the keys; two models under one label would share replies.
        """
        self._model, self._kept, self._label = model, kept, label
        self._run = 0
        self.taken: list[Completion] = []
        """Replies given since `begin`, kept ones included."""

    def begin(self, run: int) -> None:
        """Begin another sample, in this run."""
        self._run = run
        self.taken = []

    @property
    def name(self) -> str:
        """The model's own."""
        return self._model.name

    @property
    def local(self) -> bool:
        """The model's own."""
        return self._model.local

    @property
    def context_tokens(self) -> int:
        """The model's own."""
        return self._model.context_tokens

    def count_tokens(self, text: str) -> int:
        """Count as the model does."""
        return self._model.count_tokens(text)

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Completion:
        """Return the kept reply, or ask and keep. Errors of the model pass through and are not kept."""
        key = self._key(messages, schema)
        reply = self._kept.find(key, max_tokens)
        if reply is None:
            reply = self._model.complete(messages, schema=schema, max_tokens=max_tokens)
            self._kept.keep(key, reply, max_tokens)
        self.taken.append(reply)
        return reply

    def stream(self, messages: Sequence[ChatMessage]) -> Iterator[str]:
        """Pass through; pieces are not kept."""
        return self._model.stream(messages)

    def _key(self, messages: Sequence[ChatMessage], schema: Mapping[str, Any] | None) -> str:
        prompt = [asdict(message) for message in messages]
        whole = json.dumps([prompt, schema], ensure_ascii=False, sort_keys=True)
        return f"{self._label}#{self._run}#{hashlib.sha256(whole.encode()).hexdigest()[:32]}"
