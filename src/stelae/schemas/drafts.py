"""Drafts: what a conversation wants to teach an agent, as long as no person has confirmed it (O35-O38); and imports.

A draft is a file and never a memory: nothing reads it but the person who is asked.
"""

from datetime import timedelta
from typing import Final, Literal

from pydantic import Field

from stelae.schemas.base import UtcTime, Value
from stelae.schemas.categories.guidance import Notation
from stelae.schemas.change import Outcome

DraftCategory = Literal["usage_guide", "format_guide", "document", "topology"]
Track = Literal["one", "dual"]
"""`one` memory, or `dual`: a summary and the passages of the long text beside it (O38)."""
LIFETIME: Final = timedelta(hours=24)
"""So long a draft waits (O38)."""


class Said(Value):
    """What the person has said at the point at which something is asked: what the door knows and no model can say.

    A door for agents makes it of its own messages; without one it is a person who acts, as at the command line.
    """

    turn: str = ""
    """Id of the turn or run; empty: the door has no name for it, and the count of messages alone tells turns apart."""
    messages: int = Field(default=0, ge=0)
    """Messages of the person that the conversation has had so far."""
    session: str | None = None
    """The conversation, where the door knows."""
    text: str = ""
    """The newest of them."""
    recent: tuple[str, ...] = ()
    """The last of them, oldest first, as far as the door knows; a chat may hand over only its end, and as many each time."""
    at: UtcTime | None = None
    """When it was said, where the door knows."""


class Neighbour(Value):
    """A stored entry that a draft is like, or that it would replace."""

    id: str
    version: int = 1
    name: str
    """Its intent, name or title."""
    text: str
    """How it begins."""
    score: float = 1.0
    """As in recall."""


class DraftRequest(Value):
    """What somebody wants drafted."""

    intent: str
    """What it is for, in snake_case; with the agent its identity."""
    body: str
    """All of it; with `text` the summary of that."""
    category: DraftCategory = "usage_guide"
    keywords: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    agent: str | None = None
    """Whose guide it is to be; None: the agent's whose scope the handle writes."""
    scope: str | None = None
    """None: the agent's own, or the handle's."""
    text: str = ""
    """A long text, of which `body` is a summary by whoever proposes it."""
    notation: Notation | None = None
    """Of a topology; None: as its first words say."""


class Draft(Value):
    """One draft, as its file holds it. Secrets were taken out before it was written."""

    schema_version: Literal[1] = 1
    id: str
    intent: str
    category: DraftCategory
    agent: str
    """Whose guide it would be; `global` without an agent of its own."""
    scope: str
    """Where it would be stored."""
    tenant: str
    project: str | None = None
    proposed_from: str
    """The scope of the handle that proposed it, from which it is seen."""
    keywords: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    notation: Notation = "text"
    """Of a topology."""
    body: str
    """The guide, the source of a drawing, or the summary of a long text."""
    text: str = ""
    """The long text beside a summary; empty: there is only the body."""
    body_sha256: str
    text_sha256: str = ""
    tokens: int
    """Of body and text together, estimated."""
    track: Track = "one"
    parts: int = 0
    """Passages of the long text, or parts of a long source."""
    left_out: tuple[int, ...] = ()
    """Passages that give orders or hide text, from 1: what a document says is never an instruction, and is not kept."""
    replaces: Neighbour | None = None
    """The entry of that name, as it was when it was proposed; another state of it stops the commit."""
    similar: tuple[Neighbour, ...] = ()
    narrowed_from: str | None = None
    """A wider scope that was asked for in conversation; only a person by hand may give it."""
    bypass: bool = False
    """The request asked to skip the confirmation. It is asked for all the same (O37)."""
    grants: bool = False
    """Its words grant permission, skip a check or bind others; the preview says so."""
    redacted: tuple[str, ...] = ()
    """Types of the secrets that were taken out; never their values."""
    turn: str = ""
    """Id of the proposing turn, which cannot commit it."""
    messages: int = 0
    """Messages of the person that were there by then: the confirmation is a later one."""
    heard: tuple[str, ...] = ()
    """Short digests of the last of them, salted with the draft's id: they tell which is later, never what it said."""
    session: str | None = None
    """The conversation in which it was shown."""
    proposed_at: UtcTime
    expires_at: UtcTime

    def reaches(self, scope: str) -> bool:
        """Was it proposed from that scope, or is it for it?"""
        return scope in {self.proposed_from, self.scope}


class Proposed(Value):
    """What a proposal gives: the draft that waits, and what to show the person, word for word."""

    draft: Draft
    preview: str
    """In the language of the body."""


class Committed(Value):
    """What became of a confirmed draft."""

    intent: str
    category: DraftCategory
    scope: str
    outcomes: tuple[Outcome, ...] = ()
    """The body first, then passages or further parts."""
    retired: int = 0
    """Passages of an earlier version that the new one has no place for; archived."""
    guide_file: str | None = None
    """Written beside the store, relative to the data folder; None: there is none for this category or scope."""
    archived_as: str = ""
    """What remains of the draft: ids, digests, times; relative to the data folder."""
    note: str = ""
    """What else the person should know."""


class Archived(Value):
    """What remains of a draft after its commit: enough to prove what was confirmed, not enough to read it."""

    schema_version: Literal[1] = 1
    draft: str
    """Its id, as the audit names it."""
    intent: str
    category: DraftCategory
    agent: str
    scope: str
    tenant: str
    project: str | None = None
    body_sha256: str
    text_sha256: str = ""
    source_tier: Literal["user"] = "user"
    """Never more for what comes out of a conversation (O33)."""
    tokens: int
    track: Track
    proposed_at: UtcTime
    committed_at: UtcTime
    by: Literal["message", "hand"]
    """A person's message in the conversation, or a person's own command."""
    memories: tuple[str, ...] = ()
    """Ids of what was stored."""
    guide_file: str | None = None


class Refused(Value):
    """A passage that was not kept, by its place; its words are in the file."""

    part: int
    title: str
    reason: str


class ImportedDocument(Value):
    """What became of a file that was read in."""

    document: str
    """The name under which its passages are kept."""
    title: str
    form: str
    """`markdown`, `text`, `html`, `pdf`, `docx` or the notation of a drawing."""
    passages: int
    counts: dict[str, int] = Field(default_factory=dict)
    """Passages by outcome: accepted, duplicate, pending, rejected."""
    refused: tuple[Refused, ...] = ()
    retired: int = 0
    """Passages of an earlier version that are no longer there; archived."""
    redacted: tuple[str, ...] = ()
    """Types of the secrets that were taken out."""
