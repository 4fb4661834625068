"""Names of concepts and keyed memories in dictionaries: `ports.concepts.ConceptSource`."""

from __future__ import annotations

from collections.abc import Sequence

from stelae.errors import MemoryNotFoundError, ScopeError, VersionConflictError
from stelae.ports.concepts import KeyedRow, KeyedRows
from stelae.schemas.change import ChangeSet
from stelae.schemas.concepts import ConceptName
from stelae.schemas.scope import Namespace
from stelae.stores.in_memory.space import Memory, Space
from stelae.stores.in_memory.state import Part


class Concepts(Part):
    """`ConceptSource`; everything is counted anew each time, which is what the SQLite store is compared with."""

    def keyed_rows(
        self, ns: Namespace, scope: str, *, epoch: int = -1, after: int = -1
    ) -> KeyedRows:
        """See `ports.concepts.ConceptSource.keyed_rows`."""
        if scope not in ns.readable:
            raise ScopeError(f"{scope!r} is not readable here.")
        del epoch, after
        space = self._space(ns.tenant, scope)
        rows = [
            _row(space, held.rid, held)
            for held in space.memories.values()
            if held.rid is not None and held.latest.status == "active"
        ]
        return KeyedRows(0, space.sequence, True, rows, _visible(ns, space))

    def concept_names(self, ns: Namespace, *, forgotten: bool = False) -> Sequence[ConceptName]:
        """See `ports.concepts.ConceptSource.concept_names`."""
        return _visible(ns, self._written(ns), forgotten=forgotten)


def rename(space: Space, changes: ChangeSet) -> None:
    """Take names back and keep new ones; a new one takes the place of one that is forgotten.

    Raises:
        MemoryNotFoundError: a name to be taken back is not there.
        VersionConflictError: a new name leads somewhere already.
    """
    for id_ in changes.unnamed:
        if space.concept_names.pop(id_, None) is None:
            raise MemoryNotFoundError(id_)
    for name in changes.named:
        for held in tuple(space.concept_names.values()):
            if (held.name, held.project) != (name.name, name.project):
                continue
            if not _forgotten(space, held):
                raise VersionConflictError("That name leads somewhere already.")
            del space.concept_names[held.id]
        space.concept_names[name.id] = name


def sweep(space: Space) -> None:
    """Destroy the names whose concept went with the last memory that had its key."""
    keys = {held.latest.key for held in space.memories.values()}
    space.concept_names = {
        id_: name
        for id_, name in space.concept_names.items()
        if name.key in keys and (name.kind == "alias" or name.name in keys)
    }


def _visible(ns: Namespace, space: Space, *, forgotten: bool = False) -> tuple[ConceptName, ...]:
    return tuple(
        name
        for name in space.concept_names.values()
        if name.project in {ns.project, None} and (forgotten or not _forgotten(space, name))
    )


def _forgotten(space: Space, name: ConceptName) -> bool:
    """Have only memories that are forgotten and not purged yet one of its keys?"""
    for key in (name.key, name.name) if name.kind == "merge" else (name.key,):
        held = [memory for memory in space.memories.values() if memory.latest.key == key]
        if held and all(memory.rid is None for memory in held):
            return True
    return False


def _row(space: Space, rid: int, held: Memory) -> KeyedRow:
    latest = held.latest
    resting = tuple(
        message
        for message, memories in space.evidence.items()
        if latest.id in memories and message in space.log and not space.log[message].hidden
    )
    return KeyedRow(rid, held.number, latest.key, latest.project, resting)
