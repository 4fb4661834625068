"""The lines of an export: one JSON object each, between a header and a signed end."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from stelae.schemas.base import UtcTime, Value
from stelae.schemas.forgetting import Receipt
from stelae.schemas.memory import PendingItem, Version
from stelae.schemas.observation import Observation
from stelae.schemas.scope import check_scope

FORMAT = 1
"""Of the lines; a reader refuses a newer one."""

ScopeName = Annotated[str, AfterValidator(check_scope)]


class HeaderLine(Value):
    """First line: what follows, and whose key signs it."""

    kind: Literal["header"] = "header"
    format: int = FORMAT
    at: UtcTime
    tenant: str
    scopes: tuple[ScopeName, ...]
    everything: bool = False
    key: str
    """Id of the key that signs the end line."""


class ObservationLine(Value):
    """One logged message."""

    kind: Literal["observation"] = "observation"
    scope: ScopeName
    observation: Observation


class MemoryLine(Value):
    """One memory with every state it has had, oldest first."""

    kind: Literal["memory"] = "memory"
    scope: ScopeName
    versions: tuple[Version, ...] = Field(min_length=1)


class PendingLine(Value):
    """One item that waits for a person."""

    kind: Literal["pending"] = "pending"
    scope: ScopeName
    item: PendingItem


class ReceiptLine(Value):
    """One receipt of a forgetting: ids and counts."""

    kind: Literal["receipt"] = "receipt"
    scope: ScopeName
    receipt: Receipt


class TombstoneLine(Value):
    """One mark of something forgotten. It says nothing without the key of the folder it comes from."""

    kind: Literal["tombstone"] = "tombstone"
    scope: ScopeName
    mark: str = Field(pattern="^(?:[0-9a-f]{2})+$")
    """Hexadecimal."""
    receipt: str
    at: UtcTime


class EndLine(Value):
    """Last line: how many lines there were, and the signature over every byte before it."""

    kind: Literal["end"] = "end"
    lines: int
    signature: str


ContentLine = ObservationLine | MemoryLine | PendingLine | ReceiptLine | TombstoneLine
Line = Annotated[HeaderLine | ContentLine | EndLine, Field(discriminator="kind")]
