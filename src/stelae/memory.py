"""`Memory`: the door of the library. It shapes arguments, asks the parts, and decides nothing itself.

Synchronous and thread-safe; `aio.AsyncMemory` runs the same methods in worker threads. After a fork, open a new one.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from stelae.assembly import EmbedderChoice, Parts, build, preview_of
from stelae.config import Settings, load
from stelae.errors import (
    InvalidInputError,
    ModelError,
    StoreBusyError,
)
from stelae.ports import Clock, LanguageModel
from stelae.recall.queries import Instant, shape_query
from stelae.remember.messages import Messages, shape
from stelae.remember.preview import Preview
from stelae.schemas.authority import Authority
from stelae.schemas.base import JsonObject
from stelae.schemas.categories.registry import category as category_named
from stelae.schemas.change import Extraction, ObserveResult, Outcome
from stelae.schemas.explanation import Explanation
from stelae.schemas.memory import MemoryRecord, PendingItem
from stelae.schemas.observation import Message
from stelae.schemas.policy import Policy
from stelae.schemas.query import (
    ContextBlock,
    Include,
    RecallQuery,
    RecallResult,
    Trace,
)
from stelae.schemas.scope import Namespace

logger = logging.getLogger(__name__)


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


class Memory:
    """Long-term memory of one scope in one data folder."""

    def __init__(self, parts: Parts, ns: Namespace) -> None:
        """Take connected parts; use `open` instead."""
        self._parts, self._ns = parts, ns
        self._closed = False

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

        Raises:
            ConfigurationError: a setting, the policy or an extra is wrong or missing.
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
        return cls(build(settings, clock=clock, embedder=embedder, policy=policy, model=model), ns)

    @property
    def namespace(self) -> Namespace:
        """Tenant, scopes and project of this handle."""
        return self._ns

    @property
    def embedders(self) -> tuple[str, ...]:
        """Fingerprints of the embedders in use; none: keywords only."""
        return tuple(embedder.fingerprint for embedder in self._parts.embedders)

    @property
    def settings(self) -> Settings:
        """The settings it was opened with."""
        return self._parts.settings

    def observe(
        self,
        messages: Messages,
        *,
        extract: bool = True,
        wait: bool = False,
        session: str | None = None,
    ) -> ObserveResult:
        """Log messages as evidence and remember what the gate lets through.

        Args:
            messages: a text (one user message), a message or a list of them (shape: docs/reference).
            extract: False keeps them raw: recallable, but no memory is made.
            wait: True asks the language model now instead of leaving it a job.
            session: for messages that name none.

        Raises:
            InvalidInputError: a message has no usable shape, or is too large.
            ModelUnavailableError: `extractor="llm"` and there is no model; the messages are logged, with a job for later.
            StoreError: nothing was written.
        """
        if not self._parts.settings.enabled:
            return ObserveResult(
                extraction=Extraction(status="empty", extractor="none", detail="STELAE_ENABLED=0")
            )
        shaped = shape(messages, zone=self._parts.settings.zone, session=session)
        result = self._parts.observing(self._ns, shaped, extract=extract, wait=wait)
        if result.observations:
            self._wake()
        if result.extraction.status in {"deferred", "failed"}:
            self._parts.worker.wake()
        return result

    def remember(
        self,
        text: str,
        *,
        category: str | None = None,
        attributes: JsonObject | None = None,
        authority: Authority = "user",
        time: Instant = None,
        id: str | None = None,  # noqa: A002 - the word every door uses
        session: str | None = None,
        tags: Sequence[str] = (),
        metadata: JsonObject | None = None,
    ) -> Outcome:
        """Store one statement, as far as the gate allows.

        Args:
            text: 1-2,000 characters.
            category: None lets the rules classify, else `fact`.
            attributes: fields of the category's schema.
            authority: `user` when a person's turn is behind it, `agent` for an agent's own inference, `user_edit` for a
                person at the keyboard. Doors for agents never take it from the caller.
            time: when it was said; None: now.
            id: the caller's own message id; the same id again is a duplicate.
            session: conversation it belongs to.
            tags: free labels.
            metadata: plain JSON, up to 16 KB.

        Raises:
            InvalidInputError: empty, too long, unknown category, bad metadata.
            StoreError: nothing was written.
        """
        if not self._parts.settings.enabled:
            return Outcome(outcome="rejected", reason="disabled", detail="STELAE_ENABLED=0")
        if category is not None:
            category = category_named(category).name
        raw = {
            "content": text,
            "time": time,
            "id": id,
            "session": session,
            "metadata": metadata or {},
        }
        message = self._shape_one(raw)
        outcome = self._parts.remember.remember(
            self._ns,
            message,
            category=category,
            attributes=attributes,
            authority=authority,
            tags=tuple(tags),
        )
        self._wake()
        return outcome

    def recall(
        self,
        query: str,
        *,
        limit: int = 10,
        include: Include = "all",
        floor: Literal["auto", "none"] | float | None = "auto",
        category: str | None = None,
        session: str | None = None,
        where: Mapping[str, Any] | None = None,
        since: Instant = None,
        until: Instant = None,
        as_of: Instant = None,
        known_at: Instant = None,
    ) -> RecallResult:
        """Find what answers a question; "nothing" is a valid answer.

        Args:
            query: the question or message.
            limit: at most so many hits, 1-100.
            include: memories, raw observations, or both.
            floor: `auto` for the calibrated floor, None or `none` to see weak hits, or a probability.
            category: only memories of that category.
            session: only what was said in that session.
            where: equality on fields of memories.
            since: only what happened at or after.
            until: only what happened before.
            as_of: what was true in the world then.
            known_at: what the store knew then.

        Raises:
            InvalidInputError: an empty query, a limit or time out of range, an unknown category.
        """
        asked = shape_query(
            query,
            zone=self._parts.settings.zone,
            limit=limit,
            include=include,
            floor=None if floor == "none" else floor,
            category=category,
            session=session,
            where=dict(where or {}),
            since=since,
            until=until,
            as_of=as_of,
            known_at=known_at,
        )
        if not self._parts.settings.enabled:
            return RecallResult()
        return self._recall(asked)

    def context(
        self, query: str, *, budget: int = 800, limit: int = 20, **filters: Any
    ) -> ContextBlock:
        """Return what a model should see beside this message: pinned constraints and what is relevant.

        Args:
            query: the user's message.
            budget: most tokens of the block, markers included.
            limit: most hits considered.
            filters: as for `recall`.

        Raises:
            InvalidInputError: as for `recall`; a budget below 1.
        """
        if budget < 1:
            raise InvalidInputError("The budget must be at least 1 token.")
        if not self._parts.settings.enabled:
            return ContextBlock()
        found = self.recall(query, limit=limit, **filters)
        return self._parts.recall.context(
            self._ns, found, budget=budget, zone=self._parts.settings.zone
        )

    def list(
        self,
        *,
        category: str | None = None,
        include_inactive: bool = False,
        limit: int = 100,
        after: str | None = None,
    ) -> tuple[MemoryRecord, ...]:
        """Return memories, newest first; `after` is the last id of the page before.

        Raises:
            UnknownCategoryError: no such category.
        """
        name = category_named(category).name if category else None
        return tuple(
            self._parts.store.list(
                self._ns, category=name, include_inactive=include_inactive, limit=limit, after=after
            )
        )

    def get(self, id: str) -> MemoryRecord:  # noqa: A002
        """Return one memory.

        Raises:
            MemoryNotFoundError: there is none of that id in the readable scopes.
        """
        return self._parts.store.get(self._ns, id)

    def pending(self) -> tuple[PendingItem, ...]:
        """Return what waits for a person, oldest first."""
        return tuple(self._parts.store.pending(self._ns, now=self._parts.clock.now()))

    def confirm(self, id: str, *, text: str | None = None) -> Outcome:  # noqa: A002
        """Store a pending item as a person, with another wording if `text` is given.

        Raises:
            MemoryNotFoundError: nothing of that id waits.
            InvalidInputError: it can no longer be stored.
        """
        outcome = self._parts.review.confirm(self._ns, id, text=text)
        self._wake()
        return outcome

    def reject(self, id: str, *, reason: str = "") -> None:  # noqa: A002
        """Take a pending item off the list for good.

        Raises:
            MemoryNotFoundError: nothing of that id waits.
        """
        self._parts.review.reject(self._ns, id, reason=reason)

    def edit(
        self,
        id: str,  # noqa: A002
        *,
        text: str | None = None,
        attributes: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Change a memory's wording or fields as a person; the old version is kept.

        Raises:
            MemoryNotFoundError: there is none of that id in the written scope.
            InvalidInputError: the fields do not fit, or nothing storable is left of the text.
        """
        outcome = self._parts.review.edit(self._ns, id, text=text, attributes=attributes)
        self._wake()
        return outcome

    def why(self, id: str) -> Explanation:  # noqa: A002
        """Explain a memory.

        Raises:
            MemoryNotFoundError: there is none of that id in the readable scopes.
        """
        record = self.get(id)
        ids = dict.fromkeys(s.observation_id for s in record.evidence)
        return Explanation(
            memory=record,
            observations=tuple(self._parts.store.observation(self._ns, o) for o in ids),
            versions=tuple(self._parts.store.versions(self._ns, id)),
        )

    def why_recalled(self, trace_id: str) -> Trace:
        """Explain a recall: the query's reading, every leg's score, the floor.

        Raises:
            MemoryNotFoundError: that trace is not kept (the newest 1,000 are).
        """
        return self._parts.notes.find(self._ns, trace_id) or self._parts.store.trace(
            self._ns, trace_id
        )

    def stats(self) -> Mapping[str, int]:
        """Count what this scope holds."""
        return dict(self._parts.store.counts(self._ns))

    def check(self) -> tuple[str, ...]:
        """Look for damage in the store; empty = sound."""
        return tuple(self._parts.store.check())

    def flush(
        self, *, timeout_s: float = 600.0, on_progress: Callable[[int], None] | None = None
    ) -> int:
        """Wait until background jobs (vectors, extraction) are done, and return how many still wait.

        Args:
            timeout_s: how long to wait for jobs that other processes hold or that pause after a failure.
            on_progress: called now and then with the number of jobs that still wait.
        """
        left = self._parts.worker.drain(timeout_s=timeout_s, on_progress=on_progress)
        self._parts.notes.save()
        return left

    def close(self) -> None:
        """Stop background work and close the store; jobs that wait go on at the next opening. Safe to call twice."""
        if not self._closed:
            self._closed = True
            self._parts.close()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def _wake(self) -> None:
        if self._parts.embedders:
            self._parts.worker.wake()

    def _shape_one(self, raw: Mapping[str, Any]) -> Message:
        return shape(raw, zone=self._parts.settings.zone)[0]

    def _recall(self, asked: RecallQuery) -> RecallResult:
        """Recall fails open: an agent's turn must not die of its memory (R22)."""
        try:
            result, trace = self._parts.recall.run(self._ns, asked)
        except (StoreBusyError, ModelError):
            logger.warning("recall failed open", exc_info=True)
            return RecallResult(partial=("store",))
        touched = [h.id for h in result.hits if h.type == "memory"]
        if self._parts.notes.add(self._ns, trace, touched):
            self._parts.worker.wake()
        return result
