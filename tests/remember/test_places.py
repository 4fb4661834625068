"""Where somebody lives: people also move to decaf, and live in the past."""

import pytest

from tests.remember.test_word_order import read


def homes(text: str) -> list[str]:
    """Return the places of residence."""
    return [c.attributes["object"] for c in read(text) if c.attributes.get("attribute") == "home"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("I moved to Berlin for good", "Berlin"),
        ("I moved to New Zealand last year", "New Zealand"),
        ("I just moved to 12 Elm Street", "12 Elm Street"),
        ("I moved to the countryside", "the countryside"),
        ("I moved into my sister's place", "my sister's place"),
        ("i moved to lisbon", "lisbon"),
        ("I live near the sea", "the sea"),
        ("I'm based in Oslo", "Oslo"),
        ("我搬到成都了", "成都"),
        ("我搬到二楼了", "二楼"),
        ("我住在幸福里小区", "幸福里小区"),
    ],
)
def test_a_place_is_where_somebody_lives(text: str, place: str) -> None:
    """Proper names and nouns of places; who writes no capital writes towns without one."""
    assert homes(text) == [place]


@pytest.mark.parametrize(
    "text",
    [
        "I moved to decaf for good",
        "I've moved to oat milk",
        "I moved to night shifts",
        "I moved to the design team",
        "I moved to a standing desk",
        "We moved to Postgres",
        "I moved to Linux",
        "I moved into management",
        "we moved to decaf",
        "My sister moved to decaf",
        "I live in fear",
        "I live in the past",
        "I live in sweatpants",
        "I live in Vim",
        "我搬到低因咖啡了",
        "我搬到云上了",
        "我搬到运营组了",
        "我搬到Notion了",
        "我搬去跟女朋友住了",
        "我住在回忆里",
    ],
)
def test_what_is_no_place_is_no_home(text: str) -> None:
    """Drinks, diets, shifts, teams, products, states of mind."""
    assert homes(text) == []


def test_a_change_for_good_is_kept_as_it_was_said() -> None:
    """It is no place of residence, and still worth keeping."""
    (found,) = read("I've moved to decaf for good")
    assert (found.category, found.text) == ("fact", "I've moved to decaf for good")
    assert "object" not in found.attributes


@pytest.mark.parametrize(
    ("text", "employers"),
    [("I switched to Linux", []), ("I switched jobs to Netflix", ["Netflix"]), ("I joined Netflix", ["Netflix"])],
)  # fmt: skip
def test_a_product_is_no_employer(text: str, employers: list[str]) -> None:
    """Who switched to Linux does not work there."""
    found = [c for c in read(text) if c.attributes.get("attribute") == "employer"]
    assert [c.attributes["object"] for c in found] == employers
