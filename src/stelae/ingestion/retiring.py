"""Parts of an earlier version that a new one has no place for: they are archived, not left to answer beside it."""

from collections.abc import Callable, Sequence

from stelae.ingestion.statements import Statement
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.settlement import Settlement
from stelae.schemas.change import Outcome
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.scope import Namespace
from stelae.text.keys import key_of, slug


def kept_of(statements: Sequence[Statement], outcomes: Sequence[Outcome]) -> tuple[Statement, ...]:
    """Return the statements that were not refused; outcomes may be fewer, and are of the first ones."""
    pairs = zip(statements, outcomes, strict=False)
    return tuple(one for one, outcome in pairs if outcome.outcome != "rejected")


def retire(
    pipeline: RememberPipeline,
    ns: Namespace,
    path: tuple[str, ...],
    statements: Sequence[Statement],
    settlement: Settlement,
    *,
    belongs: Callable[[MemoryRecord], bool] = lambda _: True,
) -> int:
    """Plan the end of current memories under a key's path that are none of these statements, and count them.

    Args:
        pipeline: whose store is asked.
        ns: the written scope.
        path: raw parts of the key that the parts of one text share: category and name.
        statements: all parts of the new version that are kept.
        settlement: the plan.
        belongs: is a memory a part of this text, and not of another one of that name?
    """
    registry = pipeline.parts.registry
    kept = {
        key_of(one.category, registry.payload(one.category, one.attributes), one.text)
        for one in statements
    }
    base = "/".join((path[0], *map(slug, path[1:])))
    stale = [
        record
        for record in pipeline.parts.store.by_key_prefix(ns, base)
        if (record.key == base or record.key.startswith(f"{base}/"))
        and record.key not in kept
        and record.project == ns.project
        and belongs(record)
    ]
    for record in stale:
        ended = {"status": "archived", "reason": "archived", "version": record.version + 1}
        settlement.write(record.model_copy(update=ended), "archive", expect=record.version)
        settlement.note("archive", record, "archived")
    return len(stale)
