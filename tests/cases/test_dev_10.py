"""DEV-10: a contradiction leaves nothing, or both, or neither."""

from dataclasses import dataclass

import pytest

from tests.cases.doors import Door


@dataclass(frozen=True, slots=True)
class Change:
    """Somebody changes their mind, in one language."""

    before: str
    after: str
    new: str
    """Only what holds now has it."""
    asked: str


ZH = Change(
    before="我每天早上喝美式咖啡",
    after="我戒咖啡了，现在早上喝大麦茶",
    new="大麦茶",
    asked="早上给我准备什么喝的",
)
EN = Change(
    before="I drink an americano every morning",
    after="I gave up coffee, I drink barley tea in the morning now",
    new="barley tea",
    asked="What should I get ready to drink in the morning?",
)
both_languages = pytest.mark.parametrize("change", [ZH, EN], ids=["zh", "en"])
WEEKS = ("2026-03-03T08:00:00+08:00", "2026-03-10T08:00:00+08:00")


def a_week_apart(door: Door, change: Change) -> None:
    """Say one, and a week later the other."""
    for number, (said, time) in enumerate(zip((change.before, change.after), WEEKS, strict=True)):
        door.observe([{"role": "user", "content": said, "id": f"m{number}", "time": time}])


def in_one_call(door: Door, change: Change) -> None:
    """Both in one call, in two messages."""
    door.observe(
        [
            {"role": "user", "content": said, "id": f"m{number}"}
            for number, said in enumerate((change.before, change.after))
        ]
    )


def in_one_message(door: Door, change: Change) -> None:
    """Both in one breath."""
    stop = "。" if change is ZH else ". "
    door.observe([{"role": "user", "content": f"{change.before}{stop}{change.after}", "id": "m0"}])


def by_edit(door: Door, change: Change) -> None:
    """Corrected by hand."""
    door.observe([{"role": "user", "content": change.before, "id": "m0", "time": WEEKS[0]}])
    (made,) = door.list()
    door.edit(made["id"], change.after)


ways = pytest.mark.parametrize("way", [a_week_apart, in_one_call, in_one_message, by_edit])


@both_languages
@ways
def test_dev_10_1_one_current_memory_says_the_new_thing(
    door: Door, change: Change, way: object
) -> None:
    """However it was said: one, never none and never both (and 4)."""
    assert callable(way)
    way(door, change)
    (current,) = door.list()
    assert change.new in current["text"]
    assert current["text"] != change.before


@both_languages
@pytest.mark.parametrize("way", [a_week_apart, in_one_call, in_one_message])
def test_dev_10_2_the_old_one_is_history(door: Door, change: Change, way: object) -> None:
    """It has an end and a link to its successor, and the successor's history shows it."""
    assert callable(way)
    way(door, change)
    (current,) = door.list()
    (past,) = [m for m in door.list(every=True) if m["id"] != current["id"]]
    assert (past["text"], past["status"]) == (change.before, "superseded")
    assert past["superseded_by"] == current["id"]
    assert past["valid_to"] is not None
    found = door.history(current["id"])
    assert [m["id"] for m in found["earlier"]] == [past["id"]]
    back = door.history(past["id"])
    assert [m["id"] for m in back["later"]] == [current["id"]]
    assert [step["change"] for step in back["steps"]][-1] == "supersede" or way is not a_week_apart
    assert back["memory"]["valid_to"] == past["valid_to"]


@both_languages
def test_dev_10_2_an_edit_keeps_the_old_wording(door: Door, change: Change) -> None:
    """As a version, with the fields that differ."""
    by_edit(door, change)
    (current,) = door.list()
    first, second = door.history(current["id"])["steps"]
    assert (first["text"], second["text"]) == (change.before, change.after)
    assert (second["change"], second["actor"]) == ("edit", "user_edit")
    assert {"text", "attributes.object"} <= {one["field"] for one in second["changed"]}


@both_languages
@ways
def test_dev_10_3_what_a_model_sees_is_the_new_thing(
    door: Door, change: Change, way: object
) -> None:
    """The block holds it and does not hold the old line as current."""
    assert callable(way)
    way(door, change)
    block: str = door.context(change.asked)["text"]
    assert change.new in block
    assert change.before not in block
