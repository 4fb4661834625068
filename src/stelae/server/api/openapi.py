"""The OpenAPI document: what FastAPI reads off the routes, with who may ask, what goes wrong, and what the tags mean."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI

from stelae.server.api.problems import MEDIA_TYPE

Json = dict[str, Any]
TAGS: Final = {
    "writing": "Messages to observe, statements to remember; the gate decides what becomes a memory.",
    "reading": "Recall, context for a prompt, answers, profiles. Nothing relevant is an answer, too.",
    "memories": "One memory by its id: read, edit, forget, history, why, restore.",
    "reviewing": "What waits for a person, and the person's decision.",
    "forgetting": "Shown first, carried out exactly as shown, with a receipt.",
    "drafts": "What somebody wants to teach an agent, until a person confirms it.",
    "categories": "Kinds of memories and what holds for each.",
    "concepts": "The keys that memories have, and what was spoken of together.",
    "guides": "How agents do their tasks, written by people as files.",
    "sessions": "What holds for the task that one conversation is at; never a memory.",
    "runs": "What an agent's tool calls leave, and how its runs ended.",
    "jobs": "What is still being worked on, and what failed.",
    "stats": "Counts, and what language models have cost.",
    "transfer": "Everything of a scope out and in as signed JSON lines.",
    "audit": "Who changed which id when, provably; never content.",
    "access": "Who read which ids; never content.",
    "health": "Whether the server lives and can work; metrics.",
}
_BEARER: Final = "bearer"
_SCHEME: Final = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "stl_…",
    "description": "A key that `stelae keys create` printed. It says the tenant, the scopes and the role; as long as a"
    " folder never had a key, callers on the same machine need none and count as agents.",
}
_REQUEST_ID: Final = {
    "description": "Of this request, as in the server's log; a plain token of yours is taken over.",
    "schema": {"type": "string"},
}
_RETRY_AFTER: Final = {"description": "Seconds.", "schema": {"type": "integer"}}
_MEANINGS: Final = {
    400: "The body is no JSON.",
    401: "A key is needed, or it does not hold.",
    403: "The key's role or scopes do not allow this.",
    404: "There is no such thing within the caller's tenant and scopes.",
    409: "Something has changed meanwhile; read again.",
    412: "It is not the version that If-Match names.",
    413: "Too large; the detail says how much a request may hold.",
    415: "The body does not say that it is JSON.",
    422: "Something in the request is wrong; `errors` names the fields.",
    429: "As much as may be is being done; come again later.",
    500: "The server failed; its log has the reason under the request's id.",
    502: "The language model's answer could not be used.",
    503: "The store is busy, or there is no language model; come again later.",
    504: "The language model took too long.",
}


def document(app: FastAPI) -> Json:
    """Return the document of an app."""
    found = app.openapi()
    components: Json = found.setdefault("components", {})
    components["securitySchemes"] = {_BEARER: _SCHEME}
    components["headers"] = {"X-Request-Id": _REQUEST_ID, "Retry-After": _RETRY_AFTER}
    components["responses"] = {_name(status): _problem(status) for status in _MEANINGS}
    found["tags"] = [{"name": name, "description": told} for name, told in TAGS.items()]
    for path, operation in _operations(found):
        if path.startswith("/v1") or path == "/metrics":
            operation["security"] = [{_BEARER: []}]
        operation["responses"] = {
            status: _answer(status, told) for status, told in operation["responses"].items()
        }
    return found


def _operations(found: Json) -> Iterator[tuple[str, Json]]:
    for path, item in found["paths"].items():
        for operation in item.values():
            yield path, operation


def _answer(status: str, told: Json) -> Json:
    if int(status) in _MEANINGS:
        return {"$ref": f"#/components/responses/{_name(int(status))}"}
    return {**told, "headers": {**told.get("headers", {}), **_header("X-Request-Id")}}


def _problem(status: int) -> Json:
    headers = _header("X-Request-Id")
    if status in {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}:
        headers |= _header("Retry-After")
    return {
        "description": _MEANINGS[status],
        "headers": headers,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }


def _header(name: str) -> Json:
    return {name: {"$ref": f"#/components/headers/{name}"}}


def _name(status: int) -> str:
    return f"Problem{status}"
