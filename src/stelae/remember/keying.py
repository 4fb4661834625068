"""The key of a memory: that of the concept its fields are about. While what it is made of stays, the key stays as it is.

A memory may have another key than its fields give, because a merge led it there or its name was another spelling of one
there was. That is not undone by a change beside the point.
"""

from collections.abc import Mapping
from typing import Any

from stelae.ports.concepts import ConceptKey
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.text.keys import key_of


def concept_key_of(
    ns: Namespace,
    concept_key: ConceptKey | None,
    category: str,
    payload: CategoryModel,
    text: str,
    *,
    proposed: bool = False,
) -> str:
    """Return the key of the concept that a statement is about.

    Args:
        ns: the written scope.
        concept_key: knows the concepts; None: each key is its own.
        category: of the statement.
        payload: its fields.
        text: the statement.
        proposed: a model gave the fields.

    Raises:
        StoreError: the store cannot be read.
    """
    key = key_of(category, payload, text)
    if concept_key is None:
        return key
    values = 0 if payload.single_valued() else 1
    return concept_key(ns, key, text, values=values, proposed=proposed)


def key_after(
    ns: Namespace,
    concept_key: ConceptKey | None,
    old: MemoryRecord,
    before: CategoryModel,
    after: CategoryModel,
    text: str,
) -> str:
    """Return the key of a memory whose fields or text are changed.

    Args:
        ns: the written scope.
        concept_key: knows the concepts; None: each key is its own.
        old: the memory as it was.
        before: its fields then.
        after: its fields now.
        text: its text now.

    Raises:
        StoreError: the store cannot be read.
    """
    if key_of(old.category, before, old.text) == key_of(old.category, after, text):
        return old.key
    return concept_key_of(ns, concept_key, old.category, after, text)


def identity_stays(
    model: type[CategoryModel],
    attributes: Mapping[str, Any],
    fields: Mapping[str, Any],
    *,
    rekey: bool | None = None,
) -> bool:
    """Does what the key is made of say after a migration what it said before?

    Args:
        model: the present form of the category.
        attributes: the fields in the earlier form.
        fields: the same in the present one.
        rekey: the key is made of other fields now; None: that is not known, and the declaration is asked. A class that
            says by itself how fields are upgraded may have changed anything.
    """
    if not issubclass(model, MemorySchema):
        return False
    migration = model.declared().migrate
    if rekey is None:
        rekey = migration.rekey or model.upgraded.__func__ is not MemorySchema.upgraded.__func__
    if rekey:
        return False
    earlier = {migration.rename.get(name, name): value for name, value in attributes.items()}
    return all(earlier.get(name) == fields.get(name) for name in model.__key__)
