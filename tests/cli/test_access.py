"""`access export`: the access log of a server, read beside it."""

import json
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from stelae.schemas.access import Caller
from stelae.schemas.scope import Namespace
from stelae.server.access_log import AccessLog
from stelae.testing import FixedClock
from tests.cli.conftest import Stelae

LIN = Namespace(tenant="default", scope="user:lin")


@pytest.fixture
def read(data: Path, clock: FixedClock) -> FixedClock:
    """What two keys were shown on two days, and one of another tenant."""
    log = AccessLog(data, clock, days=90)
    laptop, phone = (
        Caller(key_id=id_, name=name, tenant="default", role="agent", scopes=("*",))
        for id_, name in (("0a1b2c3d", "laptop"), ("4e5f6a7b", "手机"))
    )
    log.record(laptop, LIN, "/v1/recall", (), request_id="r-1")
    log.record(laptop, Namespace(tenant="acme", scope="user:lin"), "/v1/recall", ())
    clock.advance(days=1)
    log.record(phone, LIN, "recall", (), request_id="r-2")
    log.close()
    return clock


def test_readings_come_as_json_lines_of_the_own_tenant(stelae: Stelae, read: FixedClock) -> None:
    """Oldest first, on stdout, in one JSON document, or in a private file."""
    lines = [json.loads(line) for line in stelae("access", "export").out.splitlines()]
    assert [one["request_id"] for one in lines] == ["r-1", "r-2"]
    assert [one["key_name"] for one in lines] == ["laptop", "手机"]
    assert stelae("access", "export", "--json").json == {"readings": lines}


def test_a_key_that_has_leaked_can_be_asked_for(stelae: Stelae, read: FixedClock) -> None:
    """By its id, and by day; a date is a whole day."""
    only = stelae("access", "export", "--key", "4e5f6a7b", "--json").json["readings"]
    assert [one["request_id"] for one in only] == ["r-2"]
    first = (read.now() - timedelta(days=1)).date().isoformat()
    early = stelae("access", "export", "--since", first, "--until", first, "--json").json
    assert [one["request_id"] for one in early["readings"]] == ["r-1"]
    assert stelae("access", "export", "--since", "gestern").code == 2


def test_a_file_is_private_and_new(stelae: Stelae, read: FixedClock, tmp_path: Path) -> None:
    """As of every export."""
    file = tmp_path / "readings.jsonl"
    assert "Wrote 2 readings" in stelae("access", "export", str(file)).out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(file.read_text("utf-8").splitlines()) == 2
    assert stelae("access", "export", str(file)).code == 2


def test_where_nobody_has_read_there_is_nothing(stelae: Stelae, data: Path) -> None:
    """Which is no error, and makes no folder."""
    assert (stelae("access", "export").code, stelae("access", "export").out) == (0, "")
    assert not (data / "access").exists()
