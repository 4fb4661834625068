"""The policy as data: one row a category, validated, with a documented default. The gate that reads it is code."""

from typing import Literal

from pydantic import Field

from stelae.schemas.authority import Authority
from stelae.schemas.base import Value

Preset = Literal["strict", "balanced"]
Confirm = Literal["never", "unless_plain", "always"]
"""When a person is asked: `unless_plain` accepts what a person plainly says of themselves in their own turn and asks for
everything else; the preset `strict` turns it into `always`, and leaves `never` as it is."""


class PolicyRow(Value):
    """What the gate and the ranking hold for one category."""

    writers: tuple[Authority, ...] = ("vendor", "platform", "team", "user_edit", "user", "agent")
    """Who may propose it at all; anybody else is refused with `origin_not_allowed`."""
    confirm: Confirm = "unless_plain"
    """When a person is asked: `never`, `always`, or `unless_plain`: not for what people plainly say of themselves."""
    # K24 leaves both numbers open; they refuse only what the extractor itself doubts.
    min_confidence: float = Field(default=0.3, ge=0, le=1)
    """Below it a candidate is rejected with `low_confidence`."""
    min_importance: float = Field(default=0.2, ge=0, le=1)
    """Below it a candidate is rejected with `low_importance`."""
    ttl_days: float | None = None
    """After that many days it is no longer read."""
    half_life_days: float | None = 180.0
    """Half-life in ranking (`energy`); null: never fades."""
    pinned: bool = False
    """Always in the context block."""
    context_cap: int = Field(default=5, ge=0)
    """At most so many in one context block."""
    weight: float = Field(default=1.0, gt=0)
    """Multiplier in ranking."""


class Policy(Value):
    """The whole policy."""

    version: Literal[1] = 1
    """Of this file's form."""
    preset: Preset = "balanced"
    """`balanced` accepts what people plainly say of themselves; `strict` asks a person about every fact."""
    shadow: Preset | None = None
    """Also log what this preset would have decided."""
    pending_days: float = Field(default=14.0, gt=0)
    """A pending item that nobody answers expires after so many days."""
    forgotten_days: float = Field(default=30.0, ge=0)
    """What was forgotten can be restored for so many days, then its text is destroyed; 0: at once."""
    archive_after: float | None = Field(default=90.0, ge=0)
    """What has been as faded as it gets (`energy` at 0.1) for so many days is archived: kept and restorable, out of recall.
    Never what a person said or confirmed, what is pinned, or a constraint; null: nothing is."""
    observation_days: float | None = Field(default=None, gt=0)
    """Raw messages are deleted for good after so many days, unless a current memory rests on them; null: they stay."""
    refusals_kept: int = Field(default=1_000, ge=0)
    """Of what the gate refused, the newest so many of each scope are remembered: reason and place, never text."""
    trace_days: float = Field(default=30.0, gt=0)
    """The stories of recalls (`why-recalled`) are deleted after so many days; the newest 1,000 are kept at most."""
    mask_personal: frozenset[str] = frozenset()
    """Types of personal data that are masked like secrets (`phone`, `email`, `id_card`, `bank_card`, `iban`, …)."""
    rows: dict[str, PolicyRow] = Field(default_factory=dict)
