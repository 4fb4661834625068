"""At opening: are the memories of each category still of its form? If not, they are migrated, or it is told."""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from stelae.errors import CategoryChangedError, StoreBusyError
from stelae.ports import Store
from stelae.remember.migrating import Migrating, Survey
from stelae.schemas.categories.evolution import breaks, form_of, read_form
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.schemas.categories.registry import Category


def bring_to_form(
    store: Store, categories: Iterable[Category], migrating: Migrating
) -> Mapping[str, int]:
    """Compare each category with the form that its memories have, and migrate what has changed.

    Returns:
        How many memories got a new version, by category; only those that had changed.

    Raises:
        CategoryChangedError: a change is not covered by the category's migration, or memories do not fit after it; of that
            category nothing was written.
    """
    noted = store.category_forms()
    done: dict[str, int] = {}
    for category in categories:
        form = form_of(category.model)
        if not issubclass(category.model, MemorySchema) or noted.get(category.name) == form:
            continue
        rekey = _rekeyed(category.model, noted.get(category.name))
        survey = migrating.survey(category, rekey=rekey)
        # Of memories whose form nobody has noted only what they hold can be compared.
        _refuse(category, category.model, noted.get(category.name, form), survey)
        if survey.old:
            done[category.name] = migrating.migrate(category, rekey=rekey)
        # Somebody else writes: the next opening will note it.
        with suppress(StoreBusyError):
            store.note_category_form(category.name, form)
    return done


def _rekeyed(model: type[MemorySchema], noted: str | None) -> bool | None:
    """Is the key made of other fields than in the noted form? None: nothing was noted."""
    if noted is None:
        return None
    renamed = model.declared().migrate.rename
    before: list[str] = read_form(noted)["key"]
    return [renamed.get(name, name) for name in before] != list(model.__key__)


def _refuse(category: Category, model: type[MemorySchema], noted: str, survey: Survey) -> None:
    if not survey.memories:
        return
    changes: list[str] = []
    if model.upgraded.__func__ is MemorySchema.upgraded.__func__:
        migration = model.declared().migrate
        changes += breaks(read_form(noted), read_form(form_of(model)), migration)
    if not changes:
        changes += [
            f"the field {name!r} does not fit in {count} of them"
            for name, count in survey.wrong.items()
        ]
        changes += [f"memory {id_} would have the key of another" for id_ in survey.doubled[:5]]
    if changes:
        raise CategoryChangedError(category.name, tuple(changes), survey.memories)
