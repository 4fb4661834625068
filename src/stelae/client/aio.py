"""`AsyncClient`: does what `calls` describes, one step after the other, without holding up the loop."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import aclosing, closing
from copy import copy
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import httpx

from stelae.client.calls import Calls
from stelae.client.connection import (
    DEFAULT_URL,
    RETRIES,
    TIMEOUT_S,
    arguments,
    failure_of,
    options,
    reply_of,
)
from stelae.client.events import ComingAnswer
from stelae.client.refusals import unanswered
from stelae.client.steps import Failure, Pause, Reply, Request, Steps, dressed
from stelae.errors import StelaeError
from stelae.schemas.access import Place
from stelae.schemas.answer import Answer

P = ParamSpec("P")
T = TypeVar("T")


class AsyncAnswerStream:
    """An `AnswerStream` whose pieces are read with `async for`."""

    def __init__(self, response: httpx.Response) -> None:
        """Take an answer whose body is unread."""
        self._response = response
        self._chunks = response.aiter_bytes()
        self._coming = ComingAnswer()
        self._pieces: Iterator[str] = iter(())

    def __aiter__(self) -> Self:
        """Return itself."""
        return self

    async def __anext__(self) -> str:
        """Return the next piece.

        Raises:
            ServerUnavailableError: the answer broke off.
            StelaeError: the server failed in the middle of it.
        """
        try:
            while (piece := next(self._pieces, None)) is None:
                chunk = await anext(self._chunks, None)
                if chunk is None:
                    self._coming.end()
                    raise StopAsyncIteration
                self._pieces = self._coming.feed(chunk)
        except httpx.RequestError as error:
            raise unanswered(failure_of(error)) from None
        except StelaeError:
            await self._response.aclose()
            raise
        return piece

    async def aclose(self) -> None:
        """End the answer here; the server's model is stopped, too."""
        await self._response.aclose()
        self._coming.cut()

    @property
    def answer(self) -> Answer:
        """The whole answer; see `AnswerStream.answer`."""
        return self._coming.answer


class Connection:
    """The way to a server: does the steps of described calls."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        """Take a client of httpx and own it."""
        self._http = http

    @property
    def url(self) -> str:
        """Where the server is."""
        return str(self._http.base_url)

    async def do(self, steps: Steps[T]) -> T:
        """Do a described call and return what it ends with.

        Raises:
            StelaeError: as the call says.
        """
        heard: Reply | Failure | None = None
        with closing(steps):  # so that a call that is given up leaves no half-written file
            while True:
                try:
                    step = steps.send(heard)
                except StopIteration as done:
                    return done.value
                heard = await self._step(step)

    async def _step(self, step: Request | Pause) -> Reply | Failure | None:
        if isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
            return None
        try:
            request = self._http.build_request(**arguments(step))
            response = await self._http.send(request, stream=True)
            if response.is_success and step.live:
                return reply_of(response, live=True)
            async with aclosing(response):
                if response.is_success and step.sink is not None:
                    async for chunk in response.aiter_bytes():
                        step.sink.write(chunk)
                    return reply_of(response)
                return reply_of(response, await response.aread())
        except httpx.RequestError as error:
            return failure_of(error)

    async def close(self) -> None:
        """Close every connection; safe to call twice."""
        await self._http.aclose()


def _sent(
    method: Callable[Concatenate[Calls, P], Steps[T]],
) -> Callable[Concatenate["AsyncClient", P], Coroutine[Any, Any, T]]:
    """Return a described call as a coroutine that does it."""

    async def call(self: "AsyncClient", *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.connection.do(method(self.calls, *args, **kwargs))

    return dressed(call, method)


def _streamed(
    method: Callable[Concatenate[Calls, P], Steps[Reply]],
) -> Callable[Concatenate["AsyncClient", P], Coroutine[Any, Any, AsyncAnswerStream]]:
    """Return a described call whose answer is read piece by piece as a coroutine that begins it."""

    async def call(self: "AsyncClient", *args: P.args, **kwargs: P.kwargs) -> AsyncAnswerStream:
        reply = await self.connection.do(method(self.calls, *args, **kwargs))
        return AsyncAnswerStream(reply.live)

    return dressed(call, method, AsyncAnswerStream)


class AsyncClient:
    """A memory on a server, with the methods of `AsyncMemory`. Close it, or use it in an `async with`, in one loop."""

    def __init__(
        self,
        base_url: str = DEFAULT_URL,
        *,
        key: str | None = None,
        scope: str | None = None,
        reads: Sequence[str] = (),
        project: str | None = None,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Connect to nothing yet; arguments and errors are those of `Client`."""
        http = httpx.AsyncClient(**options(base_url, key, timeout_s), transport=transport)
        self.connection = Connection(http)
        self.calls = Calls(Place(scope=scope, reads=tuple(reads), project=project), retries=retries)
        self.owns = True

    def at(
        self,
        *,
        scope: str | None = None,
        reads: Sequence[str] | None = None,
        project: str | None = None,
    ) -> Self:
        """Return a client of another place over the same connections; see `Client.at`."""
        other = copy(self)
        other.calls = self.calls.at(scope=scope, reads=reads, project=project)
        other.owns = False
        return other

    observe = _sent(Calls.observe)
    remember = _sent(Calls.remember)
    capture = _sent(Calls.capture)
    run = _sent(Calls.run)
    runs = _sent(Calls.runs)
    session_state = _sent(Calls.session_state)
    update_session = _sent(Calls.update_session)
    end_session = _sent(Calls.end_session)
    recall = _sent(Calls.recall)
    context = _sent(Calls.context)
    ask = _sent(Calls.ask)
    ask_stream = _streamed(Calls.ask_stream)
    aggregate = _sent(Calls.aggregate)
    profile = _sent(Calls.profile)
    list = _sent(Calls.list)
    get = _sent(Calls.get)
    history = _sent(Calls.history)
    why = _sent(Calls.why)
    why_recalled = _sent(Calls.why_recalled)
    pending = _sent(Calls.pending)
    confirm = _sent(Calls.confirm)
    amend = _sent(Calls.amend)
    reject = _sent(Calls.reject)
    edit = _sent(Calls.edit)
    forget = _sent(Calls.forget)
    forgotten = _sent(Calls.forgotten)
    restore = _sent(Calls.restore)
    categories = _sent(Calls.categories)
    category = _sent(Calls.category)
    concepts = _sent(Calls.concepts)
    concept_names = _sent(Calls.concept_names)
    related_concepts = _sent(Calls.related_concepts)
    stats = _sent(Calls.stats)
    usage = _sent(Calls.usage)
    propose_draft = _sent(Calls.propose_draft)
    commit_draft = _sent(Calls.commit_draft)
    drafts = _sent(Calls.drafts)
    draft = _sent(Calls.draft)
    discard_draft = _sent(Calls.discard_draft)
    guides = _sent(Calls.guides)
    lint_guides = _sent(Calls.lint_guides)
    import_guides = _sent(Calls.import_guides)
    export = _sent(Calls.export)
    import_ = _sent(Calls.import_)
    audit_head = _sent(Calls.audit_head)
    audit_verify = _sent(Calls.audit_verify)
    audit_export = _sent(Calls.audit_export)
    access_log = _sent(Calls.access_log)
    jobs = _sent(Calls.jobs)
    job = _sent(Calls.job)
    wait_for = _sent(Calls.wait_for)
    retry_job = _sent(Calls.retry_job)
    health = _sent(Calls.health)
    ready = _sent(Calls.ready)

    async def close(self) -> None:
        """Close the connections; safe to call twice. A call afterwards is a `RuntimeError`."""
        if self.owns:
            await self.connection.close()

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

    def __repr__(self) -> str:
        """Name address and scope; the key is nobody's to see."""
        return f"AsyncClient({self.connection.url!r}, scope={self.calls.place.scope!r})"
