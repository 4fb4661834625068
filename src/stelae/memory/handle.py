"""`Memory` itself, put together from its parts, and how it is opened."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self

from stelae.assembly import CategoryChoice, EmbedderChoice, build, preview_of
from stelae.config import Settings, load
from stelae.errors import ScopeError
from stelae.memory.answering import Answering
from stelae.memory.calibrating import Calibrating
from stelae.memory.capturing import Capturing
from stelae.memory.concepts import Naming
from stelae.memory.deciding import Deciding
from stelae.memory.describing import Describing
from stelae.memory.drafting import Drafting
from stelae.memory.forgetting import Forgetting
from stelae.memory.guiding import Guiding
from stelae.memory.history import Histories
from stelae.memory.jobs import Jobs
from stelae.memory.keeping import Keeping
from stelae.memory.learning import LearningFromRuns
from stelae.memory.preferring import Preferring
from stelae.memory.prompting import Prompting
from stelae.memory.rereading import Rereading
from stelae.memory.sessions import Sessions
from stelae.memory.upkeep import Upkeep
from stelae.ports import Clock, LanguageModel
from stelae.remember.messages import Messages, shape
from stelae.remember.preview import Preview
from stelae.schemas.policy import Policy
from stelae.schemas.scope import Namespace


def extract_candidates(
    messages: Messages, settings: Settings | None = None, model: LanguageModel | None = None
) -> Preview:
    """Return what would be proposed for messages, and what is passed over. No store is opened (K19).

    Args:
        messages: as for `Memory.observe`.
        settings: None: those of the environment.
        model: a language model to use instead of the one that the settings name.

    Raises:
        ConfigurationError: a setting or the policy is wrong.
        InvalidInputError: a message has no usable shape, or is too large.
        ModelUnavailableError: `extractor="llm"` and there is no model.
    """
    settings = settings or load().settings
    return preview_of(shape(messages, zone=settings.zone), settings, model)


class Memory(
    Preferring,
    Calibrating,
    Capturing,
    LearningFromRuns,
    Answering,
    Prompting,
    Deciding,
    Describing,
    Drafting,
    Forgetting,
    Guiding,
    Histories,
    Jobs,
    Naming,
    Keeping,
    Rereading,
    Sessions,
    Upkeep,
):
    """Long-term memory of one scope in one data folder."""

    @classmethod
    def open(
        cls,
        data: str | Path | None = None,
        *,
        scope: str | None = None,
        tenant: str | None = None,
        reads: Sequence[str] = (),
        project: str | None = None,
        extractor: Literal["auto", "rules", "llm"] | None = None,
        embedder: EmbedderChoice | None = None,
        store: Literal["sqlite", "memory"] | None = None,
        settings: Settings | None = None,
        policy: Policy | None = None,
        model: LanguageModel | None = None,
        clock: Clock | None = None,
        categories: Sequence[CategoryChoice] = (),
        worker: bool = True,
    ) -> Self:
        """Open a data folder, which is made if it is not there.

        Args:
            data: the folder; None: `STELAE_DATA` or the platform's user data folder.
            scope: where memories are written; None: `STELAE_SCOPE` or `user:<login name>`.
            tenant: whose data it is, for servers.
            reads: further scopes that recall may read.
            project: tags what is written and narrows what is read.
            extractor: `rules`, `llm`, or `auto` for both.
            embedder: a profile (`auto`, `full`, `fast`, `none`, …) or embedders.
            store: `sqlite`, or `memory` for nothing on disk.
            settings: all of it at once; the other arguments still win.
            policy: instead of the data folder's `policy.yaml`.
            model: a language model to use instead of the one that the settings name.
            clock: another source of time, for tests.
            categories: memory types of your own: subclasses of `MemorySchema` or paths of files. What lies in the data
                folder's `schemas` is there without being named.
            worker: False: leave background jobs to another process (`stelae worker`); `flush` works on them all the same.

        Raises:
            ConfigurationError: a setting, the policy, a category or an extra is wrong or missing.
            ScopeError: a scope, tenant or project is malformed.
            StoreError: the store cannot be opened.
        """
        if settings is None:
            settings = load(data=data, extractor=extractor).settings
        changes: dict[str, Any] = {"extractor": extractor} if extractor else {}
        if data is not None:
            changes["data"] = Path(data)
        if store is not None:
            changes["store"] = settings.store.model_copy(update={"kind": store})
        settings = settings.model_copy(update=changes)
        ns = Namespace(
            tenant=settings.tenant if tenant is None else tenant,
            scope=settings.scope if scope is None else scope,
            reads=tuple(reads),
            project=settings.project if project is None else project,
        )
        parts = build(
            settings.model_copy(update={"tenant": ns.tenant}),
            clock=clock,
            embedder=embedder,
            policy=policy,
            model=model,
            categories=categories,
            worker=worker,
        )
        return cls(parts, ns)

    def at(
        self,
        *,
        scope: str | None = None,
        reads: Sequence[str] | None = None,
        project: str | None = None,
        tenant: str | None = None,
    ) -> Self:
        """Return a handle on another place of the same open memory: an agent's own scope, a team's, another project.

        It shares store, embedders and background work; closing it closes nothing. Which places a caller may name is the
        door's business (`Namespace`).

        Args:
            scope: where it writes; None: as here.
            reads: further scopes that it reads; None: as here.
            project: None: as here.
            tenant: None: as here. For servers alone; another tenant's handle inherits no scope and no project.

        Raises:
            ScopeError: a scope, the project or the tenant is malformed, or another tenant is named without a scope.
        """
        here = self._ns
        if tenant not in {None, here.tenant}:
            if scope is None:
                raise ScopeError("Another tenant's memory is opened with a scope of its own.")
            place = Namespace(
                tenant=tenant or "", scope=scope, reads=tuple(reads or ()), project=project
            )
            return type(self)(self._parts, place, owns=False)
        place = Namespace(
            tenant=here.tenant,
            scope=here.scope if scope is None else scope,
            reads=here.reads if reads is None else tuple(reads),
            project=here.project if project is None else project,
        )
        return type(self)(self._parts, place, owns=False)
