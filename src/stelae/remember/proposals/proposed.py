"""What a language model may hand in: candidates of the built-in categories, laid flat, and of a person's own ones.

Nothing here is trusted. No item has a place for what code decides (id, owner, key, status, time: K7, S11); what a reply adds
is ignored.
"""

from typing import Any, ClassVar, Literal, cast, get_args

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

from stelae.schemas.base import JsonObject
from stelae.schemas.candidate import Kind, Polarity, Sensitivity

AskedCategory = Literal["fact", "preference", "constraint", "context", "decision", "event", "task"]
"""Built-in categories a conversation can give; `document` is for passages that were read."""
ASKED: tuple[AskedCategory, ...] = get_args(AskedCategory)
Lasting = Literal[
    "about_person", "taste", "hard_limit", "standing_wish", "decision", "dated_event", "later_task"
]
"""What a passage can be that is worth keeping."""
Passing = Literal[
    "today_only", "question", "small_talk", "secret", "not_own_words", "supposition", "unclear"
]
"""What it can be that is not: naming it first keeps small models from storing everything."""

_CAREFUL: dict[str, Any] = {
    "subject": "?",
    "polarity": "neutral",
    "kind": "semantic",
    "sensitivity": "sensitive",
    "should_store": False,
    "confidence": 0.0,
    "importance": 0.0,
    "reason": "unclear",
    "attributes": {},
}
"""What an unreadable detail counts as; texts count as empty."""


def _careful(raw: Any, check: ValidatorFunctionWrapHandler, info: ValidationInfo) -> Any:
    """A misspelt or missing detail does not cost the whole answer; category and text do."""
    try:
        return check(raw)
    except ValidationError:
        return _CAREFUL.get(info.field_name or "", "")


class Proposed(BaseModel):
    """One candidate as a model gives it: K4's fields, should_store (K23), a category and its attributes laid flat.

    A detail left out has a plain default, an unreadable one the most careful value.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    quote: str = ""
    reason: Lasting | Passing = "unclear"
    """Why it is proposed or not (K6), as a code."""
    should_store: bool = True
    subject: str = "user"
    category: AskedCategory
    text: str
    object: str = ""
    attribute: str = Field(default="", max_length=40)
    polarity: Polarity = "neutral"
    date_words: str = Field(default="", max_length=40)
    kind: Kind = "semantic"
    sensitivity: Sensitivity = "personal"
    confidence: float = Field(default=0.7, ge=0, le=1)
    importance: float = Field(default=0.5, ge=0, le=1)

    @property
    def recommended(self) -> bool:
        """Does the model stand by it, in both of its words?"""
        return self.should_store and _lasting(self.reason)

    _details = field_validator(
        "quote", "subject", "attribute", "object", "polarity", "date_words", "kind", "sensitivity",
        "should_store", "confidence", "importance", "reason", mode="wrap",
    )(_careful)  # fmt: skip

    @model_validator(mode="before")
    @classmethod
    def _category_as_kind(cls, raw: Any) -> Any:
        """A model that was not held to the schema may call the category `kind`."""
        if not isinstance(raw, dict):
            return raw
        given = cast("dict[str, Any]", raw)
        if "category" not in given and given.get("kind") in ASKED:
            return {**given, "category": given["kind"], "kind": "semantic"}
        return given


class OwnProposed(BaseModel):
    """One candidate of a category of somebody's own: the words it rests on, and the category's fields as an object.

    The fields are read one by one by `own_fields`: one that is wrong or was not said costs only itself.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    quote: str = ""
    reason: Lasting | Passing = "unclear"
    category: str
    subject: str = "user"
    attributes: JsonObject = Field(default_factory=dict)
    text: str = ""
    sensitivity: Sensitivity = "personal"

    kind: ClassVar[Kind | None] = None
    confidence: ClassVar[float] = 0.7
    importance: ClassVar[float] = 0.5

    @property
    def recommended(self) -> bool:
        """Does the model give it a reason worth keeping?"""
        return _lasting(self.reason)

    _details = field_validator(
        "quote", "subject", "attributes", "text", "sensitivity", "reason", mode="wrap"
    )(_careful)


OWN_FIELDS = ("quote", "reason", "category", "subject", "attributes", "text", "sensitivity")
"""Of an item of an own category, in the order in which they are asked for: the evidence first, the wording late."""


def _lasting(reason: str) -> bool:
    return reason not in get_args(Passing) or reason == "unclear"
