"""Calls about what there is beside memories: categories, concepts, counts, costs."""

from collections.abc import Mapping

from stelae.client.calling import PAGE, Calling
from stelae.client.steps import Steps
from stelae.schemas.base import Value
from stelae.schemas.categories.description import CategoryDescription, CategorySummary
from stelae.schemas.concepts import Concept, ConceptName
from stelae.schemas.extraction import ModelUsage


class _Related(Value):
    key: str
    weight: float


class Describing(Calling):
    """`categories`, `category`, `concepts`, `concept_names`, `related_concepts`, `stats`, `usage`."""

    def categories(self) -> Steps[tuple[CategorySummary, ...]]:
        """Return every category, in their order, with the policy row that holds for it."""
        return self._every("/categories", CategorySummary)

    def category(self, name: str) -> Steps[CategoryDescription]:
        """Return one category with the JSON Schema of its fields.

        Raises:
            NotFoundError: there is none of that name or alias.
        """
        return self._get("/categories/{name}", CategoryDescription, about=name)

    def concepts(self) -> Steps[tuple[Concept, ...]]:
        """Return every concept of the written scope, by key: each is there because a current memory has its key."""
        return self._every("/concepts", Concept, limit=PAGE)

    def concept_names(self) -> Steps[tuple[ConceptName, ...]]:
        """Return the aliases and merges that hold here, oldest first."""
        return self._every("/concepts/names", ConceptName, limit=PAGE)

    def related_concepts(self, key: str, *, limit: int = 35) -> Steps[Mapping[str, float]]:
        """Return the concepts that were spoken of in one message with this one, by weight.

        Args:
            key: of the concept, or another name of it.
            limit: most concepts.

        Raises:
            NotFoundError: there is no such concept.
        """
        found = yield from self._list("/concepts/{key}/related", _Related, about=key, limit=limit)
        return {one.key: one.weight for one in found}

    def stats(self) -> Steps[Mapping[str, int]]:
        """Count what this scope holds, and what language models have cost in it (`usage` has it by model)."""
        return self._get("/stats", dict[str, int])

    def usage(self) -> Steps[tuple[ModelUsage, ...]]:
        """Return what each language model has cost in this scope: calls, tokens, seconds, answers found again."""
        return self._every("/usage", ModelUsage, limit=PAGE)
