"""Tool calls with their results, read out of the messages of agents: by shape, without importing a framework.

Known are plain events, OpenAI chat messages (`tool_calls`, `role: tool`), OpenAI Responses items (`function_call`,
`function_call_output`) and LangChain messages; each as a mapping or as an object with these attributes. Shape only: what is
worth keeping is decided elsewhere. A result without its call says nothing of what was done, and is passed over.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, cast
from zoneinfo import ZoneInfo

from stelae.errors import InvalidInputError
from stelae.schemas.agent_runs import MAX_NAME_CHARS, CallStatus, ToolCall
from stelae.text.normalise import storable

Calls = ToolCall | Mapping[str, Any] | Sequence[Any]
"""One call or message, or a list of them, of any of the known shapes."""
_FINE: Final = frozenset({"succeeded", "success", "ok", "completed", "done", "true"})
_PERSON: Final = frozenset({"user", "human"})
_TOOL: Final = frozenset({"tool", "function"})
_GIVEN: Final = ("arguments", "args", "input")
_EVENT_FIELDS: Final = (*_GIVEN, "result", "output", "status", "error")


def tool_calls(messages: Calls, *, zone: str = "UTC") -> tuple[ToolCall, ...]:
    """Return the calls in the order in which they were made, each with its result where one came.

    Args:
        messages: calls, events or messages; one or a list.
        zone: in which times without an offset are read.

    Raises:
        InvalidInputError: something is neither an event nor a message, or an event has no usable form.
    """
    listed = isinstance(messages, Sequence) and not isinstance(messages, str | bytes)
    items: list[object] = list(messages) if listed else [messages]
    reading = _Reading(zone)
    for number, item in enumerate(items, 1):
        try:
            reading.take(item)
        except (ValueError, TypeError, OverflowError, OSError):
            raise InvalidInputError(
                f"Item {number} cannot be read as a tool call or a message."
            ) from None
    return tuple(call.made() for call in reading.calls)


@dataclass(slots=True)
class _Open:
    """A call whose result may still come."""

    fields: dict[str, Any]
    closed: bool = False

    def made(self) -> ToolCall:
        return ToolCall.model_validate(self.fields)


@dataclass(slots=True)
class _Reading:
    """Goes through messages and puts results to their calls."""

    zone: str
    calls: list[_Open] = field(default_factory=list[_Open])
    question: str | None = None

    def take(self, item: object) -> None:
        """Read one item."""
        if isinstance(item, ToolCall):
            self.calls.append(_Open({"question": self.question, **_given(item)}, closed=True))
            return
        kind, inner = _get(item, "type"), _get(item, "data")
        item = cast("object", inner) if kind and isinstance(inner, Mapping) else item
        who = _get(item, "role") or kind
        if kind == "function_call":
            self._open(item, _get(item, "call_id") or _get(item, "id"))
        elif _is_event(item, bare=who is None):
            self._event(item)
        elif kind == "function_call_output" or who in _TOOL:
            self._close(item)
        elif who in _PERSON:
            self.question = storable(text_of(_get(item, "content"))) or None
        elif who is None:
            raise TypeError
        for call in _calls_of(item):
            self._open(call, _get(call, "id"))

    def _open(self, call: object, id_: object) -> None:
        function = _get(call, "function") or call
        name = _get(function, "name")
        if not isinstance(name, str) or not storable(name).strip():
            return
        given = next((v for n in _GIVEN if (v := _get(function, n))), None)
        self.calls.append(
            _Open(
                {
                    "name": storable(name).strip()[:MAX_NAME_CHARS],
                    "arguments": _arguments(given),
                    "id": str(id_) if id_ else None,
                    "time": self._time(_get(call, "time")),
                    "question": self.question,
                }
            )
        )

    def _close(self, item: object) -> None:
        """Put a result to its call: by id, else to the first open one of its tool."""
        id_ = next((v for n in ("tool_call_id", "call_id") if (v := _get(item, n))), None)
        name = _get(item, "name")
        waiting = (one for one in self.calls if not one.closed)
        found = next(
            (
                one
                for one in waiting
                if (one.fields["id"] == str(id_) if id_ else name in {None, one.fields["name"]})
            ),
            None,
        )
        if found is None:
            return
        output = _get(item, "output")
        content = _get(item, "content") if output is None else output
        found.fields |= {"result": _result(content), "status": _status(item)}
        found.closed = True

    def _event(self, item: object) -> None:
        called = {"name": _get(item, "tool") or _get(item, "name")}
        called |= {n: v for n in _GIVEN if (v := _get(item, n))}
        before = len(self.calls)
        self._open({**called, "time": _get(item, "time")}, _get(item, "id"))
        if len(self.calls) == before:
            raise TypeError
        event = self.calls[-1]
        done = [v for n in ("result", "output", "error") if (v := _get(item, n)) is not None]
        event.fields |= {"result": _result(done[0]) if done else None, "status": _status(item)}
        question = _get(item, "question")
        if isinstance(question, str):
            event.fields["question"] = storable(question)
        event.closed = event.fields["result"] is not None or event.fields["status"] is not None

    def _time(self, value: object) -> datetime | None:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
        found = datetime.fromisoformat(value) if isinstance(value, str) and value else value
        if not isinstance(found, datetime):
            return None
        return found if found.tzinfo else found.replace(tzinfo=ZoneInfo(self.zone))


def text_of(content: object) -> str:
    """Return the text of a message's content: a string, or a list of parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, Sequence):
        return ""
    parts = (
        p if isinstance(p, str) else _get(p, "text") for p in cast("Sequence[object]", content)
    )
    return "\n".join(p for p in parts if isinstance(p, str))


def _given(call: ToolCall) -> dict[str, Any]:
    """Return the fields that say something."""
    return {n: v for n in ToolCall.model_fields if (v := getattr(call, n)) is not None}


def _get(item: object, name: str) -> Any:
    if isinstance(item, Mapping):
        return cast("Mapping[str, Any]", item).get(name)
    return getattr(item, name, None)


def _is_event(item: object, *, bare: bool) -> bool:
    """Does an item name a tool and what it was given, or, where no type says otherwise, what came of it?"""
    named = _get(item, "tool") or _get(item, "name")
    fields = _EVENT_FIELDS if bare else _GIVEN
    return isinstance(named, str) and any(_get(item, name) is not None for name in fields)


def _calls_of(item: object) -> Iterator[object]:
    calls = _get(item, "tool_calls")
    if isinstance(calls, Sequence) and not isinstance(calls, str):
        yield from cast("Sequence[object]", calls)
    one = _get(item, "function_call")
    if one:
        yield one


def _arguments(given: object) -> dict[str, Any]:
    found: object = cast("dict[str, Any]", {}) if given is None else given
    if isinstance(given, str):
        with suppress(ValueError, RecursionError):
            found = json.loads(given)
    plain = _plain(found)
    return cast("dict[str, Any]", plain) if isinstance(plain, dict) else {"input": plain}


def _result(content: object) -> Any:
    """Return the result as text or plain JSON; parts of a text as one."""
    if isinstance(content, Sequence) and not isinstance(content, str | bytes):
        parts = list(cast("Sequence[object]", content))
        if parts and all(isinstance(_get(p, "text"), str) for p in parts):
            return text_of(parts)
    return content if isinstance(content, str) else _plain(cast("object", content))


def _status(item: object) -> CallStatus | None:
    if _get(item, "is_error") is True or _get(item, "error"):
        return "failed"
    said = _get(item, "status")
    if said is None or said == "":
        return None
    return "succeeded" if str(said).lower() in _FINE else "failed"


def _plain(value: object) -> Any:
    """Return a value as JSON has it; what JSON does not know as its text."""
    try:
        return json.loads(json.dumps(value, ensure_ascii=False, default=str, skipkeys=True))
    except (ValueError, TypeError, RecursionError):
        return f"[{type(value).__name__}]"
