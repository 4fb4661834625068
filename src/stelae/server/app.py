"""The app: one memory, and the doors that are switched on."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, nullcontext
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool

from stelae.assembly import SystemClock
from stelae.memory import Memory
from stelae.ports import Clock
from stelae.server.access_log import AccessLog
from stelae.server.api import (
    access_log,
    audit,
    categories,
    concepts,
    docs,
    drafts,
    forgetting,
    guides,
    health,
    jobs,
    memories,
    metrics,
    problems,
    reading,
    reviewing,
    runs,
    sessions,
    stats,
    transfer,
    writing,
)
from stelae.server.callers import Callers
from stelae.server.heads import Heads
from stelae.server.kept_answers import KeptAnswers
from stelae.server.keys import Keyring
from stelae.server.metrics import Metrics
from stelae.server.request_ids import RequestIds

if TYPE_CHECKING:
    from stelae.server.mcp.http import McpDoor

_ABOUT: Final = (
    "Long-term memory for agents. Models and callers propose, a deterministic gate decides, people confirm what matters."
    " Where a request works is named by `scope`, within what its key may."
)
V1: Final = (
    *(writing, reading, memories, reviewing, forgetting, drafts),
    *(categories, concepts, guides, sessions, runs, stats, jobs, transfer, audit, access_log),
)
"""Every part of the routes under `/v1`."""


def create_app(memory: Memory, *, keyring: Keyring, clock: Clock | None = None) -> FastAPI:
    """Return the app over an open memory; whoever opened the memory closes it.

    Args:
        memory: of the data folder; each request works in a place of its own (`Memory.at`).
        keyring: of the same folder.
        clock: another source of time for what is logged, for tests.
    """
    callers = Callers(keyring, memory.settings)
    access_log = _access_log(memory, clock or SystemClock())
    mcp = _mcp(memory, callers, access_log) if memory.settings.server.mcp else None

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        try:
            async with mcp.running() if mcp else nullcontext():
                yield
        finally:
            await run_in_threadpool(access_log.close)

    app = FastAPI(
        title="Stelae",
        version=version("stelae"),
        description=_ABOUT,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=lifespan,
        # The framework can export requests, errors and their texts when a variable of the environment says so.
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.memory = memory
    app.state.callers = callers
    app.state.kept_answers = KeptAnswers()
    app.state.access_log = access_log
    app.state.metrics = Metrics(memory)
    for watcher in (app.state.metrics, app.state.kept_answers):
        memory.watch(watcher)
    problems.install(app)
    # One level, since every level of routers looks for its route anew.
    for part in V1:
        app.include_router(part.routes, prefix="/v1")
    for routes in (health.routes, metrics.routes, docs.routes):
        app.include_router(routes)
    if mcp is not None:
        app.router.routes.append(mcp.route)
    app.add_middleware(Heads)
    app.add_middleware(RequestIds)
    return app


def _access_log(memory: Memory, clock: Clock) -> AccessLog:
    settings = memory.settings
    days = settings.server.access_log_days if settings.store.kind == "sqlite" else 0
    return AccessLog(settings.data, clock, days=days)


def _mcp(memory: Memory, callers: Callers, access_log: AccessLog) -> "McpDoor":
    # The protocol's library takes a second to load; a server that does not speak it has no need of it.
    from stelae.server.mcp.http import McpDoor  # noqa: PLC0415

    return McpDoor(memory, callers, access_log=access_log)
