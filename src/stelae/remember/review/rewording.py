"""A person's own wording of a memory: secrets out, fields read anew. Pure."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from stelae.errors import EmptyInputError, TooLargeError
from stelae.ports import DateParser
from stelae.remember.redaction import redact
from stelae.remember.rule_extraction import extract
from stelae.schemas.candidate import MAX_MEMORY_CHARS
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.schemas.categories.registry import Registry
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.text.language import language_of
from stelae.text.normalise import is_blank


def reworded(
    record: MemoryRecord,
    text: str,
    now: datetime,
    *,
    personal: frozenset[str],
    dates: Mapping[str, DateParser],
    registry: Registry,
) -> MemoryRecord:
    """Return the record with a person's wording: secrets out, fields read anew by the rules.

    Args:
        record: as it is.
        text: the new wording.
        now: what relative dates in it are read against.
        personal: types of personal data that the policy masks like secrets.
        dates: parsers by language.
        registry: which categories there are.

    Raises:
        EmptyInputError: nothing that may be stored is left of the text.
        TooLargeError: it is too long for a memory.
    """
    clean = redact(text.strip(), personal=personal)
    if is_blank(clean.text) or clean.only_secret:
        raise EmptyInputError("Nothing that may be stored is left of this text.")
    if len(clean.text) > MAX_MEMORY_CHARS:
        raise TooLargeError(f"A memory holds at most {MAX_MEMORY_CHARS:,} characters.")
    said = Observation(
        id=record.id,
        content_hash="",
        role="user",
        authority="user",
        text=clean.text,
        time=now,
        recorded_at=now,
    )
    found = [c for c in extract(said, dates=dates).candidates if c.category == record.category]
    if clean.text == record.text:
        attributes = record.attributes
    else:
        attributes = (
            found[0].attributes if len(found) == 1 else _same_slot(record, clean.text, registry)
        )
    return record.model_copy(
        update={
            "text": clean.text,
            "language": language_of(clean.text),
            "attributes": attributes,
            "authority": "user_edit",
            "confirmed": True,
        }
    )


def _same_slot(record: MemoryRecord, text: str, registry: Registry) -> dict[str, Any]:
    """Return fields for words that the rules cannot read.

    A category of a user's own keeps its fields: the words are only how they are put. So does one that is nothing without
    them: know-how has its topic, whatever is said of it. Where a new value replaces the old one (a home, a language of
    reports) it stays that slot, with the words as its value; anything else is known by its statement alone.
    """
    model = registry.get(record.category).model
    named = any(field.is_required() for field in model.model_fields.values())
    if named or issubclass(model, MemorySchema):
        return record.attributes
    payload = model.model_validate(record.attributes)
    if "object" not in model.model_fields or not (payload.single_valued() and payload.identity()):
        return {}
    return {n: v for n, v in record.attributes.items() if n != "negated"} | {"object": text}
