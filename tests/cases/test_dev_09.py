"""DEV-09: two facts one token apart, the second is dropped."""

import pytest

from stelae.testing import FixedClock, HashEmbedder
from tests.cases.doors import Door, Json

FEES = ("A 栋的物业费是每月 415 元", "B 栋的物业费是每月 451 元", "A 栋的物业费涨到每月 435 元")
LIFTS = (
    "The north lift is not in service on Mondays",
    "The south lift is not in service on Sundays",
)
RENTS = (
    "The rent of unit A is 415 euros a month",
    "The rent of unit B is 451 euros a month",
    "The rent of unit A is 435 euros a month",
)


@pytest.fixture(params=[False, True], ids=["words", "words and vectors"], autouse=True)
def legs(request: pytest.FixtureRequest) -> None:
    """With and without vectors: an embedder must change nothing here."""
    if request.param:
        request.getfixturevalue("embedder")


def say(door: Door, *sentences: str) -> list[Json]:
    """Say each in a message of its own, a day after the other; return what became of them."""
    outcomes: list[Json] = []
    for number, sentence in enumerate(sentences):
        message = {
            "role": "user",
            "content": sentence,
            "id": f"{sentence}-{number}",
            "time": f"2026-03-{number + 1:02}T09:00:00+08:00",
        }
        outcomes += door.observe([message])["outcomes"]
    return outcomes


def current(door: Door) -> set[str]:
    """Return the texts that hold now."""
    return {memory["text"] for memory in door.list()}


@pytest.mark.parametrize("money", [FEES, RENTS], ids=["zh", "en"])
def test_dev_09_1_each_value_stands_where_it_belongs(door: Door, money: tuple[str, ...]) -> None:
    """The newer fee of A replaces the older one, which stays in the history; B and both lifts are untouched."""
    outcomes = say(door, *money, *LIFTS)
    assert [o["outcome"] for o in outcomes] == ["accepted"] * 5
    assert current(door) == {money[1], money[2], *LIFTS}
    (past,) = [m for m in door.list(every=True) if m["status"] != "active"]
    (holder,) = [m for m in door.list() if m["text"] == money[2]]
    assert (past["text"], past["status"]) == (money[0], "superseded")
    assert past["superseded_by"] == holder["id"]
    assert holder["supersedes"] == past["id"]
    assert past["valid_to"] == holder["valid_from"]


PAIRS = {
    "numbers": ("机房的门禁密码牌在 3 号柜", "机房的门禁密码牌在 8 号柜"),
    "dates": ("The audit is on 12 March", "The audit is on 13 March"),
    "names": ("The Okafor clinic takes no new patients", "The Okada clinic takes no new patients"),
    "identifiers": ("The spare key opens locker QX-1180", "The spare key opens locker QX-1108"),
    "polarity": ("北门的电梯周一不运行", "北门的电梯周一运行"),
    "polarity in English": (LIFTS[0], "The north lift is in service on Mondays"),
    "days": ("垃圾车周二来收", "垃圾车周四来收"),
}


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS.keys())
def test_dev_09_2_nothing_is_skipped_because_it_looks_alike(
    door: Door, pair: tuple[str, str], clock: FixedClock
) -> None:
    """The second statement is never a duplicate of the first, and the first is current or history."""
    for sentence in pair:
        clock.advance(days=1)
        assert door.remember(sentence, category="fact")["outcome"] == "accepted"
    texts = [m["text"] for m in door.list(every=True)]
    assert sorted(texts) == sorted(pair)
    assert pair[1] in current(door)


def test_dev_09_2_the_opposite_of_a_statement_ends_it(door: Door) -> None:
    """What is denied word by word does not stay beside its denial; it is history."""
    say(door, LIFTS[0], "The north lift is in service on Mondays", LIFTS[1])
    assert current(door) == {"The north lift is in service on Mondays", LIFTS[1]}
    (past,) = [m for m in door.list(every=True) if m["status"] == "superseded"]
    assert past["text"] == LIFTS[0]


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (FEES[1], FEES[1]),
        (FEES[1], "B 栋的物业费是每月 ４５１ 元"),
        (LIFTS[0], LIFTS[0]),
        (RENTS[1], "The rent of unit B is ４５１ euros a month"),
    ],
)
def test_dev_09_3_the_same_again_is_a_duplicate_of_what_is_there(
    door: Door, first: str, again: str
) -> None:
    """No new row, and the existing id, full-width digits included."""
    (made,) = [o["id"] for o in say(door, first)]
    (outcome,) = door.observe([{"role": "user", "content": again, "id": "again"}])["outcomes"]
    assert (outcome["outcome"], outcome["id"]) == ("duplicate", made)
    assert [m["id"] for m in door.list(every=True)] == [made]


def test_dev_09_3_the_same_again_by_hand_is_a_duplicate_too(
    door: Door, request: pytest.FixtureRequest
) -> None:
    """`remember` answers like `observe`."""
    (made,) = [o["id"] for o in say(door, FEES[1])]
    outcome = door.remember("B 栋的物业费是每月 ４５１ 元")
    assert (outcome["outcome"], outcome["id"]) == ("duplicate", made)
    if "vectors" in request.node.name:
        assert request.getfixturevalue("embedder").calls > 0


def test_the_embedder_of_this_file_finds_them_alike() -> None:
    """Otherwise the cases above would show nothing about vectors."""
    one, other = HashEmbedder().passages([FEES[0], FEES[2]])
    assert float(one @ other) > 0.7
