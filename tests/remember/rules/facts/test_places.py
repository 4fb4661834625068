"""Where somebody lives: people also move to decaf, and live in the past."""

import pytest

from tests.remember.reading import proposed


def homes(text: str) -> list[str]:
    """Return the places of residence."""
    return [
        c.attributes["object"] for c in proposed(text) if c.attributes.get("attribute") == "home"
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("I moved to Berlin for good", "Berlin"),
        ("I moved to New Zealand last year", "New Zealand"),
        ("I moved to the countryside", "the countryside"),
        ("i moved to lisbon", "lisbon"),
        ("I live in a small flat in Leeds", "a small flat in Leeds"),
        ("I'm based in Oslo", "Oslo"),
        ("We moved to a house in Leeds last year", "a house in Leeds"),
        ("我搬到成都了", "成都"),
        ("我家在成都", "成都"),
        ("坐标成都", "成都"),
    ],
)
def test_a_place_is_where_somebody_lives(text: str, place: str) -> None:
    """Proper names and nouns of places; who writes no capital writes towns without one."""
    assert homes(text) == [place]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("I just moved to 12 Elm Street", "12 Elm Street"),
        ("My address is 12 Elm Street", "12 Elm Street"),
        ("我住在幸福里小区", "幸福里小区"),
        ("我住在朝阳区幸福路3号", "朝阳区幸福路3号"),
        ("我的新地址是槐树巷 18 号", "槐树巷 18 号"),
    ],
)
def test_a_street_or_estate_is_an_address(text: str, address: str) -> None:
    """It stands in a town, so it is no other value of the town."""
    (found,) = proposed(text)
    assert (found.attributes["attribute"], found.attributes["object"]) == ("address", address)


@pytest.mark.parametrize(
    "text",
    [
        "I moved into my sister's place",
        "I live near the sea",
        "We live in a small flat",
        "We moved to Bristol when I was five",
        "I've lived in Spain for three years",
        "我搬到二楼了",
        "我住三楼",
        "我住在学校附近",
        "我住宿舍",
    ],
)
def test_how_or_beside_what_somebody_lives_is_kept_and_is_no_home(text: str) -> None:
    """Each is true beside any town."""
    (found,) = proposed(text)
    assert (found.category, found.text) == ("fact", text)
    assert "object" not in found.attributes


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
    (found,) = proposed("I've moved to decaf for good")
    assert (found.category, found.text) == ("fact", "I've moved to decaf for good")
    assert "object" not in found.attributes


@pytest.mark.parametrize(
    ("text", "employers"),
    [
        ("I switched to Linux", []),
        ("I switched jobs to Netflix", ["Netflix"]),
        ("I joined Netflix", ["Netflix"]),
        ("I joined a gym", []),
        ("I work at google", ["google"]),
        ("I work at a hospital", []),
        ("I work for the marketing team", []),
        ("My company is small", []),
        ("我在北京银行上班", ["北京银行"]),
        ("我在教育部工作", ["教育部"]),
        ("我在宜家上班", ["宜家"]),
        ("我在市场部工作", []),
        ("我在前端组工作", []),
        ("我在3号楼上班", []),
        ("我在杭州做前端", []),
        ("我在医院工作", []),
    ],
)
def test_an_employer_is_a_name(text: str, employers: list[str]) -> None:
    """A product, a town, a department and a kind of employer are none."""
    found = [c for c in proposed(text) if c.attributes.get("attribute") == "employer"]
    assert [c.attributes["object"] for c in found] == employers
