"""The page of the routes works offline, under a policy that lets no other script run."""

import re

from tests.server.conftest import Served


def test_the_page_takes_every_part_from_this_server(served: Served) -> None:
    """No address elsewhere, no script in the page, and each part is there."""
    served.secret("agent")
    page = served.client.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "script-src 'self';" in page.headers["content-security-policy"]
    parts = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(parts) == 4
    for part in parts:
        assert part.startswith("docs/")
        assert served.client.get(f"/{part}").status_code == 200
    assert re.findall(r"<script(?! src=)", page.text) == []
    assert "http" not in served.client.get("/docs/start.js").text


def test_no_other_file_is_a_part_of_it(served: Served) -> None:
    """Neither the package's code nor what a path leads to."""
    for name in ("__init__.py", "..%2fmain.py", "main.py", "%2e%2e%2fmain.py"):
        answer = served.client.get(f"/docs/{name}")
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"


def test_the_document_is_made_once_and_needs_no_key(served: Served) -> None:
    """And says who may ask."""
    served.secret("agent")
    first, second = (served.client.get("/openapi.json") for _ in range(2))
    assert first.status_code == 200
    assert first.content == second.content
    assert first.json()["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
