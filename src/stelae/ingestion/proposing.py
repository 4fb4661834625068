"""Lines of an export that nobody vouches for: the same way in as any document. Nothing of it counts as a person's word.

Messages are logged as evidence that recall never shows; every current memory is proposed with authority `document`, in
the scope of the handle, and the gate decides. Histories, questions, receipts and tombstones are left out.
"""

from collections.abc import Sequence

from stelae.errors import EmptyInputError, TooLargeError
from stelae.ingestion.counting import Tally
from stelae.ingestion.screening import marks_of
from stelae.ports import Store
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.redaction import redact_value
from stelae.schemas.memory import Version
from stelae.schemas.observation import Message, Observation
from stelae.schemas.scope import Namespace
from stelae.schemas.transfer import ContentLine, MemoryLine, ObservationLine
from stelae.text.normalise import is_blank, storable

_SOURCE = {"source": "document"}


class Proposer:
    """Proposes what is in an export that is not signed."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Everything goes through the pipeline."""
        self._pipeline = pipeline
        self._store: Store = pipeline.parts.store
        self._masked = pipeline.parts.policy.mask_personal

    def propose(self, ns: Namespace, lines: Sequence[ContentLine]) -> Tally:
        """Bring one batch of lines before the gate, and count what became of them."""
        tally = Tally()
        self._log(ns, [one.observation for one in lines if isinstance(one, ObservationLine)], tally)
        for line in lines:
            if isinstance(line, MemoryLine):
                self._propose(ns, line.versions, tally)
            elif not isinstance(line, ObservationLine):
                tally.add(line.kind, "skipped", "unsigned")
        return tally

    def _log(self, ns: Namespace, said: Sequence[Observation], tally: Tally) -> None:
        gone = {one.id for one in said if self._is_forgotten(ns, one)}
        here = self._store.taken(ns, [one.id for one in said])
        known = self._store.seen(ns, [one.external_id for one in said if one.external_id], [])
        there = [
            one
            for one in said
            if one.id not in gone and (here.get(one.id) == "here" or one.external_id in known)
        ]
        seen_before = gone.union(one.id for one in there)
        fresh = [one for one in said if one.id not in seen_before and not is_blank(one.text)]
        before = self._store.counts(ns)["observations"] if fresh else 0
        outcomes = ()
        if fresh:
            messages = [_message(one) for one in fresh]
            seen = self._pipeline.observe(ns, messages, rules=False, model_job=False)
            outcomes = seen.result.outcomes
        new = self._store.counts(ns)["observations"] - before if fresh else 0
        forgotten = sum(outcome.reason == "forgotten" for outcome in outcomes)
        tally.add("observation", "accepted", "unsigned", new)
        tally.add("observation", "rejected", "forgotten", forgotten + len(gone))
        tally.add("observation", "rejected", "empty", len(said) - len(seen_before) - len(fresh))
        again = len(there) + max(0, len(fresh) - new - forgotten)
        tally.add("observation", "duplicate", "not_novel", again)

    def _is_forgotten(self, ns: Namespace, said: Observation) -> bool:
        name = said.external_id
        return name is not None and bool(self._store.tombstoned(ns, [name]))

    def _propose(self, ns: Namespace, versions: Sequence[Version], tally: Tally) -> None:
        record = versions[-1].record
        if record.status != "active":
            tally.add("memory", "skipped", "not_current")
            return
        if self._store.tombstoned(ns, marks_of(record)):
            tally.add("memory", "rejected", "forgotten")
            return
        message = Message(
            role="tool",
            content=storable(record.text),
            # An event's time is when it happens; it was said no later than it was recorded.
            time=min(record.time, versions[0].recorded_at),
            zone=record.zone,
            session=record.session,
            metadata=dict(_SOURCE),
        )
        try:
            outcome = self._pipeline.remember(
                ns.model_copy(update={"project": ns.project or record.project}),
                message,
                category=record.category,
                attributes=redact_value(dict(record.attributes), personal=self._masked),
                authority="document",
                tags=record.tags,
            )
        except EmptyInputError:
            tally.add("memory", "rejected", "empty")
        except TooLargeError:
            tally.add("memory", "rejected", "too_large")
        else:
            tally.add("memory", outcome.outcome, outcome.reason)


def _message(said: Observation) -> Message:
    """Return it without the name it had: that is kept for whoever comes with the message itself."""
    return Message(
        role="tool",
        content=storable(said.text),
        name=said.speaker,
        time=said.time,
        zone=said.zone,
        session=said.session,
        metadata=dict(_SOURCE),
    )
