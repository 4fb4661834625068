"""Exports and imports over HTTP: lines out, lines in, and no file of the server's named by a caller."""

import json
from typing import Any

import pytest

from tests.server.conftest import Caller, Served


@pytest.fixture
def admin(served: Served) -> Caller:
    """An admin of user:lin."""
    return served.as_(served.secret("admin"))


def exported(caller: Caller, path: str = "/v1/export") -> bytes:
    """Return the lines of an export."""
    headers = {"Authorization": f"Bearer {caller.secret}"}
    answer = caller.client.get(path, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    return answer.content


def imported(caller: Caller, lines: bytes, path: str = "/v1/import") -> tuple[int, Any]:
    """Send lines."""
    headers = {"Authorization": f"Bearer {caller.secret}", "Content-Type": "application/x-ndjson"}
    answer = caller.client.post(path, content=lines, headers=headers)
    return answer.status_code, answer.json()


def test_what_goes_out_comes_in_again(lin: Caller, admin: Caller) -> None:
    """Both languages, signed; in the same folder it is known already."""
    lin.post("/v1/observe", messages=["我对花生过敏", "I live in Osaka"])
    lines = exported(lin)
    header, *content, end = [json.loads(line) for line in lines.splitlines()]
    assert (header["kind"], header["scopes"], end["kind"]) == ("header", ["user:lin"], "end")
    assert "我对花生过敏" in json.dumps(content, ensure_ascii=False)
    status, report = imported(admin, lines)
    assert (status, report["trust"]) == (200, "signed")
    assert {one["outcome"] for one in report["counts"]} == {"duplicate"}


def test_another_tenant_takes_it_as_a_document(served: Served, lin: Caller) -> None:
    """A signature vouches for no other tenant; and the first tenant's rows stay as they were."""
    lin.post("/v1/observe", messages="我对花生过敏")
    lines = exported(lin)
    before = lin.get("/v1/memories")[1]
    acme = served.as_(served.secret("admin", tenant="acme"))
    status, report = imported(acme, lines)
    assert (status, report["trust"]) == (200, "other_scope")
    assert lin.get("/v1/memories")[1] == before
    assert not {one["id"] for one in before["items"]} & {
        one["id"] for one in acme.get("/v1/memories")[1]["items"]
    }


def test_what_was_forgotten_does_not_come_back_with_an_old_export(
    lin: Caller, admin: Caller
) -> None:
    """DEV-13.3: an export from before the forgetting."""
    lin.post("/v1/observe", messages=[{"role": "user", "content": "我的新地址是槐树巷 18 号"}])
    lines = exported(lin)
    preview = lin.post("/v1/forget", what="忘记我的地址")[1]
    lin.post("/v1/forget/execute", preview=preview)
    status, report = imported(admin, lines)
    assert status == 200
    reasons = {(one["kind"], one["reason"]) for one in report["counts"]}
    assert ("memory", "forgotten") in reasons
    assert "槐树巷" not in json.dumps(lin.get("/v1/memories")[1], ensure_ascii=False)


def test_broken_lines_are_refused_whole_and_not_repeated(lin: Caller, admin: Caller) -> None:
    """The problem names the line and never what stands there."""
    lin.post("/v1/observe", messages="I live in Osaka")
    lines = exported(lin) + b'{"kind": "memory", "secret": "canary"}\n'
    status, problem = imported(admin, lines)
    assert (status, problem["error"]) == (422, "BrokenExportError")
    assert "canary" not in json.dumps(problem)
    assert imported(admin, b"")[0] == 422


def test_exports_take_a_reviewer_and_imports_an_admin(
    served: Served, lin: Caller, agent: Caller
) -> None:
    """And both a scope that the key holds."""
    assert agent.get("/v1/export")[0] == 403
    assert imported(lin, b"")[0] == 403
    assert lin.get("/v1/export?scope=user:mo")[0] == 403
    assert b"user:mo" not in exported(served.as_(served.secret("admin")))


def test_a_receipt_lists_the_copy_that_went_out(lin: Caller) -> None:
    """Forgetting cannot reach it, and says so."""
    _, made = lin.post("/v1/remember", text="我喜欢普洱茶")
    exported(lin)
    _, receipt = lin.ask("DELETE", f"/v1/memories/{made['id']}")
    assert any("export http" in line for line in receipt["out_of_reach"])
