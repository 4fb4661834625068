"""DEV-05: whose fact is it?"""

import pytest

from tests.cases.doors import Door, Json

CALL: list[Json] = [
    {"role": "user", "content": "推荐一个周末去处吧", "id": "m1", "name": "林"},
    {"role": "assistant", "content": "您可以去莫干山徒步，很多人喜欢带登山杖。", "id": "m2"},
    {
        "role": "user",
        "content": "我妹妹不吃羊肉，我爸爸刚学会游泳。我自己最近在学大提琴。",
        "id": "m3",
        "name": "林",
    },
]
CALL_EN: list[Json] = [
    {"role": "user", "content": "Where should I go at the weekend?", "id": "m1", "name": "Lin"},
    {
        "role": "assistant",
        "content": "You could hike at Moganshan, many people like to bring poles.",
        "id": "m2",
    },
    {
        "role": "user",
        "content": "My sister doesn't eat mutton, and my dad just learned to swim. I am learning the cello.",
        "id": "m3",
        "name": "Lin",
    },
]
FOREIGN = ("莫干山", "徒步", "登山", "羊肉", "游泳", "Moganshan", "hike", "poles", "mutton", "swim")
RELATIVES = {"羊肉": "妹妹", "游泳": "爸爸", "mutton": "sister", "swim": "dad"}
both_languages = pytest.mark.parametrize("call", [CALL, CALL_EN], ids=["zh", "en"])


@pytest.fixture
def with_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    """The embedders that a default installation has: an instrument is not a cello by its letters."""
    monkeypatch.setenv("STELAE_EMBEDDER_PROFILE", "auto")


def kept(door: Door) -> list[Json]:
    """Return all memories and everything that waits."""
    return [*door.list(every=True), *(item["record"] for item in door.pending())]


@both_languages
def test_dev_05_1_nothing_of_others_is_said_of_the_user(door: Door, call: list[Json]) -> None:
    """The user neither hikes nor avoids mutton nor learned to swim."""
    door.observe(call)
    about_user = [m for m in kept(door) if m["subject"] == "user"]
    assert about_user
    for memory in about_user:
        said = f"{memory['text']} {memory['attributes']}"
        assert not [word for word in FOREIGN if word in said]


@both_languages
def test_dev_05_2_what_is_kept_of_a_relative_names_the_relative(
    door: Door, call: list[Json]
) -> None:
    """In the text that a model will read, not only in a field."""
    door.observe(call)
    for memory in kept(door):
        for word, relative in RELATIVES.items():
            if word in memory["text"]:
                assert relative in memory["text"].lower()
                assert memory["subject"] != "user"


def test_dev_05_3_a_search_gives_the_cello_and_no_mutton_for_the_user(
    with_meaning: None, door: Door
) -> None:
    """An explicit search finds by meaning what the user plays; what the user does not eat is not the sister's mutton."""
    door.observe(CALL)
    hits = door.recall("用户会什么乐器", floor="none")["hits"]
    assert hits
    assert "大提琴" in hits[0]["text"]
    for hit in door.recall("用户不吃什么", floor="none")["hits"]:
        assert "羊肉" not in hit["text"] or "妹妹" in hit["text"]


def test_dev_05_3_a_search_gives_the_cello_and_no_mutton_for_the_user_in_english(
    with_meaning: None, door: Door
) -> None:
    """The English twin."""
    door.observe(CALL_EN)
    hits = door.recall("Which instrument does the user play?", floor="none")["hits"]
    assert hits
    assert "cello" in hits[0]["text"]
    for hit in door.recall("What does the user not eat?", floor="none")["hits"]:
        assert "mutton" not in hit["text"] or "sister" in hit["text"].lower()


@both_languages
def test_dev_05_4_each_memory_records_speaker_and_message(door: Door, call: list[Json]) -> None:
    """`why` leads to the message, word for word, and to who said it."""
    door.observe(call)
    memories = door.list(every=True)
    assert memories
    for memory in memories:
        (span,) = memory["evidence"]
        assert span["external_id"] == "m3"
        (source,) = door.why(memory["id"])["observations"]
        assert (source["role"], source["speaker"]) == ("user", call[2]["name"])
        assert source["text"] == call[2]["content"]
        assert source["text"][span["start"] : span["end"]] == span["quote"]
