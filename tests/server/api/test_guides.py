"""Guides over HTTP: files in the body, kept in step by source; no path leads out of their folder."""

from typing import Any

import pytest

from stelae.testing import FixedClock
from tests.server.conftest import Caller, Served

GUIDE = """schema_version: 1
category: usage_guide
intent: {intent}
agent: {agent}
keywords: [快照, snapshot]
source_tier: team
body: |
  {body}
"""


def file(intent: str, body: str = "先拍快照，再回答。", agent: str = "netops") -> dict[str, str]:
    """A guide file of an agent."""
    text = GUIDE.format(intent=intent, agent=agent, body=body)
    return {"path": f"{agent}/guides/{intent}.guide.yaml", "text": text}


@pytest.fixture
def admin(served: Served) -> Caller:
    """An admin of every scope."""
    return served.as_(served.secret("admin", "*"))


def words(report: dict[str, Any]) -> dict[str, str]:
    """Return what became of each guide."""
    return {one["intent"]: one["word"] for one in report["outcomes"]}


def test_a_sources_files_are_kept_in_step(admin: Caller, clock: FixedClock) -> None:
    """Added, unchanged, changed, pruned; what another source sent stays."""
    one, two = file("take_snapshot"), file("check_port", "Look at the port first.")
    status, report = admin.post("/v1/guides/import", files=[one, two])
    assert (status, words(report)) == (200, {"take_snapshot": "added", "check_port": "added"})
    admin.post("/v1/guides/import", files=[file("refund", agent="shop")], source="shop-repo")
    clock.advance(minutes=1)
    _, report = admin.post("/v1/guides/import", files=[one, file("check_port", "先看端口。")])
    assert words(report) == {"take_snapshot": "unchanged", "check_port": "changed"}
    _, report = admin.post("/v1/guides/import", files=[one])
    assert words(report) == {"take_snapshot": "unchanged", "check_port": "pruned"}
    _, page = admin.get("/v1/guides?scope=agent:netops&reads=agent:shop")
    assert {one["guide"]["intent"] for one in page["items"]} == {"take_snapshot", "refund"}


def test_nothing_of_the_files_stays_on_the_disk(served: Served, admin: Caller) -> None:
    """Their text is in the store and nowhere else, so that forgetting reaches all of it."""
    admin.post("/v1/guides/import", files=[file("take_snapshot")])
    folder = served.memory.settings.data / ".guides"
    assert [path.name for path in folder.rglob("*")] == [".lock"]


def test_findings_name_file_and_line(admin: Caller) -> None:
    """And nothing is imported."""
    wrong = file("take_snapshot")
    wrong["text"] = wrong["text"].replace("intent:", "intend:")
    status, page = admin.post("/v1/guides/lint", files=[wrong])
    assert status == 200
    assert {"unknown_key", "missing"} <= {one["code"] for one in page["items"]}
    assert page["items"][0]["file"] == wrong["path"]
    assert admin.get("/v1/guides?scope=agent:netops")[1]["items"] == []


@pytest.mark.parametrize(
    "path",
    [
        "../keys.json.guide.yaml",
        "netops/../../x.guide.yaml",
        "/etc/x.guide.yaml",
        "netops//guides/x.guide.yaml",
        "netops\\guides\\x.guide.yaml",
        "netops/guides/.x.guide.yaml",
        "netops/x.guide.yaml/guides/y.guide.yaml",
        "netops/guides/x.yaml",
        "netops/guides/\u0000x.guide.yaml",
        "C:x.guide.yaml",
        f"netops/guides/{'长' * 90}.guide.yaml",
        "a/" * 9 + "x.guide.yaml",
    ],
)
def test_a_path_that_leads_elsewhere_is_refused(admin: Caller, path: str) -> None:
    """Before anything is written; the answer does not repeat it."""
    for route in ("import", "lint"):
        status, problem = admin.post(f"/v1/guides/{route}", files=[{"path": path, "text": "x"}])
        assert (status, problem["errors"][0]["field"]) == (422, "files.0.path")
        assert path not in problem["detail"]


def test_two_files_of_one_path_are_refused(admin: Caller) -> None:
    """Also where only some file systems would say so."""
    one = file("take_snapshot")
    other = {**one, "path": one["path"].replace("netops/", "NetOps/")}
    assert admin.post("/v1/guides/import", files=[one, other])[0] == 422


def test_importing_takes_an_admin_of_every_scope(served: Served, lin: Caller) -> None:
    """Paths name scopes, so a key of one scope would write others."""
    narrow = served.as_(served.secret("admin", "agent:netops"))
    for caller in (narrow, lin):
        assert caller.post("/v1/guides/import", files=[file("take_snapshot")])[0] == 403
    assert narrow.post("/v1/guides/lint", files=[file("take_snapshot")])[0] == 200
    assert lin.post("/v1/guides/lint", files=[])[0] == 403


def test_another_tenants_guides_are_its_own(served: Served, admin: Caller) -> None:
    """The same source name in another tenant prunes nothing here."""
    admin.post("/v1/guides/import", files=[file("take_snapshot")])
    other = served.as_(served.secret("admin", "*", tenant="acme"))
    assert other.post("/v1/guides/import", files=[])[1]["outcomes"] == []
    assert other.get("/v1/guides?scope=agent:netops")[1]["items"] == []
    assert len(admin.get("/v1/guides?scope=agent:netops")[1]["items"]) == 1
