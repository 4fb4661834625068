"""A small HTTP server that speaks enough of Ollama's protocol (tags, show, embed, chat) and of OpenAI's (chat completions).

It answers from a script and keeps every request, so that a test can look at what was sent over the wire. The probe that
finds out whether a server applies a schema it answers by itself, and keeps it apart.
"""

import json
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from stelae.providers.models.modes import PROBE_SCHEMA, forget


@dataclass(frozen=True, slots=True)
class Sent:
    """A reply with more to it than its text."""

    content: str = ""
    thinking: str = ""
    """Ollama's separate field."""
    done_reason: str = "stop"
    status: int = 200
    delay_s: float = 0.0
    raw: bytes | None = None
    """The whole body instead."""
    call: str = ""
    """The arguments of a tool call, as JSON."""
    param: str = ""
    """Of a refusal in OpenAI's protocol: what it is about."""


PROBED = f'"{next(iter(PROBE_SCHEMA["properties"]))}"'
"""In every request with the probe's schema; Ollama's client leaves out parts of a tool's."""
OBEYED = '{"glyph": "stele"}'
Answer = Callable[[dict[str, Any]], "str | Sent"]


@dataclass(slots=True)
class Stub:
    """A running server: where it is, and what it was asked."""

    url: str = ""
    chats: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    tags: int = 0
    """How often it was asked what it has."""
    probes: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    """Probes that it answered by itself."""


@contextmanager
def ollama_stub(
    answer: Answer,
    model: str = "qwen3:8b",
    *,
    models: Sequence[str] | None = None,
    honest: bool = True,
) -> Generator[Stub]:
    """Serve on a free port until the block ends.

    Args:
        answer: turns a chat request into the reply.
        model: the one model that is pulled.
        models: instead of it, all that are pulled.
        honest: answer the probe as a server that applies schemas would; otherwise it is a chat like any other.
    """
    stub = Stub()
    pulled = [model] if models is None else list(models)
    hang_up = threading.Event()

    class Routes(BaseHTTPRequestHandler):
        """The routes that clients use."""

        def do_GET(self) -> None:
            """Tags and version."""
            if self.path not in {"/api/tags", "/api/version"}:
                self._reply({"error": "not found"}, Sent(status=404))
                return
            stub.tags += self.path == "/api/tags"
            listed = [{"model": name, "name": name} for name in pulled]
            self._reply({"models": listed, "version": "0.12.0"})

        def do_POST(self) -> None:
            """Show, embed and chat, the last in both protocols."""
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path == "/api/embed":
                texts = (
                    request["input"] if isinstance(request["input"], list) else [request["input"]]
                )
                self._reply({"model": model, "embeddings": [[1.0, 0.0, 0.0, 0.0] for _ in texts]})
                return
            if not self.path.endswith(("/api/chat", "/chat/completions")):
                self._reply({"capabilities": ["completion"], "model_info": {}})
                return
            sent = _answered(stub, request, answer, honest=honest)
            if sent.delay_s:
                hang_up.wait(sent.delay_s)
            self._reply(*_in_form(sent, request, native=self.path.endswith("/api/chat")))

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's word
            """Stay quiet."""

        def _reply(self, document: dict[str, Any], sent: Sent | None = None) -> None:
            sent = sent or Sent()
            body = json.dumps(document).encode() if sent.raw is None else sent.raw
            try:
                self.send_response(sent.status)
                kind = "text/event-stream" if body.startswith(b"data:") else "application/json"
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except (BrokenPipeError, ConnectionResetError):
                """The client did not wait."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Routes)
    stub.url = f"http://127.0.0.1:{server.server_port}"
    # Another server may have been at this port before.
    forget(stub.url)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        hang_up.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _answered(stub: Stub, request: dict[str, Any], answer: Answer, *, honest: bool) -> Sent:
    probed = honest and PROBED in json.dumps(request)
    (stub.probes if probed else stub.chats).append(request)
    said = OBEYED if probed else answer(request)
    return Sent(said) if isinstance(said, str) else said


def _in_form(sent: Sent, request: dict[str, Any], *, native: bool) -> tuple[dict[str, Any], Sent]:
    """Say it in one of the two protocols: Ollama's streams unless told otherwise, OpenAI's only when told to."""
    if request.get("stream", native) and sent.status == 200 and sent.raw is None:
        sent = replace(sent, raw=(_ollama_pieces if native else _openai_pieces)(sent, request))
    return (_ollama if native else _openai)(sent, request), sent


def _ollama(sent: Sent, request: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {
        "role": "assistant",
        "content": sent.content,
        "thinking": sent.thinking,
    }
    if sent.call:
        message["tool_calls"] = [
            {"function": {"name": "answer", "arguments": json.loads(sent.call)}}
        ]
    return {
        "model": request["model"],
        "message": message,
        "done": True,
        "done_reason": sent.done_reason,
        "prompt_eval_count": 11,
        "eval_count": 7,
    }


def _ollama_pieces(sent: Sent, request: dict[str, Any]) -> bytes:
    """One JSON object a line: a piece each, the thinking first, the end last."""
    said = [replace(sent, content="", thinking=sent.thinking)] if sent.thinking else []
    said += [replace(sent, content=char, thinking="") for char in sent.content]
    pieces = [{**_ollama(one, request), "done": False} for one in said]
    last = _ollama(replace(sent, content="", thinking=""), request)
    return b"".join(json.dumps(one).encode() + b"\n" for one in [*pieces, last])


def _openai_pieces(sent: Sent, request: dict[str, Any]) -> bytes:
    """Server-sent events: a piece each, then one that holds only the count of tokens, then the end."""
    head = {**_openai(sent, request), "object": "chat.completion.chunk"}
    choices: list[list[dict[str, Any]]] = [
        [{"index": 0, "delta": {"content": char}}] for char in sent.content
    ]
    last: dict[str, Any] = {"index": 0, "delta": {}, "finish_reason": sent.done_reason}
    pieces = [{**head, "choices": one} for one in [*choices, [last], []]]
    events = [json.dumps(one) for one in pieces] + ["[DONE]"]
    return "".join(f"data: {event}\n\n" for event in events).encode()


def _openai(sent: Sent, request: dict[str, Any]) -> dict[str, Any]:
    if sent.status != 200:
        told = {"message": "refused", "type": "invalid_request_error", "param": sent.param or None}
        return {"error": told}
    message: dict[str, Any] = {"role": "assistant", "content": sent.content or None}
    if sent.call:
        function = {"name": "answer", "arguments": sent.call}
        message["tool_calls"] = [{"id": "c1", "type": "function", "function": function}]
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": request["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": sent.done_reason}],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    }
