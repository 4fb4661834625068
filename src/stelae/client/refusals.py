"""From an answer that is no success to the error of the library's own tree, whoever has written that answer."""

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Final

from pydantic import BaseModel, ValidationError

from stelae import errors
from stelae.client.steps import Failure, Reply, Trouble
from stelae.errors import ServerUnavailableError, StelaeError

_MEDIA_TYPE: Final = "application/problem+json"
_IDS: Final = (errors.MemoryNotFoundError, errors.JobNotFoundError)
_STRANGERS: Final[Mapping[int, type[StelaeError]]] = {
    401: errors.UnauthenticatedError,
    403: errors.PermissionDeniedError,
    404: errors.NotFoundError,
    413: errors.TooLargeError,
    429: errors.OverloadedError,
}
"""What is meant by whatever stands before a server: a proxy, a gateway."""
_PASSING: Final = frozenset({429, 502, 503, 504})
_TROUBLES: Final[Mapping[Trouble, str]] = {
    "unreached": "No server answers at this address",
    "broken": "The connection broke before the answer was whole",
    "late": "There was no answer in time (timeout_s)",
}


class _Problem(BaseModel):
    """What a client reads of RFC 9457 problem details."""

    error: str
    detail: str = ""
    retryable: bool = False


def refusal(reply: Reply, *, asked: str, about: str = "") -> StelaeError:
    """Return the error that an answer stands for: the one that the server names, else what its status means.

    Args:
        reply: that is no success.
        asked: method and path template, for the message.
        about: the id that was asked for, for an error that names one.
    """
    problem = _problem(reply)
    if problem is None:
        kind = _STRANGERS.get(reply.status, ServerUnavailableError)
        error = kind.told(
            f"{asked} was answered with {reply.status} by something that is no Stelae server, such as a proxy."
        )
        error.retryable = reply.status in _PASSING
    else:
        error = _named(problem.error).told(problem.detail)
        error.retryable = problem.retryable
    if isinstance(error, _IDS):
        error.id = about
    error.status = reply.status
    error.request_id = reply.headers.get("x-request-id", "")
    return error


def told_by(name: str, detail: str) -> StelaeError:
    """Return the error of that name, which came in the middle of a stream."""
    return _named(name).told(detail)


def unanswered(failure: Failure) -> ServerUnavailableError:
    """Return the error of a request to which there is no answer."""
    error = ServerUnavailableError(f"{_TROUBLES[failure.trouble]} ({failure.kind}).")
    error.retryable = True
    return error


def broken_off(what: str) -> ServerUnavailableError:
    """Return the error of something that came in pieces and has no end."""
    error = ServerUnavailableError(f"{what} broke off before it was whole.")
    error.retryable = True
    return error


def unreadable(reply: Reply, *, asked: str) -> ServerUnavailableError:
    """Return the error of a success that says nothing this client can read."""
    error = ServerUnavailableError(
        f"{asked} was answered with what no Stelae server that this client knows would say; is base_url right?"
        " What it was to do may be done."
    )
    error.status = reply.status
    error.request_id = reply.headers.get("x-request-id", "")
    return error


def retry_after_s(reply: Reply) -> float | None:
    """Return how long a server asks to be left alone; None: it does not say, or not in a form that can be read.

    A date is measured against the answer's own, so that no clock of ours has to be right.
    """
    said = reply.headers.get("retry-after", "").strip()
    if said.isascii() and said.isdecimal():
        return float(said[:9])
    try:
        then = parsedate_to_datetime(said)
        return max(0.0, (then - parsedate_to_datetime(reply.headers["date"])).total_seconds())
    except (KeyError, TypeError, ValueError):
        return None


def _problem(reply: Reply) -> _Problem | None:
    if reply.headers.get("content-type", "").partition(";")[0].strip().lower() != _MEDIA_TYPE:
        return None
    try:
        return _Problem.model_validate_json(reply.body)
    except ValidationError:
        return None


def _named(name: str) -> type[StelaeError]:
    """Return the error class of that name; one that this version does not know is a `StelaeError`."""
    found: object = getattr(errors, name, None)
    if isinstance(found, type) and issubclass(found, StelaeError):
        return found
    return StelaeError
