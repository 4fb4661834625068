"""The audit: its head for safekeeping, whether its chain holds, and the rows of a scope. Never content."""

from typing import Any, cast

from fastapi import APIRouter
from fastapi.responses import Response, StreamingResponse

from stelae.errors import NotFoundError
from stelae.schemas.keeping import AuditHead, AuditReport
from stelae.server.api.bodies import Body
from stelae.server.api.desk import AtPlace, Visiting, problems, reply
from stelae.server.api.json_route import JsonRoute
from stelae.server.api.transfer import NDJSON_LINES, lines_of, unnamed

routes = APIRouter(prefix="/audit", tags=["audit"], route_class=JsonRoute)
_OPERATORS = "Something is wrong with this folder; its operator sees what with: stelae audit verify"


class VerifyBody(Body):
    """What the audit ended with when somebody last looked."""

    head: str | None = None
    """Proves that nothing was cut off since; null: only the chain and the texts are verified."""


@routes.get("/head", response_model=AuditHead, responses=problems(404))
def get_audit_head(place: AtPlace, visit: Visiting) -> Response:
    """Return the newest row's number, time and MAC; keep it elsewhere. The chain is the whole folder's."""
    head = visit.memory("audit", place).audit_head()
    if head is None:
        raise NotFoundError("The audit has no row yet.")
    return reply(head)


@routes.post("/verify", response_model=AuditReport, responses=problems())
def verify_audit(said: VerifyBody, visit: Visiting) -> Response:
    """Verify the chain of the whole folder, and the text of every stored version; that reads all of it."""
    memory = visit.memory("audit", said)
    report = memory.audit_verify(head=said.head)
    if report.problems and visit.caller.tenant != memory.settings.tenant:
        # They name memories, which may be another tenant's.
        report = report.model_copy(update={"problems": (_OPERATORS,)})
    return reply(report)


@routes.get(
    "",
    response_class=StreamingResponse,
    responses={200: {"description": "A row a line", "content": NDJSON_LINES}, **problems()},
)
def export_audit(place: AtPlace, visit: Visiting) -> Response:
    """Write the rows of the scope as JSON lines: ids, actors, reasons, MACs."""
    memory = visit.memory("audit", place)
    file = unnamed()
    try:
        memory.audit_export(cast("Any", file))
    except BaseException:
        file.close()
        raise
    return lines_of(file, name="audit.jsonl")
