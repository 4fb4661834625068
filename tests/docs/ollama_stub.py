"""A small HTTP server that speaks enough of Ollama's protocol for the examples: tags, show, embed and chat.

It answers from a script and keeps every request, so that a test can look at what was sent over the wire.
"""

import json
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[[dict[str, Any]], str]


@dataclass(slots=True)
class Stub:
    """A running server: where it is, and what it was asked."""

    url: str = ""
    chats: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])


@contextmanager
def ollama_stub(answer: Answer, model: str = "qwen3:8b") -> Generator[Stub]:
    """Serve on a free port until the block ends; `answer` turns a chat request into the reply's text."""
    stub = Stub()

    class Routes(BaseHTTPRequestHandler):
        """The routes that clients use."""

        def do_GET(self) -> None:
            """Tags and version."""
            self._reply({"models": [{"model": model, "name": model}], "version": "0.12.0"})

        def do_POST(self) -> None:
            """Show, embed and chat."""
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path == "/api/embed":
                texts = (
                    request["input"] if isinstance(request["input"], list) else [request["input"]]
                )
                self._reply({"model": model, "embeddings": [[1.0, 0.0, 0.0, 0.0] for _ in texts]})
                return
            if self.path != "/api/chat":
                self._reply({"capabilities": ["completion"], "model_info": {}})
                return
            stub.chats.append(request)
            message = {"role": "assistant", "content": answer(request)}
            self._reply({"model": model, "message": message, "done": True, "done_reason": "stop"})

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's word
            """Stay quiet."""

        def _reply(self, document: dict[str, Any]) -> None:
            body = json.dumps(document).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Routes)
    stub.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
