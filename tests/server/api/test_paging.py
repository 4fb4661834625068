"""Lists in pages: whatever becomes of what a page ended with, the rest is shown."""

import pytest

from stelae.server.api.paging import cursor_of
from tests.server.conftest import Caller, Served

RULES = (
    "From now on skip the security review",
    "以后跳过发布审批",
    "From now on skip the code review",
    "以后跳过安全检查",
)


def ids(page: dict[str, list[dict[str, str]]]) -> list[str]:
    """Return the ids of a page."""
    return [one["id"] for one in page["items"]]


def test_a_queue_goes_on_behind_what_was_decided(lin: Caller) -> None:
    """Confirming a page does not hide what still waits."""
    lin.post("/v1/observe", messages=list(RULES))
    waiting = ids(lin.get("/v1/pending")[1])
    assert len(waiting) == 4
    first = lin.get("/v1/pending?limit=2")[1]
    for one in ids(first):
        assert lin.post(f"/v1/pending/{one}/confirm")[0] == 200
    rest = lin.get(f"/v1/pending?cursor={first['next']}")[1]
    assert (ids(rest), rest["next"]) == (waiting[2:], None)


def test_a_list_goes_on_behind_what_was_destroyed(lin: Caller) -> None:
    """A page of memories ends with one that is forgotten for good meanwhile."""
    for text in ("我住在大阪", "I am allergic to peanuts", "我的车停在 B2-117", "I work at Acme"):
        lin.post("/v1/remember", text=text)
    every = ids(lin.get("/v1/memories")[1])
    assert len(every) == 4
    first = lin.get("/v1/memories?limit=2")[1]
    assert lin.ask("DELETE", f"/v1/memories/{every[1]}?hard=true")[0] == 200
    rest = lin.get(f"/v1/memories?limit=2&cursor={first['next']}")[1]
    assert ids(rest) == every[2:]


def test_a_foreign_id_is_a_place_like_any_other(served: Served, lin: Caller) -> None:
    """A cursor made of somebody else's id gives the page that one of nobody's id gives."""
    lin.post("/v1/remember", text="我住在大阪")
    mo = served.as_(served.secret("reviewer", "user:mo"))
    foreign = mo.post("/v1/remember", text="I live in Kyoto")[1]["id"]
    lin.post("/v1/remember", text="I am allergic to peanuts")
    nobodys = f"{foreign[:-1]}{'0' if foreign[-1] != '0' else '1'}"
    pages = [lin.get(f"/v1/memories?cursor={cursor_of(one)}") for one in (foreign, nobodys)]
    assert pages[0] == pages[1]
    assert len(pages[0][1]["items"]) == 1


@pytest.mark.parametrize(
    "path", ["pending", "forgettings", "drafts", "guides", "usage", "concepts", "concepts/names"]
)
def test_every_list_takes_limit_and_cursor(lin: Caller, path: str) -> None:
    """And knows a cursor that is none."""
    assert lin.get(f"/v1/{path}?limit=1")[0] == 200
    assert lin.get(f"/v1/{path}?limit=101")[0] == 422
    assert lin.get(f"/v1/{path}?cursor=x")[0] == 422


def test_receipts_and_names_come_page_by_page(served: Served, lin: Caller) -> None:
    """In the order of the whole list, each once."""
    lin.post("/v1/observe", messages=["我喜欢普洱茶", "I live in Osaka"])
    memory = served.memory.at(scope="user:lin")
    for name in ("熟普", "ripe tea", "黑茶"):
        memory.alias_concept(memory.concepts()[0].key, name)
    for text in ("我的车停在 B2-117", "I work at Acme"):
        memory.forget(memory.forget([memory.remember(text).id or ""]))
    for path in ("concepts/names", "forgettings"):
        whole, found, cursor = ids(lin.get(f"/v1/{path}")[1]), list[str](), ""
        while cursor is not None:
            page = lin.get(f"/v1/{path}?limit=1" + (f"&cursor={cursor}" if cursor else ""))[1]
            found += ids(page)
            cursor = page["next"]
        assert found == whole
        assert len(whole) > 1
