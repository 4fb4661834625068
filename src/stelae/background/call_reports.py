"""What is reported of a call, as it is put before the gate: an event, a query pattern, a decision, who ran it. Pure."""

import json
from dataclasses import dataclass
from typing import Final

from stelae.background.capture_text import CallText, call_text, error_text
from stelae.background.query_patterns import Query, pattern_of
from stelae.background.tool_verbs import in_the_other_language
from stelae.remember.events import Report
from stelae.remember.redaction import redact, redact_value
from stelae.schemas.agent_runs import MAX_NAME_CHARS, Skip, ToolCall
from stelae.schemas.authority import Authority
from stelae.schemas.base import JsonObject
from stelae.text.keys import sha256

EVENT_CONFIDENCE: Final = 0.8
"""O24."""
PATTERN_CONFIDENCE: Final = 0.7
"""O30."""
_ENDED: Final[dict[Skip, str]] = {
    "failed": "failed",
    "error_result": "failed",
    "no_result": "unknown",
}


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose calls they are, and how they are captured."""

    agent: str
    run: str | None = None
    session: str | None = None
    audit: bool = False
    """Keep a row of every call, failed ones included: who ran what, when."""
    verbs: tuple[str, ...] = ()
    """Further verb roots of calls that change something."""
    highest: Authority = "platform"
    """What its word counts as at most (`Events.keep`). Whoever only claims that a call succeeded is no platform."""


def event_report(call: ToolCall, kept: CallText, caller: Caller) -> Report:
    """Return a call that changed something as an event (O23)."""
    verb, action = in_the_other_language(call.name), f"Action: {call.name}"
    text = kept.text.replace(action, f"{action} ({verb})", 1) if verb else kept.text
    return Report(
        category="operational_event",
        text=text,
        attributes={
            "tool": call.name,
            "content_sha256": kept.sha256,
            "agent": caller.agent,
            "run": caller.run,
        },
        authority="tool",
        once="key",
        mark=_mark("opev", caller.agent, kept.sha256),
        heard=f"{text}\n{kept.heard}",
        confidence=EVENT_CONFIDENCE,
    )


def pattern_report(query: Query, caller: Caller, *, personal: frozenset[str]) -> Report:
    """Return a query that worked as a pattern (O30)."""
    made = pattern_of(query, personal=personal)
    return Report(
        category="query_pattern",
        text=made.text,
        attributes={
            "query_sha256": made.sha256,
            "source": query.source,
            "keywords": list(made.keywords),
            "agent": caller.agent,
        },
        authority="tool",
        once="key",
        mark=_mark("qpat", query.source, made.sha256),
        heard=f"{made.text}\n{query.sql}",
        confidence=PATTERN_CONFIDENCE,
    )


def decision_report(
    call: ToolCall, fields: JsonObject, kept: CallText, caller: Caller, *, personal: frozenset[str]
) -> Report:
    """Return what a call settled.

    Where the framework has seen it succeed, it is the platform's word, not the tool's; of a caller who may not speak for the
    platform it is that caller's, and the gate asks a person. What it is about is the caller's word in any case, and may be a
    person's number or a secret.
    """
    fields = redact_value(fields, personal=personal)
    told = f"{fields['topic']}: {fields['choice']} ({call.name}, {caller.agent})"
    text = redact(told, personal=personal).text
    return Report(
        category="decision",
        text=text,
        attributes=fields,
        authority="platform",
        once="mark",
        mark=_mark("deci", caller.agent, caller.run, *_which(call, kept)),
        heard=f"{text}\n{kept.heard}",
    )


def audit_report(
    call: ToolCall, caller: Caller, skip: Skip | None, *, personal: frozenset[str]
) -> Report:
    """Return who ran what and how it went: no arguments and no result, of a failure what was said.

    Its authority tells what was seen from what a caller claims.
    """
    status = _ENDED.get(skip, call.status) if skip else call.status
    status, error = status or "succeeded", ""
    if status == "failed" and call.result:
        said = call.result if isinstance(call.result, str) else json.dumps(call.result)
        error = error_text(said, personal=personal)
    within = f" in run {caller.run}" if caller.run else ""
    text = f"{caller.agent} called {call.name}{within}: {status}{error and f': {error}'}"
    which = _which(call, None if call.id else call_text(call, personal=personal))
    return Report(
        category="audit",
        text=redact(text, personal=personal).text,
        attributes={
            "tool": call.name,
            "call": "-".join(which)[:MAX_NAME_CHARS],
            "agent": caller.agent,
            "status": status,
            **({"run": caller.run} if caller.run else {}),
            **({"error": error} if error else {}),
        },
        authority="platform",
        once="merge",
    )


def _which(call: ToolCall, kept: CallText | None) -> tuple[str, ...]:
    """Return what tells one call from another: the framework's id, else what is kept of it and, where known, its time."""
    content = call.id or (kept.sha256 if kept else "")
    return (content,) if call.id or call.time is None else (content, call.time.isoformat())


def _mark(kind: str, *parts: str | None) -> str:
    """Return the id under which the evidence is logged: `opev-<sha256[:16]>` (O24)."""
    told = "\x1f".join(part or "" for part in parts)
    return f"{kind}-{sha256(told)[:16]}"
