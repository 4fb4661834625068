"""`observe` and `remember`: what goes in, and what is said of it."""

import json
from collections.abc import Callable

import pytest

from stelae.cli import main
from tests.cli.conftest import CHAT, Stelae

Write = Callable[[str, str | bytes], str]


def test_observe_reports_every_candidate_with_its_reason_and_evidence(
    stelae: Stelae, chat: str
) -> None:
    """The shape of architecture section 8."""
    result = stelae("observe", chat, "--json").json
    assert [o["external_id"] for o in result["observations"]] == ["m1", "m2", "m3", "m4"]
    assert result["extraction"]["status"] == "ok"
    by_message = {o["evidence"][0]["external_id"]: o for o in result["outcomes"]}
    assert by_message["m1"]["outcome"] == by_message["m2"]["outcome"] == "accepted"
    assert (by_message["m4"]["outcome"], by_message["m4"]["reason"]) == (
        "pending",
        "untrusted_procedural",
    )
    assert (by_message["m3"]["outcome"], by_message["m3"]["reason"]) == ("rejected", "small_talk")


def test_observing_twice_adds_nothing(stelae: Stelae, chat: str) -> None:
    """A message id makes it harmless."""
    stelae("observe", chat)
    before = stelae("list", "--json").json
    again = stelae("observe", chat, "--json")
    assert again.code == main.DONE
    assert stelae("list", "--json").json == before


def test_observe_tells_people_what_happened_and_what_waits(stelae: Stelae, chat: str) -> None:
    """Text for people: outcome, reason, and the next step."""
    out = stelae("observe", chat).out
    for part in ("4 messages kept", "accepted", "untrusted_procedural", "stelae review"):
        assert part in out


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", "[]"),
        ("b.txt", " \n\t"),
        ("c.json", '[{"role": "user", "content": ""}]'),
        ("d.json", '[{"role": "user", "content": null}]'),
        (
            "e.json",
            '[{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,"}}]}]',
        ),
        ("f.txt", "\u200b\ufeff"),
    ],
)
def test_empty_input_is_said_to_be_empty_and_exits_2(
    stelae: Stelae, write: Write, name: str, content: str
) -> None:
    """DEV-20.2: nothing stored, status `empty`, and an exit code that is not 0."""
    ran = stelae("observe", write(name, content), "--json")
    assert ran.code == main.USAGE
    assert ran.json["extraction"]["status"] == "empty"
    assert stelae("list", "--json").json == {"memories": []}


def test_nothing_worth_keeping_is_not_empty(stelae: Stelae, write: Write) -> None:
    """DEV-20 and DEV-02: small talk is usable input without a memory in it."""
    ran = stelae("observe", write("hi.txt", "哈哈，谢谢"), "--json")
    assert (ran.code, ran.json["extraction"]["status"]) == (main.DONE, "ok")


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        ("我家猫叫芝麻", False),
        ("I moved to Delft", False),
        ("谢谢，哈哈", False),
        ("Thanks a lot!", False),
        ("The build broke because of the flaky network on floor 3", True),
        ("嗯，那台打印机大概又卡纸了吧，反正三楼一直这样", True),
    ],
)
def test_how_to_get_a_model_is_said_where_the_rules_may_have_missed_something(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch, write: Write, text: str, missed: bool
) -> None:
    """Not after every turn; programs are always told."""
    monkeypatch.setenv("STELAE_EXTRACTOR", "auto")
    monkeypatch.setenv("STELAE_MODEL_HOST", "http://127.0.0.1:9")
    path = write("said.txt", text)
    assert "rules only" in stelae("observe", path, "--json").json["extraction"]["detail"]
    told = stelae("observe", path, "--scope", "user:mo").out
    assert ("No language model answers" in " ".join(told.split())) is missed


def test_a_broken_file_stores_nothing(stelae: Stelae, write: Write) -> None:
    """The line is named and the good lines before it are not half-taken."""
    ran = stelae("observe", write("x.jsonl", json.dumps(CHAT[0]) + "\n{broken"), "--json")
    assert ran.code == main.USAGE
    assert ran.json["error"]["type"] == "BrokenInputError"
    assert "line 2" in ran.json["error"]["message"]
    assert stelae("stats", "--json").json["stats"]["observations"] == 0


def test_a_line_whose_content_is_misspelt_is_named_and_nothing_is_stored(
    stelae: Stelae, write: Write
) -> None:
    """Its words would be lost without a word."""
    lines = [
        '{"role": "user", "content": "I live in Osaka."}',
        '{"role": "user", "contnt": "oops"}',
    ]
    ran = stelae("observe", write("chat.jsonl", "\n".join(lines)), "--json")
    assert ran.code == main.USAGE
    assert 'Message 2 has no "content"' in ran.json["error"]["message"]
    assert "oops" not in ran.out + ran.err
    assert stelae("list", "--json").json["memories"] == []


def test_stdin_is_a_file_called_dash(stelae: Stelae) -> None:
    """Pipes work for conversations and for statements."""
    stelae("observe", "-", stdin=json.dumps(CHAT[:1]))
    assert stelae("remember", "-", stdin="Deploys go through make ship").code == main.DONE
    assert len(stelae("list", "--json").json["memories"]) == 2


def test_remember_counts_you_as_the_person(stelae: Stelae) -> None:
    """Authority `user_edit` at the command line (architecture section 2)."""
    outcome = stelae("remember", "我家猫叫芝麻", "--json").json
    assert outcome["outcome"] == "accepted"
    assert stelae("show", outcome["id"], "--json").json["authority"] == "user_edit"


@pytest.mark.parametrize("text", ["", "  ", "\u200b"])
def test_remembering_nothing_is_an_error(stelae: Stelae, text: str) -> None:
    """DEV-20.2: a clear error, exit code not 0."""
    ran = stelae("remember", text, "--json")
    assert ran.code == main.USAGE
    assert ran.json["error"]["type"] == "EmptyInputError"


def test_a_refused_statement_exits_5_and_says_why(stelae: Stelae) -> None:
    """A secret is never stored; scripts notice."""
    ran = stelae("remember", "ghp_" + "A1b2" * 9)
    assert ran.code == main.REFUSED
    assert "restricted" in ran.out
    assert "A1b2" not in ran.out + ran.err


@pytest.mark.parametrize(
    "said", ["我的银行密码是 {}", "My bank password is {}", "网银登录密码：{}"]
)
def test_a_statement_of_nothing_but_a_secret_is_refused(stelae: Stelae, said: str) -> None:
    """What is left would only announce what was taken out."""
    ran = stelae("remember", said.format("abc" + "12345"))
    assert ran.code == main.REFUSED
    assert "secrets are never stored" in ran.out
    assert "12345" not in ran.out + ran.err


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("测试库 db3 的密码是 {}", "测试库 db3"),
        ("The staging database db3 has the password {}", "staging database db3"),
    ],
)
def test_a_secret_that_is_taken_out_of_a_statement_is_told(
    stelae: Stelae, said: str, kept: str
) -> None:
    """DEV-06.5: a changed write says so, in words and in JSON, the second time as well; what held no secret says nothing."""
    text = said.format("Tulip#" + "77")
    assert "redacted: password" in stelae("remember", text).out
    again = stelae("remember", text, "--json").json
    assert (again["outcome"], again["detail"]) == ("duplicate", "redacted: password")
    assert kept in again["text"]
    assert "redacted" not in stelae("remember", "密码要每个月换一次").out


def test_an_unknown_category_lists_what_there_is(stelae: Stelae) -> None:
    """The remedy is in the message."""
    ran = stelae("remember", "x y z", "--category", "rumour")
    assert ran.code == main.USAGE
    assert "preference" in ran.err
