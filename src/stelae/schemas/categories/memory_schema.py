"""Memory types of a user's own: a class whose declaration says what identity, value and text are made of (S1, S4).

A file says the same (`forms`); both give the same class.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, cast

from pydantic import ValidationError
from typing_extensions import override

from stelae.errors import ConfigurationError
from stelae.schemas.base import JsonObject
from stelae.schemas.candidate import Kind
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.evolution import Migration, upgraded
from stelae.schemas.categories.fields import described
from stelae.schemas.categories.merging import RAW_CONTEXT, operators_of
from stelae.schemas.categories.template import Template
from stelae.schemas.policy import PolicyRow
from stelae.schemas.problems import told

Templates = str | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Declared:
    """What a class says about itself beside its fields; see `MemorySchema`."""

    name: str
    kind: Kind
    summary: str
    key: tuple[str, ...]
    value: tuple[str, ...] | None
    minimum: tuple[str, ...] | None
    template: Mapping[str, Template]
    policy: PolicyRow
    migrate: Migration = field(default_factory=Migration)


class MemorySchema(CategoryModel):
    """A memory type of your own. Subclass it, declare it with class arguments, and pass the class to `Memory.open`.

    ::

        class Interest(MemorySchema, name="interest", key=("entity_type", "entity_name"),
                       template={"en": "{entity_name} ({entity_type})[: {interest_level}]"}):
            entity_type: Annotated[str, Choices({"technology": "…", "person": "…"})]
            entity_name: str
            interest_level: Annotated[str | None, Merge("newest")] = None
            tags: Annotated[tuple[str, ...], Merge("union")] = ()

    Args:
        name: of the category: lower-case letters, digits, `_` and `-`. A class without one is a base for others.
        kind: `semantic`, `episodic`, `task` or `procedural`.
        summary: one line for people and prompts; None: the first line of the docstring. No example: small models copy them.
        key: fields that make its identity, required ones; only the last may be left out. One memory of a key is current
            at a time. Without: every statement stands for itself.
        value: fields in which a difference is another value, which supersedes the earlier memory. None: all that are
            neither key nor have an operator (`Merge`); those with one are merged into the same memory.
        minimum: fields that must say something before it is stored (S6); None: those of the key that are required.
            Required fields always must.
        template: how the text is made where a caller gives only fields: one, or one each for `zh` and `en`.
        policy: who may write it, how long it lives, how it ranks; None: the defaults of `PolicyRow`.
        migrate: how records of an earlier form become this one, as `Migration` reads it: `{"rename": {old: new}, "drop":
            [name], "default": {name: value}, "rekey": True}`. What words cannot say, a class says in `upgraded`.
    """

    __declared__: ClassVar[Declared | None] = None

    def __init_subclass__(
        cls,
        *,
        name: str | None = None,
        kind: Kind = "semantic",
        summary: str | None = None,
        key: Sequence[str] = (),
        value: Sequence[str] | None = None,
        minimum: Sequence[str] | None = None,
        template: Templates | None = None,
        policy: PolicyRow | None = None,
        migrate: Mapping[str, Any] | None = None,
    ) -> None:
        """Take the declaration; whether it fits the fields is checked when the class is registered.

        Raises:
            ConfigurationError: a template or migration cannot be read, or fields are named by one text instead of
                several.
        """
        super().__init_subclass__()
        for given in (key, value, minimum):
            if isinstance(given, str):
                raise ConfigurationError(
                    f"{cls.__name__}: write fields as a tuple: ({given!r},), not {given!r}."
                )
        cls.__key__ = tuple(key)
        cls.__declared__ = (
            None
            if name is None
            else Declared(
                name=name,
                kind=kind,
                summary=summary or (cls.__doc__ or name).strip().splitlines()[0].rstrip("."),
                key=tuple(key),
                value=None if value is None else tuple(value),
                minimum=None if minimum is None else tuple(minimum),
                template=_templates(template),
                policy=policy or PolicyRow(),
                migrate=_migration(cls.__name__, migrate),
            )
        )

    @classmethod
    def declared(cls) -> Declared:
        """Return the declaration.

        Raises:
            ConfigurationError: the class has none: it is a base for others.
        """
        if cls.__declared__ is None:
            raise ConfigurationError(
                f"{cls.__name__} has no category name: class {cls.__name__}(MemorySchema, name=…, key=…)."
            )
        return cls.__declared__

    @classmethod
    def upgraded(cls, attributes: JsonObject) -> JsonObject:
        """Return a stored memory's fields, of whichever earlier form, as this one's; a class may say how."""
        return upgraded(attributes, cls.declared().migrate)

    @classmethod
    def value_fields(cls) -> tuple[str, ...]:
        """Return the fields in which a difference is another value."""
        declared = cls.declared()
        if declared.value is not None:
            return declared.value
        taken = {*declared.key, *operators_of(cls), RAW_CONTEXT}
        return tuple(name for name in cls.model_fields if name not in taken)

    @classmethod
    def minimum_fields(cls) -> tuple[str, ...]:
        """Return the fields that must say something: the declared minimum and every required one."""
        declared = cls.declared()
        key = tuple(n for n in declared.key if cls.model_fields[n].is_required())
        asked = key if declared.minimum is None else declared.minimum
        required = (name for name, info in cls.model_fields.items() if info.is_required())
        return tuple(dict.fromkeys((*asked, *required)))

    @override
    def identity(self) -> tuple[str, ...] | None:
        parts = self._said()
        key = self.declared().key
        if (
            len(key) > 1
            and key[-1] not in parts
            and not type(self).model_fields[key[-1]].is_required()
        ):
            key = key[:-1]  # without it the path is that of the whole
        if not key or any(name not in parts for name in key):
            return None
        return tuple(_part(parts[name]) for name in key)

    @override
    def single_valued(self) -> bool:
        return any(name not in self.declared().key for name in type(self).model_fields)

    @override
    def value(self) -> str:
        return "|".join(self.values().values())

    @override
    def values(self) -> Mapping[str, str]:
        said = self._said()
        given = (name for name in self.value_fields() if name in self.model_fields_set)
        return {name: _part(said[name]) for name in given if name in said}

    @override
    def free_text(self) -> str:
        said = self._said()
        loose = (
            _part(said[s.name])
            for s in described(type(self))
            if s.name in said and s.type == "text"
        )
        return "\n".join(loose)

    @override
    def beyond_text(self) -> bool:
        return True

    @classmethod
    @override
    def carried(cls) -> tuple[str, ...]:
        return tuple(name for name in operators_of(cls) if name != RAW_CONTEXT)

    @classmethod
    @override
    def renewed(cls) -> tuple[str, ...]:
        declared = cls.__declared__
        if declared is None or declared.value is None:
            return ()
        taken = {*declared.key, *declared.value}
        return tuple(name for name in cls.model_fields if name not in taken)

    @override
    def unsaid(self) -> float:
        optional = [
            name
            for name, info in type(self).model_fields.items()
            if not info.is_required() and name != RAW_CONTEXT
        ]
        said = self._said()
        return sum(n not in said for n in optional) / len(optional) if optional else 0.0

    @override
    def lacking(self) -> tuple[str, ...]:
        said = self._said()
        return tuple(name for name in self.minimum_fields() if name not in said)

    @override
    def sentence(self, language: str) -> str | None:
        templates = self.declared().template
        chosen = templates.get(language) or next(iter(templates.values()), None)
        if chosen is None:
            return None
        values = {name: getattr(self, name) for name in type(self).model_fields}
        return chosen.render(values, language)

    def _said(self) -> Mapping[str, Any]:
        """The fields that say something, as JSON values."""
        fields = self.model_dump(mode="json", exclude_none=True)
        return {name: value for name, value in fields.items() if value not in ("", [])}


def _migration(name: str, given: Mapping[str, Any] | None) -> Migration:
    try:
        return Migration.model_validate(given or {})
    except ValidationError as error:
        problem = told(error, names=Migration.model_fields)
        raise ConfigurationError(f"{name}: migrate.{problem}") from None


def _templates(given: Templates | None) -> Mapping[str, Template]:
    if given is None:
        return {}
    texts = {"en": given} if isinstance(given, str) else given
    return {language: Template(text) for language, text in texts.items()}


def _part(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(str(one) for one in cast("list[object]", value))
        case _:
            return str(value)
