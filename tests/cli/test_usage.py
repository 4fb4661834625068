"""What a wrong command line is told, in text and as JSON."""

import pytest

from stelae.cli.main import USAGE
from tests.cli.conftest import Stelae


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["recal", "x"], "No such command 'recal'"),
        (["recall", "花生", "--nothing"], "No such option: --nothing"),
        (["extract"], "Missing argument 'file'"),
        (["recall", "花生", "--json=1"], "does not take a value"),
        (["recall", "花生", "芝麻"], "unexpected extra argument"),
        (["recall"], "say what to look for"),
        (["recall", "花生", "--limit", "0"], "'--limit' must be at least 1."),
        (["recall", "花生", "--limit", "三"], "'--limit' must be a whole number."),
        (
            ["recall", "花生", "--include", "memory"],
            "'--include' must be one of memories, observations, all; did you mean 'memories'?",
        ),
        (
            ["eval", "extract", "--extractor", "规则"],
            "'--extractor' must be one of auto, rules, llm.",
        ),
        (["guides"], "No such option: --json"),
        ([], "No such option: --json"),
    ],
)
def test_with_json_a_usage_error_is_the_one_document(
    stelae: Stelae, arguments: list[str], said: str
) -> None:
    """A program reads stdout alone: type and message, whatever is wrong with the command line."""
    ran = stelae(*arguments, "--json")
    assert ran.code == USAGE
    assert set(ran.json) == {"error"}
    assert ran.json["error"]["type"] == "UsageError"
    assert said in ran.json["error"]["message"]
    assert "--help" in ran.json["error"]["message"]


@pytest.mark.parametrize("limit", ["0", "three"])
def test_people_are_told_what_is_allowed(stelae: Stelae, limit: str) -> None:
    """Not what a validator's input should be."""
    ran = stelae("recall", "peanuts", "--limit", limit)
    assert (ran.code, ran.out) == (USAGE, "")
    assert "stelae: '--limit' must be " in ran.err
    assert "Input" not in ran.err


def test_a_group_without_a_command_shows_its_help_and_no_empty_message(stelae: Stelae) -> None:
    """The help says all there is to say."""
    ran = stelae("guides")
    assert ran.code == USAGE
    assert "stelae guides" in ran.out
    assert ran.err == ""


def test_a_text_that_looks_like_the_option_is_a_text(stelae: Stelae) -> None:
    """After `--` there are no options."""
    ran = stelae("remember", "--scope", "nobody", "--", "--json")
    assert (ran.code, ran.out) == (USAGE, "")
