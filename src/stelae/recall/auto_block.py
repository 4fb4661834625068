"""The story of a block that was put together by itself: what was near, what was shown, what not and why. Pure."""

from collections.abc import Mapping

from stelae.recall.selection import Selection
from stelae.schemas.auto_recall import AutoBlock, Considered
from stelae.schemas.query import ContextBlock, Trace


def nearness(trace: Trace, leg: str | None) -> Mapping[str, float]:
    """Return the cosine that a vector leg gave each hit, by id; without that leg nothing."""
    return {hit.id: one.value for hit in trace.hits for one in hit.legs if leg and one.leg == leg}


def told(
    block: ContextBlock, selection: Selection, trace: Trace, floor: float | None
) -> tuple[AutoBlock, Trace]:
    """Return the block with what became of every candidate, and the trace as the block has it.

    Args:
        block: as rendered.
        selection: what was chosen for it.
        trace: of the search, which knew no floor.
        floor: the one that was applied afterwards.
    """
    shown = frozenset(block.ids)
    chosen = {hit.id for hit in selection.hits}
    considered = tuple(
        one if one.id in shown or one.id not in chosen else _left_out(one, block)
        for one in selection.considered
    )
    full = AutoBlock(
        text=block.text,
        ids=block.ids,
        tokens=block.tokens,
        withheld=block.withheld,
        considered=considered,
        trace_id=trace.id,
        partial=trace.partial,
    )
    hits = tuple(hit.model_copy(update={"shown": hit.id in shown}) for hit in trace.hits)
    return full, trace.model_copy(update={"hits": hits, "floor": floor})


def _left_out(one: Considered, block: ContextBlock) -> Considered:
    return one.model_copy(update={"fate": "withheld" if block.withheld else "no_room"})
