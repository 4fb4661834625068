"""One request: who asks, and the one way from there to a memory."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response
from pydantic import BaseModel

from stelae.memory import Memory
from stelae.schemas.access import Caller, Place, Right
from stelae.server.access_log import AccessLog
from stelae.server.api.problems import MEDIA_TYPE, Problem
from stelae.server.callers import Callers
from stelae.server.problem_details import request_id
from stelae.server.recording import template_of
from stelae.server.shown import Ids, ids_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Visit:
    """A caller at the desk. Routes get a memory from here and from nowhere else."""

    caller: Caller
    _memory: Memory
    _callers: Callers
    _request: Request

    def memory(self, right: Right, place: Place) -> Memory:
        """Return the memory of that place, if the caller has the right and the place is within its key.

        Raises:
            PermissionDeniedError: the role or the key's scopes do not allow it.
            ScopeError: no scope is named, and the key has not exactly one.
        """
        self._callers.check(self.caller, right)
        located = self._callers.place_of(self.caller, place)
        return self._memory.at(
            tenant=located.tenant,
            scope=located.scope,
            reads=located.reads,
            project=located.project,
        )

    def show(
        self,
        memory: Memory,
        value: BaseModel,
        *,
        count: int | None = None,
        also: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """Answer with something read from a memory, and note who was shown it, as `saw`."""
        self.saw(memory, value, count=count, also=also)
        return reply(value, headers=headers)

    def saw(
        self, memory: Memory, shown: object, *, count: int | None = None, also: str | None = None
    ) -> None:
        """Note who was shown what (O27); see `AccessLog.record`.

        Args:
            memory: where it was read.
            shown: the answer.
            count: how many things were shown, where they have no ids.
            also: a scope beside those of the memory, of which something was shown.
        """
        log: AccessLog = self._request.app.state.access_log
        ns, scope = memory.namespace, self._request.scope
        if also is not None and also not in ns.readable:
            ns = ns.model_copy(update={"reads": (*ns.reads, also)})
        seen, trace_id = Ids(ids_of(shown)), getattr(shown, "trace_id", None)
        route, caller = template_of(scope), self.caller

        def note(request: str) -> None:
            log.record(caller, ns, route, seen, count=count, request_id=request, trace_id=trace_id)

        note(request_id(scope))
        self._request.state.readings = (*readings_of(self._request), note)

    def check(self, right: Right) -> None:
        """Let only callers with that right go on.

        Raises:
            PermissionDeniedError: the role does not allow it.
        """
        self._callers.check(self.caller, right)


def readings_of(request: Request) -> tuple[Callable[[str], None], ...]:
    """Return what notes the readings of a request once more, for another one that is answered the same."""
    return getattr(request.state, "readings", ())


async def caller_of(request: Request) -> Caller:
    """Return who a request comes from.

    Raises:
        UnauthenticatedError: there is no key, or none that holds.
    """
    callers: Callers = request.app.state.callers
    shown = request.headers.get("authorization")
    # A key that was seen before is known at once; a new one costs a hash, which must not hold up everybody.
    caller = callers.known(shown) or await run_in_threadpool(callers.of, shown)
    request.state.caller = caller
    return caller


async def _visit(request: Request) -> Visit:
    state = request.app.state
    caller = await caller_of(request)
    return Visit(caller, _memory=state.memory, _callers=state.callers, _request=request)


Visiting = Annotated[Visit, Depends(_visit)]
"""The caller of a request; raises `UnauthenticatedError` before the route runs."""
AtPlace = Annotated[Place, Query()]
"""Scope, reads and project as query parameters, where a request has no body."""


def reply(
    value: BaseModel, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a value as JSON, written once and not validated again."""
    return Response(
        value.model_dump_json(),
        status_code=status,
        media_type="application/json",
        headers=dict(headers or {}),
    )


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the errors of a route for the OpenAPI page, with those that every route has."""
    return {
        status: {"model": Problem, "content": {MEDIA_TYPE: {}}}
        for status in sorted({400, 401, 403, 413, 415, 422, 429, 500, 503, *statuses})
    }
