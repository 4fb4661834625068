"""Which categories there are, and the policy row each has by default.

`BUILT_IN` holds those that come with Stelae; a memory of somebody's own types works with a registry of its own.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pydantic import ValidationError

from stelae.errors import ConfigurationError, UnknownCategoryError
from stelae.schemas.base import JsonObject
from stelae.schemas.candidate import Kind
from stelae.schemas.categories.activity import Activity
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.experience import (
    Audit,
    OperationalEvent,
    QueryPattern,
    Reflection,
    Strategy,
)
from stelae.schemas.categories.guidance import ExpertKnowledge, FormatGuide, Topology, UsageGuide
from stelae.schemas.categories.personal import Constraint, Context, Fact, Preference
from stelae.schemas.categories.work import Decision, Document, Event, Task
from stelae.schemas.policy import Policy, PolicyRow

PEOPLE = ("vendor", "platform", "team", "user_edit", "user", "agent")
ANYBODY = (*PEOPLE, "tool", "document", "other_agent", "web")
CURATORS = ("vendor", "platform", "team", "user_edit")
"""Who writes what agents act by; a person's word in conversation becomes one of them by a committed draft."""
MACHINES = ("platform", "team", "user_edit", "agent", "tool")


@dataclass(frozen=True, slots=True)
class Category:
    """One registered memory type."""

    name: str
    kind: Kind
    model: type[CategoryModel]
    policy: PolicyRow
    summary: str
    """One line for people and prompts."""
    of_agents: bool = False
    """No conversation gives it: people curate it, or programs write it."""


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
    Category(
        "usage_guide",
        "procedural",
        UsageGuide,
        PolicyRow(writers=CURATORS, confirm="never", half_life_days=None, context_cap=3),
        "how an agent does a task, written by people",
        of_agents=True,
    ),
    Category(
        "format_guide",
        "procedural",
        FormatGuide,
        PolicyRow(writers=CURATORS, confirm="never", half_life_days=None, context_cap=1),
        "how an answer or file is to look, written by people",
        of_agents=True,
    ),
    Category(
        "expert_knowledge",
        "semantic",
        ExpertKnowledge,
        PolicyRow(
            writers=(*CURATORS, "agent"), confirm="always", half_life_days=None, context_cap=3
        ),
        "know-how of a field: curated, or distilled and approved",
        of_agents=True,
    ),
    Category(
        "operational_event",
        "episodic",
        OperationalEvent,
        PolicyRow(
            writers=MACHINES,
            confirm="never",
            ttl_days=180,
            half_life_days=30,
            context_cap=2,
            weight=0.5,
        ),
        "a tool call that changed something and succeeded",
        of_agents=True,
    ),
    Category(
        "query_pattern",
        "semantic",
        QueryPattern,
        PolicyRow(
            writers=MACHINES,
            confirm="never",
            ttl_days=180,
            half_life_days=60,
            context_cap=2,
            weight=0.5,
        ),
        "a query that worked",
        of_agents=True,
    ),
    Category(
        "reflection",
        "semantic",
        Reflection,
        PolicyRow(
            writers=MACHINES,
            confirm="never",
            ttl_days=30,
            half_life_days=30,
            context_cap=1,
            weight=0.5,
        ),
        "a lesson from runs that failed",
        of_agents=True,
    ),
    Category(
        "topology",
        "semantic",
        Topology,
        PolicyRow(writers=CURATORS, confirm="never", half_life_days=None, context_cap=2),
        "how parts of a system hang together, as a drawing's source",
        of_agents=True,
    ),
    Category(
        "strategy",
        "semantic",
        Strategy,
        PolicyRow(
            writers=MACHINES, confirm="never", half_life_days=None, context_cap=0, weight=0.5
        ),
        "a way of acting, shown by `strategies` once it has proved itself",
        of_agents=True,
    ),
    Category(
        "audit",
        "episodic",
        Audit,
        PolicyRow(
            writers=("platform", "user_edit", "agent"),
            confirm="never",
            half_life_days=365,
            context_cap=0,
            weight=0.5,
        ),
        "who ran what, when",
        of_agents=True,
    ),
    Category(
        "activity",
        "episodic",
        Activity,
        PolicyRow(
            writers=MACHINES,
            confirm="never",
            ttl_days=30,
            half_life_days=10,
            context_cap=1,
            weight=0.5,
        ),
        "what somebody searched for or bought in an application",
        of_agents=True,
    ),
)
ALIASES = MappingProxyType({"episode": "event"})
"""E6: fact / episode / task; fact and task are categories of that name."""


class Registry:
    """The categories of one memory, in their order. Immutable."""

    def __init__(self, categories: Iterable[Category]) -> None:
        """Take the categories.

        Raises:
            ConfigurationError: two have one name, or one has the name of an alias.
        """
        self._known: dict[str, Category] = {}
        for one in categories:
            if one.name in self._known or one.name in ALIASES:
                raise ConfigurationError(
                    f"There is a category {one.name!r} already; give yours another name."
                )
            self._known[one.name] = one

    def __iter__(self) -> Iterator[Category]:
        """Go through the categories in their order."""
        return iter(self._known.values())

    def __contains__(self, name: str) -> bool:
        """Is there a category of that name or alias?"""
        return ALIASES.get(name, name) in self._known

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in order, without aliases."""
        return tuple(self._known)

    def get(self, name: str) -> Category:
        """Return the category of that name or alias.

        Raises:
            UnknownCategoryError: there is none.
        """
        found = self._known.get(ALIASES.get(name, name))
        if found is None:
            raise UnknownCategoryError(name, self.names)
        return found

    def payload(self, name: str, attributes: Mapping[str, object] | JsonObject) -> CategoryModel:
        """Return a memory's fields as its category's model; those of an earlier form as its migration makes them.

        Raises:
            UnknownCategoryError: there is no such category.
            ValidationError: the fields do not fit it.
        """
        model = self.get(name).model
        try:
            return model.model_validate(attributes)
        except ValidationError:
            changed = model.upgraded(dict(attributes))
            if changed == attributes:
                raise
            return model.model_validate(changed)

    def with_every_row(self, policy: Policy) -> Policy:
        """Return the policy with a row for every category: its own where it has one, else the category's default."""
        rows = {name: policy.rows.get(name, known.policy) for name, known in self._known.items()}
        return policy.model_copy(update={"rows": rows})

    def extended(self, categories: Iterable[Category]) -> "Registry":
        """Return a registry that has these, too.

        Raises:
            ConfigurationError: a name is taken.
        """
        return Registry((*self._known.values(), *categories))


BUILT_IN = Registry(_ALL)
"""The categories that come with Stelae."""
