"""Blocks beside a message: what is kept of them is what would come out now, for the same asker and nobody else."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from stelae.errors import ModelUnavailableError
from stelae.recall.beside import PINNED_TOKENS, Beside
from stelae.recall.calibration import AUTO_FLOOR
from stelae.schemas.auto_recall import AutoBlock, AutoQuery
from stelae.schemas.query import Trace
from stelae.schemas.scope import Namespace
from stelae.stores.sqlite.store import SQLiteStore
from stelae.testing import HashEmbedder
from tests.recall.rows import POLICY, Desk

FACT, QUESTION = "The staging cluster is in Osaka", "where is the staging cluster?"
BOTH = Namespace(scope="user:lin", reads=("team:ops",))


class Seat:
    """A desk with a `Beside` that stays."""

    def __init__(self, desk: Desk | None = None) -> None:
        """Take a desk, or an empty one."""
        self.desk = desk or Desk()
        self.beside = Beside(self.desk.recall(), self.desk.store, POLICY, self.desk.clock)

    def ask(
        self, text: str = QUESTION, ns: Namespace = BOTH, zone: str = "UTC", **fields: Any
    ) -> tuple[AutoBlock, Trace | None]:
        """Ask for a block."""
        limits: dict[str, Any] = {"top_k": 5, "budget": 800, "floor": AUTO_FLOOR}
        return self.beside.block(ns, AutoQuery(text=text, **(limits | fields)), zone=zone)

    def anew(self, **asked: Any) -> bool:
        """Is it put together anew?"""
        return self.ask(**asked)[1] is not None


@pytest.mark.parametrize(
    ("fact", "question"), [(FACT, QUESTION), ("我家猫叫芝麻", "我家猫叫什么？")]
)
def test_the_next_call_of_a_turn_gets_the_block_that_is_there(fact: str, question: str) -> None:
    """The same block with the same trace, and no story to note a second time."""
    seat = Seat()
    seat.desk.know(fact)
    first, story = seat.ask(question)
    assert fact in first.text
    assert story is not None
    assert seat.ask(question) == (first, None)


def test_nobody_gets_what_somebody_else_asked_for() -> None:
    """O21: the key has the whole namespace and every limit, so that no block crosses scopes, projects or tenants."""
    seat = Seat()
    seat.desk.know(FACT)
    assert seat.anew()
    others = (
        Namespace(scope="user:wang", reads=("team:ops",)),
        Namespace(scope="user:lin"),
        Namespace(scope="user:lin", reads=("team:ops",), project="report"),
        Namespace(scope="user:lin", reads=("team:ops",), tenant="other"),
    )
    assert all(seat.anew(ns=other) for other in others)
    changed: tuple[dict[str, Any], ...] = (
        {"top_k": 4},
        {"budget": 799},
        {"floor": None},
        {"include": "memories"},
        {"beside": "s1"},
        {"vectors": False},
        {"zone": "Asia/Shanghai"},
        {"text": f"{QUESTION} "},
    )
    assert all(seat.anew(**one) for one in changed)
    assert FACT not in seat.ask(ns=others[0])[0].text
    assert not seat.anew()


@pytest.mark.parametrize("scope", BOTH.readable)
def test_what_is_written_to_any_readable_scope_is_seen_by_the_next_call(scope: str) -> None:
    """By its sequence number; what is written elsewhere changes nothing."""
    seat = Seat()
    seat.desk.know(FACT)
    seat.ask()
    seat.desk.know("The staging cluster is on fire", ns=Namespace(scope="user:wang"))
    assert not seat.anew()
    moved = "The staging cluster is moving to Kyoto"
    seat.desk.know(moved, ns=Namespace(scope=scope))
    assert moved in seat.ask()[0].text


def test_what_another_process_writes_is_seen_by_the_next_call(tmp_path: Path) -> None:
    """Another store over the same folder stands for it."""
    here = Desk(store=SQLiteStore(tmp_path, synchronous="normal"))
    there = Desk(store=SQLiteStore(tmp_path, synchronous="normal"), count=100)
    seat = Seat(here)
    here.know(FACT)
    seat.ask()
    there.know("The staging cluster is moving to Kyoto")
    assert "Kyoto" in seat.ask()[0].text
    here.store.close()
    there.store.close()


def test_a_block_is_no_older_than_a_minute() -> None:
    """Energy fades with time; a clock that was set back makes it anew, too."""
    seat = Seat()
    seat.desk.know(FACT)
    seat.ask()
    seat.desk.clock.advance(seconds=59)
    assert not seat.anew()
    seat.desk.clock.advance(seconds=1)
    assert seat.anew()
    seat.desk.clock.advance(seconds=-5)
    assert seat.anew()


def test_a_memory_that_ends_within_the_minute_ends_the_block() -> None:
    """Nothing is shown a second longer than recall would show it."""
    seat = Seat()
    seat.desk.know(FACT, expires_at=seat.desk.clock.now() + timedelta(seconds=30))
    assert FACT in seat.ask()[0].text
    seat.desk.clock.advance(seconds=30)
    assert FACT not in seat.ask()[0].text


def test_a_day_that_ends_ends_the_block() -> None:
    """What "today" means has changed, in the asker's zone or in UTC."""
    seat = Seat()
    seat.desk.know(FACT)
    zone = "Asia/Shanghai"
    seat.desk.clock.advance(hours=6, minutes=59, seconds=45)
    seat.ask(zone=zone)
    seat.desk.clock.advance(seconds=14)
    assert not seat.anew(zone=zone)
    seat.desk.clock.advance(seconds=2)
    assert seat.anew(zone=zone)


def test_a_block_that_lacks_something_is_not_kept() -> None:
    """When an embedder fails once, the next call asks it again."""

    class Failing(HashEmbedder):
        """Never answers."""

        @override
        def query(self, text: str) -> Any:
            raise ModelUnavailableError("away")

    desk = Desk(embedders=(Failing(),))
    desk.know(FACT)
    seat = Seat(desk)
    assert seat.ask()[0].partial
    assert seat.anew()


def test_after_a_clear_nothing_is_held() -> None:
    """A forget clears it, in the process that forgets."""
    seat = Seat()
    seat.desk.know(FACT)
    seat.ask()
    seat.beside.clear()
    assert seat.anew()


def test_no_more_pinned_memories_are_read_than_could_stand_in_the_block() -> None:
    """The first of them are shown as before; of thousands the rest compete by relevance like everything else."""
    seat = Seat()
    for number in range(60):
        seat.desk.know(f"Rule {number}: x", category="constraint", pinned=True)
    block, _ = seat.ask()
    shown = [line for line in block.text.splitlines() if ", always, " in line]
    assert 0 < len(shown) <= 800 // PINNED_TOKENS
    assert [line.partition("Rule ")[2] for line in shown] == [f"{n}: x" for n in range(len(shown))]
    assert block.tokens > 800 - PINNED_TOKENS - 10
