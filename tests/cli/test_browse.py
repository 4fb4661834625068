"""`list`, `show`, `why`, `why-recalled`, `stats`."""

from pathlib import Path

from stelae.cli import main
from tests.cli.conftest import CHAT, Stelae


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


def test_an_empty_memory_says_how_to_begin(stelae: Stelae) -> None:
    """Not an empty table."""
    assert "stelae remember" in stelae("list").out
    assert stelae("list", "--json").json == {"memories": []}
    assert "Nothing waits" in stelae("pending").out


def test_a_misspelt_folder_is_no_empty_memory(stelae: Stelae, tmp_path: Path) -> None:
    """A command that reads says that it is not there, and makes nothing; one that writes makes it."""
    other = tmp_path / "nowhere"
    for command in (
        ["list"],
        ["recall", "花生"],
        ["forget", "peanuts"],
        ["stats"],
        ["export", "-"],
    ):
        ran = stelae("--data", str(other), *command)
        assert ran.code == 1
        assert "init" in ran.err
        assert not other.exists()
    assert stelae("remember", "I live in Osaka", "--data", str(other)).code == 0
    assert "Osaka" in stelae("list", "--data", str(other)).out


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


def test_a_trace_that_is_not_kept_is_called_a_recall(stelae: Stelae) -> None:
    """Not a memory, of which there may be many."""
    ran = stelae("why-recalled", "nope")
    assert ran.code == main.NOT_FOUND
    assert "No recall 'nope' is kept" in " ".join(ran.err.split())
    assert "stelae list" not in ran.err
