"""Which categories a memory has beside the built-in ones: classes, files, and names of those that ship with the package."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from stelae.config import Settings, read_document
from stelae.errors import ConfigurationError
from stelae.schemas.categories.fields import described
from stelae.schemas.categories.forms import schema_from
from stelae.schemas.categories.learning import SHIPPED
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.schemas.categories.registration import category_of
from stelae.schemas.categories.registry import BUILT_IN, Category, Registry
from stelae.text.secrets import find_secrets

CategoryChoice = type[MemorySchema] | Category | str | Path
"""A class, a finished category, the name of one that ships with the package (`interest`, `mastery`), or a file's path."""
FOLDER = "schemas"
"""In the data folder; every file in it is a category."""
SUFFIXES = (".yaml", ".yml", ".json")


@dataclass(frozen=True, slots=True)
class Sourced:
    """A category and where it comes from."""

    category: Category
    source: str
    """`built-in`, `ships`, `class`, or the path of its file."""
    on: bool = True
    """False: it ships, and nobody has switched it on."""


def every_category(settings: Settings) -> tuple[Sourced, ...]:
    """Return what a memory with these settings knows, and what ships beside it.

    Raises:
        ConfigurationError: as `own_categories`.
    """
    own = [Sourced(_category(one), _source(one)) for one in _chosen(settings)]
    names = {one.category.name for one in own}
    off = [
        Sourced(category_of(schema), "ships", on=False)
        for name, schema in SHIPPED.items()
        if name not in names
    ]
    return (*(Sourced(one, "built-in") for one in BUILT_IN), *own, *off)


def registry_of(settings: Settings, given: Sequence[CategoryChoice] = ()) -> Registry:
    """Return the built-in categories and those that somebody adds.

    Raises:
        ConfigurationError: as `own_categories`, or two have one name.
    """
    return BUILT_IN.extended(own_categories(settings, given))


def own_categories(
    settings: Settings, given: Sequence[CategoryChoice] = ()
) -> tuple[Category, ...]:
    """Return the categories that somebody adds: what is given, what the settings name, and the folder's files.

    Each once: a file that is named and lies in the folder, too, is one.

    Raises:
        ConfigurationError: a file or class is no category, or is not there; the message names it and what to do.
    """
    return tuple(map(_category, _chosen(settings, given)))


def category_files(settings: Settings) -> tuple[Path, ...]:
    """Return the files in the data folder's `schemas`, in the order of their names."""
    folder = settings.data / FOLDER
    found = sorted(folder.glob("*")) if folder.is_dir() else []
    return tuple(path for path in found if path.suffix in SUFFIXES)


def _chosen(
    settings: Settings, given: Sequence[CategoryChoice] = ()
) -> tuple[type[MemorySchema] | Category | Path, ...]:
    chosen = [_found(one) if isinstance(one, str) else one for one in given]
    chosen += [_found(one, settings.data) for one in settings.categories]
    named = {one.resolve() for one in chosen if isinstance(one, Path)}
    files = (path for path in category_files(settings) if path.resolve() not in named)
    return tuple(dict.fromkeys([*chosen, *files]))


def _source(choice: type[MemorySchema] | Category | Path) -> str:
    if isinstance(choice, Path):
        return str(choice)
    return "ships" if choice in SHIPPED.values() else "class"


def read_category(path: Path) -> Category:
    """Return the category of a file.

    Raises:
        ConfigurationError: it cannot be read or is no category; the message names file and field.
    """
    schema = schema_from(read_document(path), source=str(path))
    try:
        return category_of(schema)
    except ConfigurationError as error:
        raise ConfigurationError(f"{path}: {error}") from None


def _found(name: str, folder: Path | None = None) -> type[MemorySchema] | Path:
    """A name that ships, else a path, relative to the data folder where the settings name it."""
    if name in SHIPPED:
        return SHIPPED[name]
    path = Path(name).expanduser()
    if path.suffix not in SUFFIXES:
        raise ConfigurationError(
            f"{name!r} is no category that ships ({', '.join(SHIPPED)}) and no file ({', '.join(SUFFIXES)})."
        )
    return path if folder is None else folder / path


def _category(choice: type[MemorySchema] | Category | Path) -> Category:
    if isinstance(choice, Category):
        found = choice
    else:
        found = read_category(choice) if isinstance(choice, Path) else category_of(choice)
    return _without_secrets(found)


def _without_secrets(found: Category) -> Category:
    """Refuse a type that would write a secret into every memory: what it declares never passes redaction.

    Raises:
        ConfigurationError: a default or a choice is one; the message names the field, never the value.
    """
    declared: list[tuple[str, Any]] = [
        (name, info.default) for name, info in found.model.model_fields.items()
    ]
    if issubclass(found.model, MemorySchema):
        declared += found.model.declared().migrate.default.items()
        declared += [(s.name, [v for v, _ in s.choices]) for s in described(found.model)]
    for name, value in declared:
        texts = cast("list[Any]", value) if isinstance(value, list) else [value]
        if any(isinstance(text, str) and find_secrets(text) for text in texts):
            raise ConfigurationError(
                f"Category {found.name!r}: {name} declares a value that is a secret. Take it out; secrets are never stored."
            )
    return found
