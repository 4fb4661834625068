"""What code lets through of a curator's answer, before the gate judges it. Pure; every drop has its reason."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from stelae.background.curator_reply import MAX_FACTS, CuratedBatch, CuratedItem
from stelae.background.curator_view import View, echoed
from stelae.background.this_task import of_this_task
from stelae.remember.curating import Curated
from stelae.remember.proposals.anchoring import Material, anchored
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.curation import CurationDrop, CurationRefusal
from stelae.schemas.session import SessionState
from stelae.text.likeness import same_statement


@dataclass(slots=True)
class Checked:
    """What goes to the gate, and what does not."""

    batch: list[Curated] = field(default_factory=list[Curated])
    dropped: list[CurationDrop] = field(default_factory=list[CurationDrop])


def checked(
    answer: CuratedBatch,
    material: Material,
    view: View,
    state: SessionState,
    *,
    tags: tuple[str, ...] = (),
) -> Checked:
    """Check the operations in their order, at most three of which go on.

    Args:
        answer: of the model.
        material: what a proposal can rest on.
        view: what the model was shown, and what is known beside.
        state: what holds for the task at hand.
        tags: labels of what is kept.
    """
    done = Checked(dropped=[CurationDrop(reason="unreadable")] * answer.left_out)
    for item in answer.operations:
        proposed = item.proposed()
        for candidate in anchored(proposed, material).candidates:
            ends, lost = _ends(item, candidate, view)
            done.dropped += lost
            reason = _refusal(item, candidate, ends, material, view, state, done.batch)
            if reason is not None:
                done.dropped.append(_dropped(item, candidate, reason))
                continue
            # A reason that says what is wrong with it stays.
            sound = candidate.reason == f"model:{proposed.reason}"
            why = f"curator:{item.operation}" if sound else candidate.reason
            labelled = candidate.model_copy(update={"tags": tags, "reason": why})
            done.batch.append(Curated(labelled, ends))
    return done


def _refusal(
    item: CuratedItem,
    candidate: MemoryCandidate,
    ends: dict[str, str],
    material: Material,
    view: View,
    state: SessionState,
    before: Sequence[Curated],
) -> CurationRefusal | None:
    """Return why it goes no further; the first check that fails decides."""
    if item.holds == "unsure":
        return "unsure"
    if item.holds == "task" or of_this_task(candidate.quote, material.said, state):
        return "this_task"
    if _known(candidate, view, ends) or _repeats(candidate, (one.candidate for one in before)):
        return "known"
    return "too_many" if len(before) >= MAX_FACTS else None


def _known(candidate: MemoryCandidate, view: View, ends: dict[str, str]) -> bool:
    """Is it known in nearly the same words? What ends something else may be: then that is all it does (P34)."""
    alike = [one for one in view.current if same_statement(candidate.text, one.text)]
    return any(not ends or one.id in ends.values() for one in alike)


def _repeats(candidate: MemoryCandidate, others: Iterable[MemoryCandidate]) -> bool:
    return any(same_statement(candidate.text, one.text) for one in others)


def _ends(
    item: CuratedItem, candidate: MemoryCandidate, view: View
) -> tuple[dict[str, str], list[CurationDrop]]:
    """Return the memories that it would end, by key: shown ones that the person's words name."""
    ends, lost = dict[str, str](), list[CurationDrop]()
    for key in dict.fromkeys(item.keys_to_supersede) if item.operation == "resolve" else ():
        record = view.shown.get(key)
        if record is None:
            lost.append(CurationDrop(reason="unshown_key", operation="resolve", key=key[:40]))
        elif not echoed(record, candidate.quote):
            lost.append(CurationDrop(reason="not_echoed", operation="resolve", key=key))
        else:
            ends[key] = record.id
    return ends, lost


def _dropped(
    item: CuratedItem, candidate: MemoryCandidate, reason: CurationRefusal
) -> CurationDrop:
    return CurationDrop(reason=reason, operation=item.operation, text=candidate.text)
