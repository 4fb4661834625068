"""Who was shown which ids is kept for a while, per tenant, for its owner alone, and never holds a request up."""

import json
import logging
import stat
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.errors import ScopeError
from stelae.schemas.access import Caller
from stelae.schemas.scope import Namespace
from stelae.server import access_log
from stelae.server.access_log import AccessLog
from stelae.testing import FixedClock
from tests.conftest import Opener

LIN = Namespace(scope="user:lin", reads=("global",))
CODER = Caller(
    tenant="default", role="agent", scopes=("user:lin",), key_id="0a1b2c3d", name="coder"
)


@pytest.fixture
def log(tmp_path: Path, clock: FixedClock) -> AccessLog:
    """An empty log that writes when told to."""
    return AccessLog(tmp_path, clock, days=90, pause_s=60)


def record(log: AccessLog, ns: Namespace = LIN, **other: Any) -> None:
    """Note a reading of nothing."""
    log.record(CODER, ns, "/v1/recall", (), **other)


def test_a_reading_says_who_was_shown_what_and_nothing_of_it(
    log: AccessLog, open_memory: Opener, clock: FixedClock, tmp_path: Path
) -> None:
    """Ids, key, scopes, route, request and trace; in a private file of the tenant's day."""
    memory = open_memory()
    memory.observe(["我对花生过敏", "I live in Osaka"])
    found = memory.recall("我对什么过敏？")
    log.record(CODER, LIN, "/v1/recall", found, request_id="r-1", trace_id=found.trace_id)
    (one,) = log.readings("default")
    assert one.ids == tuple(hit.id for hit in found.hits)
    assert (one.time, one.request_id, one.trace_id) == (clock.now(), "r-1", found.trace_id)
    assert (one.key_id, one.key_name, one.role) == ("0a1b2c3d", "coder", "agent")
    assert (one.scope, one.reads, one.route) == ("user:lin", ("global",), "/v1/recall")
    path = tmp_path / "access" / "default" / f"{clock.now():%Y-%m-%d}.jsonl"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for folder in (path.parent, path.parent.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    text = path.read_text("utf-8")
    assert "花生" not in text
    assert "过敏" not in text
    assert json.loads(text)["count"] == len(found.hits)


@given(st.text(min_size=1, max_size=40))
def test_no_tenant_writes_outside_its_folder(tmp_path_factory: Any, tenant: str) -> None:
    """Whatever it is called."""
    data = tmp_path_factory.mktemp("log")
    try:
        ns = Namespace(tenant=tenant, scope="user:lin")
    except ScopeError:
        return
    log = AccessLog(data, FixedClock(), days=90, pause_s=60)
    record(log, ns)
    assert len(list(log.readings(tenant))) == 1
    (file,) = (path for path in data.rglob("*") if path.is_file())
    assert file.parent.parent == data / "access"
    log.close()


def test_tenants_read_their_own(log: AccessLog) -> None:
    """Also when one is called like another's file."""
    for tenant in ("default", "acme", "Acme", "北斗"):
        record(log, Namespace(tenant=tenant, scope=f"user:{tenant}"))
    for tenant in ("default", "acme", "Acme", "北斗"):
        assert [one.scope for one in log.readings(tenant)] == [f"user:{tenant}"]
    assert list(log.readings("nobody")) == []


def test_a_span_is_read_by_its_days_and_instants(log: AccessLog, clock: FixedClock) -> None:
    """`since` is in, `until` is out."""
    times: list[datetime] = []
    for _ in range(4):
        record(log)
        times.append(clock.now())
        clock.advance(hours=13)
    assert [one.time for one in log.readings("default")] == times
    assert [one.time for one in log.readings("default", since=times[1])] == times[1:]
    assert [one.time for one in log.readings("default", until=times[2])] == times[:2]
    assert list(log.readings("default", since=times[1], until=times[1])) == []


def test_old_days_go(log: AccessLog, clock: FixedClock, tmp_path: Path) -> None:
    """90 days stay; a file that is none of the log's stays, too."""
    record(log)
    log.flush()
    stray = tmp_path / "access" / "default" / "notes.jsonl"
    stray.write_text("{}\n", encoding="utf-8")
    clock.advance(days=90)
    record(log)
    assert len(list(log.readings("default"))) == 2
    clock.advance(days=1)
    record(log)
    assert len(list(log.readings("default"))) == 2
    assert stray.exists()


def test_without_days_nothing_is_kept(tmp_path: Path, clock: FixedClock) -> None:
    """No folder, no thread."""
    log = AccessLog(tmp_path, clock, days=0)
    record(log)
    log.close()
    assert list(log.readings("default")) == []
    assert list(tmp_path.iterdir()) == []


def test_it_is_written_by_itself_within_a_second_and_at_the_end(
    tmp_path: Path, clock: FixedClock
) -> None:
    """Nobody has to ask."""
    log = AccessLog(tmp_path, clock, days=90, pause_s=0.05)
    record(log)
    path = tmp_path / "access" / "default" / f"{clock.now():%Y-%m-%d}.jsonl"
    until = time.monotonic() + 10
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.01)
    assert path.exists()
    record(log)
    log.close()
    log.close()
    assert len(path.read_text("utf-8").splitlines()) == 2


def test_a_line_that_a_crash_cut_off_harms_no_other(
    log: AccessLog, clock: FixedClock, tmp_path: Path
) -> None:
    """What comes after it begins a line of its own."""
    record(log, request_id="r-1")
    log.flush()
    path = tmp_path / "access" / "default" / f"{clock.now():%Y-%m-%d}.jsonl"
    with path.open("ab") as file:
        file.write(b'{"time": "2026-05-01T0')
    record(log, request_id="r-2")
    assert [one.request_id for one in log.readings("default")] == ["r-1", "r-2"]


def test_a_disk_that_takes_nothing_loses_nothing_for_a_while(
    tmp_path: Path, clock: FixedClock, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told in the server's log, and written when it can be."""
    (tmp_path / "access").write_text("in the way", encoding="utf-8")
    log = AccessLog(tmp_path, clock, days=90, pause_s=60)
    record(log)
    with caplog.at_level(logging.ERROR):
        log.flush()
    assert "cannot be written" in caplog.text
    (tmp_path / "access").unlink()
    assert len(list(log.readings("default"))) == 1


def test_what_is_too_much_to_hold_is_counted(
    log: AccessLog, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And told, never silently."""
    monkeypatch.setattr(access_log, "MOST_WAITING", 2)
    for _ in range(5):
        record(log)
    with caplog.at_level(logging.ERROR):
        log.flush()
    assert "3 readings are missing" in caplog.text
    assert len(list(log.readings("default"))) == 2


def test_many_threads_lose_no_reading(log: AccessLog) -> None:
    """Each is there once."""

    def read(number: int) -> None:
        for n in range(50):
            record(log, request_id=f"{number}-{n}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(read, range(8)))
    ids = [one.request_id for one in log.readings("default")]
    assert len(ids) == len(set(ids)) == 400
