"""Counts what became of an export's lines."""

from collections import Counter

from stelae.schemas.keeping import ImportCount, ImportWord, LineKind


class Tally:
    """Lines by kind, outcome and reason."""

    def __init__(self) -> None:
        """Start at nothing."""
        self._counts: Counter[tuple[LineKind, ImportWord, str]] = Counter()

    def add(self, kind: LineKind, outcome: ImportWord, reason: str, count: int = 1) -> None:
        """Count lines."""
        self._counts[kind, outcome, reason] += count

    def take(self, other: "Tally") -> None:
        """Add all that another one has counted."""
        for one in other.counts():
            self.add(one.kind, one.outcome, one.reason, one.count)

    def counts(self) -> tuple[ImportCount, ...]:
        """Return what was counted, in order of first counting."""
        return tuple(
            ImportCount(kind=kind, outcome=outcome, reason=reason, count=count)
            for (kind, outcome, reason), count in self._counts.items()
            if count
        )
