"""The text of a memory that is given as fields alone: made by its category's template. And fields in their present form."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from stelae.errors import InvalidInputError
from stelae.ports.concepts import ConceptKey
from stelae.remember.filling import fill, fits
from stelae.remember.keying import concept_key_of, identity_stays
from stelae.remember.redaction import redact_value
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.categories.registry import Registry
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.text.language import language_of


def worded(
    category: str | None,
    attributes: Mapping[str, Any] | None,
    registry: Registry,
    *,
    personal: frozenset[str],
) -> str:
    """Return the text of these fields, in the language of their own words.

    Args:
        category: whose template.
        attributes: the fields; secrets in them are removed first.
        registry: which categories there are.
        personal: types of personal data that the policy masks like secrets.

    Raises:
        UnknownCategoryError: there is no such category.
        InvalidInputError: it has no template, or the fields do not fit or fill it.
    """
    if category is None or not attributes:
        raise InvalidInputError("Say what to remember: a text, or a category with its fields.")
    name = registry.get(category).name
    clean = redact_value(dict(attributes), personal=personal)
    filling = fill(MemoryCandidate(category=name, text="", attributes=clean), registry)
    if filling.payload is None:
        raise InvalidInputError(f"These fields do not fit the category {name!r}: {filling.told}.")
    text = filling.payload.sentence(language_of(filling.payload.free_text()))
    if text is None:
        raise InvalidInputError(
            f"Category {name!r} has no template: give a text beside the fields."
        )
    return text


def in_form(
    ns: Namespace, record: MemoryRecord, registry: Registry, concept_key: ConceptKey | None
) -> MemoryRecord:
    """Return a record of an earlier form of its category as its migration makes it, with the key that goes with it.

    As it is where it is in the present form, its category is not registered, or the migration does not reach it.

    Args:
        ns: the written scope.
        record: of whichever form.
        registry: which categories there are.
        concept_key: knows the concepts; None: each key is its own.

    Raises:
        StoreError: the store cannot be read.
    """
    if record.category not in registry or fits(record, registry):
        return record
    try:
        payload = registry.payload(record.category, record.attributes)
    except ValidationError:
        return record
    fields = payload.model_dump(mode="json", exclude_none=True)
    key = record.key
    if not identity_stays(type(payload), record.attributes, fields):
        key = concept_key_of(ns, concept_key, record.category, payload, record.text)
    return record.model_copy(update={"attributes": fields, "key": key})


def refilled(record: MemoryRecord, given: Mapping[str, Any], registry: Registry) -> MemoryRecord:
    """Return the record with other fields; a text that was made from the fields is made anew.

    Args:
        record: as it is.
        given: clean fields to set; None takes one away, the others stay.
        registry: which categories there are.

    Raises:
        UnknownCategoryError: its category is not registered.
        InvalidInputError: the fields do not fit it.
    """
    before = registry.payload(record.category, record.attributes)
    candidate = MemoryCandidate(
        category=record.category, text=record.text, attributes=record.attributes | dict(given)
    )
    filling = fill(candidate, registry)
    after = filling.payload
    if after is None:
        raise InvalidInputError(
            f"These fields do not fit the category {record.category!r}: {filling.told}."
        )
    made = record.text == before.sentence(record.language)
    text = (after.sentence(record.language) if made else None) or record.text
    fields = after.model_dump(mode="json", exclude_none=True)
    return record.model_copy(update={"attributes": fields, "text": text})
