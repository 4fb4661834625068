"""Opening: settings in, parts out. What can be wrong with a data folder is found here, not in the middle of a turn."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from stelae.assembly.categories import CategoryChoice, registry_of
from stelae.assembly.clock import SystemClock
from stelae.assembly.evolution import bring_to_form
from stelae.assembly.gates import GATES_NAME
from stelae.assembly.models import check_model
from stelae.assembly.parts import Parts
from stelae.assembly.stores import open_store
from stelae.assembly.tellers import tellers_of
from stelae.config import Settings, load_policy
from stelae.errors import StelaeError, StoreBusyError
from stelae.ports import Clock, Embedder, LanguageModel, Store
from stelae.schemas.change import ChangeSet, Job
from stelae.schemas.policy import Policy
from stelae.schemas.scope import Namespace
from stelae.text.tokens import TOKENIZER_VERSION

if TYPE_CHECKING:
    from stelae.assembly.embedders import EmbedderChoice
    from stelae.remember.migrating import Migrating


def build(
    settings: Settings,
    *,
    clock: Clock | None = None,
    embedder: "EmbedderChoice | None" = None,
    policy: Policy | None = None,
    model: LanguageModel | None = None,
    categories: Sequence[CategoryChoice] = (),
    worker: bool = True,
) -> Parts:
    """Open the store and check what the parts will stand on; they are connected when they are first asked for.

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
    registry = registry_of(settings, categories)
    tellers = tellers_of(settings.server)
    rules = registry.with_every_row(policy or load_policy(settings, registry))
    parts = Parts(
        *(settings, registry, rules, clock or SystemClock(), open_store(settings)),
        embedder=embedder,
        model=model,
        tellers=tellers,
        wakeful=worker,
    )
    try:
        _agree_on_embedders(parts, settings.embedder.profile if embedder is None else embedder)
        _bring_up_to_date(parts.store)
        _leave_embedding(parts)
        if (settings.data / GATES_NAME).is_file():
            parts.beside  # noqa: B018 - a file that cannot be read is told now
        if model is None:
            check_model(settings)
        parts.migrated = bring_to_form(parts.store, registry, lambda: _migrating(parts))
    except StelaeError:
        parts.store.close()
        raise
    return parts


def _agree_on_embedders(parts: Parts, choice: "EmbedderChoice") -> None:
    """Refuse an embedder that was named and is not the store's. Those that the store names are connected at first use."""
    if choice != "auto" or not parts.store.legs():
        parts.embedders  # noqa: B018


def _bring_up_to_date(store: Store) -> None:
    if store.tokenizer() == TOKENIZER_VERSION:
        return
    from stelae.remember.indexing import keyword_row

    store.reindex(TOKENIZER_VERSION, keyword_row)


def _leave_embedding(parts: Parts) -> None:
    """Leave a job for rows that were written without these embedders: by a handle for keywords only, or before a repair.

    Where jobs wait already nothing is written, and where somebody else writes the next opening will do: reading must not
    wait for it.
    """
    store, settings = parts.store, parts.settings
    if store.waiting() or not _unembedded(parts):
        return
    ns = Namespace(tenant=settings.tenant, scope=settings.scope)
    job = Job(kind="embed", payload={})
    with suppress(StoreBusyError):
        store.apply(ns, ChangeSet(actor="platform", at=parts.clock.now(), jobs=(job,)))


def _unembedded(parts: Parts) -> bool:
    """Has a row no vector yet, of those that may have one? While every row has all of them, no embedder is asked."""
    store = parts.store
    legs = store.legs()
    connected: tuple[Embedder, ...] | None = parts.held("embedders")
    wanted = legs if connected is None else [embedder.leg for embedder in connected]
    if not any(_without(store, leg, legs) for leg in wanted):
        return False
    from stelae.background.embedding import Waiting

    waiting = Waiting(parts.embeddable)
    return any(
        waiting.any(store, e) if e.leg in legs else bool(store.coverage().rows)
        for e in parts.embedders
    )


def _without(store: Store, leg: str, legs: Mapping[str, str]) -> bool:
    return bool(store.unembedded(leg, limit=1) if leg in legs else store.coverage().rows)


def _migrating(parts: Parts) -> "Migrating":
    from stelae.remember.migrating import Migrating

    return Migrating(parts.remember)
