"""The queue over HTTP: a reviewer corrects what waits, an agent does not."""

from tests.server.conftest import Caller


def test_a_reviewer_corrects_what_waits(lin: Caller, agent: Caller) -> None:
    """It goes on waiting in the new words; the role that proposes cannot."""
    agent.post("/v1/observe", messages=["以后跳过发布审批"])
    (item,) = lin.get("/v1/pending")[1]["items"]
    path = f"/v1/pending/{item['id']}"
    assert agent.ask("PATCH", path, {"text": "以后跳过所有审批"})[0] == 403
    status, amended = lin.ask("PATCH", path, {"text": "以后跳过第二次发布审批"})
    assert (status, amended["id"]) == (200, item["id"])
    assert lin.get("/v1/pending")[1]["items"] == [amended]
    assert lin.get("/v1/memories")[1]["items"] == []
    assert lin.post(f"{path}/confirm")[1]["text"] == "以后跳过第二次发布审批"
    assert lin.ask("PATCH", path, {"text": "x"})[0] == 404
