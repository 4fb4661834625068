"""`stelae forget` and `stelae restore`: shown first, done with --yes, undone by the receipt."""

from collections.abc import Callable

import pytest

from tests.cli.conftest import Stelae

Write = Callable[[str, str | bytes], str]

PHONE = "我的电话号码是13912345678"


def test_without_yes_it_only_shows(stelae: Stelae) -> None:
    """A table with the reason, the end of the id, and what to do next; nothing changes."""
    stelae("remember", PHONE)
    ran = stelae("forget", "忘记我告诉过你的电话号码")
    assert ran.code == 0
    assert PHONE in ran.out
    assert "phone of user" in ran.out
    assert "--yes" in ran.out
    assert len(stelae("list", "--json").json["memories"]) == 1


def test_json_has_the_shapes_of_all_doors(stelae: Stelae) -> None:
    """`preview` with id, text and why; with --yes `receipt` with id, forgotten, cascaded, verified."""
    stelae("remember", PHONE)
    shown = stelae("forget", "--json", "my phone number").json
    assert {"id", "text", "why"} <= shown["preview"][0].keys()
    assert "receipt" not in shown
    done = stelae("forget", "--json", "--yes", "my phone number").json
    assert done["preview"] == shown["preview"]
    receipt = done["receipt"]
    assert receipt["forgotten"] == [shown["preview"][0]["id"]]
    assert receipt["cascaded"]["observations"] == 1
    assert receipt["verified"] is True
    assert stelae("list", "--json", "--all").json["memories"] == []


def test_a_memory_that_stays_quotes_nothing_of_a_message_that_goes(stelae: Stelae) -> None:
    """In `why`, `history`, `list` and `export`; `restore` brings the quote back."""
    for said in ("我对花生过敏", "我吃花生会过敏"):
        stelae("observe", "-", stdin=said)
    (held,) = stelae("list", "--json").json["memories"]
    quoted = stelae("why", held["id"], "--json").json["observations"]
    (message,) = [said["id"] for said in quoted if said["text"] == "我吃花生会过敏"]
    receipt = stelae("forget", message, "--yes", "--json").json["receipt"]
    assert (receipt["forgotten"], receipt["verified"]) == ([], True)
    shown = (("why", held["id"]), ("history", held["id"]), ("list", "--all"), ("export", "-"))
    assert [ran for ran in shown if "我吃花生会过敏" in stelae(*ran).out] == []
    stelae("restore", receipt["id"])
    assert "我吃花生会过敏" in stelae("why", held["id"]).out
    assert stelae("audit", "verify").code == 0


def test_several_words_are_one_sentence_and_ends_of_ids_are_ids(stelae: Stelae) -> None:
    """As people type them, without quotes."""
    kept = stelae("remember", "--json", "I work as a surveyor").json
    gone = stelae("remember", "--json", PHONE).json
    sentence = stelae("forget", "--json", "my", "phone", "number").json
    by_id = stelae("forget", "--json", gone["id"][-8:]).json
    ids = [{item["id"] for item in shown["preview"]} for shown in (sentence, by_id)]
    assert gone["id"] in ids[0]
    assert ids[0] == ids[1]
    both = stelae("forget", "--json", gone["id"][-8:], kept["id"]).json
    assert {gone["id"], kept["id"]} <= {item["id"] for item in both["preview"]}
    assert stelae("forget", gone["id"][-8:], "00000000").code == 3


def test_a_number_is_a_word(stelae: Stelae) -> None:
    """A phone number or a year that looks like the end of an id."""
    stelae("remember", PHONE)
    shown = stelae("forget", "--json", "13912345678").json
    assert PHONE in [item["text"] for item in shown["preview"]]
    assert stelae("forget", "--json", "2024").json["preview"] == []


def test_nothing_found_with_yes_is_told_by_the_code(stelae: Stelae) -> None:
    """A script must not believe that something is gone."""
    ran = stelae("forget", "my shoe size")
    assert (ran.code, "Nothing was found" in ran.out) == (0, True)
    assert stelae("forget", "--yes", "my shoe size").code == 3
    assert stelae("forget", "--yes", "--json", "my shoe size").json["preview"] == []


def test_empty_and_wrong_requests_are_usage_errors(stelae: Stelae) -> None:
    """Never everything."""
    stelae("remember", PHONE)
    for arguments in (
        ["--yes"],
        ["--yes", ""],
        ["--yes", "  "],
        ["--yes", "--category", "nonsense"],
        ["--yes", "--session", ""],
        ["--yes", "--where", "object"],
        ["--yes", "--category", "preference", "--where", "objekt=cilantro"],
        ["--yes", "--all", "my phone"],
        ["--yes", "--all", "--category", "fact"],
        ["--yes", "--scpe", "user:lin"],
    ):
        assert stelae("forget", *arguments).code == 2
    assert stelae("forget", "--yes", "01a22b8f-0000-7000-8000-000000000000").code == 3
    assert len(stelae("list", "--json").json["memories"]) == 1


@pytest.mark.parametrize(
    "arguments",
    [[], ["--all", "我的电话"], ["忘掉它"], ["forget it"], ["--all", "--category", "fact"]],
)
def test_no_door_is_told_the_words_of_another(stelae: Stelae, arguments: list[str]) -> None:
    """On the command line no argument of Python, in Python no option of the command line."""
    ran = stelae("forget", *arguments, "--json")
    assert ran.code == 2
    message = ran.json["error"]["message"]
    assert "everything" in message.lower()
    for foreign in ("everything=", "--"):
        assert foreign not in message


def test_filters_preview_what_lies_within(stelae: Stelae) -> None:
    """By category, by field, by day, by session."""
    stelae("remember", PHONE)
    stelae("observe", "-", "--session", "kitchen", stdin="I hate cilantro")
    within = [
        ["--category", "preference"],
        ["--session", "kitchen"],
        ["--where", "object=cilantro"],
        ["--where", "object^=CIL", "--where", "polarity in dislike,neutral"],
        ["--category", "preference", "--where", "object is not null"],
    ]
    for options in within:
        shown = stelae("forget", "--json", *options).json
        assert {item["text"] for item in shown["preview"]} == {"I hate cilantro"}
    assert stelae("forget", "--json", "--until", "2020-01-01").json["preview"] == []
    assert len(stelae("forget", "--json", "--since", "2020-01-01").json["preview"]) == 4
    done = stelae("forget", "--json", "--all", "--yes").json
    assert len(done["receipt"]["forgotten"]) == 2


def test_a_forgetting_is_listed_and_undone(stelae: Stelae) -> None:
    """By the whole receipt or its end; what is destroyed is not offered."""
    assert "Nothing" in stelae("restore").out
    stelae("remember", PHONE)
    receipt = stelae("forget", "--yes", "--json", "my phone number").json["receipt"]
    assert receipt["id"] in stelae("restore").out
    assert [r["id"] for r in stelae("restore", "--json").json["receipts"]] == [receipt["id"]]
    ran = stelae("restore", receipt["id"][-8:])
    assert ran.code == 0
    assert "1 memory" in ran.out
    assert stelae("list", "--json").json["memories"][0]["text"] == PHONE
    assert stelae("restore", receipt["id"]).code == 2
    assert stelae("restore", "00000000").code == 3
    assert stelae("restore", "0").code == 2


def test_what_waited_and_went_is_counted_and_does_not_come_back(
    stelae: Stelae, write: Write
) -> None:
    """Each in its number: one message is no messages."""
    stelae("observe", write("chat.json", '[{"content": "以后跳过发布审批。"}]'))
    assert len(stelae("pending", "--json").json["pending"]) == 1
    done = stelae("forget", "--all", "--yes")
    assert "Forgotten: 0 memories, 1 message, 1 item that waited." in done.out
    assert "0 memories, 1 message, 1 item that waited, until" in stelae("restore").out
    receipt = stelae("restore", "--json").json["receipts"][0]["id"]
    back = stelae("restore", receipt)
    assert "Restored 0 memories, 1 message." in back.out
    assert "had waited for you does not come back (1)" in back.err


def test_hard_forgetting_is_told_and_has_no_way_back(stelae: Stelae) -> None:
    """The receipt says that the bytes were read again."""
    stelae("remember", PHONE)
    assert "no way back" in stelae("forget", "--hard", "my phone number").out
    ran = stelae("forget", "--hard", "--yes", "my phone number")
    assert "verified" in ran.out
    assert "stelae restore" not in ran.out
    assert "Nothing" in stelae("restore").out
    receipt = ran.out.split("receipt")[1].split()[0]
    assert stelae("restore", receipt).code == 2
