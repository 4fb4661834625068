"""What an error is on the wire: `application/problem+json` (RFC 9457), the same whichever layer answers.

It knows no error class: which status and which words go with one is `api/problems.py`'s business.
"""

import json
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from stelae.assembly import new_id

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
"""ASGI's words, for layers that need no framework."""

MEDIA_TYPE: Final = "application/problem+json"
REQUEST_ID: Final = b"x-request-id"
_SANE = re.compile(r"[A-Za-z0-9._-]{1,64}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def header(scope: Scope, name: bytes) -> str | None:
    """Return the first header of that (lower-case) name, or None."""
    for key, value in scope["headers"]:
        if key == name:
            return value.decode("latin-1")
    return None


def request_id(scope: Scope) -> str:
    """Return the request's id: the caller's own where it is a plain token, else a new one. It stays the same from then on.

    It is kept in `scope["state"]`, where a framework finds it as `request.state.request_id`.
    """
    state: dict[str, Any] = scope.setdefault("state", {})
    if "request_id" not in state:
        asked = header(scope, REQUEST_ID) or ""
        state["request_id"] = asked if _SANE.fullmatch(asked) else new_id()
    return state["request_id"]


def problem_bytes(
    *,
    status: int,
    error: str,
    detail: str,
    request_id: str,
    title: str = "",
    retryable: bool = False,
    errors: Sequence[Mapping[str, str]] = (),
) -> bytes:
    """Return the document.

    Args:
        status: of HTTP.
        error: name of the error, of `errors.py` where it is one.
        detail: what a person reads; never a value that the caller sent.
        request_id: of this request.
        title: empty: the status in words.
        retryable: may the very same request succeed later?
        errors: `field` and `problem` of each wrong field.
    """
    kind = "uuid" if _UUID.fullmatch(request_id) else "stelae:request"
    told: dict[str, Any] = {
        "type": f"urn:stelae:error:{error}",
        "title": title or HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "instance": f"urn:{kind}:{request_id}",
        "error": error,
        "retryable": retryable,
    }
    if errors:
        told["errors"] = [dict(one) for one in errors]
    return json.dumps(told, ensure_ascii=False).encode()


async def send_problem(
    scope: Scope,
    send: Send,
    *,
    status: int,
    error: str,
    detail: str,
    retry_after_s: int | None = None,
    headers: Sequence[tuple[bytes, bytes]] = (),
) -> None:
    """Answer a request that no door has seen.

    Args:
        scope: the request.
        send: ASGI's.
        status: of HTTP.
        error: name of the error.
        detail: what a person reads.
        retry_after_s: when the very same request may come again; None: never.
        headers: further ones.
    """
    retryable = retry_after_s is not None
    body = problem_bytes(
        status=status,
        error=error,
        detail=detail,
        request_id=request_id(scope),
        retryable=retryable,
    )
    told = [
        (b"content-type", MEDIA_TYPE.encode()),
        (b"content-length", str(len(body)).encode()),
        (REQUEST_ID, request_id(scope).encode()),
        *([(b"retry-after", str(retry_after_s).encode())] if retryable else []),
        *headers,
    ]
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": body})
