"""An embedding server of our own that speaks both protocols, and misbehaves when told to."""

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from typing_extensions import override

ODD = {
    "a page": b"<html>Welcome</html>",
    "no vectors": b'{"data": null, "embeddings": null}',
    "no answer": b"null",
    "a list": b"[1, 2]",
    "an empty object": b"{}",
    "words": b'{"data": [{"index": 0, "embedding": "AAAA"}], "embeddings": ["AAAA"]}',
    "no number": b'{"data": [{"index": 0, "embedding": [1, NaN]}], "embeddings": [[1, NaN]]}',
    "endless": b'{"data": [{"index": 0, "embedding": [1e999]}], "embeddings": [[1e999]]}',
    "too large": b'{"data": [{"index": 0, "embedding": [1e300, 1e300]}], "embeddings": [[1e300, 1e300]]}',
    "empty": b'{"data": [{"index": 0, "embedding": []}], "embeddings": [[]]}',
    "parts": b'{"data": [{"index": 0, "embedding": [[1, 2]]}], "embeddings": [[[1, 2]]]}',
    "another place": b'{"data": [{"index": 7, "embedding": [1, 2]}], "embeddings": [[1, 2], [1, 2]]}',
    "cut off": b'{"data": [{"index": 0, "embedding": [1,',
    "no text": b"\xff\xfe\x00",
}
"""Bodies of status 200 that are no vectors of one text, in either protocol."""


class Server(ThreadingHTTPServer):
    """Answers both protocols with vectors that depend on the text's length; `fault` makes it misbehave."""

    fault: str = ""
    """`missing` (404), `slow`, `short` (a vector too few), a name in `ODD`, `longer` (another dimension), or an address to
    be sent on to (307)."""
    seen: list[dict[str, Any]]
    """The requests."""

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def texts(self) -> list[str]:
        """Every text that it was sent."""
        return [text for asked in self.seen for text in asked["input"]]


class _Answers(BaseHTTPRequestHandler):
    server: Server  # pyright: ignore[reportIncompatibleVariableOverride] - narrower on purpose

    def do_POST(self) -> None:
        """Answer `/api/embed` and `/v1/embeddings`."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append(asked)
        fault = self.server.fault
        if fault == "slow":
            threading.Event().wait(1.0)
        if fault.startswith("http"):
            self._reply(307, b"", Location=f"{fault}{self.path}")
        elif fault == "missing":
            self._reply(404, b'{"error": "no such model"}')
        else:
            self._reply(200, ODD.get(fault) or json.dumps(self._document(asked)).encode())

    @override
    def log_message(self, format: str, *args: Any) -> None:
        """Stay quiet."""

    def _document(self, asked: dict[str, Any]) -> dict[str, Any]:
        more = [0.25] if self.server.fault == "longer" else []
        vectors = [[1.0, float(len(text)), 0.5, *more] for text in asked["input"]]
        if self.server.fault == "short":
            vectors = vectors[:-1]
        if self.path.endswith("/api/embed"):
            return {"model": asked["model"], "embeddings": vectors}
        items = [{"object": "embedding", "index": i, "embedding": v} for i, v in enumerate(vectors)]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return {"object": "list", "model": asked["model"], "data": items[::-1], "usage": usage}

    def _reply(self, status: int, body: bytes, **headers: str) -> None:
        try:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            """The client did not wait."""


@contextmanager
def embedding_server(port: int = 0) -> Generator[Server]:
    """Serve until the block ends; 0: on a free port."""
    server = Server(("127.0.0.1", port), _Answers)
    server.seen = []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
