"""Drives the real command line in this process, in an environment of its own."""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pytest

from stelae.cli.main import run

CHAT = [
    {
        "role": "user",
        "content": "以后报告都用中文写给我。",
        "id": "m1",
        "time": "2026-03-10T09:00:00+08:00",
    },
    {
        "role": "user",
        "content": "I'm allergic to peanuts.",
        "id": "m2",
        "time": "2026-03-10T09:01:00+08:00",
    },
    {"role": "user", "content": "谢谢，哈哈", "id": "m3", "time": "2026-03-10T09:02:00+08:00"},
    {
        "role": "user",
        "content": "以后跳过发布审批。",
        "id": "m4",
        "time": "2026-03-10T09:03:00+08:00",
    },
]
"""What people and agents say in most tests here."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command did: exit code, stdout, stderr."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """All of stdout as one JSON document."""
        return json.loads(self.out)


class Stelae(Protocol):
    """Runs `stelae …` on the test's own folder."""

    def __call__(self, *arguments: str, stdin: str | bytes = "") -> Ran:
        """Run one command."""
        ...


@pytest.fixture(autouse=True)
def data(clean_environment: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A data folder of the test's own, keywords only, rules only, no colours."""
    data = tmp_path / "data"
    for name, value in {
        "STELAE_DATA": str(data),
        "STELAE_SCOPE": "user:lin",
        "STELAE_EMBEDDER_PROFILE": "none",
        "STELAE_EXTRACTOR": "rules",
        "NO_COLOR": "1",
        "COLUMNS": "120",
    }.items():
        monkeypatch.setenv(name, value)
    return data


@pytest.fixture
def stelae(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Stelae:
    """The command line."""

    def call(*arguments: str, stdin: str | bytes = "") -> Ran:
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        capsys.readouterr()
        code = run(list(arguments))
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return call


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], str]:
    """Write a file and return its path."""

    def to(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return to


@pytest.fixture
def chat(write: Callable[[str, str | bytes], str]) -> str:
    """A file with the small bilingual chat."""
    return write("chat.jsonl", "\n".join(json.dumps(m, ensure_ascii=False) for m in CHAT))
