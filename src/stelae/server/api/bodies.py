"""What requests say. Fields are those of the library's methods, under the same names; unknown ones are refused."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from stelae.schemas.access import Place
from stelae.schemas.aggregate import AggregateKind
from stelae.schemas.answer import MAX_TOP_K
from stelae.schemas.forgetting import ForgetPreview
from stelae.schemas.query import MAX_LIMIT, MAX_QUERY_CHARS, Include, Rewrite, Strategy

Time = Annotated[
    str, Field(max_length=64, examples=["2026-03-12T00:30:00+08:00"], description="RFC 3339.")
]
Metadata = dict[str, Any]


class Body(Place):
    """Base of bodies: where the request works, beside what it says."""

    def arguments(self) -> dict[str, Any]:
        """Return what was said, without the place, as arguments of the library's method."""
        named = self.model_fields_set - Place.model_fields.keys()
        return {name: getattr(self, name) for name in named}


class MessageIn(BaseModel):
    """One message, as OpenAI-style lists have it; further fields of theirs are passed over."""

    model_config = ConfigDict(extra="allow", use_attribute_docstrings=True)

    role: str = Field(default="user", max_length=32)
    """user, assistant, tool or system."""
    content: Any = None
    """Text, or OpenAI-style parts."""
    id: str | int | None = None
    """Your own id, unique in its scope; the same id again is a duplicate."""
    name: str | None = None
    """The speaker."""
    time: Time | float | None = None
    """RFC 3339, or seconds since 1970 in UTC."""
    session: str | None = None
    tool_calls: list[dict[str, Any]] | None = None
    metadata: Metadata | None = None


class ObserveBody(Body):
    """Messages to log as evidence, and to remember from as far as the gate allows."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"messages": [{"role": "user", "content": "以后报告都用中文", "id": "m1"}]}
            ]
        }
    )

    messages: str | MessageIn | list[MessageIn | str]
    extract: bool = True
    """False keeps them raw: recallable, but no memory is made."""
    wait: bool = False
    """True asks the language model now instead of leaving it a job."""
    session: str | None = None
    """For messages that name none."""
    categories: list[str] | None = None
    """Take memories of these categories and no others; null: of every one."""


class RememberBody(Body):
    """One statement to store, as far as the gate allows. Whose word it is, the key says."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"text": "Lin is allergic to peanuts"}]}
    )

    text: str | None = None
    """1-2,000 characters; null: made from the fields by the category's template."""
    category: str | None = None
    attributes: dict[str, Any] | None = None
    time: Time | None = None
    id: str | None = None
    session: str | None = None
    tags: list[str] = Field(default_factory=list, max_length=64)
    metadata: Metadata | None = None


class Filters(Body):
    """What every question can be narrowed by."""

    category: str | None = None
    session: str | None = None
    where: dict[str, Any] | None = None
    """Conditions on fields: `{"score": {"gte": 0.5}, "level": ["basic", "advanced"]}`."""
    since: Time | None = None
    until: Time | None = None
    as_of: Time | None = None
    """Time in the world."""
    known_at: Time | None = None
    """Time in the store."""


class RecallFilters(Filters):
    """How a recall is made."""

    include: Include = "all"
    floor: Literal["auto", "none"] | float | None = "auto"
    strategy: Strategy = "filter"
    rewrite: Rewrite = "rules"


class RecallBody(RecallFilters):
    """A question; "nothing" is a valid answer."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"query": "报告用什么语言？", "limit": 5}]}
    )

    query: str = Field(max_length=MAX_QUERY_CHARS)
    limit: int = Field(default=10, ge=1, le=MAX_LIMIT)


class ContextBody(RecallFilters):
    """A message for which a model needs context."""

    query: str = Field(max_length=MAX_QUERY_CHARS)
    budget: int = Field(default=800, ge=1, le=100_000)
    """Most tokens of the block."""
    limit: int = Field(default=20, ge=1, le=MAX_LIMIT)


class AskBody(RecallFilters):
    """A question to be answered in words."""

    question: str = Field(max_length=MAX_QUERY_CHARS)
    top_k: int = Field(default=3, ge=1, le=MAX_TOP_K)
    budget: int = Field(default=800, ge=1, le=100_000)
    anyway: bool = False
    """Ask the model also when no memory is relevant."""
    stream: bool = False
    """Answer as server-sent events."""


class AggregateBody(Filters):
    """A question about several memories at once."""

    question: str = Field(default="", max_length=MAX_QUERY_CHARS)
    kind: AggregateKind | None = None
    by: str | None = None
    """`day`, or a field to group by."""


class EditBody(Body):
    """A person's own wording, or fields."""

    text: str | None = None
    attributes: dict[str, Any] | None = None


class RejectBody(Body):
    """Why a pending item is refused; kept in the audit."""

    reason: str = Field(default="", max_length=500)


class RestoreBody(Body):
    """Which version to go back to; null: undo the last change."""

    version: int | None = Field(default=None, ge=1)


class ForgetBody(Body):
    """What to look for. Nothing at all is never everything."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"what": "忘记我告诉过你的电话号码"}]}
    )

    what: str | list[str] | None = None
    """A sentence, or ids."""
    category: str | None = None
    session: str | None = None
    project_only: str | None = None
    """Only what is tagged with that project."""
    where: dict[str, Any] | None = None
    since: Time | None = None
    until: Time | None = None
    everything: bool = False
    """All of the scope."""


class ForgetExecuteBody(Body):
    """The preview to carry out, as it was answered: exactly what it names is forgotten, unless it has changed since."""

    preview: ForgetPreview
    hard: bool = False
    """Destroy the text at once instead of after the policy's days; cannot be undone."""
