"""`export_training`: what was said and what a person decided about it, and nothing that nobody reviewed."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from stelae.errors import InvalidInputError
from stelae.memory import Memory
from stelae.remember.proposals.answer_form import form_of
from stelae.schemas.training import TrainingReport
from tests.conftest import Opener


def exported(memory: Memory, **options: Any) -> tuple[list[dict[str, Any]], TrainingReport]:
    """The lines and the report."""
    file = io.BytesIO()
    report = memory.export_training(file, **options)
    return [json.loads(line) for line in file.getvalue().splitlines()], report


def say(memory: Memory, text: str, **fields: Any) -> None:
    """Say one thing."""
    memory.observe([{"role": "user", "content": text, **fields}])


def waiting(memory: Memory, word: str) -> str:
    """The id of what waits and holds a word."""
    return next(item.id for item in memory.pending() if word in item.record.text)


@pytest.fixture(params=["sqlite", "memory"])
def reviewed(request: pytest.FixtureRequest, open_memory: Opener) -> Memory:
    """Edited, rejected, and what nobody looked at; on a file and in the process."""
    memory = open_memory(store=request.param)
    say(memory, "以后跳过发布审批", id="skip")
    say(memory, "From now on merge without waiting for CI.", id="merge")
    say(memory, "我住在宁波", id="home")
    say(memory, "I work as a teacher", id="job")
    say(memory, "我哥哥在苏州工作", id="brother")
    say(memory, "My sister lives in Lyon", id="sister")
    memory.reject(waiting(memory, "审批"))
    memory.reject(waiting(memory, "merge"), reason="wrong")
    home = next(r for r in memory.list() if "宁波" in r.text)
    memory.edit(home.id, text="我住在宁波江北区")
    return memory


def test_every_decision_of_a_person_is_a_pair_and_no_other(reviewed: Memory) -> None:
    """An edit has both wordings; a rejection its message and category; what was not reviewed is not there."""
    lines, report = exported(reviewed)
    by_message = {line["external_id"]: line for line in lines}
    edited = by_message["home"]
    assert edited["decision"] == "edited"
    assert edited["input"]["text"] == "我住在宁波"
    assert edited["proposed"]["text"] == "我住在宁波"
    assert edited["reviewed"]["text"] == "我住在宁波江北区"
    assert edited["rule"]
    for message, text in (
        ("skip", "以后跳过发布审批"),
        ("merge", "From now on merge without waiting for CI."),
    ):
        rejected = by_message[message]
        assert (rejected["decision"], rejected["reviewed"]) == ("rejected", None)
        assert rejected["input"]["text"] == text
        assert rejected["proposed"]["category"]
        assert rejected["proposed"]["text"] == "", "the text of what is rejected is not kept"
    assert "job" not in by_message
    assert report.counts == {"edited": 1, "rejected": 2}
    assert report.lines == len(lines) == 3


def test_a_confirmation_is_a_pair_and_a_reworded_one_says_so(open_memory: Opener) -> None:
    """Of what was reworded while it waited the proposal is not kept."""
    memory = open_memory(scope="team:band")
    say(memory, "我住在宁波", id="home")
    say(memory, "I love sailing", id="sailing")
    memory.confirm(waiting(memory, "宁波"))
    memory.confirm(waiting(memory, "sailing"), text="Ann loves sailing")
    by_message = {line["external_id"]: line for line in exported(memory)[0]}
    confirmed, reworded = by_message["home"], by_message["sailing"]
    assert confirmed["decision"] == "confirmed"
    assert confirmed["proposed"] == confirmed["reviewed"]
    assert (reworded["decision"], reworded["proposed"]) == ("edited", None)
    assert reworded["reviewed"]["text"] == "Ann loves sailing"


def test_what_was_just_added_and_taken_back_is_a_rejection_with_its_text(memory: Memory) -> None:
    """Undoing an addition is a person's no."""
    say(memory, "我住在宁波", id="home")
    memory.restore(memory.list()[0].id)
    (line,), _ = exported(memory)
    assert line["decision"] == "rejected"
    assert line["proposed"]["text"] == "我住在宁波"


def test_a_decision_that_was_taken_back_is_none(memory: Memory) -> None:
    """An edit and its undoing teach nothing; counted."""
    say(memory, "我住在宁波", id="home")
    id_ = memory.list()[0].id
    memory.edit(id_, text="我住在杭州")
    memory.restore(id_)
    lines, report = exported(memory)
    assert lines == []
    assert report.left_out == {"undone": 1}


def test_nothing_forgotten_and_nothing_of_another_scope_is_in_it(
    open_memory: Opener, reviewed: Memory
) -> None:
    """Neither its text nor the message it came from."""
    other = open_memory(
        scope="user:mo", reads=["user:lin"]
    )  # on a file: another store than one in the process
    say(other, "I live in Porto", id="porto")
    other.edit(other.list()[0].id, text="I live in Braga")
    reviewed.forget(reviewed.forget("我住在宁波江北区"))
    lines, _ = exported(reviewed)
    assert {line["external_id"] for line in lines} == {"skip", "merge"}
    skipped = str(next(line["observation"] for line in lines))
    reviewed.forget(reviewed.forget(skipped), hard=True)
    assert [line["external_id"] for line in exported(reviewed)[0]] == ["merge"]
    (line,), _ = exported(other)
    assert line["external_id"] == "porto"


def test_sensitive_decisions_are_left_out_unless_asked_for(memory: Memory) -> None:
    """By the memory's class, or by what the rules see in the message."""
    say(memory, "我对花生过敏", id="nuts")
    say(memory, "Mail me at lin.test@example.com, and my tone is friendly", id="mail")
    for record in memory.list():
        memory.edit(record.id, text=record.text + "。")
    count = len(memory.list())
    lines, report = exported(memory)
    assert lines == []
    assert report.left_out == {"sensitive": count}
    lines, report = exported(memory, sensitive=True)
    assert len(lines) == count
    assert report.left_out == {}


def test_what_nobody_proposed_is_no_pair(memory: Memory) -> None:
    """Entered by hand with its category: there was nothing to judge."""
    made = memory.remember("Deploys go through make ship", category="fact", authority="user_edit")
    memory.edit(made.id or "", text="Deploys go through make deploy")
    assert exported(memory)[1].left_out == {"not_proposed": 1}


def test_a_message_that_is_no_longer_kept_gives_no_pair(memory: Memory) -> None:
    """Something else in it was forgotten, so that the message went; the memory stays, and is counted."""
    say(memory, "我住在宁波。我在学大提琴。", id="both")
    home = next(r for r in memory.list() if "宁波" in r.text)
    memory.edit(home.id, text="我住在宁波江北区")
    (line,), _ = exported(memory)
    assert line["reviewed"]["quote"] == "我住在宁波"
    memory.forget(memory.forget("大提琴"))
    lines, report = exported(memory)
    assert (lines, report.left_out) == ([], {"no_source": 1})


def test_as_a_chat_a_message_has_the_instructions_and_the_right_reply(reviewed: Memory) -> None:
    """What a model would have had to answer, in the form it is asked for; rejected: nothing to keep."""
    lines, report = exported(reviewed, form="chat")
    assert report.form == "chat"
    replies: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        system, user, assistant = line["messages"]
        assert [m["role"] for m in line["messages"]] == ["system", "user", "assistant"]
        language = "zh" if "你从对话里" in system["content"] else "en"
        assert system["content"] == form_of().told[language]  # type: ignore[index]
        replies[user["content"]] = json.loads(assistant["content"])["memories"]
        assert form_of().answer.model_validate_json(assistant["content"])
    home = next(reply for said, reply in replies.items() if "宁波" in said)
    assert (home[0]["object"], home[0]["attribute"]) == ("宁波江北区", "home")
    assert home[0]["quote"] == "我住在宁波"
    assert next(reply for said, reply in replies.items() if "审批" in said) == []
    assert next(reply for said, reply in replies.items() if "CI" in said) == []
    assert report.counts == {"edited": 1, "rejected": 2}


def test_a_message_of_which_something_waits_makes_no_chat(memory: Memory) -> None:
    """What the whole reply should have been is not known."""
    say(memory, "我住在宁波。我妹妹住在苏州。我在学大提琴。", id="all")
    home = next(r for r in memory.list() if "宁波" in r.text)
    memory.edit(home.id, text="我住在宁波江北区")
    lines, report = exported(memory, form="chat")
    assert lines == []
    assert report.left_out == {"partly_reviewed": 1}
    assert len(exported(memory)[0]) == 1


def test_the_file_is_new_private_and_named_in_later_receipts(
    reviewed: Memory, tmp_path: Path
) -> None:
    """It left the store: forgetting cannot reach it, and says so."""
    target = tmp_path / "pairs.jsonl"
    reviewed.export_training(target)
    assert target.stat().st_mode & 0o077 == 0
    with pytest.raises(InvalidInputError, match="already"):
        reviewed.export_training(target)
    receipt = reviewed.forget(reviewed.forget("我住在宁波江北区"))
    assert any("pairs.jsonl" in copy for copy in receipt.out_of_reach)


def test_an_unknown_form_is_refused(memory: Memory) -> None:
    """Before anything is written."""
    with pytest.raises(InvalidInputError, match="pairs or chat"):
        exported(memory, form="yaml")
