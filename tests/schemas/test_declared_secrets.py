"""A memory type that declares a secret is refused: it would be written into every memory without redaction (DEV-06)."""

import json
from pathlib import Path
from typing import Any

import pytest

from stelae import Memory, MemorySchema
from stelae.errors import ConfigurationError

KEY = "ghp_" + "A1b2" * 9
SPOKEN = "密码是 Maple!Kite-204"


@pytest.mark.parametrize("secret", [KEY, SPOKEN])
@pytest.mark.parametrize(
    "form",
    [
        {"fields": {"title": {}, "state": {"choices": {"SECRET": "one", "b": "two"}}}},
        {"fields": {"title": {}}, "migrate": {"default": {"title": "SECRET"}}},
    ],
)
def test_a_declared_secret_is_refused_without_being_told(
    tmp_path: Path, form: dict[str, Any], secret: str
) -> None:
    """The message names type and field; the value stands in no message and on no disk of the memory."""
    path = tmp_path / "film.yaml"
    declared = {"name": "film", "kind": "semantic", "summary": "a film", "key": ["title"]}
    text = json.dumps(declared | form, ensure_ascii=False).replace("SECRET", secret)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError) as refused:
        Memory.open(tmp_path / "data", scope="user:lin", embedder="none", categories=[path])
    assert "declares a value that is a secret" in str(refused.value)
    assert secret not in str(refused.value)


def test_a_class_with_a_secret_as_default_is_refused(tmp_path: Path) -> None:
    """A default is written where nothing was said."""

    class Film(MemorySchema, name="film", key=("title",)):
        """A film."""

        title: str
        note: str | None = KEY

    with pytest.raises(ConfigurationError, match="note declares"):
        Memory.open(tmp_path, scope="user:lin", embedder="none", categories=[Film])
