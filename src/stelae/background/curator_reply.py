"""What the curator's model may hand in: at most three operations, each with the words it rests on. Nothing is trusted.

An unreadable detail counts as its most careful value; an unreadable operation costs only itself.
"""

from typing import Any, Literal, cast, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from stelae.remember.proposals.proposed import Lasting, Proposed
from stelae.schemas.candidate import Polarity
from stelae.schemas.curation import Operation

MAX_FACTS = 3
"""Of one pass (P34)."""
_MOST_READ = 12
TraitCategory = Literal["fact", "preference", "constraint", "context"]
"""What can be a trait of a person (P31); decisions, events and tasks come in through `observe`."""
TRAITS: tuple[TraitCategory, ...] = get_args(TraitCategory)
_REASONS: dict[TraitCategory, Lasting] = {
    "fact": "about_person",
    "preference": "taste",
    "constraint": "hard_limit",
    "context": "about_person",
}
_CAREFUL: dict[str, Any] = {"holds": "unsure", "operation": "preserve", "polarity": "neutral"}


def _careful(raw: Any, check: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
    try:
        return check(raw)
    except ValidationError:
        name = info.field_name or ""
        return () if name == "keys_to_supersede" else _CAREFUL.get(name, "")


class CuratedItem(BaseModel):
    """One operation as a model gives it; the evidence first, the wording late."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    quote: str = ""
    holds: Literal["person", "task", "unsure"] = "unsure"
    """Is it a trait of the person, or a constraint of the task at hand (P18)?"""
    operation: Operation = "preserve"
    keys_to_supersede: tuple[str, ...] = ()
    category: TraitCategory
    text: str
    object: str = ""
    attribute: str = ""
    polarity: Polarity = "neutral"

    _details = field_validator(
        "quote", "holds", "operation", "keys_to_supersede", "object", "attribute", "polarity",
        mode="wrap",
    )(_careful)  # fmt: skip

    def proposed(self) -> Proposed:
        """Return it in the form in which the write path reads a model's candidates."""
        return Proposed(
            quote=self.quote,
            reason=_REASONS[self.category],
            category=self.category,
            text=self.text,
            object=self.object,
            attribute=self.attribute[:40],
            polarity=self.polarity,
        )


def _asked(schema: dict[str, Any]) -> None:
    """What code counts is not asked for."""
    del schema["properties"]["left_out"]


class CuratedBatch(BaseModel):
    """The whole answer."""

    model_config = ConfigDict(extra="ignore", frozen=True, json_schema_extra=_asked)

    operations: tuple[CuratedItem, ...] = Field(json_schema_extra={"maxItems": MAX_FACTS})
    left_out: int = Field(default=0, exclude=True)
    """Operations that could not be read. Counted here, never asked for."""

    @model_validator(mode="before")
    @classmethod
    def _read(cls, raw: Any) -> Any:
        value = cast("dict[str, Any]", raw).get("operations") if isinstance(raw, dict) else None
        if not isinstance(value, list | tuple):
            raise PydanticCustomError("proposal", "operations: a list is needed")
        given = cast("list[Any]", value)
        items = list[CuratedItem]()
        for one in given[:_MOST_READ]:
            try:
                items.append(CuratedItem.model_validate(one))
            except ValidationError:
                continue
        if given and not items:
            raise PydanticCustomError("proposal", "operations: none of them can be read")
        return {"operations": tuple(items), "left_out": len(given) - len(items)}
