"""Categories over HTTP: what there is, and the form of its fields."""

from tests.server.conftest import Caller


def test_categories_come_with_their_policy_and_one_with_its_schema(agent: Caller) -> None:
    """An alias names its category, too."""
    status, page = agent.get("/v1/categories")
    by_name = {one["name"]: one for one in page["items"]}
    assert (status, page["next"]) == (200, None)
    assert by_name["constraint"]["policy"]["pinned"] is True
    status, event = agent.get("/v1/categories/episode")
    assert (status, event["name"]) == (200, "event")
    assert event["json_schema"]["properties"].keys() == set(event["fields"])


def test_an_unknown_category_is_not_found(agent: Caller) -> None:
    """404, with those that there are."""
    status, problem = agent.get("/v1/categories/喜好")
    assert (status, problem["error"]) == (404, "NotFoundError")
    assert "preference" in problem["detail"]
