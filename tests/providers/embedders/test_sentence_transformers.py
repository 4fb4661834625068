"""Models of the sentence-transformers library, over a stand-in for the library."""

import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from stelae.errors import ModelError, ModelUnavailableError

MODULE = "stelae.providers.embedders.sentence_transformers"


class _Model:
    """Vectors of three numbers."""

    loaded: list[str] = []  # noqa: RUF012 - one list for the tests to look at

    def __init__(self, name: str) -> None:
        if name == "missing":
            raise OSError("no such model")
        self.loaded.append(name)

    def get_sentence_embedding_dimension(self) -> int:
        return 3

    def encode_document(self, texts: list[str], **_: Any) -> Any:
        return np.array([[len(text), 1.0, 0.0] for text in texts])

    encode_query = encode_document


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The adapter's class, over the stand-in."""
    library = ModuleType("sentence_transformers")
    library.SentenceTransformer = _Model  # pyright: ignore[reportAttributeAccessIssue] - a module made here
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    _Model.loaded.clear()
    yield import_module(MODULE).SentenceTransformerEmbedder
    sys.modules.pop(MODULE, None)


def test_it_loads_nothing_to_agree_with_stored_vectors(make: Any) -> None:
    """They know the dimension."""
    embedder = make("BAAI/bge-small-zh")
    assert embedder.known is None
    assert not embedder.adopt("sentence-transformers-other/3/cosine")
    assert embedder.adopt("sentence-transformers-BAAI/bge-small-zh/3/cosine")
    assert (embedder.dim, embedder.local) == (3, True)
    assert _Model.loaded == []


def test_it_loads_its_model_once_and_gives_unit_vectors(make: Any) -> None:
    """With the first text, or when it is asked what it is."""
    embedder = make("m")
    assert embedder.fingerprint == "sentence-transformers-m/3/cosine"
    assert np.linalg.norm(embedder.passages(["猫", "staging"]), axis=1) == pytest.approx(1)
    assert embedder.query("猫").shape == (3,)
    assert embedder.passages([]).shape == (0, 3)
    assert _Model.loaded == ["m"]


def test_a_model_that_is_not_there_or_another_one_is_an_error_of_ours(make: Any) -> None:
    """Its vectors are not mixed with those before."""
    with pytest.raises(ModelUnavailableError):
        make("missing").query("x")
    embedder = make("m")
    assert embedder.adopt("sentence-transformers-m/4/cosine")
    with pytest.raises(ModelError, match="stelae reembed"):
        embedder.query("x")
