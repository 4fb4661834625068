"""The commands on a real store: what goes in comes out, with evidence, and the gate in between."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from stelae.cli import main
from tests.cli.conftest import Stelae

Write = Callable[[str, str | bytes], str]
CHAT = [
    {
        "role": "user",
        "content": "以后报告都用中文写给我。",
        "id": "m1",
        "time": "2026-03-10T09:00:00+08:00",
    },
    {
        "role": "user",
        "content": "I'm allergic to peanuts.",
        "id": "m2",
        "time": "2026-03-10T09:01:00+08:00",
    },
    {"role": "user", "content": "谢谢，哈哈", "id": "m3", "time": "2026-03-10T09:02:00+08:00"},
    {
        "role": "user",
        "content": "以后跳过发布审批。",
        "id": "m4",
        "time": "2026-03-10T09:03:00+08:00",
    },
]


@pytest.fixture
def chat(write: Write) -> str:
    """A small bilingual chat."""
    return write("chat.jsonl", "\n".join(json.dumps(m, ensure_ascii=False) for m in CHAT))


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


def test_a_broken_file_stores_nothing(stelae: Stelae, write: Write) -> None:
    """The line is named and the good lines before it are not half-taken."""
    ran = stelae("observe", write("x.jsonl", json.dumps(CHAT[0]) + "\n{broken"), "--json")
    assert ran.code == main.USAGE
    assert ran.json["error"]["type"] == "BrokenInputError"
    assert "line 2" in ran.json["error"]["message"]
    assert stelae("stats", "--json").json["stats"]["observations"] == 0


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


def test_a_refused_statement_exits_5_and_says_why(stelae: Stelae) -> None:
    """A secret is never stored; scripts notice."""
    ran = stelae("remember", "ghp_" + "A1b2" * 9)
    assert ran.code == main.REFUSED
    assert "restricted" in ran.out
    assert "A1b2" not in ran.out + ran.err


@pytest.mark.parametrize("text", ["", "  ", "\u200b"])
def test_remembering_nothing_is_an_error(stelae: Stelae, text: str) -> None:
    """DEV-20.2: a clear error, exit code not 0."""
    ran = stelae("remember", text, "--json")
    assert ran.code == main.USAGE
    assert ran.json["error"]["type"] == "EmptyInputError"


def test_an_unknown_category_lists_what_there_is(stelae: Stelae) -> None:
    """The remedy is in the message."""
    ran = stelae("remember", "x y z", "--category", "rumour")
    assert ran.code == main.USAGE
    assert "preference" in ran.err


def test_recall_answers_in_both_languages_with_evidence(stelae: Stelae, chat: str) -> None:
    """Hits carry score, evidence and the caller's message id."""
    stelae("observe", chat)
    for query, word, message in (
        ("报告用什么语言？", "报告", "m1"),
        ("what am I allergic to?", "peanuts", "m2"),
    ):
        first = stelae("recall", query, "--json", "--include", "memories", "--floor", "none").json[
            "hits"
        ][0]
        assert word in first["text"]
        assert first["evidence"][0]["external_id"] == message
        assert 0 <= first["score"] <= 1
        assert word in stelae("recall", query, "--floor", "none").out


def test_nothing_relevant_is_an_answer_and_an_exit_code_when_asked(
    stelae: Stelae, chat: str
) -> None:
    """DEV-26: no pressed hits; 0 by default, 3 with `--exit-code`."""
    stelae("observe", chat)
    for query in ("渐近自由是谁提出的", "zxqv-unrelated-0091"):
        ran = stelae("recall", query)
        assert (ran.code, ran.out.splitlines()[0]) == (main.DONE, "Nothing relevant.")
        assert stelae("recall", query, "--json").json["hits"] == []
        assert stelae("recall", query, "--exit-code").code == main.NOT_FOUND


def test_an_empty_question_is_an_error(stelae: Stelae) -> None:
    """DEV-20.3: never "everything"."""
    assert stelae("recall", "  ", "--json").code == main.USAGE


def test_filters_narrow_and_wrong_ones_are_named(stelae: Stelae, chat: str) -> None:
    """Category, time and attributes."""
    stelae("observe", chat)
    base = ("recall", "peanuts allergic", "--floor", "none", "--json", "--include", "memories")
    assert stelae(*base, "--category", "constraint").json["hits"]
    assert stelae(*base, "--category", "task").json["hits"] == []
    assert stelae(*base, "--since", "2026-03-11").json["hits"] == []
    assert stelae(*base, "--until", "2026-03-10").json["hits"]
    assert stelae(*base, "--where", "type=allergy").json["hits"]
    assert stelae(*base, "--where", "type=ban").json["hits"] == []
    for wrong in (
        ["--since", "soon"],
        ["--where", "x"],
        ["--floor", "high"],
        ["--category", "rumour"],
    ):
        assert stelae(*base, *wrong).code == main.USAGE


def test_context_prints_the_block_and_nothing_else(stelae: Stelae, chat: str) -> None:
    """Ready to be piped on; the allergy is pinned."""
    stelae("observe", chat)
    ran = stelae("context", "what should I order for lunch?")
    assert ran.code == main.DONE
    assert "peanuts" in ran.out
    block = stelae("context", "what should I order for lunch?", "--json").json
    assert ran.out.rstrip("\n") == block["text"].rstrip("\n")


def test_context_is_silent_when_there_is_nothing(stelae: Stelae) -> None:
    """Stdout stays empty; the word for people is on stderr."""
    ran = stelae("context", "你好")
    assert (ran.code, ran.out) == (main.DONE, "")
    assert "Nothing relevant" in ran.err


def test_why_shows_the_words_the_rule_and_the_versions(stelae: Stelae, chat: str) -> None:
    """An accepted memory explains itself."""
    outcome = next(
        o for o in stelae("observe", chat, "--json").json["outcomes"] if o["outcome"] == "accepted"
    )
    found = stelae("why", outcome["id"], "--json").json
    assert found["observations"][0]["text"] == CHAT[0]["content"]
    assert found["versions"][0]["change"] == "add"
    text = stelae("why", outcome["id"][-8:]).out
    for part in (str(CHAT[0]["content"]), "m1", found["memory"]["rule"], "add"):
        assert part in text


def test_why_recalled_shows_the_legs(stelae: Stelae, chat: str) -> None:
    """Across processes: the trace is kept."""
    stelae("observe", chat)
    trace_id = stelae("recall", "peanuts", "--json").json["trace_id"]
    trace = stelae("why-recalled", trace_id, "--json").json
    assert trace["query"] == "peanuts"
    assert trace["hits"][0]["legs"]
    assert trace["hits"][0]["legs"][0]["leg"] in stelae("why-recalled", trace_id).out


def test_list_and_show_take_the_end_of_an_id(stelae: Stelae) -> None:
    """What tables print is what one types; JSON has the whole."""
    full = stelae("remember", "我家猫叫芝麻", "--json").json["id"]
    assert full[-8:] in stelae("list").out
    assert stelae("show", full[-8:], "--json").json["id"] == full
    assert "我家猫叫芝麻" in stelae("show", full[-5:]).out


@pytest.mark.parametrize(
    ("given", "code"),
    [("zzzzzzzz", main.NOT_FOUND), ("abc", main.USAGE), ("0" * 36, main.NOT_FOUND)],
)
def test_an_id_that_fits_nothing_is_not_found(stelae: Stelae, given: str, code: int) -> None:
    """Too short is a usage error, unknown is exit code 3."""
    for command in ("show", "why", "confirm"):
        assert stelae(command, given, "--json").code == code


def test_an_empty_memory_says_how_to_begin(stelae: Stelae) -> None:
    """Not an empty table."""
    assert "stelae remember" in stelae("list").out
    assert stelae("list", "--json").json == {"memories": []}
    assert "Nothing waits" in stelae("pending").out


def test_a_pending_item_is_confirmed_and_only_then_recalled(stelae: Stelae, chat: str) -> None:
    """What waits is not there yet; the person's word stores it."""
    stelae("observe", chat)
    (item,) = stelae("pending", "--json").json["pending"]
    query = ("recall", "发布审批", "--include", "memories", "--floor", "none", "--json")
    assert stelae(*query).json["hits"] == []
    (outcome,) = stelae("confirm", item["id"][-8:], "--json").json["outcomes"]
    assert outcome["outcome"] == "accepted"
    assert "审批" in stelae(*query).json["hits"][0]["text"]
    assert stelae("pending", "--json").json == {"pending": []}


def test_a_rejected_item_is_gone(stelae: Stelae, chat: str) -> None:
    """With a reason, in bulk, and not stored."""
    stelae("observe", chat)
    (item,) = stelae("pending", "--json").json["pending"]
    assert stelae("reject", "--all", "--reason", "never", "--json").json == {
        "rejected": [item["id"]]
    }
    assert stelae("pending", "--json").json == {"pending": []}
    assert stelae("show", item["id"], "--json").code == main.NOT_FOUND


def test_confirm_with_another_wording_stores_that(stelae: Stelae, chat: str) -> None:
    """The person's words win."""
    stelae("observe", chat)
    (item,) = stelae("pending", "--json").json["pending"]
    (outcome,) = stelae("confirm", item["id"], "--text", "发布审批照常进行", "--json").json[
        "outcomes"
    ]
    assert outcome["text"] == "发布审批照常进行"


@pytest.mark.parametrize(
    "arguments",
    [
        ["confirm"],
        ["confirm", "abcdef12", "--all"],
        ["reject", "--category", "fact"],
        ["confirm", "--all", "--text", "x"],
    ],
)
def test_contradictory_choices_are_usage_errors(stelae: Stelae, arguments: list[str]) -> None:
    """Ids or all, one wording for one id."""
    assert stelae(*arguments).code == main.USAGE


def test_edit_keeps_the_old_version(stelae: Stelae) -> None:
    """Corrected, and the history says so."""
    full = stelae("remember", "My desk is 4F-118", "--json").json["id"]
    edited = stelae("edit", full[-8:], "--text", "My desk is 4F-119", "--json").json
    assert edited["text"] == "My desk is 4F-119"
    versions = stelae("why", edited["id"], "--json").json["versions"]
    assert stelae("edit", full, "--json").code == main.USAGE
    assert "4F-118" in json.dumps(stelae("why", full, "--json").json) + json.dumps(versions)


def test_one_scope_does_not_see_another(stelae: Stelae) -> None:
    """Unless it is read on purpose."""
    stelae("remember", "我家猫叫芝麻", "--scope", "user:mei")
    assert stelae("list", "--json").json == {"memories": []}
    assert len(stelae("list", "--read", "user:mei", "--json").json["memories"]) == 1


def test_stats_counts_what_is_there(stelae: Stelae, chat: str, data: Path) -> None:
    """Memories, observations and what waits."""
    stelae("observe", chat)
    counts = stelae("stats", "--json").json["stats"]
    assert counts["observations"] == 4
    assert counts["pending"] == 1
    assert "observations" in stelae("stats").out
    assert data.is_dir()
