"""Who read which ids, for the admins of a tenant. Never a text, never another tenant's."""

from collections.abc import Iterator
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, ConfigDict

from stelae.schemas.base import UtcTime
from stelae.server.access_log import AccessLog, Reading
from stelae.server.api.desk import Visiting, problems
from stelae.server.api.transfer import NDJSON, NDJSON_LINES

routes = APIRouter(tags=["access"])
_LINES_AT_ONCE: Final = 500


class AccessQuery(BaseModel):
    """Which part of it."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    since: UtcTime | None = None
    """Only readings from then on."""
    until: UtcTime | None = None
    """Only readings before."""


@routes.get(
    "/access-log",
    response_class=StreamingResponse,
    responses={200: {"description": "A reading a line", "content": NDJSON_LINES}, **problems()},
)
def get_access_log(
    request: Request, asked: Annotated[AccessQuery, Query()], visit: Visiting
) -> Response:
    """Write who was shown which ids as JSON lines, oldest first: of the own tenant.

    A line names what was read in all of its scopes together, so it is shown to who holds every one of them.
    """
    visit.check("access_log")
    caller, log = visit.caller, request.app.state.access_log

    def held(one: Reading) -> bool:
        return all(map(caller.sees, (one.scope, *one.reads)))

    def lines() -> Iterator[str]:
        found: AccessLog = log
        told: list[str] = []
        for one in found.readings(caller.tenant, since=asked.since, until=asked.until):
            if held(one):
                told.append(one.model_dump_json() + "\n")
            if len(told) == _LINES_AT_ONCE:
                yield "".join(told)
                told = []
        yield "".join(told)

    return StreamingResponse(lines(), media_type=NDJSON)
