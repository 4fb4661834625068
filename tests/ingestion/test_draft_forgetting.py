"""A forgetting reaches what a draft has left beside the store."""

from pathlib import Path

from stelae.memory import Memory
from stelae.testing import FixedClock
from tests.conftest import Opener
from tests.ingestion.test_committing import YES, agents
from tests.ingestion.test_drafts import BODY, propose


def files(folder: Path) -> list[str]:
    """Every file that is no store's."""
    names = (p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
    return sorted(name for name in names if not name.startswith(("stelae.db", "audit")))


def committed(memory: Memory, clock: FixedClock) -> str:
    """Commit the usual guide and return its memory's id."""
    propose(memory)
    clock.advance(minutes=1)
    return str(memory.commit_draft(said=YES).outcomes[0].id)


def test_what_is_destroyed_takes_its_archive_and_guide_file_along(
    memory: Memory, clock: FixedClock, tmp_path: Path
) -> None:
    """The bytes of the whole folder are read again, and the text is nowhere."""
    own, id_ = agents(memory), committed(memory, clock)
    assert len(files(tmp_path / "data")) == 2
    receipt = own.forget(own.forget([id_]), hard=True)
    assert files(tmp_path / "data") == []
    assert (receipt.verified, receipt.pending_purge) == (True, False)
    assert {k: receipt.cascaded[k] for k in ("archives", "guide_files")} == {
        "archives": 1,
        "guide_files": 1,
    }
    assert not any(
        BODY.encode() in p.read_bytes() for p in (tmp_path / "data").rglob("*") if p.is_file()
    )


def test_as_long_as_a_forgetting_can_be_undone_its_files_stay(
    memory: Memory, clock: FixedClock, tmp_path: Path
) -> None:
    """They go when its text is destroyed."""
    own, id_ = agents(memory), committed(memory, clock)
    own.forget(own.forget([id_]))
    assert len(files(tmp_path / "data")) == 2
    clock.advance(days=31)
    own.maintain()
    assert files(tmp_path / "data") == []


def test_a_draft_that_repeats_what_is_destroyed_goes_and_another_stays(
    memory: Memory, clock: FixedClock
) -> None:
    """Of this scope; nobody else's."""
    own, id_ = agents(memory), committed(memory, clock)
    propose(memory, intent="again", body=f"记住：{BODY}")
    kept = propose(memory, intent="other", body="先查端口，再登记设备编号。").draft
    receipt = own.forget(own.forget([id_]), hard=True)
    assert receipt.cascaded["drafts"] == 1
    assert memory.drafts() == (kept,)


def test_a_guide_file_that_says_something_else_by_now_is_somebodys_own(
    memory: Memory, clock: FixedClock, tmp_path: Path
) -> None:
    """Only what the archive was of goes with it."""
    own, id_ = agents(memory), committed(memory, clock)
    file = tmp_path / "data/netops/guides/take_snapshot.guide.yaml"
    file.write_text("intent: take_snapshot\nbody: 别的做法。\n", encoding="utf-8")
    own.forget(own.forget([id_]), hard=True)
    assert file.exists()


def test_another_tenants_files_are_not_touched(open_memory: Opener, clock: FixedClock) -> None:
    """Tenants never see each other."""
    memory, other = open_memory(), open_memory(tenant="acme")
    propose(other)
    own, id_ = agents(memory), committed(memory, clock)
    own.forget(own.forget([id_]), hard=True)
    assert len(other.drafts()) == 1
