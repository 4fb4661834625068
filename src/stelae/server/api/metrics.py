"""`/metrics`, for Prometheus: numbers of the whole folder, so only for those who run it."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stelae.errors import PermissionDeniedError
from stelae.server.api.desk import Visiting, problems
from stelae.server.metrics import MEDIA_TYPE, Metrics

routes = APIRouter(tags=["health"])


@routes.get(
    "/metrics",
    response_class=Response,
    responses={
        200: {
            "description": "Prometheus' text form",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        },
        **problems(),
    },
)
def get_metrics(request: Request, visit: Visiting) -> Response:
    """Return counts of requests, of the gate's words, of recalls, jobs and models; no tenant, scope or text among them.

    For an admin's key of the folder's own tenant; as long as nobody needs a key, for everybody on this machine.
    """
    if visit.caller.key_id:
        visit.check("metrics")
        if visit.caller.tenant != request.app.state.memory.settings.tenant:
            raise PermissionDeniedError("Metrics are about the whole folder: for its own tenant.")
    metrics: Metrics = request.app.state.metrics
    return Response(metrics.text(), media_type=MEDIA_TYPE)
