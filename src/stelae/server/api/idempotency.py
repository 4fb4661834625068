"""`Idempotency-Key`: who is not sure whether a request arrived sends it again, and gets the first one's answer.

Only successes are kept: what failed has done nothing, so the same request is made anew.
"""

import re
from collections.abc import Callable, Coroutine
from hashlib import blake2b
from typing import Any, Final

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from typing_extensions import override

from stelae.errors import InvalidInputError
from stelae.memory import Memory
from stelae.schemas.forgetting import Receipt
from stelae.schemas.scope import GLOBAL
from stelae.server.api.desk import caller_of, readings_of
from stelae.server.api.json_route import JsonRoute
from stelae.server.api.problems import MEDIA_TYPE
from stelae.server.kept_answers import Answer, KeptAnswers, Name
from stelae.server.problem_details import problem_bytes, request_id

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
_SANE = re.compile(r"[\x21-\x7e]{1,255}")
_PARAMETER: Final = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    "description": "A token of your own, one a request: the same request with it within 24 h answers the first answer again"
    " (`Idempotency-Replayed: true`), another request 422, and while the first one is worked on 409.",
}
_OWN_HEADERS: Final = frozenset({b"content-length", b"x-request-id"})
Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class Idempotent(JsonRoute):
    """A route whose POST can be sent twice and is done once. Routers take it as their `route_class`."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        """Describe the header where it is read."""
        if "POST" in (options.get("methods") or ()):
            extra = dict(options.get("openapi_extra") or {})
            extra["parameters"] = [*extra.get("parameters", ()), _PARAMETER]
            options["openapi_extra"] = extra
        super().__init__(path, endpoint, **options)

    @override
    def get_route_handler(self) -> Handler:
        """Return what serves a request."""
        handle = super().get_route_handler()
        # A receipt holds ids and counts: no later forgetting makes it wrong.
        textless = self.response_model is Receipt

        async def once(request: Request) -> Response:
            given = request.headers.get(HEADER)
            if given is None or request.method != "POST":
                return await handle(request)
            return await _once(request, given, handle, textless=textless)

        return once


async def _once(request: Request, given: str, handle: Handler, *, textless: bool) -> Response:
    if not _SANE.fullmatch(given):
        raise InvalidInputError(f"{HEADER} is 1-255 printable ASCII characters without spaces.")
    caller = await caller_of(request)
    kept: KeptAnswers = request.app.state.kept_answers
    memory: Memory = request.app.state.memory
    before = await run_in_threadpool(memory.at(tenant=caller.tenant, scope=GLOBAL).forgettings)
    name = Name(caller.tenant, caller.key_id, request.method, request.scope["path"], given)
    found = kept.begin(name, await _mark(request), forgettings=before)
    if isinstance(found, Answer):
        for note in found.readings:
            note(request_id(request.scope))
        return _again(found)
    if found == "other":
        raise InvalidInputError(f"Another request came with this {HEADER}; take a new one.")
    if found == "running":
        return _running(request)
    try:
        answer = await handle(request)
    except BaseException:
        kept.drop(name)
        raise
    if 200 <= answer.status_code < 300:
        made = Answer(
            answer.status_code, _headers(answer), bytes(answer.body), readings_of(request)
        )
        kept.keep(name, made, forgettings=None if textless else before)
    else:
        kept.drop(name)
    return answer


async def _mark(request: Request) -> bytes:
    """Return a digest of all that was asked under this path."""
    conditions = request.headers.get("if-match", "").encode()
    asked = blake2b(digest_size=16)
    for part in (request.scope["query_string"], conditions, await request.body()):
        asked.update(len(part).to_bytes(8, "big") + part)
    return asked.digest()


def _headers(answer: Response) -> tuple[tuple[bytes, bytes], ...]:
    return tuple(one for one in answer.raw_headers if one[0] not in _OWN_HEADERS)


def _again(found: Answer) -> Response:
    answer = Response(found.body, found.status)
    own = [one for one in answer.raw_headers if one[0] in _OWN_HEADERS]
    answer.raw_headers = [*found.headers, *own, (REPLAYED.lower().encode(), b"true")]
    return answer


def _running(request: Request) -> Response:
    body = problem_bytes(
        status=409,
        error="OverloadedError",
        detail="The first request with this key is being worked on; come back for its answer.",
        request_id=request_id(request.scope),
        retryable=True,
    )
    return Response(body, 409, media_type=MEDIA_TYPE, headers={"Retry-After": "1"})
