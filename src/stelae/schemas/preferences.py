"""What an application does with a person's preferences: one bundle, in which prompt text and mechanism agree (P24)."""

from typing import Literal, get_args

from pydantic import Field

from stelae.schemas.authority import Authority
from stelae.schemas.base import UtcTime, Value
from stelae.schemas.candidate import Polarity
from stelae.schemas.categories.activity import ActivityKind
from stelae.schemas.categories.personal import Limit, Slot
from stelae.schemas.change import Outcome
from stelae.schemas.session import Budget

ProductDomain = Literal[
    "clothing",
    "shoes",
    "bags",
    "jewelry",
    "beauty",
    "food",
    "drinks",
    "kitchen",
    "home",
    "furniture",
    "appliances",
    "electronics",
    "sports",
    "toys",
    "books",
    "media",
    "travel",
    "health",
    "pets",
    "cars",
]
Domain = Literal[ProductDomain, "other", "global"]
"""Where a preference acts: in one domain; everywhere (`global`); nowhere until somebody says where (`other`) (P20, P23)."""
PRODUCT_DOMAINS: tuple[ProductDomain, ...] = get_args(ProductDomain)
Acts = Literal["search", "exclude", "penalty", "must", "slot"]
"""What an entry does: its words are looked for; what has them is left out, or ranked lower; what lacks them is left out; it
fills a slot."""
HeardCategory = Literal["preference", "constraint", "fact", "context", "decision", "event", "task"]


class Heard(Value):
    """What an agent heard a person say: a proposal. Where the person's words say otherwise, these hold."""

    category: HeardCategory = "preference"
    quote: str = ""
    """The person's own words; empty: the clause that names the object."""
    text: str = ""
    """The statement in the agent's words; empty: made from the fields."""
    object: str = ""
    """What it is about, without "not"."""
    polarity: Polarity = "neutral"
    limit: Limit | None = None
    """Of a constraint."""
    slot: Slot | None = None
    domain: Domain | None = None
    """None: the session's, else nowhere (P23)."""


class ProposalResult(Value):
    """What became of a proposal."""

    read: tuple[Outcome, ...] = ()
    """What rules read in the person's message, when it was observed for the first time."""
    judged: tuple[Outcome, ...] = ()
    """The gate's verdict on what was proposed; several where it held several things."""


class PreferenceEntry(Value):
    """One memory that acts in the domain asked for, and how."""

    id: str
    text: str
    """The memory's own words: for the prompt."""
    acts: Acts
    polarity: Polarity
    terms: tuple[str, ...] = ()
    """What it matches texts by, the person's own word first; none: it never enters matching."""
    domains: tuple[str, ...] = ("global",)
    slot: Slot | None = None
    authorised: bool = False
    """Has a person entered or confirmed it? Only then it excludes (P21)."""
    authority: Authority
    time: UtcTime


class RecentActivity(Value):
    """Something that was searched for or bought; never what came of it (P26)."""

    kind: ActivityKind
    what: str
    time: UtcTime


class PreferenceBundle(Value):
    """A person's preferences for one domain. No list holds a word that is not said in one of the entries or favourites."""

    domain: str | None = None
    search_terms: tuple[str, ...] = ()
    """What is liked: for the search and the ranking. Never a dislike: a "no" pulls its topic closer in embeddings."""
    exclude: tuple[str, ...] = ()
    """What must not be there. Only what a person entered or confirmed."""
    penalty: tuple[str, ...] = ()
    """What is not wanted: it lowers, it never excludes."""
    must: tuple[str, ...] = ()
    """What must be there. Only what a person entered or confirmed."""
    affinity: tuple[str, ...] = Field(default=(), max_length=5)
    """What at least two favourites share: a weak bonus, never a reason to exclude (P25)."""
    budget: Budget | None = None
    slots: dict[Slot, str] = Field(default_factory=dict[Slot, str])
    """Size and location, as the person said them; they never enter text matching."""
    entries: tuple[PreferenceEntry, ...] = ()
    """The memories behind it, newest first."""
    activities: tuple[RecentActivity, ...] = ()
    """The last three searches and purchases each, newest first."""

    def __bool__(self) -> bool:
        """Is there anything to act on?"""
        return bool(self.entries or self.affinity)
