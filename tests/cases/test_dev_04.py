"""DEV-04: what we recalled comes back as a "new" memory."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.cases.doors import Door, Json


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation of the case, in one language."""

    fact: str
    asked: str
    """A question that recalls the fact."""
    said: str
    echoed: str
    """The assistant's paraphrase."""
    restated: str
    word: str
    """Only the fact has it."""


ZH = Talk(
    fact="用户在宁波教初中物理",
    asked="用户在宁波教什么？",
    said="今天天气怎么样？",
    echoed="既然您在宁波教初中物理，出门记得带伞。今天有小雨。",
    restated="对，我还在宁波教物理",
    word="宁波",
)
EN = Talk(
    fact="The user teaches physics in Ningbo",
    asked="What does the user teach in Ningbo?",
    said="How is the weather today?",
    echoed="As you told me, you teach physics in Ningbo, so take an umbrella. There is light rain.",
    restated="Yes, I still teach physics in Ningbo",
    word="Ningbo",
)
both_languages = pytest.mark.parametrize("talk", [ZH, EN], ids=["zh", "en"])


def the_block(door: Door, talk: Talk) -> str:
    """Return our own recall block about the fact."""
    block: str = door.context(talk.asked)["text"]
    assert talk.fact in block
    return block


def everything(door: Door) -> list[Json]:
    """Return all memories and everything that waits."""
    return [*door.list(every=True), *(item["record"] for item in door.pending())]


def ten_rounds(door: Door, talk: Talk) -> tuple[str, Json]:
    """Remember the fact, talk about the weather ten times with the block in the prompt; return its id and state."""
    made = door.remember(talk.fact)["id"]
    before = door.show(made)
    for n in range(10):
        user: Json = {
            "role": "user",
            "content": f"{the_block(door, talk)}\n{talk.said}",
            "id": f"u{n}",
        }
        answer: Json = {"role": "assistant", "content": talk.echoed, "id": f"a{n}"}
        door.observe([user, answer], session="s1")
    return made, before


@both_languages
def test_dev_04_1_ten_rounds_leave_one_memory(door: Door, talk: Talk) -> None:
    """The loop adds nothing, and the memory keeps its id."""
    made, _ = ten_rounds(door, talk)
    assert [m["id"] for m in everything(door)] == [made]


@both_languages
def test_dev_04_2_an_echo_is_no_confirmation(door: Door, talk: Talk) -> None:
    """Neither the count of confirmations nor reliability nor the evidence grows by our own echo."""
    made, before = ten_rounds(door, talk)
    after = door.show(made)
    for field in ("evidence_count", "reliability", "evidence", "version"):
        assert after[field] == before[field]


Change = Callable[[str], str]
CHANGES: dict[str, Change] = {
    "as it was": lambda block: block,
    "in one line": lambda block: " ".join(block.split()),
    "indented": lambda block: "\n".join(f"    {line}  " for line in block.splitlines()),
    "with blank lines": lambda block: block.replace("\n", "\n\n"),
    "with CRLF": lambda block: block.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("role", ["user", "system", "tool", "assistant"])
@both_languages
def test_dev_04_3_our_block_is_known_again(door: Door, talk: Talk, role: str) -> None:
    """Whatever a client did to white space or role: the block is nobody's statement, and no raw hit shows it."""
    made = door.remember(talk.fact)["id"]
    block = the_block(door, talk)
    for name, change in CHANGES.items():
        door.observe([{"role": role, "content": f"{change(block)}\n{talk.said}", "id": name}])
        assert [(m["id"], m["evidence_count"]) for m in everything(door)] == [(made, 1)], name
    raw = door.recall(talk.asked, include="observations", floor="none", limit=100)["hits"]
    assert [h for h in raw if h["external_id"] in CHANGES and talk.word in h["text"]] == []


@both_languages
def test_dev_04_4_the_assistant_states_nothing_for_the_user(door: Door, talk: Talk) -> None:
    """A paraphrase by the assistant neither creates nor strengthens a fact about the user."""
    door.observe([{"role": "assistant", "content": talk.echoed, "id": "a0"}])
    assert everything(door) == []
    made = door.remember(talk.fact)["id"]
    door.observe([{"role": "assistant", "content": talk.echoed, "id": "a1"}])
    door.observe([{"role": "assistant", "content": talk.fact, "id": "a2"}])
    assert [(m["id"], m["evidence_count"]) for m in everything(door)] == [(made, 1)]


@both_languages
def test_dev_04_5_a_restatement_by_the_user_is_still_one_memory(door: Door, talk: Talk) -> None:
    """The person may refresh what is known; it stays one memory."""
    made = door.remember(talk.fact)["id"]
    door.observe([{"role": "user", "content": talk.restated, "id": "m1"}])
    assert [m["id"] for m in everything(door)] == [made]


@both_languages
def test_dev_04_4_an_echo_does_not_bring_back_what_was_corrected(door: Door, talk: Talk) -> None:
    """After an edit the old words come back in blocks and answers; neither versions nor counts grow by them."""
    made = door.remember(talk.fact)["id"]
    block = the_block(door, talk)
    corrected = talk.fact.replace(talk.word, {"宁波": "绍兴", "Ningbo": "Leeds"}[talk.word])
    door.edit(made, corrected)
    before = door.show(made)
    door.observe(
        [
            {"role": "user", "content": f"{block}\n{talk.said}", "id": "u1"},
            {"role": "assistant", "content": talk.echoed, "id": "a1"},
        ]
    )
    after = door.show(made)
    assert [m["id"] for m in everything(door)] == [made]
    for field in ("text", "version", "evidence_count", "reliability"):
        assert after[field] == before[field]
    assert [s["change"] for s in door.history(made)["steps"]] == ["add", "edit"]
    shown: str = door.context(talk.asked)["text"]
    assert corrected in shown
    assert talk.fact not in shown
