"""A whole store: everything a data folder can be asked and told."""

from collections.abc import Sequence
from typing import Protocol

from stelae.ports.concepts import ConceptSource
from stelae.ports.jobs import JobLog, JobQueue
from stelae.ports.keeping import AuditLog, Copying, Signing, Transfer
from stelae.ports.piling import PendingPiles
from stelae.ports.reading import MemoryReader, ObservationLog, RecallSource
from stelae.ports.replies import ReplyLog
from stelae.ports.upkeep import Repairing, Upkeep
from stelae.ports.writing import (
    Erasure,
    KeywordIndex,
    MemoryWriter,
    TraceLog,
    VectorIndex,
)


class Store(
    MemoryReader,
    MemoryWriter,
    ObservationLog,
    RecallSource,
    JobQueue,
    JobLog,
    KeywordIndex,
    VectorIndex,
    TraceLog,
    ReplyLog,
    Erasure,
    AuditLog,
    Signing,
    Copying,
    Transfer,
    Upkeep,
    PendingPiles,
    Repairing,
    ConceptSource,
    Protocol,
):
    """A whole store. One contract suite (`tests/contracts/`) runs over every implementation."""

    def check(self) -> Sequence[str]:
        """Look for damage and return one line a finding (`doctor`); empty = sound."""
        ...

    def close(self) -> None:
        """Close every connection and file; safe to call twice."""
        ...
