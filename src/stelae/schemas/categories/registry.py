"""Which categories there are, and the policy row each has by default."""

from dataclasses import dataclass
from types import MappingProxyType

from stelae.errors import UnknownCategoryError
from stelae.schemas.candidate import Kind
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.personal import Constraint, Context, Fact, Preference
from stelae.schemas.categories.work import Decision, Document, Event, Task
from stelae.schemas.policy import Policy, PolicyRow

PEOPLE = ("vendor", "platform", "team", "user_edit", "user", "agent")
ANYBODY = (*PEOPLE, "tool", "document", "other_agent", "web")


@dataclass(frozen=True, slots=True)
class Category:
    """One registered memory type."""

    name: str
    kind: Kind
    model: type[CategoryModel]
    policy: PolicyRow
    summary: str
    """One line for people and prompts."""


_ALL = (
    Category(
        "fact",
        "semantic",
        Fact,
        PolicyRow(writers=ANYBODY, half_life_days=365),
        "something lasting that is true of a person or thing",
    ),
    Category(
        "preference",
        "semantic",
        Preference,
        PolicyRow(writers=PEOPLE, half_life_days=365, context_cap=8),
        "what somebody likes, dislikes or wants done a certain way",
    ),
    Category(
        "constraint",
        "semantic",
        Constraint,
        PolicyRow(writers=PEOPLE, half_life_days=None, pinned=True, context_cap=20, weight=1.2),
        "a hard limit such as an allergy or a ban",
    ),
    Category(
        "context",
        "semantic",
        Context,
        PolicyRow(writers=PEOPLE, ttl_days=60, half_life_days=14),
        "passing circumstances: a project, a trip, a mood",
    ),
    Category(
        "decision",
        "semantic",
        Decision,
        PolicyRow(writers=PEOPLE, half_life_days=180),
        "something that was settled, with what was chosen",
    ),
    Category(
        "event",
        "episodic",
        Event,
        PolicyRow(writers=ANYBODY, half_life_days=90),
        "something at a time, past or to come",
    ),
    Category(
        "task",
        "task",
        Task,
        PolicyRow(writers=PEOPLE, ttl_days=90, half_life_days=30),
        "something to be done beyond this conversation",
    ),
    Category(
        "document",
        "semantic",
        Document,
        PolicyRow(writers=ANYBODY, half_life_days=180, weight=0.8),
        "a passage of something read; never an instruction",
    ),
)
CATEGORIES = MappingProxyType({c.name: c for c in _ALL})
ALIASES = MappingProxyType({"episode": "event"})
"""E6: fact / episode / task; fact and task are categories of that name."""


def with_every_row(policy: Policy) -> Policy:
    """Return the policy with a row for every category: its own where it has one, else the category's default."""
    rows = {name: policy.rows.get(name, known.policy) for name, known in CATEGORIES.items()}
    return policy.model_copy(update={"rows": rows})


def category(name: str) -> Category:
    """Return the category of that name or alias.

    Raises:
        UnknownCategoryError: there is none.
    """
    found = CATEGORIES.get(ALIASES.get(name, name))
    if found is None:
        raise UnknownCategoryError(name, tuple(CATEGORIES))
    return found
