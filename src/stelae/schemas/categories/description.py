"""A category as it is told to programs: what it is, which rules hold for it, which fields its memories have."""

from stelae.schemas.base import JsonObject, Value
from stelae.schemas.candidate import Kind
from stelae.schemas.policy import PolicyRow


class CategorySummary(Value):
    """One category in a list."""

    name: str
    kind: Kind
    summary: str
    """One line for people and prompts."""
    of_agents: bool
    """No conversation gives it: people curate it, or programs write it."""
    key: tuple[str, ...]
    """Fields that make the identity of its memories; none: the statement itself is its identity."""
    fields: tuple[str, ...]
    policy: PolicyRow
    """The row that holds here, of `policy.yaml` or the category's own."""


class CategoryDescription(CategorySummary):
    """One category with the form of its fields."""

    json_schema: JsonObject
    """Of a memory's `attributes`."""
