"""Servers as they are: each answers one question in its own way, on either wire."""

import json
from collections.abc import Mapping
from typing import Any

from tests.docs.ollama_stub import OBEYED, PROBED, Answer, Sent

ANSWER = '{"n": 3}'


def _schema_asked(request: Mapping[str, Any]) -> bool:
    """Was a schema sent, in either protocol?"""
    return bool(request.get("format")) or "response_format" in request


def _good(request: Mapping[str, Any]) -> str:
    """What a server that applies schemas would say."""
    return OBEYED if PROBED in json.dumps(request) else ANSWER


def honest(request: Mapping[str, Any]) -> Sent:
    """Applies schemas, calls functions."""
    return Sent(call=_good(request)) if request.get("tools") else Sent(_good(request))


def ignores_the_schema(request: Mapping[str, Any]) -> Sent:
    """Takes everything, applies nothing, and follows the prompt."""
    if PROBED in json.dumps(request):
        return Sent("Hello! How can I help you?")
    return Sent(f"Sure, here it is: {ANSWER}")


def refuses_schemas(request: Mapping[str, Any]) -> Sent:
    """Status 400 for a schema; knows functions."""
    return Sent(status=400) if _schema_asked(request) else honest(request)


def refuses_both(request: Mapping[str, Any]) -> Sent:
    """Status 400 for schemas and functions."""
    if _schema_asked(request) or request.get("tools"):
        return Sent(status=400)
    return ignores_the_schema(request)


def fails_at_schemas(request: Mapping[str, Any]) -> Sent:
    """Status 500 for a schema, as Ollama has for one that it cannot make a grammar of; knows functions."""
    return Sent(status=500) if _schema_asked(request) else honest(request)


def fails_at_both(request: Mapping[str, Any]) -> Sent:
    """Status 500 for schemas, 400 for functions: a model without a template for them."""
    if request.get("tools"):
        return Sent(status=400)
    return Sent(status=500) if _schema_asked(request) else ignores_the_schema(request)


def wraps_in_fences(request: Mapping[str, Any]) -> Sent:
    """Knows JSON, and cannot leave it alone."""
    return Sent(f"```json\n{_good(request)}\n```")


def calls_only(request: Mapping[str, Any]) -> Sent:
    """Takes a schema and ignores it; calls a function when it is offered one."""
    return honest(request) if request.get("tools") else ignores_the_schema(request)


PERSONALITIES: dict[str, tuple[Answer, str]] = {
    "honest": (honest, "json_schema"),
    "ignores the schema": (ignores_the_schema, "prompt"),
    "refuses schemas": (refuses_schemas, "tool"),
    "refuses both": (refuses_both, "prompt"),
    "fails at schemas": (fails_at_schemas, "tool"),
    "fails at both": (fails_at_both, "prompt"),
    "wraps in fences": (wraps_in_fences, "prompt"),
    "calls only": (calls_only, "tool"),
}
"""Each with the mode that the probe finds."""
