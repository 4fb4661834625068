"""What other processes and other copies hold of the forgotten: told where it cannot be reached, dropped where it can."""

from pathlib import Path

import pytest

from stelae.errors import MemoryNotFoundError
from stelae.testing import FixedClock
from tests.conftest import Opener

PHONE, ADDRESS = "我的电话号码是13912345678", "My new address is 18 Elm Lane"


def test_a_backup_from_between_forgetting_and_purge_is_told(
    open_memory: Opener, clock: FixedClock, tmp_path: Path
) -> None:
    """The text was still there when it was made; an export of that time had it no more."""
    memory = open_memory()
    memory.observe(PHONE)
    memory.backup(tmp_path / "early")
    clock.advance(minutes=1)
    memory.forget(memory.forget("我的电话号码"))
    clock.advance(minutes=1)
    memory.backup(tmp_path / "late")
    memory.export(tmp_path / "lines.jsonl")
    assert b"13912345678" in (tmp_path / "late" / "stelae.db").read_bytes()
    clock.advance(days=31)
    memory.maintain()
    (receipt,) = memory.forgotten()
    assert not receipt.pending_purge
    assert [told.split()[1] for told in receipt.out_of_reach] == ["early", "late"]


@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
@pytest.mark.parametrize("text", [PHONE, ADDRESS])
def test_a_question_that_another_process_had_not_noted_yet_is_not_noted(
    open_memory: Opener, clock: FixedClock, text: str, hard: bool
) -> None:
    """It quotes what was forgotten in the meantime."""
    memory, other = open_memory(), open_memory()
    memory.observe(text)
    asked = other.recall(text)
    assert asked.hits
    clock.advance(minutes=1)
    memory.forget(memory.forget(text), hard=hard)
    other.flush()
    with pytest.raises(MemoryNotFoundError):
        memory.why_recalled(asked.trace_id)
    held = b"".join(p.read_bytes() for p in memory.settings.data.iterdir())
    assert hard is (text.encode() not in held)
    clock.advance(minutes=1)
    later = other.recall("anything else")
    other.flush()
    assert memory.why_recalled(later.trace_id).query == "anything else"
