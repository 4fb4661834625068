"""`AsyncMemory`: the methods of `Memory`, each in a worker thread. No logic of its own.

A cancelled await lets the write finish: writes are idempotent by message id or content, so it can be asked again.
"""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from stelae.memory import Memory
from stelae.recall.answer import AnswerStream
from stelae.schemas.answer import Answer
from stelae.schemas.scope import Namespace

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 4
"""Threads a handle may use at once; the store has as many readers."""


def _threaded(
    method: Callable[Concatenate[Memory, P], T],
) -> Callable[Concatenate["AsyncMemory", P], Coroutine[Any, Any, T]]:
    """Return the method as a coroutine that runs it in the handle's own executor, same arguments, same docstring."""

    @functools.wraps(method)
    async def call(self: "AsyncMemory", *args: P.args, **kwargs: P.kwargs) -> T:
        bound = functools.partial(method, self.memory, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self.executor, bound)

    return call


class AsyncAnswerStream:
    """An `AnswerStream` whose pieces are read with `async for`, each in a worker thread of the handle."""

    def __init__(self, stream: AnswerStream, executor: ThreadPoolExecutor) -> None:
        """Wrap a stream."""
        self._stream, self._executor = stream, executor

    def __aiter__(self) -> Self:
        """Return itself."""
        return self

    async def __anext__(self) -> str:
        """Return the next piece."""
        loop = asyncio.get_running_loop()
        piece = await loop.run_in_executor(self._executor, next, self._stream, None)
        if piece is None:
            raise StopAsyncIteration
        return piece

    async def aclose(self) -> None:
        """See `AnswerStream.close`."""
        await asyncio.get_running_loop().run_in_executor(self._executor, self._stream.close)

    @property
    def answer(self) -> Answer:
        """See `AnswerStream.answer`."""
        return self._stream.answer


def _streamed(
    method: Callable[Concatenate[Memory, P], AnswerStream],
) -> Callable[Concatenate["AsyncMemory", P], Coroutine[Any, Any, AsyncAnswerStream]]:
    """Return the method as a coroutine whose stream is read asynchronously, same arguments, same docstring."""

    @functools.wraps(method)
    async def call(self: "AsyncMemory", *args: P.args, **kwargs: P.kwargs) -> AsyncAnswerStream:
        bound = functools.partial(method, self.memory, *args, **kwargs)
        stream = await asyncio.get_running_loop().run_in_executor(self.executor, bound)
        return AsyncAnswerStream(stream, self.executor)

    return call


class AsyncMemory:
    """An asynchronous handle over a `Memory`; open it with `await AsyncMemory.open(...)`, same arguments."""

    def __init__(self, memory: Memory) -> None:
        """Wrap an open memory and own it from now on."""
        self.memory = memory
        self.executor = ThreadPoolExecutor(THREADS, thread_name_prefix="stelae-aio")

    @classmethod
    async def open(cls, *args: Any, **kwargs: Any) -> Self:
        """Open a data folder; see `Memory.open`."""
        return cls(await asyncio.to_thread(functools.partial(Memory.open, *args, **kwargs)))

    def at(self, **place: Any) -> "AsyncMemory":
        """Return a handle on another place of the same open memory, with threads of its own; see `Memory.at`."""
        return type(self)(self.memory.at(**place))

    @property
    def namespace(self) -> Namespace:
        """Tenant, scopes and project of this handle."""
        return self.memory.namespace

    @property
    def settings(self) -> Any:
        """The settings it was opened with."""
        return self.memory.settings

    observe = _threaded(Memory.observe)
    unread = _threaded(Memory.unread)
    retry = _threaded(Memory.retry)
    usage = _threaded(Memory.usage)
    remember = _threaded(Memory.remember)
    session_state = _threaded(Memory.session_state)
    update_session = _threaded(Memory.update_session)
    end_session = _threaded(Memory.end_session)
    curate = _threaded(Memory.curate)
    capture = _threaded(Memory.capture)
    run = _threaded(Memory.run)
    runs = _threaded(Memory.runs)
    extract_patterns = _threaded(Memory.extract_patterns)
    reflect = _threaded(Memory.reflect)
    propose_strategy = _threaded(Memory.propose_strategy)
    strategies = _threaded(Memory.strategies)
    strategy_outcome = _threaded(Memory.strategy_outcome)
    lift = _threaded(Memory.lift)
    recall = _threaded(Memory.recall)
    query = _threaded(Memory.query)
    aggregate = _threaded(Memory.aggregate)
    context = _threaded(Memory.context)
    warm = _threaded(Memory.warm)
    auto_context = _threaded(Memory.auto_context)
    preferences = _threaded(Memory.preferences)
    propose = _threaded(Memory.propose)
    observe_dislikes = _threaded(Memory.observe_dislikes)
    note_activity = _threaded(Memory.note_activity)
    ask = _threaded(Memory.ask)
    profile = _threaded(Memory.profile)
    ask_stream = _streamed(Memory.ask_stream)
    list = _threaded(Memory.list)
    get = _threaded(Memory.get)
    pending = _threaded(Memory.pending)
    confirm = _threaded(Memory.confirm)
    amend = _threaded(Memory.amend)
    reject = _threaded(Memory.reject)
    edit = _threaded(Memory.edit)
    forget = _threaded(Memory.forget)
    forgotten = _threaded(Memory.forgotten)
    forgettings = _threaded(Memory.forgettings)
    history = _threaded(Memory.history)
    restore = _threaded(Memory.restore)
    why = _threaded(Memory.why)
    why_recalled = _threaded(Memory.why_recalled)
    audit_head = _threaded(Memory.audit_head)
    audit_verify = _threaded(Memory.audit_verify)
    audit_export = _threaded(Memory.audit_export)
    export = _threaded(Memory.export)
    export_training = _threaded(Memory.export_training)
    import_ = _threaded(Memory.import_)
    import_guides = _threaded(Memory.import_guides)
    export_guides = _threaded(Memory.export_guides)
    lint_guides = _threaded(Memory.lint_guides)
    guides = _threaded(Memory.guides)
    explain_prompt = _threaded(Memory.explain_prompt)
    propose_draft = _threaded(Memory.propose_draft)
    commit_draft = _threaded(Memory.commit_draft)
    draft = _threaded(Memory.draft)
    drafts = _threaded(Memory.drafts)
    discard_draft = _threaded(Memory.discard_draft)
    import_document = _threaded(Memory.import_document)
    backup = _threaded(Memory.backup)
    stats = _threaded(Memory.stats)
    check = _threaded(Memory.check)
    calibrate = _threaded(Memory.calibrate)
    maintain = _threaded(Memory.maintain)
    maintained = _threaded(Memory.maintained)
    coverage = _threaded(Memory.coverage)
    folder_size = _threaded(Memory.folder_size)
    repair = _threaded(Memory.repair)
    categories = _threaded(Memory.categories)
    category = _threaded(Memory.category)
    concepts = _threaded(Memory.concepts)
    concept_names = _threaded(Memory.concept_names)
    concept_seeds = _threaded(Memory.concept_seeds)
    assimilate = _threaded(Memory.assimilate)
    related_concepts = _threaded(Memory.related_concepts)
    alias_concept = _threaded(Memory.alias_concept)
    merge_concepts = _threaded(Memory.merge_concepts)
    undo_concept = _threaded(Memory.undo_concept)
    jobs = _threaded(Memory.jobs)
    job = _threaded(Memory.job)
    retry_job = _threaded(Memory.retry_job)
    failed_jobs = _threaded(Memory.failed_jobs)
    work = _threaded(Memory.work)
    start_worker = _threaded(Memory.start_worker)
    stop_worker = _threaded(Memory.stop_worker)
    flush = _threaded(Memory.flush)
    waiting = _threaded(Memory.waiting)
    watch = _threaded(Memory.watch)

    async def close(self) -> None:
        """Let running calls finish, then close the memory; safe to call twice."""
        await asyncio.to_thread(self.executor.shutdown)
        await asyncio.to_thread(self.memory.close)

    async def __aenter__(self) -> Self:
        """Return itself."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        await self.close()
