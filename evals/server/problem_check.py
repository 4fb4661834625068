"""What schemathesis loads into its own process: whatever is no success is a problem document.

Its own checks compare an answer with what is documented for its status; this one also holds for statuses that frameworks
answer by themselves.
"""

from typing import Any

import schemathesis

FIELDS = {"type", "title", "status", "detail", "instance", "error", "retryable"}


@schemathesis.check
def errors_are_problems(ctx: Any, response: Any, case: Any) -> None:  # noqa: ARG001 - the form of a check
    """Compare an error with RFC 9457 and our own fields."""
    if response.status_code < 400:
        return
    kind = response.headers.get("content-type", [""])[0]
    if not kind.startswith("application/problem+json"):
        raise AssertionError(f"An error came as {kind or 'nothing'}.")
    told = response.json()
    if told.keys() - {"errors"} != FIELDS or told["status"] != response.status_code:
        raise AssertionError("An error is no problem document of ours.")


@schemathesis.hook
def filter_failure(context: Any, failure: Any, case: Any, response: Any) -> bool:  # noqa: ARG001 - the form of a hook
    """Pass over probes with wrong keys that were answered by 429: after ten a minute nobody looks at them any more."""
    return not ("ignored_auth" in failure.checks and "429" in failure.message)


@schemathesis.serializer("application/x-ndjson")
def lines(ctx: Any, value: Any) -> bytes:  # noqa: ARG001 - the form of a serializer
    """Send lines as they are."""
    return value if isinstance(value, bytes) else str(value).encode()
