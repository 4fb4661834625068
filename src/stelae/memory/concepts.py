"""Concepts: the keys that memories have, what a text leads to among them, and the names a person gives them."""

from collections.abc import Mapping

from stelae.errors import InvalidInputError
from stelae.memory.door import Door
from stelae.schemas.concepts import Assimilation, Concept, ConceptName, DecodedKey

MOST_SEEDS = 100


class Naming(Door):
    """What there is (`concepts`, `concept_seeds`, `assimilate`, `related_concepts`), and the names a person gives."""

    def concepts(self) -> tuple[Concept, ...]:
        """Return every concept of the written scope, by key: each is there because a current memory has its key."""
        return self._parts.concepts.every(self._ns)

    def concept_names(self) -> tuple[ConceptName, ...]:
        """Return the aliases and merges that hold here, oldest first: those of the handle's project, and those of none."""
        return self._parts.concepts.names(self._ns)

    def concept_seeds(self, text: str, *, limit: int = 5) -> tuple[DecodedKey, ...]:
        """Return the concepts that a text leads to, best first; no other key ever comes out.

        By shared words, aliases and the store's vectors, without a language model.

        Args:
            text: a question or a statement.
            limit: most concepts, 1-100.

        Raises:
            InvalidInputError: the text is empty, or the limit out of range.
        """
        if not text.strip():
            raise InvalidInputError("The text is empty.")
        if not 1 <= limit <= MOST_SEEDS:
            raise InvalidInputError(f"The limit must be 1 to {MOST_SEEDS}.")
        return tuple(self._parts.concepts.seeds(self._ns, text, limit=limit))

    def assimilate(self, text: str) -> Assimilation:
        """Say which concept a text fits, or why it needs one of its own; nothing is written.

        Raises:
            InvalidInputError: the text is empty.
        """
        if not text.strip():
            raise InvalidInputError("The text is empty.")
        return self._parts.concepts.assimilate(self._ns, text)

    def related_concepts(self, key: str, *, limit: int = 35) -> Mapping[str, float]:
        """Return the concepts that were spoken of in one message with this one, by weight.

        The weight is the number of such messages times how rare both are among all messages.

        Args:
            key: of the concept, or another name of it.
            limit: most concepts.

        Raises:
            NotFoundError: there is no such concept.
        """
        return dict(self._parts.concepts.related(self._ns, key, limit=limit))

    def alias_concept(self, key: str, alias: str) -> ConceptName:
        """Give a concept another word that leads to it; `undo_concept` takes it back.

        Raises:
            NotFoundError: there is no such concept.
            InvalidInputError: the word is empty, too long, a secret or an instruction, or leads to a concept already.
        """
        return self._parts.concepts.alias(self._ns, key, alias)

    def merge_concepts(self, key: str, into: str) -> ConceptName:
        """Treat one concept as another one of its category from now on; `undo_concept` takes it back.

        What is said of the first from now on meets the memory of the second. No memory is changed.

        Raises:
            NotFoundError: there is no such concept.
            InvalidInputError: they are one already, or of two categories.
        """
        return self._parts.concepts.merge(self._ns, key, into)

    def undo_concept(self, id: str | None = None) -> ConceptName:  # noqa: A002
        """Take back an alias or a merge: that of the id, or the newest one.

        With a merge, what was said while it held goes to the concept that it was said of, and what only the other concept's
        statement had replaced holds again.

        Raises:
            NotFoundError: there is none.
        """
        name = self._parts.concepts.given(self._ns, id)
        if name.kind == "alias":
            return self._parts.concepts.undo(self._ns, name.id)
        self._parts.parting.part(self._ns, name)
        return name
