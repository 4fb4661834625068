"""`Client`: does what `calls` describes, one step after the other."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from copy import copy
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

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


class AnswerStream:
    """The pieces of an answer as they come; `answer` is the whole of it, checked, once they have ended."""

    def __init__(self, response: httpx.Response) -> None:
        """Take an answer whose body is unread."""
        self._response = response
        self._chunks = response.iter_bytes()
        self._coming = ComingAnswer()
        self._pieces: Iterator[str] = iter(())

    def __iter__(self) -> Iterator[str]:
        """Return itself."""
        return self

    def __next__(self) -> str:
        """Return the next piece.

        Raises:
            ServerUnavailableError: the answer broke off.
            StelaeError: the server failed in the middle of it.
        """
        try:
            while (piece := next(self._pieces, None)) is None:
                chunk = next(self._chunks, None)
                if chunk is None:
                    self._coming.end()
                    raise StopIteration
                self._pieces = self._coming.feed(chunk)
        except httpx.RequestError as error:
            raise unanswered(failure_of(error)) from None
        except StelaeError:
            self._response.close()
            raise
        return piece

    def close(self) -> None:
        """End the answer here; the server's model is stopped, too."""
        self._response.close()
        self._coming.cut()

    @property
    def answer(self) -> Answer:
        """The whole answer.

        Raises:
            InvalidInputError: there are pieces left; read them, or close the stream.
        """
        return self._coming.answer


class Connection:
    """The way to a server: does the steps of described calls."""

    def __init__(self, http: httpx.Client) -> None:
        """Take a client of httpx and own it."""
        self._http = http

    @property
    def url(self) -> str:
        """Where the server is."""
        return str(self._http.base_url)

    def do(self, steps: Steps[T]) -> T:
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
                heard = self._step(step)

    def _step(self, step: Request | Pause) -> Reply | Failure | None:
        if isinstance(step, Pause):
            time.sleep(step.seconds)
            return None
        try:
            response = self._http.send(self._http.build_request(**arguments(step)), stream=True)
            if response.is_success and step.live:
                return reply_of(response, live=True)
            with closing(response):
                if response.is_success and step.sink is not None:
                    for chunk in response.iter_bytes():
                        step.sink.write(chunk)
                    return reply_of(response)
                return reply_of(response, response.read())
        except httpx.RequestError as error:
            return failure_of(error)

    def close(self) -> None:
        """Close every connection; safe to call twice."""
        self._http.close()


def _sent(
    method: Callable[Concatenate[Calls, P], Steps[T]],
) -> Callable[Concatenate["Client", P], T]:
    """Return a described call as a method that does it."""

    def call(self: "Client", *args: P.args, **kwargs: P.kwargs) -> T:
        return self.connection.do(method(self.calls, *args, **kwargs))

    return dressed(call, method)


def _streamed(
    method: Callable[Concatenate[Calls, P], Steps[Reply]],
) -> Callable[Concatenate["Client", P], AnswerStream]:
    """Return a described call whose answer is read piece by piece as a method that begins it."""

    def call(self: "Client", *args: P.args, **kwargs: P.kwargs) -> AnswerStream:
        return AnswerStream(self.connection.do(method(self.calls, *args, **kwargs)).live)

    return dressed(call, method, AnswerStream)


class Client:
    """A memory on a server, with the methods of `Memory`. Close it, or use it in a `with`; threads may share it."""

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
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Connect to nothing yet.

        Args:
            base_url: where the server is.
            key: as `stelae keys create` printed it; None: the server lets this machine in without one.
            scope: where memories are written; None: the key's only scope.
            reads: further scopes that are read.
            project: tags what is written and narrows what is read.
            timeout_s: for one answer, and for each piece of a long one.
            retries: how often a call is sent again when nobody answers, or "not now".
            transport: another way to the server than a socket, for tests.

        Raises:
            ConfigurationError: the address, the key or a number cannot be used.
        """
        http = httpx.Client(**options(base_url, key, timeout_s), transport=transport)
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
        """Return a client of another place over the same connections, as `Memory.at`; closing it closes nothing.

        Args:
            scope: where it writes; None: as here.
            reads: further scopes that it reads; None: as here.
            project: None: as here.
        """
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

    def close(self) -> None:
        """Close the connections; safe to call twice. A call afterwards is a `RuntimeError`."""
        if self.owns:
            self.connection.close()

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

    def __repr__(self) -> str:
        """Name address and scope; the key is nobody's to see."""
        return f"Client({self.connection.url!r}, scope={self.calls.place.scope!r})"
