"""Shipped doubles for tests of code that uses Stelae: a clock that stands still, an embedder of hashes, a scripted model.

They are real implementations of the ports, not mocks. None of them is good at its job: never use them in production.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import numpy as np

from stelae.errors import TooLargeError
from stelae.ports import ChatMessage, Completion

if TYPE_CHECKING:
    from stelae.ports import Floats


class FixedClock:
    """A clock that moves only when told to."""

    def __init__(self, start: datetime | str = "2026-05-01T09:00:00+00:00") -> None:
        """Start at that instant; a string is RFC 3339."""
        at = datetime.fromisoformat(start) if isinstance(start, str) else start
        self._now = at.astimezone(UTC)

    def now(self) -> datetime:
        """Return the set instant."""
        return self._now

    def advance(self, **by: float) -> None:
        """Move forward, with the arguments of `timedelta`."""
        self._now += timedelta(**by)


class HashEmbedder:
    """Character-trigram hashing into `dim` buckets: deterministic, instant, similar for similar spelling only."""

    def __init__(self, dim: int = 64, name: str = "hash") -> None:
        """Choose the dimension and, to act as another model, another name (it salts the hash)."""
        self._dim, self._name = dim, name
        self.calls = 0
        """Texts embedded so far."""

    @property
    def fingerprint(self) -> str:
        """`<name>/<dim>/cosine`."""
        return f"{self._name}/{self._dim}/cosine"

    @property
    def leg(self) -> str:
        """The name."""
        return self._name

    @property
    def dim(self) -> int:
        """Length of a vector."""
        return self._dim

    @property
    def local(self) -> bool:
        """True: nothing leaves the process."""
        return True

    def passages(self, texts: Sequence[str]) -> Floats:
        """Embed the texts: `(n, dim) float32`."""
        self.calls += len(texts)
        if not texts:
            return np.zeros((0, self._dim), np.float32)
        return np.stack([self._one(t) for t in texts])

    def query(self, text: str) -> Floats:
        """Embed one question: `(dim,) float32`."""
        self.calls += 1
        return self._one(text)

    def language_mean(self, language: str) -> Floats | None:  # noqa: ARG002 - the port's shape
        """No centring."""
        return None

    def _one(self, text: str) -> Floats:
        vector = np.zeros(self._dim, np.float32)
        padded = f"\x02{text.casefold()}\x03"
        for i in range(len(padded) - 1):
            digest = hashlib.blake2b(
                f"{self._name}|{padded[i : i + 3]}".encode(), digest_size=4
            ).digest()
            vector[int.from_bytes(digest, "little") % self._dim] += 1.0
        norm = float(np.linalg.norm(vector))
        return vector / np.float32(norm or 1.0)


Reply = str | Exception | Callable[[Sequence[ChatMessage]], str]


class ScriptedModel:
    """Answers with the given replies in turn, the last one for ever; an exception is raised, a function is called.

    A prompt of more characters than it has tokens is refused, as by any model.
    """

    def __init__(
        self, replies: Sequence[Reply], *, context_tokens: int = 8192, local: bool = True
    ) -> None:
        """Take the replies."""
        self._replies = list(replies)
        self._context, self._local = context_tokens, local
        self.requests: list[tuple[tuple[ChatMessage, ...], Mapping[str, Any] | None]] = []
        """What was asked, with the schema."""

    @property
    def name(self) -> str:
        """Always `scripted`."""
        return "scripted"

    @property
    def local(self) -> bool:
        """As constructed."""
        return self._local

    @property
    def context_tokens(self) -> int:
        """As constructed."""
        return self._context

    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int | None = None,
    ) -> Completion:
        """Return the next reply; with `max_tokens` at most so many characters of it."""
        text = self._answered(messages, schema)
        kept = text[:max_tokens]
        return Completion(
            kept,
            "scripted",
            truncated=len(kept) < len(text),
            prompt_tokens=sum(self.count_tokens(m.content) for m in messages),
            completion_tokens=self.count_tokens(kept),
        )

    def stream(self, messages: Sequence[ChatMessage]) -> Iterator[str]:
        """Yield the next reply in pieces of a few characters."""
        text = self._answered(messages, None)
        for start in range(0, len(text), 4):
            yield text[start : start + 4]

    def _answered(self, messages: Sequence[ChatMessage], schema: Mapping[str, Any] | None) -> str:
        used = sum(self.count_tokens(m.content) for m in messages)
        if used > self._context:
            raise TooLargeError(f"A prompt of {used:,} tokens does not fit into {self._context:,}.")
        self.requests.append((tuple(messages), schema))
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, str) else reply(messages)

    def count_tokens(self, text: str) -> int:
        """One token a character: a safe upper bound."""
        return len(text)
