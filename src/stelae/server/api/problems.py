"""What went wrong, as RFC 9457 problem details: every error of the tree has one status and keeps its name.

No answer repeats what the request said: a wrong value may be private, and logs keep answers.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict
from starlette.exceptions import HTTPException

from stelae import errors
from stelae.errors import StelaeError
from stelae.server.api.field_problems import FieldProblem, field_problems
from stelae.server.api.wording import words_of
from stelae.server.problem_details import MEDIA_TYPE, REQUEST_ID, problem_bytes, request_id

logger = logging.getLogger(__name__)
_STATUS: Final[Mapping[type[StelaeError], int]] = {
    errors.ConfigurationError: 500,
    errors.StoreBusyError: 503,
    errors.VersionConflictError: 409,
    errors.StoreError: 500,
    errors.ModelUnavailableError: 503,
    errors.ModelTimeoutError: 504,
    errors.ModelOutputError: 502,
    errors.TooLargeError: 413,
    errors.InvalidInputError: 422,
    errors.NotFoundError: 404,
    errors.UnauthenticatedError: 401,
    errors.PermissionDeniedError: 403,
    errors.OverloadedError: 429,
}
_FIELDS: Final[Mapping[type[StelaeError], str]] = {
    errors.FilterError: "where",
    errors.UnknownCategoryError: "category",
}
"""Where the value stands that is wrong, of errors that know it."""
_RETRYABLE: Final = frozenset({429, 503, 504})
RETRY_AFTER_S: Final = 1
_TITLES: Final[Mapping[int, str]] = {
    400: "The request cannot be read",
    401: "A key is needed",
    403: "Not allowed",
    404: "Not found",
    405: "This is not how it is asked",
    409: "It has changed meanwhile",
    412: "It has changed meanwhile",
    413: "Too large",
    415: "Only JSON is read here",
    422: "The request is wrong",
    429: "Too much at once",
    500: "The server failed",
    502: "The language model's answer could not be used",
    503: "Not now",
    504: "The language model took too long",
}


class Problem(BaseModel):
    """The body of every answer that is not a success (RFC 9457)."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    type: str
    """`urn:stelae:error:` and the name of the error."""
    title: str
    status: int
    detail: str
    """What happened and what to do next; wording is not promised."""
    instance: str
    """The request's id, as in `X-Request-Id`."""
    error: str
    """Name in the error tree."""
    retryable: bool
    """May the same request succeed later?"""
    errors: list[FieldProblem] | None = None


def status_of(error: StelaeError) -> int:
    """Return the status of the nearest class of the tree that has one."""
    return next((_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS), 500)


def install(app: FastAPI) -> None:
    """Give every error of the app this form, also those of the framework."""
    app.add_exception_handler(StelaeError, _ours)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _frameworks)
    app.add_exception_handler(Exception, _unforeseen)


def answer(
    request: Request,
    status: int,
    error: str,
    detail: str,
    *,
    fields: Sequence[FieldProblem] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return a problem as an answer, with what clients need to try again or to show a key."""
    body = problem_bytes(
        status=status,
        error=error,
        detail=detail,
        request_id=request_id(request.scope),
        title=_TITLES.get(status, ""),
        retryable=status in _RETRYABLE,
        errors=[one.model_dump() for one in fields],
    )
    # Said here, too: what nobody foresaw is answered outside of the layer that says it otherwise.
    told = {REQUEST_ID.decode(): request_id(request.scope), **_headers(status), **(headers or {})}
    return Response(body, status_code=status, media_type=MEDIA_TYPE, headers=told)


def _ours(request: Request, error: Exception) -> Response:
    known = cast("StelaeError", error)
    status = status_of(known)
    if isinstance(known, errors.VersionConflictError) and "if-match" in request.headers:
        status = 412
    if status == 500:
        # Paths and settings of this machine are the operator's; the caller gets the request's id to name.
        logger.error("%s: %s", type(known).__name__, known)
        return answer(
            request, status, type(known).__name__, "The operator finds the reason in the log."
        )
    detail = words_of(known)
    field = _FIELDS.get(type(known))
    fields = () if field is None else (FieldProblem(field=field, problem=detail),)
    return answer(request, status, type(known).__name__, detail, fields=fields)


def _malformed(request: Request, error: Exception) -> Response:
    invalid = cast("RequestValidationError", error)
    found = invalid.errors()
    if any(one["type"] == "json_invalid" for one in found):
        return answer(request, 400, "InvalidInputError", "The body is not valid JSON.")
    fields = field_problems(found, invalid.body, _known(request))
    detail = " ".join(f"{one.field}: {one.problem}." for one in fields[:3])
    return answer(request, 422, "InvalidInputError", detail, fields=fields)


def _frameworks(request: Request, error: Exception) -> Response:
    known = cast("HTTPException", error)
    name = "NotFoundError" if known.status_code == 404 else "InvalidInputError"
    detail = {
        404: "There is no such address; /docs lists those that there are.",
        405: "This address knows other methods; see /docs.",
        415: "Send the body as JSON, with `Content-Type: application/json`.",
    }.get(known.status_code, "The request cannot be read.")
    return answer(request, known.status_code, name, detail, headers=known.headers)


def _unforeseen(request: Request, error: Exception) -> Response:
    # The traceback may hold texts; only its place and type are logged here.
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    logger.error("unforeseen %s at %s", type(error).__name__, where)
    return answer(request, 500, "StelaeError", "The operator finds the reason in the log.")


def _known(request: Request) -> tuple[str, ...]:
    """Return the names of the fields that this address takes in its body."""
    field: Any = getattr(request.scope.get("route"), "body_field", None)
    kind: Any = getattr(getattr(field, "field_info", None), "annotation", None)
    return tuple(getattr(kind, "model_fields", ()))


def _headers(status: int) -> dict[str, str]:
    if status == 401:
        return {"WWW-Authenticate": 'Bearer realm="stelae"'}
    return {"Retry-After": str(RETRY_AFTER_S)} if status in {429, 503} else {}
