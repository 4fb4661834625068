"""The page of the routes and the document behind it.

All of it comes from this server: it works offline, and its policy lets no script run but the files named here.
"""

import json
from importlib.resources import files
from threading import Lock
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stelae.errors import NotFoundError
from stelae.server.api import openapi

routes = APIRouter(include_in_schema=False)
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Swagger UI sets styles of its own; no script stands in the page."""
_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stelae: HTTP routes</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="page"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
"""
_START: Final = """SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#page",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
"""
_PACKAGE: Final = "fastapi_swagger.resources"
_KINDS: Final = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon-32x32.png": "image/png",
}
_KEPT: Final = {"Cache-Control": "public, max-age=3600"}
_MAKING: Final = Lock()


@routes.get("/docs")
async def docs_page() -> Response:
    """Show the routes."""
    return Response(_PAGE, media_type="text/html", headers={"Content-Security-Policy": POLICY})


@routes.get("/docs/{name}")
def docs_file(name: str) -> Response:
    """Return a part of that page."""
    if name == "start.js":
        return Response(_START, media_type="text/javascript", headers=_KEPT)
    if name not in _KINDS:
        raise NotFoundError("The page has no such part.")
    content = files(_PACKAGE).joinpath(name).read_bytes()
    return Response(content, media_type=_KINDS[name], headers=_KEPT)


@routes.get("/openapi.json")
def openapi_document(request: Request) -> Response:
    """Return the OpenAPI document, made once."""
    state = request.app.state
    with _MAKING:
        if not hasattr(state, "openapi"):
            state.openapi = json.dumps(openapi.document(request.app), ensure_ascii=False)
    return Response(state.openapi, media_type="application/json")
