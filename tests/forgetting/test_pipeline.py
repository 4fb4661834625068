"""Doing it: exactly what was shown, gone from every reader, with a receipt, undone or destroyed."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stelae.errors import InvalidInputError, MemoryNotFoundError, VersionConflictError
from stelae.memory import Memory
from stelae.ports import Store
from stelae.schemas.forgetting import ForgetItem, ForgetPreview, Receipt
from stelae.schemas.policy import Policy
from stelae.schemas.scope import Namespace
from stelae.testing import FixedClock, HashEmbedder, ScriptedModel
from tests.conftest import Opener
from tests.forgetting.sayings import TOLD, live_it


@pytest.fixture(params=["sqlite", "memory"])
def told(request: pytest.FixtureRequest, open_memory: Opener, clock: FixedClock) -> Memory:
    """Somebody's life, in either store, with vectors."""
    memory = open_memory(store=request.param, embedder=HashEmbedder())
    live_it(memory, clock)
    return memory


def readable(memory: Memory) -> str:
    """Return all that any reader of the door tells, now and in the past, as one text."""
    records = memory.list(include_inactive=True)
    told: list[object] = [r.model_dump(mode="json") for r in records]
    told += [item.model_dump(mode="json") for item in memory.pending()]
    told += [memory.why(r.id).model_dump(mode="json") for r in records]
    for text in TOLD.values():
        for as_of, known_at in (
            (None, None),
            ("2026-05-02T00:00:00Z", None),
            (None, "2026-05-01T12:00:00Z"),
        ):
            found = memory.recall(text, floor=None, limit=100, as_of=as_of, known_at=known_at)
            told += [hit.model_dump(mode="json") for hit in found.hits]
    told.append(memory.context("anything", floor=None).text)
    return json.dumps(told, ensure_ascii=False)


@pytest.mark.parametrize("hard", [False, True], ids=["soft", "hard"])
def test_nothing_reads_it_any_more_and_nothing_else_is_lost(told: Memory, hard: bool) -> None:
    """Readers, recall by words and by vectors, time travel, the block for a model."""
    shown = told.forget("忘掉我的地址槐树巷 18 号")
    before = told.stats()
    receipt = told.forget(shown, hard=hard)
    assert receipt.verified
    assert receipt.pending_purge is not hard
    said = readable(told)
    assert "槐树巷" not in said
    for id_, text in TOLD.items():
        assert text in said or id_ == "address"
    after = told.stats()
    assert before["memories"] - after["memories"] == len(receipt.forgotten) == 1
    assert before["observations"] - after["observations"] == len(receipt.observations) == 1
    assert receipt.cascaded["vectors"] == receipt.cascaded["keyword_rows"] == 2
    assert receipt.cascaded["versions"] == 1


def test_a_receipt_holds_no_text(told: Memory) -> None:
    """Ids, counts and times only; also as it is kept."""
    told.forget(told.forget("忘记我的电话号码"))
    told.forget(told.forget("forget what I told you about my ex"), hard=True)
    kept = json.dumps([r.model_dump(mode="json") for r in told.forgotten()], ensure_ascii=False)
    assert len(told.forgotten()) == 2
    for word in ("13912345678", "Leeds", "电话", "ex ", "phone", "fact/"):
        assert word not in kept


def test_exactly_what_was_shown_is_forgotten(told: Memory) -> None:
    """What was said after the preview, about the same thing, stays."""
    shown = told.forget("the Osaka project")
    told.observe([{"role": "user", "content": "I love the Osaka project", "id": "late"}])
    receipt = told.forget(shown)
    assert set(receipt.forgotten) | set(receipt.observations) == {i.id for i in shown.preview}
    assert [r.text for r in told.list() if "Osaka project" in r.text] == [
        "I love the Osaka project"
    ]


def test_a_preview_that_is_no_longer_true_is_refused_whole(told: Memory) -> None:
    """A changed memory, a message that is gone: nothing of it happens, and the person is told to look again."""
    shown = told.forget("the Osaka project")
    changed = next(item for item in shown.preview if item.category == "decision")
    told.edit(changed.id, text="We decided to use MySQL for the Osaka project")
    before = told.stats()
    with pytest.raises(VersionConflictError, match="Preview again"):
        told.forget(shown)
    assert told.stats() == before
    assert told.forgotten() == ()
    again = told.forget("the Osaka project")
    told.forget(again)
    with pytest.raises(VersionConflictError, match="Preview again"):
        told.forget(again)


def test_an_invented_preview_reaches_nothing_else(told: Memory, open_memory: Opener) -> None:
    """Ids of another scope, of nothing, of the wrong kind."""
    mo = open_memory("user:mo")
    id_ = mo.remember("我对青霉素过敏").id
    assert id_ is not None
    for item in (
        ForgetItem(id=id_, version=1, text="", why=""),
        ForgetItem(id="nothing", version=1, text="", why=""),
        ForgetItem(id=told.list()[0].id, type="observation", text="", why=""),
        ForgetItem(id="nothing", type="pending", text="", why=""),
    ):
        with pytest.raises(VersionConflictError):
            told.forget(ForgetPreview(preview=(item,)))
    assert mo.get(id_).status == "active"
    with pytest.raises(InvalidInputError):
        told.forget(ForgetPreview())
    with pytest.raises(InvalidInputError):
        told.forget(told.forget("阿福"), category="fact")  # pyright: ignore[reportArgumentType, reportCallIssue]


def test_a_soft_forgetting_is_undone_whole(told: Memory, clock: FixedClock) -> None:
    """Memories in the status they had, messages, search by words and vectors, and the block on saying it again."""
    clock.advance(days=1)
    told.observe([{"role": "user", "content": "我的电话号码是13555556666", "id": "newer"}])
    told.flush()
    before = {r.id: r.status for r in told.list(include_inactive=True)}
    receipt = told.forget(told.forget("忘记我的电话号码"))
    assert len(receipt.forgotten) == 2
    with pytest.raises(MemoryNotFoundError):
        told.restore(receipt.forgotten[0])
    undone = told.restore(receipt.id)
    told.flush()
    assert isinstance(undone, Receipt)
    assert undone.restored_at == clock.now()
    assert {r.id: r.status for r in told.list(include_inactive=True)} == before
    hit = told.recall("13555556666").hits[0]
    assert hit.status == "active"
    story = told.why_recalled(told.recall("13555556666", include="memories").trace_id)
    assert any(leg.leg == "hash" for leg in story.hits[0].legs)
    assert told.recall("13912345678", include="observations", floor=None).hits
    with pytest.raises(InvalidInputError, match="undone already"):
        told.restore(receipt.id)
    again = told.observe([{"role": "user", "content": TOLD["phone"], "id": "phone"}])
    assert "forgotten" not in {outcome.reason for outcome in again.outcomes}


def test_what_was_said_anew_stands_in_the_way_of_undoing(told: Memory, clock: FixedClock) -> None:
    """Two current values of one key there shall not be."""
    receipt = told.forget(told.forget("忘记我的电话号码"))
    clock.advance(days=1)
    told.observe([{"role": "user", "content": "我的电话号码是13555556666", "id": "newer"}])
    with pytest.raises(VersionConflictError, match="said since"):
        told.restore(receipt.id)
    assert [r.text for r in told.list() if "电话" in r.text] == ["我的电话号码是13555556666"]


def test_after_thirty_days_it_is_destroyed(told: Memory, clock: FixedClock) -> None:
    """Not before, by whoever maintains; then there is no way back."""
    receipt = told.forget(told.forget("忘记我的电话号码"))
    assert receipt.purge_after is not None
    forgetter = told._parts.forgetter
    clock.advance(days=29)
    assert forgetter.purge(told.namespace, clock.now()) == ()
    clock.advance(days=1)
    (purged,) = forgetter.purge(told.namespace, clock.now())
    assert purged.id == receipt.id
    assert not purged.pending_purge
    assert purged.verified
    assert told.forgotten() == (purged,)
    assert forgetter.purge(told.namespace, clock.now()) == ()
    with pytest.raises(InvalidInputError, match="destroyed"):
        told.restore(receipt.id)
    assert bytes_of(told).count(b"13912345678") == 0


def test_a_due_purge_looks_for_earlier_wordings_too(
    open_memory: Opener, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And for the message, whatever the memory says by now."""
    memory = open_memory()
    outcome = memory.remember("我的新地址是槐树巷 18 号")
    assert outcome.id is not None
    memory.edit(outcome.id, text="我的新地址是柳树巷 3 号")
    memory.forget(memory.forget([outcome.id]))
    sought: list[str] = []
    scrub = type(memory._parts.store).scrub

    def spied(
        store: Store,
        ns: Namespace,
        texts: Sequence[str],
        values: Sequence[str] = (),
        **others: object,
    ) -> bool:
        sought.extend(texts)
        return scrub(store, ns, texts, values, **others)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(type(memory._parts.store), "scrub", spied)
    clock.advance(days=31)
    assert memory.maintain().counts["purged"] == 1
    assert {"我的新地址是槐树巷 18 号", "我的新地址是柳树巷 3 号"} <= set(sought)
    assert memory.forgotten()[0].verified


def test_a_policy_of_no_days_destroys_at_once(
    open_memory: Opener, clock: FixedClock, tmp_path: Path
) -> None:
    """`forgotten_days: 0`."""
    memory = open_memory(policy=Policy(forgotten_days=0))
    memory.remember("我的电话号码是13912345678")
    receipt = memory.forget(memory.forget("忘记我的电话号码"))
    assert receipt.hard
    assert not receipt.pending_purge
    assert b"13912345678" not in bytes_of(memory)


def test_hard_forgetting_leaves_no_byte_in_any_file(told: Memory) -> None:
    """Every file of the folder is read: texts, words that only they held, vectors."""
    told.recall("18 号槐树巷在哪")
    told.flush()
    receipt = told.forget(told.forget("槐树巷 18 号"), hard=True)
    assert receipt.verified
    content = bytes_of(told)
    for word in ("槐树巷", "槐树", "树巷"):
        assert word.encode() not in content
        assert json.dumps(word)[1:-1].encode() not in content


def test_a_receipt_counts_everything_that_went_along(
    open_memory: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Questions, jobs, notes of recalls, whether they are written down already or not."""
    memory = open_memory(extractor="auto", model=ScriptedModel([""]))
    monkeypatch.setattr(memory._parts.worker, "wake", lambda: None)
    memory.observe([{"role": "user", "content": "我妈妈的电话是13800001111", "id": "m1"}])
    memory.observe([{"role": "user", "content": "I love jazz", "id": "m2"}])
    for query in ("妈妈的电话", "jazz"):
        memory.recall(query)
    memory._parts.notes.save()
    memory.recall("13800001111")
    receipt = memory.forget(memory.forget("忘了我妈妈的电话"))
    assert {name: receipt.cascaded[name] for name in ("pending", "jobs", "traces")} == {
        "pending": 1,
        "jobs": 1,
        "traces": 3,
    }
    assert memory.forgotten()[0].cascaded == receipt.cascaded


@pytest.mark.parametrize("store", ["sqlite", "memory"])
@pytest.mark.parametrize(
    ("said", "asked"),
    [("我的新地址是槐树巷 18 号", "槐树巷在朝阳吗"), ("I hate cilantro", "is cilantro a herb?")],
)
def test_a_question_that_quotes_it_is_not_told_either(
    open_memory: Opener, store: str, said: str, asked: str, clock: FixedClock
) -> None:
    """Even where it found nothing, before anything was said about it, and after it was written down."""
    memory = open_memory(store=store)
    result = memory.recall(asked)
    assert result.hits == ()
    memory._parts.notes.save()
    assert memory.why_recalled(result.trace_id).query == asked
    clock.advance(minutes=1)
    memory.remember(said)
    receipt = memory.forget(memory.forget(said))
    with pytest.raises(MemoryNotFoundError):
        memory.why_recalled(result.trace_id)
    assert receipt.cascaded["traces"] == 1


def test_the_notes_of_recalls_go_too(told: Memory) -> None:
    """A question that was asked about it holds its words."""
    result = told.recall("槐树巷 18 号")
    assert told.why_recalled(result.trace_id).query == "槐树巷 18 号"
    told.forget(told.forget("槐树巷 18 号"))
    with pytest.raises(MemoryNotFoundError):
        told.why_recalled(result.trace_id)


def test_a_reader_in_the_way_leaves_the_purge_to_a_job(
    open_memory: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unreadable at once; `verified` is told truly, and the job finishes it."""
    from stelae.forgetting import purging

    monkeypatch.setattr(purging, "PAUSE_S", 0.0)
    memory = open_memory()
    memory.remember("我的电话号码是13912345678")
    store = memory._parts.store
    with monkeypatch.context() as held:
        held.setattr(type(store), "scrub", blocked)
        receipt = memory.forget(memory.forget("忘记我的电话号码"), hard=True)
        assert (receipt.verified, receipt.pending_purge) == (False, True)
        assert memory.forgotten() == (receipt,)
        assert memory.recall("13912345678", floor=None).hits == ()
        assert memory.stats()["jobs"] == 1
    memory.flush()
    (done,) = memory.forgotten()
    assert (done.verified, done.pending_purge) == (True, False)
    assert memory.stats()["jobs"] == 0


def test_a_purge_that_stays_blocked_comes_back_later(
    open_memory: Opener, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job pauses like any other that failed, and the next maintenance sees to it."""
    from stelae.forgetting import purging

    monkeypatch.setattr(purging, "PAUSE_S", 0.0)
    memory = open_memory()
    memory.remember("我的电话号码是13912345678")
    with monkeypatch.context() as held:
        held.setattr(type(memory._parts.store), "scrub", blocked)
        memory.forget(memory.forget("忘记我的电话号码"), hard=True)
        assert memory.flush(timeout_s=0) == 1
    (done,) = memory._parts.forgetter.purge(memory.namespace, clock.now())
    assert not done.pending_purge


def test_a_crash_before_the_destruction_is_made_good(
    told: Memory, clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody reads it from the first transaction on, and its receipt is due at once."""
    forgetter = told._parts.forgetter

    def crash(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(forgetter.purging, "destroy", crash)
        with pytest.raises(KeyboardInterrupt):
            told.forget(told.forget("槐树巷 18 号"), hard=True)
    assert "槐树巷" not in readable(told)
    (receipt,) = told.forgotten()
    assert (receipt.hard, receipt.pending_purge, receipt.verified) == (True, True, False)
    (done,) = forgetter.purge(told.namespace, clock.now())
    assert not done.pending_purge
    assert "槐树巷".encode() not in bytes_of(told)


def test_every_step_is_in_the_audit_without_content(told: Memory) -> None:
    """Who did what to which id; no words."""
    id_ = next(r.id for r in told.list() if "电话" in r.text)
    receipt = told.forget(told.forget([id_]))
    told.restore(receipt.id)
    told.forget(told.forget([id_]), hard=True)
    rows = told._parts.store.trail(told.namespace, id_)
    actions = [trail.action for _, trail in rows]
    assert actions[-4:] == ["forget", "restore", "forget", "purge"]
    assert {trail.actor for _, trail in rows if trail.action == "forget"} == {"user_edit"}
    assert "13912345678" not in json.dumps([t.model_dump() for _, t in rows], ensure_ascii=False)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    requests=st.lists(
        st.sampled_from(
            [
                "我的电话",
                "my ex",
                "槐树巷 18 号",
                "Osaka project",
                "阿福",
                "my allergies",
                "my name",
                "爵士 jazz",
            ]
        ),
        min_size=1,
        max_size=4,
    ),
    hard=st.booleans(),
    undo=st.booleans(),
)
def test_law_what_was_shown_goes_and_comes_back_and_nothing_else_moves(
    clock: FixedClock, requests: list[str], hard: bool, undo: bool
) -> None:
    """For any order of requests, in either way."""
    with Memory.open(store="memory", scope="user:lin", embedder="none", clock=clock) as memory:
        live_it(memory, clock)
        for request in requests:
            before = {r.id: r for r in memory.list(include_inactive=True)}
            shown = memory.forget(request)
            if not shown:
                continue
            receipt = memory.forget(shown, hard=hard)
            assert receipt.verified
            after = {r.id: r for r in memory.list(include_inactive=True)}
            assert before.keys() - after.keys() == set(receipt.forgotten)
            assert all(before[id_] == record for id_, record in after.items())
            if undo and not hard:
                memory.restore(receipt.id)
                back = {r.id: r for r in memory.list(include_inactive=True)}
                assert back.keys() == before.keys()
                assert {i: r.text for i, r in back.items()} == {
                    i: r.text for i, r in before.items()
                }


def blocked(*_: object, **__: object) -> bool:
    """Scrub as if a reader held the log all the time."""
    return False


def bytes_of(memory: Memory) -> bytes:
    """Return the bytes of every file of the data folder."""
    folder = memory.settings.data
    return b"".join(p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file())
