"""Texts that a person hands over, before the gate: a confirmed draft, or the passages of a document.

Several are planned together and written in one transaction. Each rests on a message of its own, so that forgetting one
leaves the others alone. Who hands over a document vouches that it is to be read, not for what it says: its authority stays
that of a document.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from stelae.remember.drafting import Proposal
from stelae.remember.grounding import whole
from stelae.remember.intake import Intake, as_told
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.proposals.sensitivity import is_sensitive
from stelae.remember.settlement import Settlement
from stelae.schemas.authority import Authority
from stelae.schemas.base import JsonObject
from stelae.schemas.candidate import Grounded, MemoryCandidate
from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.change import Outcome
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Message
from stelae.schemas.scope import Namespace
from stelae.text.keys import key_of

IMPORTANCE = 0.6
"""As of anything that a person asks to be kept."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One text with the category and the fields that it is to have."""

    text: str
    category: str
    attributes: JsonObject
    id: str
    """Of the message it rests on, unique in the scope."""
    metadata: JsonObject = field(default_factory=dict[str, Any])


class Statements:
    """Brings statements before the gate, as a person who has confirmed them."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Plan and write through the pipeline."""
        self._pipeline, self._parts = pipeline, pipeline.parts

    def taken(self, ns: Namespace, one: Statement, authority: Authority, order: int = 0) -> Intake:
        """Return the message that a statement would rest on; nothing is written."""
        read = authority == "document"
        message = Message(
            role="tool" if read else "system",
            content=one.text,
            id=one.id,
            metadata={**one.metadata, **({"source": "document"} if read else {})},
        )
        intake = self._pipeline.take_in(
            ns, message, self._parts.clock.now(), order, author=authority
        )
        return as_told(intake, authority, one.attributes)

    def plan(
        self,
        ns: Namespace,
        statements: Sequence[Statement],
        settlement: Settlement,
        now: datetime,
        *,
        authority: Authority,
    ) -> tuple[Intake, ...]:
        """Judge statements into a settlement, one outcome each, and return the messages that are to be logged.

        What says the same as the memory of its place is `duplicate`, and reading it again is no confirmation of it. What
        is refused leaves no message either: the place and the reason are in the report, the words in the file.
        """
        taken: list[Intake] = []
        for order, one in enumerate(statements):
            payload = self._payload(one)
            there = self._holding(ns, one, payload)
            if there is not None and _says_the_same(there, one, payload):
                settlement.tell("duplicate", there, "none", "not_novel")
                continue
            intake = self.taken(ns, one, authority, order)
            if intake.blank:
                settlement.outcomes.append(Outcome(outcome="rejected", reason="empty"))
                continue
            self._judge(ns, one, intake, settlement, now, authority)
            if settlement.outcomes[-1].outcome != "rejected":
                taken.append(intake)
        return tuple(taken)

    def holder(self, ns: Namespace, one: Statement) -> MemoryRecord | None:
        """Return the current memory of the statement's place."""
        return self._holding(ns, one, self._payload(one))

    def _payload(self, one: Statement) -> CategoryModel:
        return self._parts.registry.payload(one.category, one.attributes)

    def _holding(
        self, ns: Namespace, one: Statement, payload: CategoryModel
    ) -> MemoryRecord | None:
        key = key_of(one.category, payload, one.text)
        held = self._pipeline.settling.holders(ns, key, ns.project)
        return next((record for record in held if record.project == ns.project), None)

    def _judge(
        self,
        ns: Namespace,
        one: Statement,
        intake: Intake,
        settlement: Settlement,
        now: datetime,
        authority: Authority,
    ) -> None:
        said = intake.observation
        candidate = MemoryCandidate(
            category=one.category,
            text=said.text,
            attributes=one.attributes,
            quote=said.text,
            confidence=1.0,
            importance=IMPORTANCE,
            sensitivity="sensitive" if is_sensitive(said) else "personal",
            reason="draft" if authority != "document" else "document",
        )
        proposal = Proposal(
            Grounded(
                candidate=candidate, evidence=(whole(said),), extractor="caller", verbatim=True
            ),
            said,
            authority,
            secret=intake.only_secret,
            confirmed=True,
            metadata=said.metadata,
        )
        start = len(settlement.outcomes)
        self._pipeline.judgement.judge(ns, proposal, settlement, now)
        if intake.removed:
            settlement.annotate(start, intake.told)


def _says_the_same(there: MemoryRecord, one: Statement, payload: CategoryModel) -> bool:
    fields = payload.model_dump(mode="json", exclude_none=True)
    return (
        there.attributes.items() >= fields.items()
        and there.metadata.items() >= one.metadata.items()
    )
