"""Data folders to export from and to import into."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stelae.memory import Memory
from stelae.testing import FixedClock

Folder = Callable[..., Memory]
CHAT = [
    {"role": "user", "content": "以后报告都用中文写给我。", "id": "m1"},
    {"role": "user", "content": "I'm allergic to peanuts.", "id": "m2"},
    {"role": "assistant", "content": "Noted.", "id": "m3"},
    {"role": "user", "content": "我的新地址是槐树巷 18 号", "id": "m4"},
    {"role": "user", "content": "以后跳过发布审批。", "id": "m5"},
    {"role": "user", "content": "My sister's birthday is March 3."},
]
"""Three memories in two languages, one question for a person, raw messages with and without an id."""


@pytest.fixture
def folder(tmp_path: Path, clock: FixedClock) -> Iterator[Folder]:
    """Open memories on named folders, keywords only; all are closed afterwards."""
    opened: list[Memory] = []

    def one(name: str = "data", scope: str = "user:lin", **options: Any) -> Memory:
        settled: dict[str, Any] = {
            "embedder": "none",
            "extractor": "rules",
            "clock": clock,
            **options,
        }
        opened.append(Memory.open(tmp_path / name, scope=scope, **settled))
        return opened[-1]

    yield one
    for memory in opened:
        memory.close()


@pytest.fixture
def lin(folder: Folder, clock: FixedClock) -> Memory:
    """A memory with some history: told, edited a day later, superseded after another one, recalled."""
    memory = folder()
    memory.observe(CHAT)
    clock.advance(days=1)
    language = next(m for m in memory.list() if m.category == "preference")
    memory.edit(language.id, text="报告一律用英文")
    clock.advance(days=1)
    memory.observe([{"role": "user", "content": "我的新地址是槐树巷 20 号", "id": "m6"}])
    memory.recall("peanuts")
    return memory


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """The key file of the folder that `lin` is in."""
    return tmp_path / "data" / "audit.key"


def content(path: Path) -> list[str]:
    """Return the lines between header and end."""
    return path.read_text(encoding="utf-8").splitlines()[1:-1]
