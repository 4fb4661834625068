"""Which categories there are, and what holds for each."""

from stelae.memory.door import Door
from stelae.schemas.categories.description import CategoryDescription, CategorySummary
from stelae.schemas.categories.registry import Category


class Describing(Door):
    """`categories`, `category`."""

    def categories(self) -> tuple[CategorySummary, ...]:
        """Return every category of this memory, in their order, with the policy row that holds for it."""
        return tuple(self._summary(one) for one in self._parts.registry)

    def category(self, name: str) -> CategoryDescription:
        """Return one category with the JSON Schema of its fields.

        Raises:
            UnknownCategoryError: there is none of that name or alias.
        """
        found = self._parts.registry.get(name)
        return CategoryDescription(
            **dict(self._summary(found)), json_schema=found.model.model_json_schema()
        )

    def _summary(self, one: Category) -> CategorySummary:
        return CategorySummary(
            name=one.name,
            kind=one.kind,
            summary=one.summary,
            of_agents=one.of_agents,
            key=tuple(one.model.__key__),
            fields=tuple(one.model.model_fields),
            policy=self._parts.policy.rows[one.name],
        )
