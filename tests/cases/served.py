"""A language model on either wire, for the cases in which a door is answered by one."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Literal, TypeAlias

import pytest

from tests.docs.ollama_stub import Answer, Sent, Stub, ollama_stub

Wire: TypeAlias = Literal["ollama", "openai"]
WIRES: tuple[Wire, ...] = ("ollama", "openai")


@contextmanager
def served(monkeypatch: pytest.MonkeyPatch, wire: Wire, *replies: str | Sent) -> Generator[Stub]:
    """Answer with the replies in turn, the last one for ever; the environment names this server as the model."""
    left = list(replies)
    answer: Answer = lambda _: left.pop(0) if len(left) > 1 else left[0]  # noqa: E731
    with ollama_stub(answer) as stub:
        monkeypatch.setenv("STELAE_EXTRACTOR", "auto")
        monkeypatch.setenv("STELAE_MODEL_PROVIDER", wire)
        monkeypatch.setenv("STELAE_MODEL_NAME", "qwen3:8b")
        monkeypatch.setenv("STELAE_MODEL_HOST", stub.url if wire == "ollama" else f"{stub.url}/v1")
        yield stub
