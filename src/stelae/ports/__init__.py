"""The seams of Stelae: what a room may ask of the outside, as Protocols.

`remember`, `recall`, `structured` and `background` see stores, models and clocks through these only. Adapters live in
`stores/`, `providers/` and `testing.py`; `assembly` is the one place that picks them. Every store method takes the
`Namespace` first, so that tenant and scope cannot be left out.

Vectors are float32 rows of unit length unless said otherwise; scores of legs are raw, calibration is `recall`'s business.
"""

from typing import TYPE_CHECKING

from stelae.ports.jobs import ClaimedJob, JobLog, JobQueue
from stelae.ports.keeping import AuditLog, Copying, Progress, Signing, Transfer
from stelae.ports.models import (
    ChatMessage,
    Clock,
    Completion,
    DateParser,
    Embedder,
    FoundDate,
    LanguageModel,
)
from stelae.ports.piling import PendingPiles
from stelae.ports.reading import (
    MEMORY,
    OBSERVATION,
    Catalog,
    MemoryReader,
    ObservationLog,
    RecallSource,
)
from stelae.ports.replies import ReplyLog
from stelae.ports.store import Store
from stelae.ports.upkeep import LifeCycle, Named, Owned, Repairing, Upkeep
from stelae.ports.watching import Watcher
from stelae.ports.writing import (
    Erasure,
    KeywordIndex,
    KeywordRow,
    MemoryWriter,
    TraceLog,
    VectorIndex,
)

if TYPE_CHECKING:
    from stelae.ports.reading import Floats as Floats
    from stelae.ports.reading import Ints as Ints

__all__ = [
    "MEMORY",
    "OBSERVATION",
    "AuditLog",
    "Catalog",
    "ChatMessage",
    "ClaimedJob",
    "Clock",
    "Completion",
    "Copying",
    "DateParser",
    "Embedder",
    "Erasure",
    "FoundDate",
    "JobLog",
    "JobQueue",
    "KeywordIndex",
    "KeywordRow",
    "LanguageModel",
    "LifeCycle",
    "MemoryReader",
    "MemoryWriter",
    "Named",
    "ObservationLog",
    "Owned",
    "PendingPiles",
    "Progress",
    "RecallSource",
    "Repairing",
    "ReplyLog",
    "Signing",
    "Store",
    "TraceLog",
    "Transfer",
    "Upkeep",
    "VectorIndex",
    "Watcher",
]
