"""An example as its test sees it: a program of its own, or a module whose parts can be driven."""

import importlib
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *words: str, typed: str = "", **environment: str) -> str:
    """Run an example in a process of its own, without vectors unless told, and return what it printed."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words],
        input=typed, capture_output=True, text=True, check=False, encoding="utf-8", timeout=120,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "STELAE_EMBEDDER_PROFILE": "none", **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def modules(*names: str) -> Generator[list[Any]]:
    """Import modules of the examples, keywords only; the path is put back afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(EXAMPLES), *sys.path])
        patch.setenv("STELAE_EMBEDDER_PROFILE", "none")
        patch.setenv("STELAE_ZONE", "Asia/Shanghai")
        yield [importlib.import_module(name) for name in names]
