"""What the write path works with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from stelae.ports import Clock, DateParser, Embedder, Store, Watcher
from stelae.ports.concepts import ConceptKey, ConceptMembers
from stelae.remember.embeddable import Embeddable
from stelae.schemas.categories.registry import BUILT_IN, Registry
from stelae.schemas.policy import Policy


@dataclass(frozen=True, slots=True)
class WriteParts:
    """What the write path works with."""

    store: Store
    clock: Clock
    policy: Policy
    new_id: Callable[[], str]
    embedders: Sequence[Embedder] = ()
    dates: Mapping[str, DateParser] = field(default_factory=dict[str, DateParser])
    registry: Registry = BUILT_IN
    concept_key: ConceptKey | None = None
    """Says to which concept a key belongs; None: each is its own."""
    concept_members: ConceptMembers | None = None
    """Says which keys belong to a concept; None: its own alone."""
    watcher: Watcher | None = None
    """Is told what the gate has decided."""
    embeddable: Embeddable = field(default_factory=Embeddable)
    """What an embedder on another machine may see."""
