"""Redaction of what comes back from an export: the rules of today also hold for what older ones let through. Pure."""

from typing import Any

from stelae.remember.redaction import redact, redact_value
from stelae.schemas.candidate import Span
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.observation import Observation


def clean_observation(said: Observation, masked: frozenset[str]) -> Observation:
    """Return the message without secrets and masked personal data."""
    return said.model_copy(
        update={
            "text": redact(said.text, personal=masked).text,
            "speaker": redact(said.speaker, personal=masked).text if said.speaker else None,
            "tool_calls": tuple(
                redact_value(dict(call), personal=masked) for call in said.tool_calls
            ),
            "metadata": redact_value(said.metadata, personal=masked),
        }
    )


def clean_record(record: MemoryRecord, masked: frozenset[str]) -> MemoryRecord:
    """Return the record without secrets and masked personal data, in its evidence, too."""
    changes: dict[str, Any] = {
        "text": redact(record.text, personal=masked).text,
        "attributes": redact_value(record.attributes, personal=masked),
        "metadata": redact_value(record.metadata, personal=masked),
        "tags": tuple(redact(tag, personal=masked).text for tag in record.tags),
        "evidence": tuple(_clean_span(span, masked) for span in record.evidence),
    }
    return record.model_copy(update=changes)


def clean_item(item: PendingItem, masked: frozenset[str]) -> PendingItem:
    """Return the question without secrets and masked personal data; its record: `clean_record`."""
    before = None if item.before is None else redact(item.before, personal=masked).text
    question = redact(item.question, personal=masked).text
    return item.model_copy(update={"before": before, "question": question})


def _clean_span(span: Span, masked: frozenset[str]) -> Span:
    return span.model_copy(update={"quote": redact(span.quote, personal=masked).text})
