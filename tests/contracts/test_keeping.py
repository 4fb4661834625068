"""Audit, signatures, copies and transfer: what every store does alike."""

import json
from datetime import timedelta

import pytest

from stelae.ports import Store
from stelae.schemas.change import Past, Tombstone, Trail, Write
from stelae.schemas.keeping import CopyNote
from stelae.schemas.memory import MemoryRecord, Version
from stelae.schemas.scope import Namespace
from stelae.schemas.transfer import MemoryLine, ReceiptLine, TombstoneLine
from tests.contracts.builders import (
    LIN,
    MO,
    NOW,
    changes,
    indexed,
    keep,
    observation,
    pending,
    receipt,
    record,
    say,
    span,
    write,
)
from tests.contracts.conftest import StoreFactory

SECRET = "我对青霉素过敏"
LATER = NOW + timedelta(days=1)


def noted(store: Store, ns: Namespace, id_: str = "m1") -> None:
    """Write one memory with its audit entry."""
    held = record(SECRET, id=id_, scope=ns.scope)
    entry = Trail(action="add", subject_id=id_, actor="user", reason="accepted", fields=("text",))
    store.apply(ns, changes(writes=(write(held, SECRET),), trail=(entry,)))


def past(held: MemoryRecord, number: int, **fields: object) -> Past:
    """Return a state of a memory, learned `number` days from now."""
    state = held.model_copy(update={"version": number, **fields})
    version = Version(
        record=state,
        version=number,
        change="add" if number == 1 else "edit",
        actor="user",
        reason="accepted",
        recorded_at=NOW + timedelta(days=number),
    )
    return Past(version=version, tokens=state.text, length=1)


def with_history(*states: Past) -> Write:
    """Return the write of a record with its history."""
    newest = states[-1]
    written = write(newest.version.record, newest.tokens)
    return written.model_copy(update={"history": states})


def test_an_empty_store_has_no_head_and_is_sound(store: Store) -> None:
    """Nothing has happened."""
    assert store.audit_head() is None
    report = store.audit_verify()
    assert (report.sound, report.rows, report.head) == (True, 0, None)


def test_the_head_is_the_newest_row_and_is_found_again(store: Store) -> None:
    """A head that was kept is still in the chain when more has happened."""
    noted(store, LIN, "m1")
    head = store.audit_head()
    assert head is not None
    noted(store, MO, "m2")
    report = store.audit_verify(head=head.mac)
    assert report.sound
    assert report.head_found == head.number == 1
    assert report.head == store.audit_head() != head


def test_a_head_that_is_not_in_the_chain_is_a_problem(store: Store) -> None:
    """As when the rows up to it were cut off."""
    noted(store, LIN)
    report = store.audit_verify(head="0" * 64)
    assert not report.sound
    assert report.head_found is None
    assert len(report.problems) == 1


def test_rows_are_those_of_the_written_scope_or_of_all(store: Store) -> None:
    """In order, with who did it, and without a word of content."""
    noted(store, LIN, "m1")
    noted(store, MO, "m2")
    mine, every = list(store.audit_rows(LIN)), list(store.audit_rows(None))
    assert [(row.subject_id, row.scope, row.actor) for row in mine] == [("m1", "user:lin", "user")]
    assert [row.subject_id for row in every] == ["m1", "m2"]
    assert [row.fields for row in every] == [("text",), ("text",)]
    assert SECRET not in json.dumps([row.model_dump_json() for row in every], ensure_ascii=False)


def test_a_signature_is_of_the_key_and_the_data(new_store: StoreFactory) -> None:
    """Another store's signature differs; with its key, this store makes the same one."""
    one, other, key = new_store(), new_store(), b"k" * 32
    assert one.sign(b"data") == one.sign(b"data") != one.sign(b"date")
    assert one.sign(b"data") != other.sign(b"data")
    assert one.sign(b"data", key=key) == other.sign(b"data", key=key)
    assert one.key_id() != other.key_id()
    assert one.key_id(key=key) == other.key_id(key=key)
    assert key.hex() not in one.key_id(key=key)


def test_copies_are_listed_for_the_scopes_that_they_hold(store: Store) -> None:
    """An export is its scope's, a backup everybody's; each leaves an audit row."""
    export = CopyNote(
        id="c1", kind="export", name="lin.jsonl", at=NOW, tenant="default", scope="user:lin"
    )
    store.note_copy(LIN, export)
    store.note_copy(LIN, CopyNote(id="c2", kind="backup", name="2026-05", at=LATER))
    assert store.copies(MO) == ["backup 2026-05 of 2026-05-02T09:00:00+00:00"]
    assert store.copies(LIN) == [
        "export lin.jsonl of 2026-05-01T09:00:00+00:00",
        *store.copies(MO),
    ]
    elsewhere = Namespace(tenant="other", scope="user:lin")
    assert store.copies(elsewhere) == store.copies(MO)
    assert [row.action for row in store.audit_rows(LIN)] == ["export", "backup"]


def test_a_dump_holds_everything_of_one_scope_in_order(store: Store) -> None:
    """Messages, memories with their versions, what waits; nothing of anybody else."""
    said = say(store, observation("我的车停在 B2-117"), "车")
    held = keep(store, record(id="m1", evidence=(span(said),)), "车")
    edited = held.model_copy(update={"version": 2, "text": "我的车停在 C1"})
    store.apply(LIN, changes(writes=(write(edited, "车", expect=1),), at=LATER))
    waiting = pending(record("打印机在三楼"))
    store.apply(LIN, changes(pending=(waiting,)))
    keep(store, record("我的车停在 A1-009", scope="user:mo"), ns=MO)
    lines = list(store.dump(LIN, now=NOW))
    assert [line.kind for line in lines] == ["observation", "memory", "pending"]
    memory = lines[1]
    assert isinstance(memory, MemoryLine)
    assert [v.record.text for v in memory.versions] == ["我的车停在 B2-117", "我的车停在 C1"]
    assert [v.recorded_at for v in memory.versions] == [NOW, LATER]
    assert "A1-009" not in "".join(line.model_dump_json() for line in lines)


def test_a_dump_leaves_out_what_has_expired_and_other_projects(store: Store) -> None:
    """A project narrows it; without one all of the scope's are in it."""
    for project in (None, "atlas", "zephyr"):
        keep(store, record(f"of {project}", project=project))
    store.apply(LIN, changes(pending=(pending(record(), expires_at=LATER),)))
    atlas = LIN.model_copy(update={"project": "atlas"})
    assert len(list(store.dump(LIN, now=NOW))) == 4
    assert len(list(store.dump(LIN, now=LATER))) == 3
    assert len(list(store.dump(atlas, now=LATER))) == 2


def test_a_dump_holds_nothing_that_is_forgotten(store: Store) -> None:
    """Neither the memory nor the message; the receipt and the marks say nothing."""
    said = say(store, observation(SECRET))
    held = keep(store, record(SECRET, id="m1", evidence=(span(said),)))
    gone = held.model_copy(update={"version": 2, "status": "forgotten", "retracted_at": LATER})
    forget = write(gone, expect=1).model_copy(update={"change": "forget"})
    made = receipt("r1", forgotten=("m1",), observations=(said.id,))
    stone = Tombstone(mark=SECRET, receipt="r1")
    store.apply(
        LIN,
        changes(
            at=LATER, writes=(forget,), hidden=(said.id,), receipts=(made,), tombstones=(stone,)
        ),
    )
    lines = list(store.dump(LIN, now=LATER))
    assert [line.kind for line in lines] == ["receipt", "tombstone"]
    assert SECRET not in "".join(line.model_dump_json() for line in lines)


def test_taken_ids_are_told_apart_by_where_they_are(store: Store) -> None:
    """Of memories, messages and pending items alike."""
    said, held, waiting = say(store, observation()), keep(store, record()), pending(record())
    store.apply(LIN, changes(pending=(waiting,)))
    ids = (said.id, held.id, waiting.id)
    assert store.taken(LIN, [*ids, "free"]) == dict.fromkeys(ids, "here")
    assert store.taken(MO, [*ids, "free"]) == dict.fromkeys(ids, "elsewhere")


def test_marks_come_back_as_they_were_and_only_once(new_store: StoreFactory) -> None:
    """Receipts and tombstones of another store are kept and given out again."""
    one, other = new_store(), new_store()
    stone = Tombstone(mark=SECRET, receipt="r1")
    one.apply(LIN, changes(receipts=(receipt("r1"),), tombstones=(stone,)))
    marks = [
        line for line in one.dump(LIN, now=NOW) if isinstance(line, ReceiptLine | TombstoneLine)
    ]
    assert other.restore_marks(LIN, marks) == 2
    assert other.restore_marks(LIN, marks) == 0
    assert list(other.dump(LIN, now=NOW)) == marks
    assert [r.id for r in other.forgotten(LIN)] == ["r1"]


def test_a_memory_comes_back_with_its_history(store: Store) -> None:
    """Versions with their times; each wording can be found, the last one is live."""
    old, new = "我的车停在旧楼", "我的车停在新楼"
    held = record(old, id="m1")
    states = (past(held, 1), past(held, 2, pinned=True), past(held, 3, text=new))
    store.apply(LIN, changes(at=LATER, writes=(with_history(*states),)))
    assert list(store.versions(LIN, "m1")) == [state.version for state in states]
    assert store.get(LIN, "m1").text == new
    catalog = store.catalog(LIN, "user:lin")
    assert catalog.live.tolist() == [False, True]
    ends = (NOW + timedelta(days=3)).timestamp()
    assert catalog.recorded_at.tolist() == [(NOW + timedelta(days=1)).timestamp(), ends]
    assert catalog.retracted_at[0] == ends
    hits = store.hits(LIN, "user:lin", catalog.rid.tolist(), [1.0, 1.0])
    assert [hit.text for hit in hits] == [old, new]
    assert list(store.check()) == []
    assert store.audit_verify().sound


def test_a_restored_memory_is_changed_like_any_other(store: Store) -> None:
    """Its next version follows on the last one of its history."""
    held = record("我的车停在旧楼", id="m1")
    states = (past(held, 1), past(held, 2, text="我的车停在新楼"))
    store.apply(LIN, changes(at=LATER, writes=(with_history(*states),)))
    after = states[-1].version.record.model_copy(update={"version": 3, "text": "我的车在修"})
    store.apply(LIN, changes(at=LATER, writes=(write(after, "车", expect=2),)))
    assert [v.version for v in store.versions(LIN, "m1")] == [1, 2, 3]
    assert list(store.check()) == []


def test_a_message_stays_live_while_a_restored_memory_rests_on_it(store: Store) -> None:
    """Even when the superseded one came in an earlier batch."""
    said = observation("我的车停在 B2-117")
    old = record(id="m1", key="fact/car", status="superseded", evidence=(span(said),))
    new = record(id="m2", key="fact/car", evidence=(span(said),))
    store.apply(
        LIN, changes(observations=(indexed(said, "车"),), writes=(with_history(past(old, 1)),))
    )
    assert not store.catalog(LIN, "user:lin").live.any()
    store.apply(LIN, changes(writes=(with_history(past(new, 1)),)))
    assert store.catalog(LIN, "user:lin").live.tolist() == [True, False, True]


@pytest.mark.parametrize("status", ["superseded", "expired", "archived"])
def test_a_memory_that_has_ended_comes_back_ended(store: Store, status: str) -> None:
    """Its status stays, and its key is free for another one."""
    held = record(id="m1", key="fact/car")
    store.apply(LIN, changes(writes=(with_history(past(held, 1), past(held, 2, status=status)),)))
    assert store.get(LIN, "m1").status == status
    keep(store, record(id="m2", key="fact/car"))
    assert [r.id for r in store.by_key(LIN, "fact/car")] == ["m2"]
