"""Bodies of status 200 that are no answer, and streams that are none or a part of one, on either wire."""

import json
from typing import Any


def _openai(choice: Any) -> bytes:
    return json.dumps({"id": "x", "model": "m", "choices": [choice]}).encode()


_ANYWHERE = {
    "a page": b"<html>Welcome</html>",
    "a list": b"[1, 2]",
    "a word": b'"hello"',
    "nothing": b"null",
    "no bytes": b"",
    "an empty object": b"{}",
    "no text": b"\xff\xfe\x00",
    "an error": b'{"error": {"message": "overloaded"}}',
}
ODD: dict[str, dict[str, bytes]] = {
    "ollama": {
        **_ANYWHERE,
        "no message": b'{"model": "m", "message": null, "done": true}',
        "a number for a message": b'{"model": "m", "message": 7, "done": true}',
        "a number for a text": b'{"message": {"role": "assistant", "content": 7}, "done": true}',
    },
    "openai": {
        **_ANYWHERE,
        "no choices": b'{"choices": null}',
        "a number for choices": b'{"choices": 7}',
        "no choice": b'{"choices": [null]}',
        "no message": _openai({"index": 0, "finish_reason": "stop", "message": None}),
        "a word for a message": _openai({"finish_reason": "stop", "message": "hi"}),
        "a number for a text": _openai({"finish_reason": "stop", "message": {"content": 7}}),
        "numbers for parts": _openai({"finish_reason": "stop", "message": {"content": [7]}}),
    },
}
"""By wire and by what it looks like."""


def events(*choices: dict[str, Any], done: bool = True) -> bytes:
    """A stream in OpenAI's protocol."""
    told = [json.dumps({"id": "x", "model": "m", "choices": [one]}) for one in choices]
    return "".join(f"data: {one}\n\n" for one in [*told, *(["[DONE]"] * done)]).encode()


def lines(*pieces: dict[str, Any]) -> bytes:
    """A stream in Ollama's protocol."""
    return b"".join(json.dumps({"model": "m", **one}).encode() + b"\n" for one in pieces)


def piece(wire: str, text: str, end: str | None = None) -> dict[str, Any]:
    """One piece of a stream, on either wire."""
    if wire == "openai":
        return {"index": 0, "delta": {"content": text}, "finish_reason": end}
    done: dict[str, Any] = {"done": True, "done_reason": end} if end else {"done": False}
    return {"message": {"role": "assistant", "content": text}, **done}


def streamed(wire: str, *pieces: dict[str, Any]) -> bytes:
    """A stream of these pieces; without an end piece it breaks off."""
    return events(*pieces, done=False) if wire == "openai" else lines(*pieces)


CUT: dict[str, dict[str, bytes]] = {
    "ollama": {
        "no end": lines(piece("ollama", "Your cat ")),
        "a broken line": lines(piece("ollama", "Your cat ")) + b'{"message": {"con',
        "a list for a line": lines(piece("ollama", "Your cat ")) + b"[1]\n",
        "an error": lines(piece("ollama", "Your cat "), {"error": "the runner has died"}),
    },
    "openai": {
        "no end": events(piece("openai", "Your cat "), done=False),
        "a broken line": events(piece("openai", "Your cat "), done=False) + b'data: {"choi\n\n',
        "a list for a line": events(piece("openai", "Your cat "), done=False) + b"data: [1]\n\n",
        "an error": events(piece("openai", "Your cat "), done=False)
        + b'data: {"error": {"message": "died"}}\n\n',
        "a number for a piece": events(piece("openai", "Your cat "), {"delta": 7}, done=False),
    },
}
"""Streams that begin well and have no end."""
REFUSALS: dict[str, dict[str, Any]] = {
    "its own": {"finish_reason": "stop", "message": {"content": None, "refusal": "I can't."}},
    "a filter's": {"finish_reason": "content_filter", "message": {"content": ""}},
    "a filter's in the middle": {"finish_reason": "content_filter", "message": {"content": "Yo"}},
}
"""Choices of OpenAI's protocol."""
