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
    zone: str | None = Field(default=None, max_length=64)
    """IANA name or offset of the speaker; null: as the time says it, or the server's where that is in UTC or not given."""
    session: str | None = None
    """The conversation."""
    tool_calls: list[dict[str, Any]] | None = None
    """As OpenAI-style messages have them."""
    metadata: Metadata | None = None
    """Plain JSON, up to 16 KB."""


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
    """A text (one user message), a message, or a list of them."""
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
    """null: the rules classify it, else it is a fact."""
    attributes: dict[str, Any] | None = None
    """Fields of the category."""
    time: Time | None = None
    """When it was said, RFC 3339; null: now."""
    id: str | None = None
    """Your own id of the message; the same id again is a duplicate."""
    session: str | None = None
    """The conversation it belongs to."""
    tags: list[str] = Field(default_factory=list, max_length=64)
    """Free labels."""
    metadata: Metadata | None = None
    """Plain JSON, up to 16 KB; comes back as it was."""


class Filters(Body):
    """What every question can be narrowed by."""

    category: str | None = None
    """Only memories of it."""
    session: str | None = None
    """Only what was said in it."""
    where: dict[str, Any] | None = None
    """Conditions on fields: `{"score": {"gte": 0.5}, "level": ["basic", "advanced"]}`."""
    since: Time | None = None
    """Only what happened at or after, RFC 3339."""
    until: Time | None = None
    """Only what happened before."""
    as_of: Time | None = None
    """What was true in the world then."""
    known_at: Time | None = None
    """What the store knew then."""


class RecallFilters(Filters):
    """How a recall is made."""

    include: Include = "all"
    """Memories, raw messages, or both."""
    floor: Literal["auto", "none"] | float | None = "auto"
    """From which probability on a hit is shown; `none` shows weak ones, too."""
    strategy: Strategy = "filter"
    """How category and conditions meet the search."""
    rewrite: Rewrite = "rules"
    """Who reads the fields that a question asks for."""


class RecallBody(RecallFilters):
    """A question; "nothing" is a valid answer."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"query": "报告用什么语言？", "limit": 5}]}
    )

    query: str = Field(max_length=MAX_QUERY_CHARS)
    """The question or message."""
    limit: int = Field(default=10, ge=1, le=MAX_LIMIT)
    """Most hits."""


class ContextBody(RecallFilters):
    """A message for which a model needs context."""

    query: str = Field(max_length=MAX_QUERY_CHARS)
    """The user's message."""
    budget: int = Field(default=800, ge=1, le=100_000)
    """Most tokens of the block."""
    limit: int = Field(default=20, ge=1, le=MAX_LIMIT)
    """Most hits that are considered."""


class AskBody(RecallFilters):
    """A question to be answered in words."""

    question: str = Field(max_length=MAX_QUERY_CHARS)
    """What to answer; secrets are taken out first."""
    top_k: int = Field(default=3, ge=1, le=MAX_TOP_K)
    """Most hits that a model is shown."""
    budget: int = Field(default=800, ge=1, le=100_000)
    """Most tokens of them."""
    anyway: bool = False
    """Ask the model also when no memory is relevant."""
    stream: bool = False
    """Answer as server-sent events."""


class AggregateBody(Filters):
    """A question about several memories at once."""

    question: str = Field(default="", max_length=MAX_QUERY_CHARS)
    """Read by rules; not needed beside filters."""
    kind: AggregateKind | None = None
    """null: as the question says."""
    by: str | None = None
    """`day`, or a field to group by."""


class EditBody(Body):
    """A person's own wording, or fields."""

    text: str | None = None
    """The new wording, whose fields the rules read anew; null: as it is."""
    attributes: dict[str, Any] | None = None
    """Fields to set; a null takes one away, the others stay."""


class RejectBody(Body):
    """Why a pending item is refused; kept in the audit."""

    reason: str = Field(default="", max_length=500)
    """In your words."""


class RestoreBody(Body):
    """Which version to go back to; null: undo the last change."""

    version: int | None = Field(default=None, ge=1)
    """Of the memory's history."""


class ForgetBody(Body):
    """What to look for. Nothing at all is never everything."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"what": "忘记我告诉过你的电话号码"}]}
    )

    what: str | list[str] | None = None
    """A sentence, or ids."""
    category: str | None = None
    """Only memories of it."""
    session: str | None = None
    """Only what belongs to it."""
    project_only: str | None = None
    """Only what is tagged with that project."""
    where: dict[str, Any] | None = None
    """Conditions on fields, as for a recall."""
    since: Time | None = None
    """Only what was said or happened at or after."""
    until: Time | None = None
    """Only what was said or happened at or before."""
    everything: bool = False
    """All of the scope."""


class ForgetExecuteBody(Body):
    """The preview to carry out, as it was answered: exactly what it names is forgotten, unless it has changed since."""

    preview: ForgetPreview
    """All of it, unchanged."""
    hard: bool = False
    """Destroy the text at once instead of after the policy's days; cannot be undone."""
