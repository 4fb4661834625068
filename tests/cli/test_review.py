"""The person's word on what waits."""

import json

import pytest

from stelae.cli import main
from tests.cli.conftest import Stelae


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
