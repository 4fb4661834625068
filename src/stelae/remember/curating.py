"""Writing what a curator proposes: through the gate like any other, and with what a proposal ends.

A proposal has the authority of the person whose words carry it; a memory of a higher one is never ended by it (P22, R8), and
nothing is deleted: what is ended keeps its history. When something was forgotten since the model was asked, nothing of the
batch is written (P35).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from stelae.errors import MemoryNotFoundError
from stelae.remember.consolidation import closed
from stelae.remember.drafting import Proposal
from stelae.remember.grounding import ground_among
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import at_least
from stelae.schemas.candidate import MemoryCandidate
from stelae.schemas.change import Outcome
from stelae.schemas.curation import CurationRefusal
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.schemas.scope import Namespace


@dataclass(frozen=True, slots=True)
class Curated:
    """A candidate, and the memories that it would end."""

    candidate: MemoryCandidate
    ends: Mapping[str, str] = field(default_factory=dict[str, str])
    """Ids by the keys under which they were shown."""


@dataclass(slots=True)
class Written:
    """What became of a batch."""

    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    superseded: list[str] = field(default_factory=list[str])
    refused: dict[str, CurationRefusal] = field(default_factory=dict[str, CurationRefusal])
    """Why a key was not ended."""


class Curating:
    """Judges a batch and writes what passes, in one transaction."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Write through the pipeline and nothing else."""
        self._pipeline, self._parts = pipeline, pipeline.parts

    def write(
        self,
        ns: Namespace,
        batch: Sequence[Curated],
        said: Sequence[Observation],
        *,
        forgettings: int,
    ) -> Written | None:
        """Judge the batch and write what passes.

        Args:
            ns: the written scope.
            batch: in order.
            said: the person's logged messages.
            forgettings: how many there were in the scope before the model was asked.

        Returns:
            What became of it; None: something was forgotten meanwhile, and nothing was written.

        Raises:
            VersionConflictError: other writers kept changing the same memories.
        """

        def attempt() -> Written | None:
            now, settlement, done = self._parts.clock.now(), self._pipeline.begin(ns), Written()
            if settlement.forgettings != forgettings:
                return None
            for one in batch:
                grounded, by = ground_among(one.candidate, said, extractor="llm")
                start = len(settlement.outcomes)
                self._pipeline.judgement.judge(
                    ns, Proposal(grounded, by, by.authority), settlement, now
                )
                for key, id_ in one.ends.items():
                    refusal = self._end(ns, id_, settlement, start, done)
                    if refusal is not None:
                        done.refused[key] = refusal
            self._pipeline.commit(ns, settlement, now)
            done.outcomes = settlement.outcomes
            return done

        return self._pipeline.retry(attempt) if said and batch else Written()

    def _end(
        self, ns: Namespace, id_: str, settlement: Settlement, start: int, done: Written
    ) -> CurationRefusal | None:
        """Plan the end of a memory that the proposal judged last contradicts; else return why not."""
        outcome = settlement.outcomes[start]
        if outcome.outcome not in {"accepted", "duplicate"} or outcome.id is None:
            return "waits"
        older, by = self._latest(ns, id_, settlement), self._latest(ns, outcome.id, settlement)
        if older is None or by is None:
            return "gone"
        if older.id == by.id or older.superseded_by == by.id:
            return None
        if older.status != "active" or older.project != by.project:
            return "gone"
        if not at_least(by.authority, older.authority) or older.valid_from > by.valid_from:
            return "outranked"
        ended = closed(older, by, at=by.valid_from)
        settlement.write(ended, "supersede", expect=older.version, actor=by.authority)
        settlement.note("supersede", ended, "accepted")
        done.superseded.append(older.id)
        self._link(by, older, settlement, start)
        return None

    def _link(self, by: MemoryRecord, older: MemoryRecord, settlement: Settlement, at: int) -> None:
        """Let a new memory name what it took over from, as far as consolidation has named nothing."""
        planned = settlement.planned.get(by.id)
        if planned is None or planned.expect is not None or by.supersedes is not None:
            return
        linked = by.model_copy(update={"supersedes": older.id})
        settlement.write(linked, "supersede", expect=None)
        told = {"change": "supersede", "supersedes": older.id}
        settlement.outcomes[at] = settlement.outcomes[at].model_copy(update=told)

    def _latest(self, ns: Namespace, id_: str, settlement: Settlement) -> MemoryRecord | None:
        planned = settlement.planned.get(id_)
        if planned is not None:
            return planned.record
        try:
            found = self._parts.store.get(ns, id_)
        except MemoryNotFoundError:
            return None
        return found if found.scope == ns.scope else None
