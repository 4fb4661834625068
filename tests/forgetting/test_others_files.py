"""What other people's files say is theirs: it neither goes with a forgetting nor tells whoever forgets that it is there."""

from pathlib import Path

import pytest

from stelae.memory import Memory
from stelae.schemas.session import ProposedConstraint, SessionPatch
from stelae.testing import FixedClock
from tests.conftest import Opener

SENTENCES = {
    "zh": "交换机的维护口令写在机房白板背面左下角",
    "en": "The spare key of the server room hangs behind the coffee machine",
}


def say_in_a_session(memory: Memory, sentence: str) -> None:
    """Let the task at hand hold the sentence."""
    wish = ProposedConstraint(content=sentence, polarity="like", source_quote=sentence)
    memory.update_session("chat", sentence, patch=SessionPatch(constraints=(wish,)))


def draft(memory: Memory, sentence: str) -> None:
    """Let a draft wait that says it."""
    memory.propose_draft("where_it_is", sentence, keywords=["机房", "server room"])


@pytest.mark.parametrize("sentence", SENTENCES.values(), ids=SENTENCES)
@pytest.mark.parametrize("place", [{"scope": "user:mo"}, {"tenant": "acme"}], ids=["mo", "acme"])
def test_a_hard_forgetting_is_done_although_others_have_files_that_say_the_same(
    open_memory: Opener, sentence: str, place: dict[str, str]
) -> None:
    """Session states and drafts of another scope or tenant stay, and the receipt says that it is gone all the same."""
    lin, other = open_memory(), open_memory(**place)
    id_ = lin.remember(sentence).id
    assert id_ is not None
    say_in_a_session(other, sentence)
    draft(other, sentence)
    receipt = lin.forget(lin.forget([id_]), hard=True)
    assert (receipt.verified, receipt.pending_purge) == (True, False)
    assert other.session_state("chat").constraints[0].content == sentence
    assert len(other.drafts()) == 1


@pytest.mark.parametrize("tenant", ["acme", "default"])
def test_a_guide_file_is_the_scopes_that_it_is_for(
    open_memory: Opener, clock: FixedClock, tenant: str
) -> None:
    """Only who writes that scope is told that it still says so."""
    agent = open_memory("agent:netops")
    draft(agent, SENTENCES["zh"])
    clock.advance(minutes=1)
    assert agent.commit_draft().guide_file is not None
    lin = open_memory(tenant=tenant)
    id_ = lin.remember(SENTENCES["zh"]).id
    assert id_ is not None
    assert lin.forget(lin.forget([id_]), hard=True).verified
    file = lin.settings.data / "netops/guides/where_it_is.guide.yaml"
    kept = agent.list()[0].id
    file.rename(file.with_name("copy.guide.yaml"))
    assert not agent.forget(agent.forget([kept]), hard=True).verified


def test_what_is_nobodys_file_is_looked_at(open_memory: Opener, tmp_path: Path) -> None:
    """A note that somebody has put into the folder, or half a draft of one's own: it is there, and the receipt says so."""
    lin = open_memory()
    for number, name in enumerate(("notes.txt", ".curator_drafts/.where.0a1b", "sessions/x.json")):
        id_ = lin.remember(f"{SENTENCES['en']} {number}").id
        assert id_ is not None
        stray = tmp_path / "data" / name
        stray.parent.mkdir(exist_ok=True)
        stray.write_text(f"{SENTENCES['en']} {number}", encoding="utf-8")
        assert not lin.forget(lin.forget([id_]), hard=True).verified
        stray.unlink()
