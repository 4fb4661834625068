"""What was learned from an agent's runs comes before the gate, like anything an agent infers itself (R3).

Its evidence is the message that says it, which is logged under a mark: what it was learned from. The same mark is never
proposed twice, whatever became of it, so that a person who has declined something is asked again only when there is more to
go by. Message, verdict, record and what it replaces are one transaction.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from stelae.remember.drafting import Proposal
from stelae.remember.grounding import whole
from stelae.remember.intake import as_told
from stelae.remember.pipeline import RememberPipeline
from stelae.schemas.authority import Authority
from stelae.schemas.candidate import Grounded, MemoryCandidate, Sensitivity
from stelae.schemas.change import Outcome, Trail
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.observation import Message
from stelae.schemas.scope import Namespace
from stelae.text.keys import sha256

AUTHOR: Final[Authority] = "agent"
_IMPORTANCE: Final = 0.6
"""As of what a caller says outright."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that was learned, with the fields of its category."""

    category: str
    text: str
    attributes: Mapping[str, Any]
    confidence: float
    rule: str
    """Who learned it and how, for `why`: `patterns:model`."""
    subject: str
    sensitivity: Sensitivity = "personal"


class Learned:
    """Puts statements before the gate, and knows which of them it has put there."""

    def __init__(self, pipeline: RememberPipeline) -> None:
        """Write through the pipeline and nothing else."""
        self._pipeline, self._parts = pipeline, pipeline.parts

    def before(self, ns: Namespace, mark: str) -> bool:
        """Was something proposed under this mark?"""
        return bool(self._parts.store.seen(ns, [mark], []))

    def current(self, ns: Namespace, key: str) -> MemoryRecord | None:
        """Return the memory of that key, of the handle's own project before that of none."""
        held = self._pipeline.settling.holders(ns, key, ns.project)
        return held[0] if held else None

    def waiting(self, ns: Namespace, key: str) -> tuple[PendingItem, ...]:
        """Return what this room has proposed under that key and nobody has decided yet."""
        items = self._parts.store.pending(ns, now=self._parts.clock.now())
        return tuple(i for i in items if i.key == key and i.record.authority == AUTHOR)

    def note(self, ns: Namespace, mark: str, text: str) -> None:
        """Log that what the mark names was looked at and gave nothing new."""
        message = Message(role="tool", content=text, id=mark)
        self._pipeline.observe(ns, [message], rules=False, model_job=False)

    def propose(
        self,
        ns: Namespace,
        statement: Statement,
        mark: str,
        *,
        replaces: str | None = None,
    ) -> Outcome:
        """Log the statement under its mark and let the gate decide on it.

        Args:
            ns: where to write.
            statement: what was learned.
            mark: names what it was learned from.
            replaces: a key; what this room has proposed under it and still waits gives way to this.

        Raises:
            VersionConflictError: other writers kept changing the same memory.
        """

        def attempt() -> Outcome:
            if self.before(ns, mark):  # by another process, meanwhile
                return Outcome(outcome="duplicate", reason="not_novel")
            now, settlement = self._parts.clock.now(), self._pipeline.begin(ns)
            message = Message(role="tool", content=statement.text, id=mark, time=now)
            intake = as_told(self._pipeline.take_in(ns, message, now), AUTHOR, None)
            said = intake.observation
            candidate = MemoryCandidate(
                category=statement.category,
                text=said.text,
                attributes=dict(statement.attributes),
                quote=said.text,
                subject=statement.subject,
                confidence=statement.confidence,
                importance=_IMPORTANCE,
                sensitivity=statement.sensitivity,
                reason=statement.rule,
            )
            grounded = Grounded(
                candidate=candidate, evidence=(whole(said),), extractor="caller", verbatim=True
            )
            proposal = Proposal(grounded, said, AUTHOR, secret=intake.only_secret)
            self._pipeline.judgement.judge(ns, proposal, settlement, now)
            done = settlement.outcomes[-1]
            kept = done.outcome in {"pending", "accepted"}
            gone = self.waiting(ns, replaces) if kept and replaces else ()
            settlement.trail += [
                Trail(action="reject", subject_id=one.id, actor=AUTHOR, reason="replaced")
                for one in gone
            ]
            self._pipeline.commit(
                *(ns, settlement, now),
                intakes=[intake],
                resolved=tuple(one.id for one in gone),
                actor=AUTHOR,
            )
            return done

        return self._pipeline.retry(attempt)


def mark_of(what: str, *names: str) -> str:
    """Return the id of the message that says what was learned from these: the same for the same."""
    named = sha256("\x1f".join(names))[:32]
    return f"stelae-{what}-{named}"
