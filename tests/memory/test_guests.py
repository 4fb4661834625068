"""A handle of another tenant: nothing that is about the whole data folder is told to it, or done for it."""

import io
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from stelae.errors import PermissionDeniedError, ScopeError
from stelae.memory import Memory
from stelae.schemas.keeping import AuditRow
from stelae.stores.sqlite.files import DATABASE
from tests.conftest import Opener

OF_THE_FOLDER: dict[str, Callable[[Memory], object]] = {
    "check": Memory.check,
    "maintain": Memory.maintain,
    "maintained": Memory.maintained,
    "coverage": Memory.coverage,
    "repair": Memory.repair,
    "waiting": Memory.waiting,
    "audit_export": lambda memory: memory.audit_export(io.BytesIO(), everything=True),
    "backup": lambda memory: memory.backup(memory.settings.data.parent / "copy"),
    "calibrate": lambda memory: memory.calibrate([("怎么部署？", "先看日志再重启。")] * 8),
}


@pytest.fixture(params=["sqlite", "memory"])
def opened(request: pytest.FixtureRequest, open_memory: Opener) -> Memory:
    """The operator's memory, in either store, with something of two tenants in it."""
    memory = open_memory(store=request.param)
    for tenant in ("default", "acme"):
        at = memory.at(tenant=tenant, scope="user:lin")
        at.remember("我对青霉素过敏")
        at.observe([{"role": "user", "content": "I am allergic to peanuts", "id": "m1"}])
    return memory


@pytest.mark.parametrize("name", OF_THE_FOLDER)
def test_what_is_about_the_whole_folder_is_its_operators(opened: Memory, name: str) -> None:
    """Another tenant's handle is refused before anything is read or written."""
    guest = opened.at(tenant="acme", scope="user:lin")
    before = opened.audit_head()
    with pytest.raises(PermissionDeniedError, match="every tenant"):
        OF_THE_FOLDER[name](guest)
    assert opened.audit_head() == before
    assert not (opened.settings.data.parent / "copy").exists()


def test_whoever_opens_a_folder_is_its_operator(tmp_path: Path) -> None:
    """Whatever the tenant is called; a handle of the same tenant may ask too, one of a guest's never again."""
    with Memory.open(tmp_path, tenant="acme", scope="user:lin", embedder="none") as memory:
        assert memory.settings.tenant == "acme"
        assert memory.at(scope="team:ops").check() == ()
        assert memory.maintained() is None
        guest = memory.at(tenant="other", scope="user:lin")
        with pytest.raises(PermissionDeniedError):
            guest.at(scope="user:mo").check()


def test_another_tenant_inherits_neither_scope_nor_project(open_memory: Opener) -> None:
    """Without a scope of its own it is no place; the same tenant by name is here."""
    memory = open_memory(project="atlas", reads=("team:ops",))
    with pytest.raises(ScopeError):
        memory.at(tenant="acme")
    for wrong in ("", " ", "a/b", "a:b", ".."):
        with pytest.raises(ScopeError):
            memory.at(tenant=wrong, scope="user:lin")
    there = memory.at(tenant="acme", scope="user:lin").namespace
    assert (there.reads, there.project) == ((), None)
    assert memory.at(tenant="default").namespace == memory.namespace


def test_the_audit_of_a_guest_is_its_own(opened: Memory) -> None:
    """Head, report and rows count and number what is the tenant's; whether the chain holds is true of all."""
    guest = opened.at(tenant="acme", scope="user:lin")
    head, out = guest.audit_head(), io.BytesIO()
    assert head is not None
    assert guest.audit_export(out) == head.number
    rows = [AuditRow.model_validate_json(line) for line in out.getvalue().splitlines()]
    assert {row.tenant for row in rows} == {"acme"}
    assert [row.number for row in rows] == list(range(1, head.number + 1))
    assert rows[-1].mac == head.mac
    opened.remember("我住在成都")
    opened.remember("I live in Chengdu")
    assert guest.audit_head() == head
    report = guest.audit_verify(head=head.line)
    assert (report.sound, report.rows, report.head, report.head_found) == (
        *(True, head.number, head),
        head.number,
    )
    whole = opened.audit_verify()
    assert whole.rows > report.rows
    assert whole.vouched >= report.vouched


def test_a_guest_is_not_told_which_memories_of_others_were_altered(open_memory: Opener) -> None:
    """The operator reads ids; a tenant reads of its own, and that the chain does not hold."""
    memory = open_memory()
    acme, other = (memory.at(tenant=name, scope="user:lin") for name in ("acme", "other"))
    mine, theirs = acme.remember("我对青霉素过敏").id, other.remember("我对青霉素过敏").id
    assert mine is not None
    assert theirs is not None
    with closing(sqlite3.connect(memory.settings.data / DATABASE)) as file, file as connection:
        connection.execute("UPDATE version SET body = replace(body, '青霉素', '花生')")
    assert theirs in json.dumps(memory.audit_verify().problems)
    told = json.dumps(acme.audit_verify().problems)
    assert mine in told
    assert theirs not in told
    with closing(sqlite3.connect(memory.settings.data / DATABASE)) as file, file as connection:
        connection.execute("UPDATE audit SET reason = 'x' WHERE aid = 1")
    report = acme.audit_verify()
    assert (report.sound, report.first_broken) == (False, None)
    assert "operator" in report.problems[0]


def test_a_guest_that_waits_for_jobs_counts_its_own(opened: Memory) -> None:
    """What others still have to wait for is not told."""
    seen: list[int] = []
    guest = opened.at(tenant="acme", scope="user:lin")
    assert guest.flush(timeout_s=0.0, on_progress=seen.append) == 0
    assert set(seen) == {0}
