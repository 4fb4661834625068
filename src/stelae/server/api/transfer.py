"""Everything of a scope out as signed JSON lines, and such lines in. Callers name no file of this machine.

Both ways lead over a file without a name: a slow caller holds no read of the store open, and what fails is a problem with a
status instead of a stream that ends too early.
"""

import tempfile
from collections.abc import Iterator
from typing import IO, Any, Final, cast

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response, StreamingResponse

from stelae.schemas.keeping import ImportReport
from stelae.server.api.desk import AtPlace, Visiting, problems, reply
from stelae.server.api.idempotency import Idempotent

routes = APIRouter(tags=["transfer"], route_class=Idempotent)
NDJSON: Final = "application/x-ndjson"
_IN_MEMORY: Final = 1 << 20
_CHUNK: Final = 1 << 16
NDJSON_LINES: Final[dict[str, Any]] = {NDJSON: {"schema": {"type": "string"}}}


@routes.get(
    "/export",
    response_class=StreamingResponse,
    responses={200: {"description": "Signed lines", "content": NDJSON_LINES}, **problems()},
)
def export_memories(place: AtPlace, visit: Visiting) -> Response:
    """Write everything of the scope as signed JSON lines, which `import` reads. What is forgotten is not in it.

    Later receipts list the copy as out of reach.
    """
    memory = visit.memory("export", place)
    file = unnamed()
    try:
        report = memory.export(cast("Any", file), name="http")
    except BaseException:
        file.close()
        raise
    visit.saw(memory, (), count=report.lines)
    return lines_of(file, name=f"{memory.namespace.scope}.jsonl")


@routes.post(
    "/import",
    response_model=ImportReport,
    responses=problems(409),
    openapi_extra={"requestBody": {"required": True, "content": NDJSON_LINES}},
)
async def import_memories(request: Request, place: AtPlace, visit: Visiting) -> Response:
    """Read an export into the scope. What this folder has not signed goes through the gate as a document's word."""
    memory = visit.memory("import", place)
    with unnamed() as file:
        async for chunk in request.stream():
            file.write(chunk)
        file.seek(0)
        report = await run_in_threadpool(memory.import_, cast("Any", file))
    return reply(report)


def lines_of(file: IO[bytes], *, name: str) -> Response:
    """Return what was written to a file as JSON lines, and close it."""
    file.seek(0)

    def chunks() -> Iterator[bytes]:
        with file:
            while chunk := file.read(_CHUNK):
                yield chunk

    safe = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "-" for c in name)
    headers = {"Content-Disposition": f'attachment; filename="{safe}"'}
    return StreamingResponse(chunks(), media_type=NDJSON, headers=headers)


def unnamed() -> IO[bytes]:
    """Return a file that nobody else can open, and that is gone when it is closed."""
    return tempfile.SpooledTemporaryFile(_IN_MEMORY)
