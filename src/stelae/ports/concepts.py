"""What concept keys need of the outside: the store's keys and names, and who can choose among keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from stelae.ports.reading import Catalog
from stelae.schemas.concepts import ConceptName, DecodedKey
from stelae.schemas.scope import Namespace

if TYPE_CHECKING:
    import numpy as np

    Floats64 = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class KeyedRow:
    """What a row of the index says of its memory now."""

    rid: int
    memory: int
    """The memory's number; -1: the row is no memory's current wording (any more)."""
    key: str | None
    """None: the memory is not current (any more)."""
    project: str | None = None
    observations: tuple[str, ...] = ()
    """Messages that the memory rests on."""


@dataclass(frozen=True, slots=True)
class KeyedRows:
    """The keyed memories of one scope, or what has changed of them."""

    epoch: int
    sequence: int
    """The store's sequence number this is true for."""
    whole: bool
    """Everything, not only what has changed."""
    rows: Sequence[KeyedRow]
    names: Sequence[ConceptName]
    """All that the reader's project sees, oldest first: its own and those of no project."""


class ConceptSource(Protocol):
    """What the store knows of concepts. Nothing of it is stored twice: keys and evidence are the memories' own rows."""

    def keyed_rows(
        self, ns: Namespace, scope: str, *, epoch: int = -1, after: int = -1
    ) -> KeyedRows:
        """Return current memories with typed keys; those changed after a sequence number, where `epoch` is still the same.

        Raises:
            ScopeError: the scope is not readable.
        """
        ...

    def concept_names(self, ns: Namespace, *, forgotten: bool = False) -> Sequence[ConceptName]:
        """Return the names that hold in the written scope, oldest first; cheap enough for every write.

        Those of the namespace's project and those of none, as with memories (O42).

        Args:
            ns: the scope and project.
            forgotten: with those whose concept only memories have that are forgotten and not purged yet. Nobody is shown
                these; a write follows them, or what was forgotten could be learned again under another key.
        """
        ...


class ConceptKey(Protocol):
    """Says under which key a new statement is kept (S24)."""

    def __call__(self, ns: Namespace, key: str, text: str, *, values: int, proposed: bool) -> str:
        """Return the key of the concept that the statement is about.

        Args:
            ns: the written scope.
            key: built from the statement's fields.
            text: the statement.
            values: how many parts at its end are values.
            proposed: a model gave the fields.

        Raises:
            StoreError: the store cannot be read.
        """
        ...


class ConceptMembers(Protocol):
    """Says which keys are one concept, because they were merged."""

    def __call__(self, ns: Namespace, key: str) -> Sequence[str]:
        """Return the keys of the concept that a key belongs to, the one that the others lead to first.

        Raises:
            StoreError: the store cannot be read.
        """
        ...


class Activation(Protocol):
    """One more list for recall: how far a question activates the rows of a scope through their concepts (S27)."""

    def __call__(
        self, ns: Namespace, catalog: Catalog, text: str, cosines: "Floats64 | None"
    ) -> "Floats64":
        """Return activation by position in the catalogue, in [0, 1].

        Args:
            ns: tenant and readable scopes.
            catalog: the scope's rows.
            text: the question.
            cosines: of the first vector leg by position, NaN where absent; None: there is none.

        Raises:
            StoreError: the store cannot be read.
        """
        ...


class KeyDecoder(Protocol):
    """Leads a text to keys of a vocabulary it was made for, and to no other (S22, S23)."""

    def decode(self, text: str, *, limit: int = 5) -> Sequence[DecodedKey]:
        """Return keys, best first; none: nothing in the vocabulary fits.

        Raises:
            ModelError: the model behind it failed.
        """
        ...


class TokenScorer(Protocol):
    """A language model seen token by token. It knows no vocabulary of keys: the constraint is `concepts.constrained`'s."""

    @property
    def end(self) -> int:
        """The token that ends a key."""
        ...

    def encode(self, text: str) -> Sequence[int]:
        """Return the tokens of a piece of text, without a beginning or end mark."""
        ...

    def logits(
        self, prompt: str, prefix: Sequence[int], wanted: Sequence[int]
    ) -> Mapping[int, float]:
        """Return unnormalised log-probabilities of the next token.

        Args:
            prompt: what stands before the key.
            prefix: the key's tokens so far.
            wanted: tokens whose values are needed; others may come as well, and tell how much lies outside.

        Raises:
            ModelError: the model failed.
        """
        ...
