"""The concepts of one scope, kept in step with the store by its sequence number.

A reader takes what has changed since it last looked; after a change that cannot be told row by row it reads everything.
"""

from stelae.concepts.graph import Graph
from stelae.concepts.matching import Matching
from stelae.concepts.vocabulary import Vocabulary, is_typed
from stelae.ports.concepts import ConceptSource, KeyedRow
from stelae.schemas.concepts import ConceptName
from stelae.schemas.scope import Namespace


class ScopeConcepts:
    """One scope as one reader sees it: his project's memories and the untagged ones. Not thread-safe."""

    def __init__(self, source: ConceptSource, ns: Namespace, scope: str) -> None:
        """Know nothing yet; `catch_up` reads."""
        self._source, self._ns, self._scope = source, ns, scope
        self._epoch, self._sequence = -1, -1
        self._rows: dict[int, KeyedRow] = {}
        self._memory_of: dict[int, int] = {}
        self._names: tuple[ConceptName, ...] = ()
        self.graph = Graph()
        self.vocabulary = Vocabulary(())
        self.matching = Matching(self.vocabulary)
        self.key_of_row: dict[int, str] = {}
        """The concept of an index row: how recall gets from one to the other."""
        self.rows_of: dict[str, list[int]] = {}
        """And back."""

    def catch_up(self) -> bool:
        """Take over what has changed and say whether anything has.

        Raises:
            StoreError: the store cannot be read.
        """
        found = self._source.keyed_rows(
            self._ns, self._scope, epoch=self._epoch, after=self._sequence
        )
        before = (self._sequence, self._names)
        self._epoch, self._sequence, self._names = found.epoch, found.sequence, tuple(found.names)
        if not found.whole and (self._sequence, self._names) == before:
            return False
        if found.whole:
            self._rows, self._memory_of, self.graph = {}, {}, Graph()
        for row in found.rows:
            self._take(row)
        self._settle()
        return True

    def _take(self, row: KeyedRow) -> None:
        memory = self._memory_of.pop(row.rid, row.memory) if row.memory < 0 else row.memory
        held = self._rows.pop(memory, None)
        self.graph.remove(memory)
        if held is not None:
            self._memory_of.pop(held.rid, None)
        if row.key is None or not is_typed(row.key):
            return
        if row.project is None or row.project == self._ns.project:
            self._rows[memory], self._memory_of[row.rid] = row, memory
            self.graph.replace(memory, row.key, row.observations)

    def _settle(self) -> None:
        self.vocabulary = Vocabulary(self._rows.values(), self._names)
        self.matching.follow(self.vocabulary)
        canonical = self.vocabulary.redirects.canonical
        self.key_of_row = {
            row.rid: canonical(row.key) for row in self._rows.values() if row.key is not None
        }
        self.rows_of = {}
        for rid, key in self.key_of_row.items():
            self.rows_of.setdefault(key, []).append(rid)
