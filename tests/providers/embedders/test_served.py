"""Embedders behind a server, tested on the wire against a server of our own."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest
from typing_extensions import override

from stelae.errors import ModelError, ModelTimeoutError, ModelUnavailableError
from stelae.ports import Embedder
from stelae.providers.embedders.ollama import OllamaEmbedder
from stelae.providers.embedders.openai import OpenAIEmbedder


class Server(ThreadingHTTPServer):
    """Answers both protocols with vectors that depend on the text's length; `fault` makes it misbehave."""

    fault: str = ""
    seen: list[dict[str, Any]]


class _Answers(BaseHTTPRequestHandler):
    server: Server  # pyright: ignore[reportIncompatibleVariableOverride] - narrower on purpose

    def do_POST(self) -> None:
        """Answer `/api/embed` and `/v1/embeddings`."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append(asked)
        if self.server.fault == "slow":
            threading.Event().wait(1.0)
        status = 404 if self.server.fault == "missing" else 200
        vectors = [[1.0, float(len(text)), 0.5] for text in asked["input"]]
        if self.server.fault == "short":
            vectors = vectors[:-1]
        reply: dict[str, Any] = {"model": asked["model"], "embeddings": vectors}
        if self.path.endswith("/embeddings"):
            items = [
                {"object": "embedding", "index": i, "embedding": v} for i, v in enumerate(vectors)
            ]
            usage = {"prompt_tokens": 1, "total_tokens": 1}
            reply = {"object": "list", "model": asked["model"], "data": items[::-1], "usage": usage}
        body = json.dumps({"error": "no such model"} if status == 404 else reply).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @override
    def log_message(self, format: str, *args: Any) -> None:
        """Stay quiet."""


@pytest.fixture
def server() -> Iterator[Server]:
    """A server on a free port."""
    one = Server(("127.0.0.1", 0), _Answers)
    one.seen = []
    thread = threading.Thread(target=one.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield one
    one.shutdown()
    thread.join()
    one.server_close()


@pytest.fixture(params=["ollama", "openai"])
def embedder(request: pytest.FixtureRequest, server: Server) -> Embedder:
    """Both adapters, on that server."""
    base = f"http://127.0.0.1:{server.server_address[1]}"
    if request.param == "ollama":
        return OllamaEmbedder("stub", host=base, timeout_s=0.5)
    return OpenAIEmbedder("stub", base_url=f"{base}/v1", timeout_s=0.5)


def test_vectors_come_in_the_order_of_the_texts(embedder: Embedder) -> None:
    """Unit rows, also when the server answers in another order."""
    vectors = embedder.passages(["a", "bbb"])
    assert (vectors.shape, vectors.dtype) == ((2, 3), np.float32)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1)
    assert vectors[0, 1] < vectors[1, 1]
    assert embedder.query("bbb") == pytest.approx(vectors[1])


def test_the_fingerprint_names_model_and_dimension(embedder: Embedder, server: Server) -> None:
    """The dimension is asked for once."""
    assert embedder.fingerprint == f"{embedder.leg}-stub/3/cosine"
    assert embedder.dim == 3
    assert len(server.seen) == 1
    assert embedder.language_mean("zh") is None


def test_no_text_is_no_call(embedder: Embedder, server: Server) -> None:
    """An empty batch asks for the dimension at most."""
    assert embedder.passages([]).shape == (0, 3)
    assert [asked["input"] for asked in server.seen] == [["dimension"]]


@pytest.mark.parametrize(
    ("fault", "error"),
    [("missing", ModelUnavailableError), ("slow", ModelTimeoutError), ("short", ModelError)],
)
def test_faults_are_errors_of_ours(
    embedder: Embedder, server: Server, fault: str, error: type[ModelError]
) -> None:
    """An unknown model, a slow server and a wrong answer; the text never stands in the message."""
    server.fault = fault
    with pytest.raises(error) as caught:
        embedder.passages(["private words", "more"])
    assert "private" not in str(caught.value)


@pytest.mark.parametrize("make", [OllamaEmbedder, OpenAIEmbedder])
def test_nobody_answers(make: type[Any]) -> None:
    """A server that is not there is said so, and constructing the adapter asks nothing."""
    address: dict[str, Any] = {
        "host" if make is OllamaEmbedder else "base_url": "http://127.0.0.1:9"
    }
    embedder = make("stub", **address)
    with pytest.raises(ModelUnavailableError):
        embedder.query("hello")
