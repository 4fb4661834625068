"""Concepts over HTTP: keys with slashes in the path, names, and what was spoken of together."""

from urllib.parse import quote

from tests.server.conftest import Caller, Served


def test_concepts_are_listed_page_by_page_and_lead_to_each_other(lin: Caller) -> None:
    """A key stands in the path as it is; one that is none is not found."""
    said = ["我喜欢普洱茶，也喜欢乌龙茶", "I love oolong tea and green tea"]
    lin.post("/v1/observe", messages=said)
    keys: list[str] = []
    cursor = ""
    while True:
        _, page = lin.get(f"/v1/concepts?limit=2{cursor}")
        keys += [one["key"] for one in page["items"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert len(keys) == len(set(keys)) >= 3
    assert all("/" in key for key in keys)
    for key in keys:
        status, related = lin.get(f"/v1/concepts/{quote(key)}/related")
        assert status == 200
        assert all(one["key"] in keys and one["weight"] > 0 for one in related["items"])
    assert lin.get("/v1/concepts/preference/none/such/related")[0] == 404


def test_names_that_a_person_gave_are_listed(served: Served, lin: Caller) -> None:
    """An alias, as the library gives it."""
    lin.post("/v1/observe", messages="我喜欢普洱茶")
    memory = served.memory.at(scope="user:lin")
    memory.alias_concept(memory.concepts()[0].key, "熟普")
    status, page = lin.get("/v1/concepts/names")
    assert (status, [one["name"] for one in page["items"]]) == (200, ["熟普"])
