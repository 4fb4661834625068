"""The form a language model's answer has to have: the union of the categories it may use, as JSON Schema and in words.

Made from a registry. The built-in categories share one flat form; a category of somebody's own is a variant of its own, with
its name as a constant and its fields typed, and nothing else allowed (S11). The same form gives the same bytes, for the
schema as for the instructions, so that a server can keep the beginning of the prompt.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from stelae.errors import UnknownCategoryError
from stelae.remember.prompts import Asked, instructions
from stelae.remember.proposals.proposed import (
    ASKED,
    OWN_FIELDS,
    AskedCategory,
    Lasting,
    OwnProposed,
    Passing,
    Proposed,
)
from stelae.schemas.candidate import SENSITIVITIES
from stelae.schemas.categories.fields import FieldSpec, described
from stelae.schemas.categories.merging import RAW_CONTEXT
from stelae.schemas.categories.registry import BUILT_IN, Category, Registry
from stelae.text.keys import digest
from stelae.text.language import Language

MAX_PROPOSED = 24
"""Most candidates of one answer; a bound against answers that repeat themselves until the room is full."""
_LANGUAGES: tuple[Language, ...] = get_args(Language)
Item = Proposed | OwnProposed


class ProposedBatch(BaseModel):
    """The whole answer (K8). An item that cannot be read costs only itself, unless there is no other."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    memories: tuple[Item, ...]
    left_out: int = Field(default=0, exclude=True)
    """Items that were unreadable, or beyond the most that are taken. Counted here, never asked for."""


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """What is asked for: the model of the answer, and the words before the data."""

    answer: type[ProposedBatch]
    told: Mapping[Language, str]
    """The instructions, by language of the messages."""
    built_in: tuple[AskedCategory, ...]
    """The built-in categories that may be used."""
    own: Mapping[str, Asked]
    """The categories of somebody's own, by name."""
    version: str
    """Another one when instructions or schema differ in a byte."""


@lru_cache(maxsize=64)
def form_of(registry: Registry = BUILT_IN, allowed: tuple[str, ...] | None = None) -> AnswerForm:
    """Return the form of a registry.

    Args:
        registry: the categories there are.
        allowed: names of those that may be used; None: all that a conversation can give.

    Raises:
        UnknownCategoryError: one that is allowed is not there, or nothing that a conversation can give is allowed.
        ConfigurationError: a field of an own category has a type that cannot be asked for.
    """
    wanted = None if allowed is None else {registry.get(name).name for name in allowed}
    usable = [c for c in registry if wanted is None or c.name in wanted]
    known = {c.name for c in usable}
    built_in: tuple[AskedCategory, ...] = tuple(n for n in ASKED if n in known)
    own = {c.name: _asked(c) for c in usable if c.name not in BUILT_IN}
    if not (built_in or own):
        raise UnknownCategoryError(", ".join(allowed or ()), (*ASKED, *own))
    schema = _list_schema(built_in, tuple(own.values()))
    told: dict[Language, str] = {
        one: instructions(one, built_in, tuple(own.values())) for one in _LANGUAGES
    }
    seen = json.dumps([schema, told], ensure_ascii=False, sort_keys=True)
    answer = _answer(built_in, frozenset(own), schema)
    return AnswerForm(answer, told, built_in, own, digest(seen))


def _asked(category: Category) -> Asked:
    """The buffer for what stands around a memory is filled by code, from the person's own words."""
    return Asked(category, tuple(s for s in described(category.model) if s.name != RAW_CONTEXT))


def _answer(
    built_in: Sequence[AskedCategory], own: frozenset[str], listed: Mapping[str, Any]
) -> type[ProposedBatch]:
    def shape(schema: dict[str, Any]) -> None:
        schema["properties"] = {"memories": dict(listed)}

    class Answer(ProposedBatch):
        model_config = ConfigDict(title="ProposedBatch", json_schema_extra=shape)

        @model_validator(mode="before")
        @classmethod
        def _read(cls, raw: Any) -> Any:
            given = _listed(raw)
            items, problems = list[Item](), list[str]()
            for number, one in enumerate(given[:MAX_PROPOSED]):
                try:
                    items.append(_item(one, built_in, own))
                except ValidationError as error:
                    problems.append(_told(number, error))
            if problems and not items:
                raise PydanticCustomError("proposal", "{problem}", {"problem": problems[0]})
            return {"memories": tuple(items), "left_out": len(given) - len(items)}

    return Answer


def _listed(raw: Any) -> Sequence[Any]:
    value = cast("dict[str, Any]", raw).get("memories") if isinstance(raw, dict) else None
    if not isinstance(value, list | tuple):
        raise PydanticCustomError("proposal", "memories: a list is needed")
    return cast("Sequence[Any]", value)


def _told(number: int, error: ValidationError) -> str:
    """Say what is wrong with an item, without a word of it: it may repeat what a person said."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"memories.{number}.{where}: {first['msg']}"


def _item(raw: Any, built_in: Sequence[str], own: frozenset[str]) -> Item:
    """Read one item as its category says.

    Raises:
        ValidationError: it has no category that may be used, or is no object.
    """
    name = cast("dict[str, Any]", raw).get("category") if isinstance(raw, dict) else None
    if isinstance(name, str) and name in own:
        return OwnProposed.model_validate(raw)
    item = Proposed.model_validate(raw)
    if item.category not in built_in:
        raise ValidationError.from_exception_data(
            "Proposed", [{"type": "literal_error", "loc": ("category",), "input": None,
                          "ctx": {"expected": ", ".join((*built_in, *own))}}],
        )  # fmt: skip
    return item


def _list_schema(built_in: Sequence[AskedCategory], own: Sequence[Asked]) -> dict[str, Any]:
    variants = [_flat_schema(built_in)] if built_in else []
    variants += [_own_schema(one) for one in own]
    items = variants[0] if len(variants) == 1 else {"anyOf": variants}
    return {"type": "array", "maxItems": MAX_PROPOSED, "items": items}


def _flat_schema(built_in: Sequence[AskedCategory]) -> dict[str, Any]:
    schema = Proposed.model_json_schema()
    schema["properties"]["category"] = {"type": "string", "enum": list(built_in)}
    return schema


def _own_schema(asked: Asked) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "quote": {"type": "string"},
        "reason": {"type": "string", "enum": [*get_args(Lasting), *get_args(Passing)]},
        "category": {"type": "string", "const": asked.category.name},
        "subject": {"type": "string"},
        "attributes": {
            "type": "object",
            "properties": {spec.name: _field_schema(spec) for spec in asked.fields},
        },
        "text": {"type": "string"},
        "sensitivity": {"type": "string", "enum": list(SENSITIVITIES)},
    }
    return {"type": "object", "properties": {name: properties[name] for name in OWN_FIELDS}}


def _field_schema(spec: FieldSpec) -> dict[str, Any]:
    """Every field may be null, also one that must be filled: a form without a way out makes a model invent (S6)."""
    one = _value_schema(spec)
    if spec.many:
        one = {"type": "array", "maxItems": spec.max_items or MAX_PROPOSED, "items": one}
    return {"anyOf": [one, {"type": "null"}]}


def _value_schema(spec: FieldSpec) -> dict[str, Any]:
    match spec.type:
        case "choice":
            return {"type": "string", "enum": [value for value, _ in spec.choices]}
        case "integer" | "number":
            bounds = {"minimum": spec.minimum, "maximum": spec.maximum}
            return {"type": spec.type, **{n: v for n, v in bounds.items() if v is not None}}
        case "boolean":
            return {"type": "boolean"}
        case "text" | "time":
            limit = {} if spec.max_length is None else {"maxLength": spec.max_length}
            return {"type": "string", **limit}
