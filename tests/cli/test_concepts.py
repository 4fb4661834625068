"""`stelae concepts`: what there is, where a text leads, and names that can be taken back."""

import pytest

from stelae.cli import main
from tests.cli.conftest import Stelae

LANGUAGE = "preference/global/report-language"
PLASTIC = "preference/global/thing/塑料"
GLASS = "preference/global/thing/玻璃"


@pytest.fixture(autouse=True)
def told(stelae: Stelae) -> None:
    """A few memories with keys."""
    for text in ("以后报告都用中文", "我不喜欢塑料", "我不喜欢玻璃"):
        assert stelae("remember", text).code == main.DONE


def test_list_shows_keys_with_their_names(stelae: Stelae) -> None:
    """For people a table, for programs the same in fields; one category if wished."""
    assert stelae("concepts", "alias", PLASTIC, "聚合物").code == main.DONE
    shown = stelae("concepts", "list").out
    assert all(word in shown for word in (LANGUAGE, PLASTIC, GLASS, "聚合物"))
    found = stelae("concepts", "list", "--category", "preference", "--json").json
    assert [one["key"] for one in found["concepts"]] == [LANGUAGE, PLASTIC, GLASS]
    assert [one["name"] for one in found["names"]] == ["聚合物"]
    assert stelae("concepts", "list", "--category", "fact").out.startswith("No concepts here yet")


def test_seeds_are_concepts_and_nothing_else(stelae: Stelae) -> None:
    """In both languages; a text that leads nowhere is no error."""
    assert LANGUAGE in stelae("concepts", "seeds", "which language for my reports?").out
    (best, *_) = stelae("concepts", "seeds", "塑料", "--json").json["seeds"]
    assert best["key"] == PLASTIC
    nowhere = stelae("concepts", "seeds", "quarterly revenue")
    assert (nowhere.code, nowhere.out) == (main.DONE, "It leads to no concept.\n")


def test_a_merge_is_taken_back_by_its_short_id(stelae: Stelae) -> None:
    """Or, without an id, the newest name is."""
    merged = stelae("concepts", "merge", GLASS, PLASTIC, "--json").json
    assert (merged["kind"], merged["name"], merged["key"]) == ("merge", GLASS, PLASTIC)
    assert [c["key"] for c in stelae("concepts", "list", "--json").json["concepts"]] == [
        LANGUAGE,
        PLASTIC,
    ]
    assert "Taken back" in stelae("concepts", "undo", merged["id"][-8:]).out
    stelae("concepts", "alias", GLASS, "杯子")
    assert stelae("concepts", "undo", "--json").json["undone"]["name"] == "杯子"
    assert len(stelae("concepts", "list", "--json").json["concepts"]) == 3


def test_related_shows_what_was_said_together(stelae: Stelae) -> None:
    """In one message."""
    assert stelae("concepts", "related", GLASS).out == "Nothing was said together with it.\n"
    stelae("observe", "-", stdin="I live in Chengdu. I'm allergic to peanuts.")
    (one,) = stelae("concepts", "related", "fact/user/home", "--json").json["related"]
    assert one["key"].startswith("constraint/user/allergy/")
    assert one["weight"] > 0
    assert one["key"] in stelae("concepts", "related", "fact/user/home").out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("related", "fact/user/shoe-size"), main.NOT_FOUND),
        (("alias", "fact/user/shoe-size", "鞋码"), main.NOT_FOUND),
        (("undo",), main.NOT_FOUND),
        (("undo", "nothing"), main.NOT_FOUND),
        (("merge", PLASTIC, PLASTIC), main.USAGE),
        (("alias", PLASTIC, "，"), main.USAGE),
        (("seeds", " "), main.USAGE),
    ],
)
def test_what_cannot_be_done_says_so(stelae: Stelae, arguments: tuple[str, ...], code: int) -> None:
    """Exit codes as everywhere; the message says what to do."""
    ran = stelae("concepts", *arguments)
    assert ran.code == code
    assert ran.err.startswith("stelae: ")
    assert ran.out == ""
