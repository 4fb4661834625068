"""Between lines and messages: what cannot be read is answered with an error of JSON-RPC, never with silence. Pure."""

from typing import Any, cast

from mcp import types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError
from pydantic_core import from_json


def read_message(line: bytes) -> SessionMessage | types.JSONRPCError | None:
    """Return what a line says, or the error to answer with; None for a broken answer, which nobody waits for."""
    try:
        message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        return _error_for(line)
    return SessionMessage(message)


def too_long(most: int) -> types.JSONRPCError:
    """Return the error for a line over the limit."""
    return _error(None, types.INVALID_REQUEST, f"A message holds at most {most:,} bytes.")


def written(message: types.JSONRPCMessage) -> bytes:
    """Return a message as one line, without its end."""
    return message.model_dump_json(by_alias=True, exclude_unset=True).encode()


def _error_for(line: bytes) -> types.JSONRPCError | None:
    try:
        found: Any = from_json(line)
    except ValueError:
        return _error(None, types.PARSE_ERROR, "This is not JSON.")
    if not isinstance(found, dict):
        return _error(None, types.INVALID_REQUEST, "A message is one JSON object.")
    members = cast("dict[str, Any]", found)
    if "method" not in members and {"result", "error"} & members.keys():
        return None
    given = members.get("id")
    known = isinstance(given, str) or (isinstance(given, int) and not isinstance(given, bool))
    return _error(given if known else None, types.INVALID_REQUEST, "This is no JSON-RPC message.")


def _error(request: types.RequestId | None, code: int, message: str) -> types.JSONRPCError:
    return types.JSONRPCError(
        jsonrpc="2.0", id=request, error=types.ErrorData(code=code, message=message)
    )
