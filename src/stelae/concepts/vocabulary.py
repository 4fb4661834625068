"""The vocabulary: which keys a scope has, and which names lead to them (S22, R6).

Only typed keys are concepts; a statement without an identity has a hash for a key, and nobody can generate that. A merge is
a redirect that is followed on every look-up; the memories keep the keys they were written with, so taking the redirect
away gives back what was there.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from stelae.concepts.trie import Trie, character_trie
from stelae.ports.concepts import KeyedRow
from stelae.schemas.concepts import Concept, ConceptName
from stelae.text.keys import slug


def is_typed(key: str) -> bool:
    """Is it a path of typed fields, not the hash of a statement?"""
    return "/" in key and "/=" not in key


def category_of(key: str) -> str:
    """Return the category a key begins with."""
    return key.partition("/")[0]


class Redirects:
    """Where names lead. A chain of merges is followed to its end.

    A project's own name goes before one of no project, and no merge closes a circle with those before it.
    """

    def __init__(self, names: Sequence[ConceptName]) -> None:
        """Take the names that hold now."""
        self._next: dict[str, str] = {}
        self._words: dict[str, str] = {}
        for name in sorted(names, key=lambda n: n.project is None):
            if name.kind == "alias":
                self._words.setdefault(name.name, name.key)
            elif self.canonical(name.key) != name.name:
                self._next.setdefault(name.name, name.key)
        self._merged: dict[str, list[str]] = {}
        for merged in self._next:
            self._merged.setdefault(self.canonical(merged), []).append(merged)

    def canonical(self, key: str) -> str:
        """Return the key that a key leads to: itself, unless it was merged."""
        seen = {key}
        while (following := self._next.get(key)) is not None and following not in seen:
            seen.add(following)
            key = following
        return key

    def members(self, key: str) -> Sequence[str]:
        """Return the keys that lead to a key, itself first."""
        return (key, *self._merged.get(key, ()))

    def named(self, word: str) -> str | None:
        """Return the key that a word of a person's leads to."""
        key = self._words.get(slug(word))
        return None if key is None else self.canonical(key)

    def spellings(self) -> Mapping[str, Sequence[str]]:
        """Return the further spellings of each key: aliases, and the keys merged into it."""
        found: dict[str, list[str]] = {}
        for word, key in self._words.items():
            found.setdefault(self.canonical(key), []).append(word)
        for key, merged in self._merged.items():
            found.setdefault(key, []).extend(merged)
        return found


NO_NAMES: Final = Redirects(())
"""Every key leads to itself."""


class Vocabulary:
    """The keys of one scope, as one reader sees them. Immutable: a change of the store makes another one."""

    def __init__(self, rows: Iterable[KeyedRow], names: Sequence[ConceptName] = ()) -> None:
        """Take the current memories and the names that hold."""
        self.redirects = Redirects(names)
        self._names = tuple(names)
        self._memories: Counter[str] = Counter()
        self._sources: dict[str, set[str]] = {}
        for row in rows:
            if row.key is None or not is_typed(row.key):
                continue
            key = self.redirects.canonical(row.key)
            self._memories[key] += 1
            self._sources.setdefault(key, set()).update(row.observations)

    @classmethod
    def of(cls, keys: Iterable[str], names: Sequence[ConceptName] = ()) -> "Vocabulary":
        """Return a vocabulary of these keys, for those who have no store."""
        return cls((KeyedRow(rid=n, memory=n, key=key) for n, key in enumerate(keys)), names)

    def __len__(self) -> int:
        """Number of concepts."""
        return len(self._memories)

    def __contains__(self, key: object) -> bool:
        """Is it the key of a concept, not merged into another one?"""
        return key in self._memories

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """All keys, sorted."""
        return tuple(sorted(self._memories))

    @cached_property
    def trie(self) -> Trie[str]:
        """The keys over their characters."""
        return character_trie(self._memories)

    @cached_property
    def spellings(self) -> Mapping[str, Sequence[str]]:
        """Further spellings of keys that are concepts."""
        return {k: s for k, s in self.redirects.spellings().items() if k in self._memories}

    def concepts(self) -> tuple[Concept, ...]:
        """Return every concept, by key."""
        merged = {n.name for n in self._names if n.kind == "merge"}
        return tuple(
            Concept(
                key=key,
                category=category_of(key),
                aliases=tuple(s for s in self.spellings.get(key, ()) if s not in merged),
                merged=tuple(s for s in self.spellings.get(key, ()) if s in merged),
                memories=self._memories[key],
                sources=len(self._sources[key]),
            )
            for key in self.keys
        )
