"""A place in which the commands and the code of a guide can run."""

from pathlib import Path

import pytest


@pytest.fixture
def data() -> str:
    """Return the name of the data folder; a test of a guide that calls it otherwise overrides this."""
    return "data"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: str) -> None:
    """A folder of its own, keywords and rules only."""
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "STELAE_DATA": data,
        "STELAE_SCOPE": "user:lin",
        "STELAE_EMBEDDER_PROFILE": "none",
        "STELAE_EXTRACTOR": "rules",
    }.items():
        monkeypatch.setenv(name, value)
