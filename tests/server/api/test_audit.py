"""The audit over HTTP: for admins, of their own tenant, without a word of content."""

import json

import pytest

from tests.server.conftest import Caller, Served


@pytest.fixture
def admin(served: Served) -> Caller:
    """An admin of user:lin."""
    return served.as_(served.secret("admin"))


def rows(caller: Caller, query: str = "") -> list[dict[str, object]]:
    """Return the rows of a scope."""
    headers = {"Authorization": f"Bearer {caller.secret}"}
    answer = caller.client.get(f"/v1/audit{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_head_and_chain_are_proved(lin: Caller, admin: Caller) -> None:
    """A head that was kept is found again; one of another folder is not."""
    assert admin.get("/v1/audit/head")[0] == 404
    lin.post("/v1/observe", messages="我对花生过敏")
    status, head = admin.get("/v1/audit/head")
    assert status == 200
    lin.post("/v1/remember", text="I live in Osaka")
    status, report = admin.post("/v1/audit/verify", head=head["mac"])
    assert (status, report["sound"], report["head_found"]) == (200, True, head["number"])
    _, report = admin.post("/v1/audit/verify", head="0" * 64)
    assert report["sound"] is False
    assert admin.post("/v1/audit/verify", head="yesterday")[0] == 422


def test_rows_are_of_the_own_tenant_and_scope_and_hold_no_content(
    served: Served, lin: Caller, admin: Caller
) -> None:
    """Ids, actors, reasons."""
    lin.post("/v1/observe", messages="我对花生过敏")
    acme = served.as_(served.secret("admin", tenant="acme"))
    acme.post("/v1/remember", text="I live in Osaka")
    mine, theirs = rows(admin), rows(acme)
    assert {one["tenant"] for one in mine} == {"default"}
    assert {one["tenant"] for one in theirs} == {"acme"}
    assert "花生" not in json.dumps([*mine, *theirs], ensure_ascii=False)
    assert admin.get("/v1/audit?scope=user:mo")[0] == 403


def test_only_an_admin_reads_it(lin: Caller, agent: Caller) -> None:
    """A reviewer does not."""
    for caller in (lin, agent):
        assert caller.get("/v1/audit")[0] == 403
        assert caller.get("/v1/audit/head")[0] == 403
        assert caller.post("/v1/audit/verify")[0] == 403


def test_what_is_wrong_is_named_to_the_folders_own_tenant_alone(
    served: Served, lin: Caller, admin: Caller
) -> None:
    """Problems name memories, which may be another tenant's."""
    lin.post("/v1/observe", messages="我对花生过敏")
    acme = served.as_(served.secret("admin", tenant="acme"))
    _, own = admin.post("/v1/audit/verify", head="0" * 64)
    _, other = acme.post("/v1/audit/verify", head="0" * 64)
    assert "head" in own["problems"][0]
    assert other["problems"] != own["problems"]
    assert "operator" in other["problems"][0]
