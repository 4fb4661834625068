"""The concepts of a store: which there are, what a text leads to, and names for them. The one module here that asks it.

Nothing here writes a memory. A name is a redirect: it changes which key a statement meets from now on, no memory, and
taking it back leaves everything as it was.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, Protocol

from stelae.concepts.assimilation import assimilated, fault_of, variant_of
from stelae.concepts.graph import MOST_NEIGHBOURS
from stelae.concepts.reading import ScopeConcepts
from stelae.concepts.vocabulary import Redirects, category_of, is_typed
from stelae.errors import InvalidInputError, NotFoundError, ScopeError
from stelae.ports import Clock, MemoryWriter
from stelae.ports.concepts import ConceptSource
from stelae.schemas.authority import Authority
from stelae.schemas.change import ChangeSet, Trail
from stelae.schemas.concepts import (
    Assimilation,
    Concept,
    ConceptName,
    DecodedKey,
    NameKind,
)
from stelae.schemas.scope import Namespace
from stelae.text.keys import MAX_KEY_CHARS, slug, unnamed
from stelae.text.scanner import scan
from stelae.text.secrets import find_secrets

PERSON: Final[Authority] = "user_edit"
_SCOPES: Final = 64
"""Scopes whose concepts are held in memory; the least recently used one goes first."""


Nearest = Callable[[Namespace, str, str], Iterable[tuple[int, float]]]
"""Row ids of a scope's memories and their cosine to a text, of those nearest to it."""


class ConceptStore(ConceptSource, MemoryWriter, Protocol):
    """What concepts need of a store."""


class Concepts:
    """Reads and names concepts of the written scope. Thread-safe."""

    def __init__(
        self,
        store: ConceptStore,
        clock: Clock,
        new_id: Callable[[], str],
        nearest: Nearest | None = None,
    ) -> None:
        """Take the store, the present, what makes ids, and who knows which memories are near a text."""
        self._store, self._clock, self._new_id = store, clock, new_id
        self._nearest = nearest
        self._held: OrderedDict[tuple[str, str, str | None], _Held] = OrderedDict()
        self._lock = threading.Lock()

    def clear(self) -> None:
        """Drop everything held in memory, after a forget."""
        with self._lock:
            self._held.clear()

    @contextmanager
    def scope(self, ns: Namespace, scope: str) -> Generator[ScopeConcepts]:
        """Hold one scope's concepts, caught up with the store.

        Raises:
            ScopeError: the scope is not readable.
            StoreError: the store cannot be read.
        """
        if scope not in ns.readable:
            raise ScopeError(f"{scope!r} is not readable here.")
        place = (ns.tenant, scope, ns.project)
        with self._lock:
            held = self._held.get(place)
            if held is None:
                held = self._held[place] = _Held(ScopeConcepts(self._store, ns, scope))
            self._held.move_to_end(place)
            while len(self._held) > _SCOPES:
                self._held.popitem(last=False)
        with held.lock:
            held.concepts.catch_up()
            yield held.concepts

    def every(self, ns: Namespace) -> tuple[Concept, ...]:
        """Return the concepts of the written scope, by key."""
        with self.scope(ns, ns.scope) as held:
            return held.vocabulary.concepts()

    def names(self, ns: Namespace) -> tuple[ConceptName, ...]:
        """Return the names that hold, oldest first."""
        return tuple(self._store.concept_names(ns))

    def seeds(self, ns: Namespace, text: str, *, limit: int) -> Sequence[DecodedKey]:
        """Return the concepts that a text leads to, best first, without a model."""
        near = [] if self._nearest is None else list(self._nearest(ns, ns.scope, text))
        with self.scope(ns, ns.scope) as held:
            keys = held.key_of_row
            return held.matching.decode(
                text,
                limit=limit,
                similar=lambda _: ((keys[rid], cosine) for rid, cosine in near if rid in keys),
            )

    def assimilate(self, ns: Namespace, text: str) -> Assimilation:
        """Say which concept a text fits, or why it needs one of its own."""
        return assimilated(self.seeds(ns, text, limit=2))

    def key_of(self, ns: Namespace, key: str, text: str, *, values: int, proposed: bool) -> str:
        """Return the key under which a new statement is to be kept: its own, unless it belongs to a concept there is.

        A merge is followed. A key that a model's fields gave and that no memory has is assimilated to the one concept of
        which it is a variant; consolidation still compares the two statements. Else it names a new concept, if it can be a
        name; what cannot is kept without one, by its statement.

        Args:
            ns: the written scope.
            key: built from the statement's fields.
            text: the statement.
            values: how many parts at its end are values.
            proposed: a model gave the fields.

        Raises:
            StoreError: the store cannot be read.
        """
        found = Redirects(self._store.concept_names(ns, forgotten=True)).canonical(key)
        if not (proposed and is_typed(found)):
            return found
        with self.scope(ns, ns.scope) as held:
            if found in held.vocabulary:
                return found
            known = variant_of(found, held.vocabulary.keys, values=values)
        if known is not None:
            return known
        category = category_of(found)
        return unnamed(category, text) if fault_of(found, {category}) else found

    def members(self, ns: Namespace, key: str) -> Sequence[str]:
        """Return the keys of a key's concept, the one that the others lead to first; memories may have any of them.

        Raises:
            StoreError: the store cannot be read.
        """
        redirects = Redirects(self._store.concept_names(ns, forgotten=True))
        return redirects.members(redirects.canonical(key))

    def related(
        self, ns: Namespace, key: str, *, limit: int = MOST_NEIGHBOURS
    ) -> Mapping[str, float]:
        """Return the concepts that were spoken of together with one, by weight.

        Raises:
            NotFoundError: there is no such concept.
        """
        with self.scope(ns, ns.scope) as held:
            concept = self._known(held, key)
            weights = held.graph.weights(concept, held.vocabulary.redirects)
        best = sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))
        return dict(best[:limit])

    def alias(self, ns: Namespace, key: str, word: str) -> ConceptName:
        """Give a concept another word that leads to it.

        Raises:
            NotFoundError: there is no such concept.
            InvalidInputError: the word is empty, too long, a secret or an instruction, or leads somewhere already.
            VersionConflictError: somebody else gave it in the meantime.
        """
        folded = _usable(word)
        with self.scope(ns, ns.scope) as held:
            concept = self._known(held, key)
            if held.vocabulary.redirects.named(word) is not None:
                raise InvalidInputError("This word leads to a concept already; undo that first.")
        return self._give(ns, "alias", folded, concept)

    def merge(self, ns: Namespace, key: str, into: str) -> ConceptName:
        """Let one concept lead to another one of its category; no memory changes.

        Raises:
            NotFoundError: there is no such concept.
            InvalidInputError: they are one already, or of two categories.
            VersionConflictError: somebody else merged it in the meantime.
        """
        with self.scope(ns, ns.scope) as held:
            one, other = self._known(held, key), self._known(held, into)
        if one == other:
            raise InvalidInputError("These two are one concept already.")
        if category_of(one) != category_of(other):
            raise InvalidInputError("Concepts of two categories stay two: their fields differ.")
        return self._give(ns, "merge", one, other)

    def undo(self, ns: Namespace, id: str | None = None) -> ConceptName:  # noqa: A002
        """Take a name back: that of the id, or the newest one. It changes no memory: for merges see `remember.parting`.

        Raises:
            NotFoundError: there is none.
        """
        name = self.given(ns, id)
        self._write(ns, "undone", name.id, unnamed=(name.id,))
        return name

    def given(self, ns: Namespace, id: str | None = None) -> ConceptName:  # noqa: A002
        """Return the name of the id, or the newest one.

        Raises:
            NotFoundError: there is none.
        """
        found = [n for n in self.names(ns) if id is None or n.id == id]
        if not found:
            raise NotFoundError("There is no such alias or merge in this scope.")
        return found[-1]

    def _known(self, held: ScopeConcepts, key: str) -> str:
        """Return the concept that a key or another name leads to."""
        redirects = held.vocabulary.redirects
        for concept in (redirects.canonical(key), redirects.named(key)):
            if concept is not None and concept in held.vocabulary:
                return concept
        raise NotFoundError(
            "There is no concept of that key in this scope; `stelae concepts list` shows them."
        )

    def _give(self, ns: Namespace, kind: NameKind, name: str, key: str) -> ConceptName:
        given = ConceptName(
            id=self._new_id(),
            kind=kind,
            name=name,
            key=key,
            at=self._clock.now(),
            actor=PERSON,
            project=ns.project,
        )
        self._write(ns, kind, given.id, named=(given,))
        return given

    def _write(
        self,
        ns: Namespace,
        reason: str,
        id_: str,
        *,
        named: tuple[ConceptName, ...] = (),
        unnamed: tuple[str, ...] = (),
    ) -> None:
        entry = Trail(action="concept", subject_id=id_, actor=PERSON, reason=reason)
        changes = ChangeSet(
            actor=PERSON, at=self._clock.now(), named=named, unnamed=unnamed, trail=(entry,)
        )
        self._store.apply(ns, changes)


class _Held:
    """One scope's concepts and who may touch them."""

    def __init__(self, concepts: ScopeConcepts) -> None:
        self.lock = threading.Lock()
        self.concepts = concepts


def _usable(word: str) -> str:
    """Return the word folded.

    Raises:
        InvalidInputError: it cannot be an alias.
    """
    folded = slug(word)
    if not folded or len(folded) > MAX_KEY_CHARS:
        raise InvalidInputError(f"An alias has 1 to {MAX_KEY_CHARS} characters, letters or digits.")
    if find_secrets(word):
        raise InvalidInputError("This looks like a secret; secrets are never stored.")
    if scan(word).verdict != "clean":
        raise InvalidInputError("This reads like an instruction, not like a name.")
    return folded
