"""What a `Memory` works with: each part is connected, and what it stands on is loaded, when it is first asked for."""

import threading
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from stelae.assembly.connecting import Connecting, part
from stelae.assembly.ids import new_id
from stelae.assembly.watching import Watchers
from stelae.config import Settings
from stelae.ports import Clock, Embedder, LanguageModel, Store
from stelae.schemas.categories.registry import Registry
from stelae.schemas.policy import Policy
from stelae.schemas.scope import Namespace

if TYPE_CHECKING:
    from stelae.assembly.embedders import EmbedderChoice
    from stelae.assembly.learning import Learning
    from stelae.background.curator import Curator
    from stelae.background.embedding import EmbeddingJobs
    from stelae.background.extraction import ExtractionJobs
    from stelae.background.maintenance import Maintenance
    from stelae.background.notes import RecallNotes
    from stelae.background.observing import Observing
    from stelae.background.piling import Piling, Teller
    from stelae.background.worker import Worker
    from stelae.concepts.leg import GraphLeg
    from stelae.concepts.pipeline import Concepts
    from stelae.forgetting.pipeline import Forgetter
    from stelae.providers.models.source import ModelSource
    from stelae.recall.answer_plan import Planner
    from stelae.recall.beside import Beside
    from stelae.recall.pipeline import Recall
    from stelae.recall.profile import Profiler
    from stelae.recall.sending import Sending
    from stelae.remember.embeddable import Embeddable
    from stelae.remember.pipeline import RememberPipeline
    from stelae.remember.review.decisions import Review
    from stelae.remember.review.parting import Parting
    from stelae.remember.review.restoring import Restoring
    from stelae.session.state import SessionStates


class Parts(Connecting):
    """The parts of one opening. Threads may share them; `build` makes them."""

    migrated: Mapping[str, int]
    """Memories that this opening has brought to the present form of their category, by category."""

    def __init__(
        self,
        settings: Settings,
        registry: Registry,
        policy: Policy,
        clock: Clock,
        store: Store,
        *,
        embedder: "EmbedderChoice | None",
        model: LanguageModel | None,
        tellers: "Mapping[str, Teller]",
        wakeful: bool,
    ) -> None:
        """Take what all others stand on; arguments as for `build`."""
        super().__init__()
        self.settings, self.registry, self.policy = settings, registry, policy
        self.clock, self.store = clock, store
        self.watchers, self.migrated = Watchers(), {}
        self._embedder, self._model, self._wakeful = embedder, model, wakeful
        self._tellers = tellers
        self._stopping = threading.Event()
        self._on_disk = None if settings.store.kind == "memory" else settings.data

    @part
    def embedders(self) -> tuple[Embedder, ...]:
        """In use, the strongest first."""
        from stelae.assembly.embedders import connect_embedders

        return connect_embedders(self.store, self.settings, self._embedder)

    @part
    def wanted_embedders(self) -> tuple[Embedder, ...]:
        """What the settings ask for, whether or not the store's vectors are of it."""
        from stelae.assembly.embedders import wanted_embedders

        return wanted_embedders(self.store.legs(), self.settings, self._embedder)

    @part
    def embeddable(self) -> "Embeddable":
        """What an embedder on another machine may see."""
        from stelae.assembly.embedders import embeddable_of

        return embeddable_of(self.settings)

    @part
    def source(self) -> "ModelSource":
        """Looks for the language model at first use."""
        from stelae.assembly.models import model_source

        return model_source(self.settings, self.clock, self._model)

    @part
    def sending(self) -> "Sending":
        """What may go to a model on another machine."""
        from stelae.recall.sending import Sending

        wanted = self.settings.model
        return Sending(wanted.remote_personal, wanted.remote_sensitive)

    @part
    def concepts(self) -> "Concepts":
        """Concept keys."""
        from stelae.concepts.nearness import Nearness
        from stelae.concepts.pipeline import Concepts

        near = Nearness(self.store, self.embedders, self._may_ask)
        return Concepts(self.store, self.clock, new_id, near)

    @part
    def remember(self) -> "RememberPipeline":
        """The write path."""
        from stelae.assembly.models import date_parsers
        from stelae.remember.parts import WriteParts
        from stelae.remember.pipeline import RememberPipeline

        return RememberPipeline(
            WriteParts(
                *(self.store, self.clock, self.policy, new_id),
                embedders=self.embedders,
                dates=date_parsers(),
                registry=self.registry,
                concept_key=self.concepts.key_of,
                concept_members=self.concepts.members,
                watcher=self.watchers,
                embeddable=self.embeddable,
            )
        )

    @part
    def review(self) -> "Review":
        """What a person decides."""
        from stelae.remember.review.decisions import Review

        return Review(self.remember)

    @part
    def restoring(self) -> "Restoring":
        """Earlier versions, brought back."""
        from stelae.remember.review.restoring import Restoring

        return Restoring(self.remember)

    @part
    def parting(self) -> "Parting":
        """Merged concepts, parted again."""
        from stelae.remember.review.parting import Parting

        return Parting(self.remember)

    @part
    def recall(self) -> "Recall":
        """The read path."""
        from stelae.recall.model_rewriting import ModelRewriter
        from stelae.recall.pipeline import Recall
        from stelae.recall.rewriting import Rewriter

        now, zone = self.clock, self.settings.zone
        by_model = ModelRewriter(self.source, now, zone, self.sending)
        return Recall(
            self.store,
            embedders=self.embedders,
            clock=now,
            new_id=new_id,
            policy=self.policy,
            rewriter=Rewriter(now, zone, self.registry, by_model),
            activation=self._activation() if self.settings.recall.graph else None,
            may_ask=self._may_ask,
        )

    @part
    def beside(self) -> "Beside":
        """What stands beside a message by itself."""
        from stelae.assembly.gates import gate_for
        from stelae.recall.beside import Beside

        gate = gate_for(self.settings.data, self.embedders)
        least = gate.at_least if gate else None
        return Beside(self.recall, self.store, self.policy, self.clock, least)

    @part
    def planner(self) -> "Planner":
        """Answers in words, put together."""
        from stelae.recall.answer_plan import Planner
        from stelae.remember.proposals.sensitivity import is_sensitive

        return Planner(
            *(self.store, self.store, self.source),
            sensitive=is_sensitive,
            sending=self.sending,
            remedy=self._remedy(),
        )

    @part
    def profiler(self) -> "Profiler":
        """What is known about a person."""
        from stelae.recall.profile import Profiler

        return Profiler(
            *(self.store, self.clock, self.source),
            registry=self.registry,
            sending=self.sending,
            remedy=self._remedy(),
        )

    @part
    def notes(self) -> "RecallNotes":
        """Notes of recalls."""
        from stelae.background.notes import RecallNotes

        return RecallNotes(self.store, self.clock, personal=self.policy.mask_personal)

    @part
    def piling(self) -> "Piling":
        """Tells of pending items that pile up."""
        from stelae.background.piling import Piling

        least = self.settings.server.pending_alert
        return Piling(self.store, self.clock, self._tellers, least=least)

    @part
    def extraction(self) -> "ExtractionJobs":
        """Jobs for a language model."""
        from stelae.assembly.models import extractor_of
        from stelae.background.extraction import ExtractionJobs

        return ExtractionJobs(
            *(self.remember, self.source),
            lambda found: extractor_of(found, self.settings, self.registry),
            required=self.settings.extractor == "llm",
        )

    @part
    def embedding(self) -> "EmbeddingJobs":
        """Jobs for the embedders."""
        from stelae.background.embedding import EmbeddingJobs

        return EmbeddingJobs(self.store, self.embedders, self.embeddable)

    @part
    def worker(self) -> "Worker":
        """Works on jobs; what a job needs is connected with the first one of its kind."""
        from stelae.background.worker import Worker

        return Worker(
            *(self.store, self.clock),
            {
                "embed": lambda jobs: self.embedding(jobs),
                "extract": lambda jobs: self.extraction(jobs),
                "purge": lambda jobs: self.forgetter.purging(jobs),
                "maintain": lambda jobs: self.maintenance(jobs),
            },
            idle=self.save,
            plan=lambda: self.maintenance.plan(),
            look=lambda: self.piling(),
            stopping=self._stopping,
            wakeful=self._wakeful,
        )

    @part
    def observing(self) -> "Observing":
        """Who reads a message when."""
        from stelae.background.observing import Observing

        choice = self.settings.extractor
        return Observing(
            *(self.remember, self.extraction, self.source), choice=choice, remedy=self._remedy()
        )

    @part
    def learning(self) -> "Learning":
        """What learns from runs."""
        from stelae.assembly.learning import learning_of

        return learning_of(self.remember, self.source, self.sending, remedy=self._remedy())

    @part
    def sessions(self) -> "SessionStates":
        """What holds for one conversation."""
        from stelae.session.files import SessionFiles
        from stelae.session.held import HeldSessions
        from stelae.session.state import SessionStates

        kept = HeldSessions() if self._on_disk is None else SessionFiles(self._on_disk)
        return SessionStates(kept, self.clock, personal=self.policy.mask_personal)

    @part
    def forgetter(self) -> "Forgetter":
        """Forgetting in all its steps."""
        from stelae.forgetting.pipeline import ForgetParts, Forgetter
        from stelae.ingestion.draft_forgetting import forget_files
        from stelae.ingestion.others_files import files_of_others

        def others_files(ns: Namespace) -> frozenset[Path]:
            theirs = files_of_others(self._on_disk, ns)
            return frozenset((*self.sessions.files_of_others(ns), *theirs))

        return Forgetter(
            ForgetParts(
                *(self.store, self.recall, self.clock, self.policy, new_id),
                clear=self.clear,
                forget_sessions=self.sessions.forget,
                forget_files=partial(forget_files, self._on_disk),
                others_files=others_files,
                embedders=self.embedders,
            )
        )

    @part
    def maintenance(self) -> "Maintenance":
        """What time does."""
        from stelae.background.maintenance import Maintenance

        return Maintenance(
            *(self.store, self.clock, self.policy),
            lambda ns, now: self.forgetter.purge(ns, now),
            new_id,
            halted=self._stopping.is_set,
            end_sessions=lambda now: self.sessions.sweep(now),
        )

    @part
    def curator(self) -> "Curator":
        """Looks at a turn after its answer."""
        from stelae.background.curator import Curator, CuratorSettings

        settings, wanted = self.settings, self.settings.model
        return Curator(
            self.remember,
            self.source,
            CuratorSettings(
                choice=settings.extractor,
                zone=settings.zone,
                retries=wanted.retries,
                remote_personal=wanted.remote_personal,
                remote_sensitive=wanted.remote_sensitive,
                remedy=self._remedy(),
            ),
        )

    def clear(self, ns: Namespace) -> int:
        """Drop what is held in memory of a scope, after a forgetting; return how many notes of recalls that were."""
        for held in map(self.held, ("recall", "beside", "concepts")):
            if held is not None:
                held.clear()
        self.watchers.forgotten(ns.tenant)
        return 0 if self.held("notes") is None else self.notes.drop(ns)

    def save(self) -> None:
        """Write what is held in memory."""
        if self.held("notes") is not None:
            self.notes.save()

    def close(self) -> None:
        """Stop the worker, let the model go unless it was handed in, write what is held in memory, close the store."""
        if self.held("worker") is not None:
            self.worker.stop()
        if self.held("source") is not None:
            self.source.close()
        self.save()
        self.store.close()

    def _may_ask(self, embedder: Embedder, text: str) -> bool:
        """One on this machine may see every question; what another one may see, rules say, which are loaded for it alone."""
        here: bool = getattr(embedder, "local", False)
        return here or self.embeddable.question(embedder, text)

    def _activation(self) -> "GraphLeg":
        from stelae.concepts.leg import GraphLeg

        return GraphLeg(self.concepts)

    def _remedy(self) -> str:
        from stelae.assembly.models import no_model

        return no_model(self.settings)
