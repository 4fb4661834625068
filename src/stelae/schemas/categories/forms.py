"""A category as a document (YAML or JSON): its own short form, and what is made of it. The class form gives the same class.

Pure: files are read by `assembly`. A word that is not understood is refused by name, never passed over.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, cast

from pydantic import Field, ValidationError, create_model, model_validator

from stelae.errors import ConfigurationError
from stelae.schemas.base import UtcTime, Value
from stelae.schemas.candidate import Kind
from stelae.schemas.categories.choices import Choices
from stelae.schemas.categories.fields import Capped, FieldSpec, capped_text, described
from stelae.schemas.categories.json_form import from_json_schema
from stelae.schemas.categories.memory_schema import MemorySchema
from stelae.schemas.categories.merging import RAW_CONTEXT, Merge, Operator
from stelae.schemas.categories.registry import Category
from stelae.schemas.policy import PolicyRow
from stelae.schemas.problems import told

FieldWord = Literal["text", "integer", "number", "boolean", "time"]
_TYPES: dict[FieldWord, Any] = {
    "text": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "time": UtcTime,
}


class FieldForm(Value):
    """One field, as a file writes it."""

    type: FieldWord = "text"
    """`text`, `integer`, `number`, `boolean` or `time` (RFC 3339 with offset)."""
    list: bool = False
    """Several of them."""
    required: bool = False
    """Without it there is no memory of this category."""
    description: str = ""
    choices: dict[str, str] | None = None
    """Its values with a description each, which excludes the others. Of type `text`."""
    merge: Operator | None = None
    """How two statements come together; without one a difference is another value."""
    minimum: float | None = None
    maximum: float | None = None
    max_items: int | None = Field(default=None, ge=1)
    max_length: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        numeric = self.type in {"integer", "number"}
        if self.choices is not None and (self.type != "text" or not self.choices):
            raise ValueError("choices belong to the type text, and there is at least one")
        if not numeric and (self.minimum is not None or self.maximum is not None):
            raise ValueError("minimum and maximum belong to numbers")
        if not self.list and self.max_items is not None:
            raise ValueError("max_items belongs to a list")
        if self.type != "text" and self.max_length is not None:
            raise ValueError("max_length belongs to texts")
        return self


class CategoryForm(Value):
    """A whole file. What the words mean: `MemorySchema`."""

    name: str
    kind: Kind = "semantic"
    summary: str | None = None
    key: tuple[str, ...] = ()
    value: tuple[str, ...] | None = None
    minimum: tuple[str, ...] | None = None
    template: str | dict[str, str] | None = None
    policy: PolicyRow = PolicyRow()
    raw_context: bool | Annotated[int, Field(ge=1, le=2_000)] = False
    """True, or its length in characters: the category has a buffer for words that fit no field."""
    migrate: dict[str, Any] | None = None
    fields: dict[str, FieldForm]


_WORDS = (*CategoryForm.model_fields, *FieldForm.model_fields, *PolicyRow.model_fields)


def schema_from(document: object, *, source: str) -> type[MemorySchema]:
    """Return the class that a document describes.

    Args:
        document: what YAML or JSON gave: the short form, with `fields`, or a JSON Schema, with `properties` and `x-stelae`.
        source: name of the file, for messages.

    Raises:
        ConfigurationError: the document is not understood; the message names the file, the field and what is allowed.
    """
    if not isinstance(document, Mapping):
        raise ConfigurationError(
            f"{source}: a category is a mapping with `name`, `key` and `fields`."
        )
    tree = cast("Mapping[str, Any]", document)
    try:
        if "properties" in tree:
            tree = from_json_schema(tree)
        form = CategoryForm.model_validate(tree)
        return _schema(form)
    except ValidationError as error:
        problem = told(error, whole="the document", names=_WORDS)
        raise ConfigurationError(
            f"{source}: {problem} `stelae schema show NAME` prints a category that is right."
        ) from None
    except ConfigurationError as error:
        raise ConfigurationError(f"{source}: {error}") from None


def _schema(form: CategoryForm) -> type[MemorySchema]:
    fields: dict[str, Any] = {name: _field(one) for name, one in form.fields.items()}
    if form.raw_context:
        length = 500 if form.raw_context is True else form.raw_context
        fields[RAW_CONTEXT] = (capped_text(Capped(length)), None)
    declared = form.model_dump(exclude={"fields", "raw_context", "policy"})
    title = "".join(part.capitalize() for part in form.name.replace("-", "_").split("_"))
    return create_model(
        title or "Category",
        __base__=MemorySchema,
        __doc__=form.summary or form.name,
        __cls_kwargs__={**declared, "policy": form.policy},
        **fields,
    )


def _field(form: FieldForm) -> tuple[Any, Any]:
    kind: Any = _TYPES[form.type]
    if form.choices is not None:
        kind = Annotated[str, Choices(form.choices)]
    bounds = {"ge": form.minimum, "le": form.maximum, "max_length": form.max_length}
    given: dict[str, Any] = {name: bound for name, bound in bounds.items() if bound is not None}
    if given:
        kind = Annotated[kind, Field(**given)]
    described = Field(description=form.description or None)
    empty: Any = None
    if form.list:
        kind, empty = tuple[kind, ...], ()
        if form.max_items is not None:
            kind = Annotated[kind, Field(max_length=form.max_items)]
    elif not form.required:
        kind = kind | None
    marks = (described, Merge(form.merge)) if form.merge else (described,)
    for mark in marks:
        kind = Annotated[kind, mark]
    return kind, (... if form.required else empty)


def document_of(category: Category) -> dict[str, Any]:
    """Return a category in the short form, as a file would say it; what has its default is left out."""
    specs = described(category.model)
    declared = category.model.__declared__ if issubclass(category.model, MemorySchema) else None
    document: dict[str, Any] = {
        "name": category.name,
        "kind": category.kind,
        "summary": category.summary,
        "key": list(category.model.__key__),
        "policy": category.policy.model_dump(mode="json", exclude_defaults=True),
        "fields": {s.name: _form_of(s) for s in specs if s.name != RAW_CONTEXT},
    }
    if declared is not None:
        said = {"value": declared.value, "minimum": declared.minimum}
        document |= {name: list(names) for name, names in said.items() if names is not None}
        document["template"] = {name: one.source for name, one in declared.template.items()}
        document["migrate"] = declared.migrate.model_dump(mode="json", exclude_defaults=True)
    buffer = next((spec for spec in specs if spec.name == RAW_CONTEXT), None)
    if buffer is not None:
        document[RAW_CONTEXT] = buffer.max_length or True
    return {word: value for word, value in document.items() if value or word == "fields"}


def _form_of(spec: FieldSpec) -> dict[str, Any]:
    form = {
        "type": None if spec.type in {"text", "choice"} else spec.type,
        "list": spec.many,
        "required": spec.required,
        "description": spec.description,
        "choices": dict(spec.choices),
        "merge": spec.operator,
    }
    bounds = {
        "minimum": spec.minimum,
        "maximum": spec.maximum,
        "max_items": spec.max_items,
        "max_length": spec.max_length,
    }
    said = {word: value for word, value in form.items() if value}
    return said | {word: value for word, value in bounds.items() if value is not None}
