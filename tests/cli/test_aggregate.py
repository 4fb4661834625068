"""`aggregate`: several memories as one."""

from stelae.cli import main
from tests.cli.conftest import Stelae


def test_a_summary_names_its_memories(stelae: Stelae, chat: str) -> None:
    """The sentence, then the groups with ids; `--json` has the fields of the library."""
    stelae("observe", chat)
    for question, sentence in (
        ("what allergies do I have", "1 memory: peanuts"),
        ("我有几种过敏", "共 1 条：peanuts（1）"),
    ):
        ran = stelae("aggregate", question)
        found = stelae("aggregate", question, "--json").json
        assert (ran.code, ran.out.splitlines()[0]) == (main.DONE, sentence)
        assert found["text"] == sentence
        assert found["ids"] == found["groups"][0]["ids"]
        assert found["ids"][0][-8:] in ran.out


def test_filters_group_without_a_question(stelae: Stelae, chat: str) -> None:
    """By a field; typed by the category."""
    stelae("observe", chat)
    base = ("aggregate", "--category", "constraint", "--json")
    assert stelae(*base, "--by", "type").json["groups"][0]["value"] == "allergy"
    assert stelae(*base, "--where", "type in allergy,diet").json["count"] == 1
    assert stelae(*base, "--where", "type=allergy", "--until", "2026-03-09").json["count"] == 0
    assert stelae(*base, "--kind", "count").json["kind"] == "count"


def test_nothing_and_mistakes(stelae: Stelae) -> None:
    """Nothing is an answer, 3 when asked; no question and no filter is a mistake, as is an unknown field."""
    ran = stelae("aggregate", "我有什么待办")
    assert (ran.code, ran.out.strip()) == (main.DONE, "暂无相关记忆")
    assert stelae("aggregate", "我有什么待办", "--exit-code").code == main.NOT_FOUND
    assert stelae("aggregate").code == main.USAGE
    assert stelae("aggregate", "--category", "task", "--by", "mood").code == main.USAGE
