"""Samples and settings that the tests of this room share."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stelae.config import Settings, load


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of nobody's folder, keywords only."""
    return load(data=tmp_path / "data", embedder={"profile": "none"}).settings


@pytest.fixture
def write_lines(tmp_path: Path) -> Callable[..., Path]:
    """Write objects as JSONL and return the file."""

    def write(*rows: dict[str, Any], name: str = "samples.jsonl") -> Path:
        path = tmp_path / name
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        path.write_text("".join(lines), encoding="utf-8")
        return path

    return write
