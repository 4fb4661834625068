"""DEV-15: the dedupe key forgets the scope."""

import pytest

from tests.cases.conftest import OpenDoor
from tests.cases.doors import Door

SENTENCES = ("我对青霉素过敏", "I'm allergic to penicillin")
said = pytest.mark.parametrize("sentence", SENTENCES, ids=["zh", "en"])
QUESTIONS = {SENTENCES[0]: "我对什么过敏？", SENTENCES[1]: "what am I allergic to?"}


def say(door: Door, sentence: str, message: str) -> str:
    """Say it in a message of its own, and return the memory's id."""
    outcomes = door.observe([{"role": "user", "content": sentence, "id": message}])["outcomes"]
    (id_,) = [o["id"] for o in outcomes if o["outcome"] == "accepted"]
    return id_


@said
@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
def test_dev_15_1_what_one_forgets_the_other_keeps(
    opened: OpenDoor, sentence: str, hard: bool
) -> None:
    """Two rows, two ids, two scopes; one goes, the other is untouched."""
    lin, mo = opened("user:lin"), opened("user:mo")
    mine, theirs = say(lin, sentence, "l1"), say(mo, sentence, "m1")
    assert mine != theirs
    before = mo.show(theirs)
    assert (lin.show(mine)["scope"], before["scope"]) == ("user:lin", "user:mo")
    receipt = lin.forget([mine], yes=True, hard=hard)["receipt"]
    assert receipt["forgotten"] == [mine]
    assert receipt["verified"]
    assert lin.list(every=True) == []
    after = mo.show(theirs)
    for counted in ("access_count", "last_access"):
        before.pop(counted)
        after.pop(counted)
    assert after == before
    assert mo.recall(QUESTIONS[sentence])["hits"][0]["id"] == theirs
    assert lin.recall(QUESTIONS[sentence], floor="none")["hits"] == []


@said
def test_dev_15_2_nothing_of_another_scope_is_previewed_or_merged(
    opened: OpenDoor, sentence: str
) -> None:
    """Neither a sentence nor an id nor a preview reaches over; saying it again strengthens only one's own."""
    lin, mo = opened("user:lin"), opened("user:mo")
    mine, theirs = say(lin, sentence, "l1"), say(mo, sentence, "m1")
    shown = lin.forget(sentence)["preview"]
    assert mine in {item["id"] for item in shown}
    assert theirs not in {item["id"] for item in shown}
    with pytest.raises(Exception, match="No memory"):
        lin.forget([theirs], yes=True)
    lin.observe([{"role": "user", "content": sentence, "id": "l2"}])
    assert mo.show(theirs)["evidence_count"] == 1
    assert len(mo.list()) == len(lin.list()) == 1


@said
def test_dev_15_3_a_tombstone_stops_nobody_else(opened: OpenDoor, sentence: str) -> None:
    """What lin forgot, mo may say for the first time."""
    lin = opened("user:lin")
    lin.forget([say(lin, sentence, "l1")], yes=True, hard=True)
    again = lin.observe([{"role": "user", "content": sentence, "id": "l1"}])
    assert [o for o in again["outcomes"] if o["outcome"] == "accepted"] == []
    mo = opened("user:mo")
    assert mo.show(say(mo, sentence, "l1"))["text"] == sentence
