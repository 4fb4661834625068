"""Embedders behind a server, tested on the wire against a server of our own."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from stelae.errors import ModelError, ModelTimeoutError, ModelUnavailableError
from stelae.providers.embedders.ollama import OllamaEmbedder
from stelae.providers.embedders.openai import OpenAIEmbedder
from stelae.providers.embedders.served import MAX_CHARS, ServedEmbedder, vectors_of
from tests.providers.embedders.server import ODD, Server, embedding_server


@pytest.fixture
def server() -> Iterator[Server]:
    """A server on a free port."""
    with embedding_server() as one:
        yield one


def made(wire: str, url: str, model: str = "stub") -> ServedEmbedder:
    """One adapter, on that server."""
    if wire == "ollama":
        return OllamaEmbedder(model, host=url, timeout_s=0.5)
    return OpenAIEmbedder(model, base_url=f"{url}/v1", timeout_s=0.5)


@pytest.fixture(params=["ollama", "openai"])
def embedder(request: pytest.FixtureRequest, server: Server) -> ServedEmbedder:
    """Both adapters, on that server."""
    return made(request.param, server.url)


def test_vectors_come_in_the_order_of_the_texts(embedder: ServedEmbedder) -> None:
    """Unit rows, also when the server answers in another order."""
    vectors = embedder.passages(["a", "bbb"])
    assert (vectors.shape, vectors.dtype) == ((2, 3), np.float32)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert vectors[0, 1] < vectors[1, 1]
    assert embedder.query("bbb") == pytest.approx(vectors[1])


def test_the_fingerprint_names_model_and_dimension(
    embedder: ServedEmbedder, server: Server
) -> None:
    """The dimension is asked for once."""
    assert embedder.fingerprint == f"{embedder.leg}-stub/3/cosine"
    assert embedder.dim == 3
    assert len(server.seen) == 1
    assert embedder.language_mean("zh") is None


def test_no_text_is_no_call(embedder: ServedEmbedder, server: Server) -> None:
    """An empty batch asks for the dimension at most."""
    assert embedder.passages([]).shape == (0, 3)
    assert [asked["input"] for asked in server.seen] == [["dimension"]]


def test_a_long_text_is_cut_instead_of_failing_its_batch(
    embedder: ServedEmbedder, server: Server
) -> None:
    """Of a passage the beginning is read, of a question the end."""
    embedder.passages(["长" * 9_999, "short"])
    embedder.query("x" * 9_999 + "?")
    assert server.texts == ["长" * MAX_CHARS, "short", "x" * (MAX_CHARS - 1) + "?"]


@pytest.mark.parametrize(
    ("fault", "error"),
    [("missing", ModelUnavailableError), ("slow", ModelTimeoutError), ("short", ModelError)],
)
def test_faults_are_errors_of_ours(
    embedder: ServedEmbedder, server: Server, fault: str, error: type[ModelError]
) -> None:
    """An unknown model, a slow server and a wrong answer; the text never stands in the message."""
    server.fault = fault
    with pytest.raises(error) as caught:
        embedder.passages(["private words", "more"])
    assert "private" not in str(caught.value)


@pytest.mark.parametrize("fault", ODD)
def test_an_odd_answer_is_an_error_of_ours(
    embedder: ServedEmbedder, server: Server, fault: str
) -> None:
    """Status 200 makes no vectors of it, whichever shape it has: for a question, a passage and the dimension alike."""
    server.fault = fault
    for ask in (
        lambda: embedder.query("问题"),
        lambda: embedder.passages(["x"]),
        lambda: embedder.dim,
    ):
        with pytest.raises(ModelError):
            ask()
    server.fault = ""
    assert embedder.query("问题").shape == (3,)


def test_numbers_of_any_kind_are_vectors() -> None:
    """Whole ones, large ones; a text without meaning may be a zero row."""
    rows = vectors_of([[3, 4], [1e30, 0.0], [0, 0]], 3)
    assert rows.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [1.0, 0.0], [0.0, 0.0]]


def test_another_model_under_the_same_name_is_told_apart(
    embedder: ServedEmbedder, server: Server
) -> None:
    """By its dimension: its vectors are never compared with those before."""
    embedder.query("a")
    server.fault = "longer"
    with pytest.raises(ModelError, match="stelae reembed"):
        embedder.passages(["b"])


def test_a_stored_fingerprint_tells_the_dimension_without_a_server() -> None:
    """Of this leg and this model, whatever is in the model's name; of others it tells nothing."""
    for wire in ("ollama", "openai"):
        one = made(wire, "http://127.0.0.1:9", "BAAI/bge-m3:latest")
        assert one.known is None
        for other in (
            "use-x/512/cosine",
            f"{wire}-other/3/cosine",
            f"{wire}-BAAI/bge-m3:latest/3/dot",
            "",
        ):
            assert not one.adopt(other)
        assert one.adopt(f"{wire}-BAAI/bge-m3:latest/3/cosine")
        assert (one.dim, one.known) == (3, f"{wire}-BAAI/bge-m3:latest/3/cosine")
        assert not one.adopt(f"{wire}-BAAI/bge-m3:latest/4/cosine")


def test_a_redirect_is_not_followed(embedder: ServedEmbedder, server: Server) -> None:
    """A text stays where it is sent."""
    with embedding_server() as elsewhere:
        server.fault = elsewhere.url
        with pytest.raises(ModelUnavailableError):
            embedder.query("我的日记")
        assert elsewhere.seen == []


def test_no_proxy_sees_what_is_for_this_machine(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the environment names."""
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for wire in ("ollama", "openai"):
        assert made(wire, server.url).query("x").shape == (3,)


@pytest.mark.parametrize("wire", ["ollama", "openai"])
def test_an_embedder_says_where_it_is(wire: str) -> None:
    """Decides what may be sent to it; a local server may pass a model on."""
    assert made(wire, "http://127.0.0.1:11434").local
    assert not made(wire, "http://10.0.0.5:11434").local
    assert not made(wire, "http://127.0.0.1:11434", "embed-large:cloud").local
    assert not OpenAIEmbedder("text-embedding-3-small").local


@pytest.mark.parametrize("make", [OllamaEmbedder, OpenAIEmbedder])
def test_nobody_answers(make: type[Any]) -> None:
    """A server that is not there is said so, and constructing the adapter asks nothing."""
    address: dict[str, Any] = {
        "host" if make is OllamaEmbedder else "base_url": "http://127.0.0.1:9"
    }
    embedder = make("stub", **address)
    with pytest.raises(ModelUnavailableError):
        embedder.query("hello")
