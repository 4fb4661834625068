"""The write path's order of steps, and the only way to write a memory.

intake → rules → grounding → redaction → gate → consolidation → one transaction. Models come in through `propose` with
candidates and nothing else. Planning reads a snapshot; when the store has moved on meanwhile (`VersionConflictError`) the
whole plan is made anew, a bounded number of times.
"""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from stelae.errors import EmptyInputError, TooLargeError, VersionConflictError
from stelae.remember.claims import Claim, claim_of
from stelae.remember.drafting import Proposal
from stelae.remember.filling import must_fit
from stelae.remember.grounding import ground, ground_among, whole
from stelae.remember.indexing import Reader, embed_records, index_observation, index_record
from stelae.remember.intake import Intake, as_told, refusal, take_in
from stelae.remember.judgement import Judgement
from stelae.remember.llm_extraction import readable
from stelae.remember.meeting.holder import Meeting
from stelae.remember.meeting.paraphrase import Paraphrases
from stelae.remember.parts import WriteParts
from stelae.remember.redaction import redact, redact_value
from stelae.remember.repetition import new_among
from stelae.remember.rule_extraction import extract
from stelae.remember.settlement import Settlement
from stelae.remember.settling import Settling
from stelae.schemas.authority import Authority, at_least
from stelae.schemas.base import JsonObject
from stelae.schemas.candidate import MAX_MEMORY_CHARS, Extractor, Grounded, MemoryCandidate
from stelae.schemas.change import (
    ChangeSet,
    Extraction,
    Job,
    ObservationRef,
    ObserveResult,
    Outcome,
    Write,
)
from stelae.schemas.memory import Reason
from stelae.schemas.observation import Message, Observation
from stelae.schemas.scope import Namespace
from stelae.text.forget_requests import HOW_TO, PLACEHOLDER
from stelae.text.normalise import is_blank

MAX_ATTEMPTS = 8
"""Plans made before a conflict is given up. Eight processes that write one new key settle within three (DEV-23)."""
_EARLIER = 6
"""Messages of the conversation that are looked back at for a play that is still running, as the rules do."""
_ONE_TALK = timedelta(hours=1)
"""Messages without a session belong to one conversation when no more than this lies between them."""
_NOTHING_SAID: Mapping[Claim, Reason] = {"question": "question", "fiction": "not_asserted"}
"""What is no memory, whoever hands it over without saying what kind of memory it is to be."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Observed:
    """What `observe` tells its caller, and the ids of new messages that a model may read."""

    result: ObserveResult
    readable: tuple[str, ...] = ()


class RememberPipeline:
    """Everything that writes goes through here: `observe`, `remember`, `propose`, and `review` for people's decisions."""

    def __init__(self, parts: WriteParts) -> None:
        """Take what the steps work with; nothing is opened or loaded."""
        self.parts = parts
        meeting = Meeting(parts.store, Paraphrases(parts.embedders), parts.concept_members)
        self.settling = Settling(parts, meeting)
        self.judgement = Judgement(parts, meeting, self.settling)

    def observe(
        self,
        ns: Namespace,
        messages: Sequence[Message],
        *,
        rules: bool,
        model_job: bool,
        categories: Sequence[str] | None = None,
    ) -> Observed:
        """Log messages and, with `rules`, remember what people plainly say in them.

        Args:
            ns: where to write.
            messages: shaped by `messages.shape`.
            rules: run the rules now.
            model_job: leave a job for the language model.
            categories: take these and no others; None: every one.

        Raises:
            VersionConflictError: other writers kept changing the same memories.
        """
        return self.retry(lambda: self._observe(ns, messages, rules, model_job, categories))

    def remember(
        self,
        ns: Namespace,
        message: Message,
        *,
        category: str | None,
        attributes: JsonObject | None,
        authority: Authority,
        tags: tuple[str, ...] = (),
    ) -> Outcome:
        """Store one statement, as far as the gate allows, with its evidence, in one transaction.

        Raises:
            EmptyInputError: there is no text in it.
            TooLargeError: it is over 2,000 characters.
            UnknownCategoryError: no such category.
            VersionConflictError: other writers kept changing the same memory.
        """
        return self.retry(
            lambda: self._remember(ns, message, category, attributes, authority, tags)
        )

    def propose(
        self,
        ns: Namespace,
        candidates: Sequence[MemoryCandidate],
        observations: Sequence[Observation],
        *,
        extractor: Extractor = "llm",
        categories: Sequence[str] | None = None,
    ) -> tuple[Outcome, ...]:
        """Judge candidates that somebody else extracted from logged observations, and write what passes."""

        def attempt() -> tuple[Outcome, ...]:
            now, settlement = self.parts.clock.now(), self.begin(ns, categories)
            for candidate in candidates:
                grounded, said = ground_among(candidate, observations, extractor=extractor)
                self.judgement.judge(ns, Proposal(grounded, said, said.authority), settlement, now)
            self.commit(ns, settlement, now)
            return tuple(settlement.outcomes)

        return self.retry(attempt) if observations else ()

    def leave_extraction(
        self, ns: Namespace, ids: Sequence[str], categories: Sequence[str] | None = None
    ) -> str:
        """Leave a job to read logged observations later, after a model has failed now, and return its id."""
        now, id_ = self.parts.clock.now(), self.parts.new_id()
        job = extract_job(id_, ids, categories)
        self.parts.store.apply(ns, ChangeSet(actor="platform", at=now, jobs=(job,)))
        return id_

    def take_in(
        self,
        ns: Namespace,
        message: Message,
        now: datetime,
        order: int = 0,
        *,
        author: Authority | None = None,
    ) -> Intake:
        """Return a message as this memory would log it (`intake.take_in`); nothing is written."""
        return take_in(
            message,
            id=self.parts.new_id(),
            now=now,
            order=order,
            project=ns.project,
            masked=self.parts.policy.mask_personal,
            author=author,
        )

    def begin(self, ns: Namespace, categories: Sequence[str] | None = None) -> Settlement:
        """Begin a plan, for these categories or all. When something is forgotten before it is written, it is made anew."""
        allowed = None if categories is None else frozenset(categories)
        return Settlement(forgettings=self.parts.store.forgettings(ns), allowed=allowed)

    def commit(
        self,
        ns: Namespace,
        settlement: Settlement,
        now: datetime,
        *,
        intakes: Sequence[Intake] = (),
        jobs: Sequence[Job] = (),
        resolved: tuple[str, ...] = (),
        actor: Authority = "user",
    ) -> tuple[str, ...]:
        """Write a settlement in one transaction; without anything to write the store is not touched.

        Returns:
            Ids of the jobs that are left to do.
        """
        must_fit((p.record for p in settlement.planned.values()), self.parts.registry)
        worded = [p.record for p in settlement.planned.values() if p.change != "reinforce"]
        vectors = embed_records(
            *(self.parts.embedders, worded),
            legs=self.parts.store.legs(),
            embeddable=self.parts.embeddable,
        )
        reader = Reader()
        writes = tuple(
            index_record(
                *(p.record, p.change),
                expect=p.expect,
                vectors=vectors.get(p.record.id, {}),
                actor=p.actor,
                reader=reader,
            )
            for p in settlement.planned.values()
        )
        indexed = tuple(index_observation(i.observation, reader) for i in intakes)
        if not (writes or indexed or resolved or settlement.beside):
            self._tell(settlement)
            return ()
        left = (*jobs, *self._embed_job(writes, any(i.tokens for i in indexed)))
        self.parts.store.apply(
            ns,
            ChangeSet(
                actor=actor,
                at=now,
                observations=indexed,
                writes=writes,
                pending=tuple(settlement.pending),
                resolved=resolved,
                drops=tuple(settlement.drops),
                unnamed=tuple(settlement.unnamed),
                jobs=left,
                trail=tuple(settlement.trail),
                forgettings=settlement.forgettings,
            ),
        )
        self._tell(settlement)
        return tuple(job.id for job in left if job.id is not None)

    def retry(self, attempt: Callable[[], T]) -> T:
        """Run a plan-and-apply until it meets no conflict, with a growing random pause."""
        for number in range(1, MAX_ATTEMPTS + 1):
            try:
                return attempt()
            except VersionConflictError:
                if number == MAX_ATTEMPTS:
                    raise
                time.sleep(random.uniform(0, 0.004 * 2**number))  # noqa: S311 - no secret
        raise AssertionError("unreachable")

    def _tell(self, settlement: Settlement) -> None:
        if self.parts.watcher is not None:
            self.parts.watcher.decided(settlement.outcomes)

    def _embed_job(self, writes: Sequence[Write], fresh: bool) -> tuple[Job, ...]:
        """Rows that have no vectors yet get them from a job."""
        worded = (
            w
            for w in writes
            if w.change != "reinforce" and (w.record.status == "active" or w.expect is None)
        )
        waiting = fresh or any(not w.vectors for w in worded)
        job = Job(kind="embed", payload={}, id=self.parts.new_id())
        return (job,) if waiting and self.parts.embedders else ()

    def _observe(
        self,
        ns: Namespace,
        messages: Sequence[Message],
        rules: bool,
        model_job: bool,
        categories: Sequence[str] | None,
    ) -> Observed:
        now = self.parts.clock.now()
        intakes = [self.take_in(ns, m, now, n) for n, m in enumerate(messages)]
        usable = [i for i in intakes if not i.blank or i.observation.tool_calls]
        if not usable:
            return Observed(ObserveResult(extraction=Extraction(status="empty", extractor="none")))
        settlement = self.begin(ns, categories)
        for _ in range(len(intakes) - len(usable)):
            settlement.outcomes.append(Outcome(outcome="rejected", reason="empty"))
        kept, fresh = new_among(self.parts.store, ns, usable, settlement)
        if rules:
            earlier = self._before(ns, fresh)
            for intake in fresh:
                start = len(settlement.outcomes)
                self._extract(ns, intake, earlier, settlement, now)
                if intake.removed:
                    settlement.annotate(start, intake.told)
                earlier.append(intake.observation)
        chat = {"user", "assistant"}
        read = [i.observation for i in fresh if not i.blank and i.observation.role in chat]
        # Answers alone give a model nothing that a person said.
        spoken = any(readable(one) for one in read)
        ids = tuple(one.id for one in read) if spoken else ()
        wanted = model_job and bool(ids)
        jobs = [extract_job(self.parts.new_id(), ids, categories)] if wanted else []
        left = self.commit(ns, settlement, now, intakes=fresh, jobs=jobs)
        result = ObserveResult(
            observations=tuple(ObservationRef(id=o.id, external_id=o.external_id) for o in kept),
            extraction=Extraction(
                status="deferred" if jobs else "ok",
                extractor="rules" if rules else "none",
                detail="; ".join(dict.fromkeys(i.told for i in usable if i.removed)),
            ),
            outcomes=tuple(settlement.outcomes),
            jobs=left,
        )
        return Observed(result, ids)

    def _before(self, ns: Namespace, fresh: Sequence[Intake]) -> list[Observation]:
        """Return the latest messages of the conversation that these go on with, oldest first."""
        if not fresh:
            return []
        first = fresh[0].observation
        # The log has no index by session: the newest of all are read, and those of another one left out.
        found = self.parts.store.observations(ns, limit=_EARLIER)
        named = first.session is not None
        return [
            one
            for one in reversed(found)
            if one.session == first.session and (named or abs(first.time - one.time) <= _ONE_TALK)
        ]

    def _extract(
        self,
        ns: Namespace,
        intake: Intake,
        earlier: Sequence[Observation],
        settlement: Settlement,
        now: datetime,
    ) -> None:
        said = intake.observation
        if intake.blank:
            return
        refused = refusal(intake)
        if refused == "forget_request":
            self.judgement.drop(said, refused, settlement, rule=HOW_TO)
            if is_blank(said.text.replace(PLACEHOLDER, "")):
                return
        elif refused is not None:
            self.judgement.drop(said, refused, settlement)
            return
        start = len(settlement.outcomes)
        found = extract(said, before=tuple(earlier), dates=self.parts.dates)
        for candidate in found.candidates:
            grounded = ground(candidate, said, extractor="rules")
            self.judgement.judge(ns, Proposal(grounded, said, said.authority), settlement, now)
        for drop in found.drops:
            self.judgement.drop(said, drop.reason, settlement, rule=drop.rule, span=drop.span)
        told = any(o.reason == "untrusted_procedural" for o in settlement.outcomes[start:])
        # What is only asked, quoted or meant for this once grants nothing that lasts.
        posed = any(d.reason in {"not_asserted", "question", "transient"} for d in found.drops)
        if "procedural" in said.flags and not (told or posed):
            self.judgement.judge(ns, _procedural(said), settlement, now)

    def _remember(
        self,
        ns: Namespace,
        message: Message,
        category: str | None,
        attributes: JsonObject | None,
        authority: Authority,
        tags: tuple[str, ...],
    ) -> Outcome:
        now = self.parts.clock.now()
        intake = self.take_in(ns, message, now, author=authority)
        if intake.blank:
            raise EmptyInputError("There is no text to remember.")
        if len(intake.observation.text) > MAX_MEMORY_CHARS:
            raise TooLargeError(
                f"A memory holds at most {MAX_MEMORY_CHARS:,} characters; use observe for longer texts."
            )
        clean = None if attributes is None else redact_value(attributes)
        intake = as_told(intake, authority, clean)
        settlement = self.begin(ns)
        kept, fresh = new_among(self.parts.store, ns, [intake], settlement)
        if not fresh and settlement.outcomes:
            if intake.removed:
                settlement.annotate(0, intake.told)
            self._tell(settlement)
            return settlement.outcomes[0]
        said = kept[0]
        claim = _claimed(said, authority, given=category is not None or clean is not None)
        candidate = self._classify(said, category, clean)
        grounded = Grounded(
            candidate=candidate,
            evidence=(whole(said),),
            extractor="caller",
            verbatim=claim == "claimed",
        )
        proposal = Proposal(
            grounded,
            said,
            authority,
            secret=intake.only_secret,
            tags=tuple(redact(t, personal=self.parts.policy.mask_personal).text for t in tags),
            metadata=said.metadata,
        )
        if claim in _NOTHING_SAID:
            self.judgement.drop(said, _NOTHING_SAID[claim], settlement, rule="remember")
        else:
            self.judgement.judge(ns, proposal, settlement, now)
        if intake.removed:
            settlement.annotate(0, intake.told)
        self.commit(ns, settlement, now, intakes=fresh, actor=authority)
        return settlement.outcomes[-1]

    def _classify(
        self, said: Observation, category: str | None, attributes: JsonObject | None
    ) -> MemoryCandidate:
        """Return the statement as a candidate: the caller's category, else what the rules see in all of it, else a fact."""
        if said.role != "user" or said.authority != "user":
            said = said.model_copy(update={"role": "user", "authority": "user"})
        found = extract(said, dates=self.parts.dates).candidates
        guess = found[0] if len(found) == 1 else None
        if category is not None and (guess is None or guess.category != category):
            guess = None
        return MemoryCandidate(
            category=category or (guess.category if guess else "fact"),
            kind=guess.kind if guess else None,
            text=said.text,
            attributes=attributes
            if attributes is not None
            else (guess.attributes if guess else {}),
            quote=said.text,
            subject=guess.subject if guess else "user",
            confidence=1.0,
            importance=max(0.6, guess.importance if guess else 0.0),
            sensitivity=guess.sensitivity if guess else "personal",
            reason=f"remember:{guess.reason}" if guess else "remember",
            valid_from=guess.valid_from if guess else None,
            expires_at=guess.expires_at if guess else None,
        )


def _claimed(said: Observation, authority: Authority, *, given: bool) -> Claim:
    """Say what a text claims; who names its category or fields, or sits at the keyboard, has said what it is to be."""
    return "claimed" if given or at_least(authority, "user_edit") else claim_of(said.text)


def extract_job(id_: str, ids: Sequence[str], categories: Sequence[str] | None = None) -> Job:
    """Return the job of that id that lets a language model read these observations."""
    only = {} if categories is None else {"only": " ".join(categories)}
    return Job(kind="extract", payload={"observations": list(ids), **only}, id=id_)


def _procedural(said: Observation) -> Proposal:
    """A message that binds others or grants permission, kept whole for a person to see."""
    text = said.text[:MAX_MEMORY_CHARS]
    candidate = MemoryCandidate(
        category="constraint",
        kind="procedural",
        text=text,
        attributes={"type": "must"},
        quote=text,
        reason="procedural",
    )
    return Proposal(
        Grounded(candidate=candidate, evidence=(whole(said),), verbatim=True), said, said.authority
    )
