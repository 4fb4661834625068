"""Through either client one gets what the library gives, over a real socket."""

import io
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from stelae import errors
from stelae.schemas.forgetting import ForgetPreview
from stelae.schemas.observation import Message
from tests.client.conftest import Connect, Served

AT = datetime(2026, 3, 1, 8, 30, tzinfo=UTC)
ODD: dict[str, Any] = {
    "one": 1,
    "one_point": 1.0,
    "big": 2**70,
    "small": -1e-300,
    "yes": True,
    "nothing": None,
    "list": [1, [2.5, "三"], {}],
    "deep": {"a": {"b": {"c": "\u2028\x85\ufeff"}}},
    "": "empty name",
    "键": "值",
}


def test_what_is_asked_is_answered_as_the_library_answers(lin: Any, served: Served) -> None:
    """Recall, context, aggregate, profile, answers: equal values, but for the id of the trace."""
    lin.observe([{"role": "user", "content": "我对花生过敏", "id": "m1"}])
    lin.remember("The staging cluster is in Osaka", tags=["ops"])
    memory = served.memory
    for query in ("我对什么过敏？", "where is the staging cluster?", "谁知道呢"):
        ours, theirs = lin.recall(query, floor=None), memory.recall(query, floor=None)
        assert ours.model_copy(update={"trace_id": ""}) == theirs.model_copy(
            update={"trace_id": ""}
        )
        assert lin.context(query) == memory.context(query)
        assert lin.ask(query, top_k=2).hits == memory.ask(query, top_k=2).hits
    assert lin.aggregate(category="fact") == memory.aggregate(category="fact")
    assert lin.profile(language="zh") == memory.profile(language="zh")
    trace = lin.recall("我对什么过敏？").trace_id
    assert lin.why_recalled(trace) == memory.why_recalled(trace)


def test_a_memory_and_its_story_are_the_librarys(lin: Any, served: Served) -> None:
    """Get, history, why, list, stats, categories, concepts."""
    id_ = lin.remember("我住在绍兴", id="m1").id
    lin.edit(id_, text="我住在杭州")
    memory = served.memory
    assert lin.get(id_) == memory.get(id_)
    assert lin.history(id_) == memory.history(id_)
    assert lin.why(id_) == memory.why(id_)
    assert lin.list(include_inactive=True) == memory.list(include_inactive=True)
    assert lin.stats() == memory.stats()
    assert lin.categories() == memory.categories()
    assert lin.category("preference") == memory.category("preference")
    assert lin.concepts() == memory.concepts()
    assert lin.concept_names() == memory.concept_names()
    assert lin.usage() == memory.usage()
    key = memory.concepts()[0].key
    assert lin.related_concepts(key) == memory.related_concepts(key)


def test_a_long_list_comes_page_by_page(lin: Any, served: Served) -> None:
    """As many as were asked for, from where one left off."""
    for number in range(103):
        served.memory.remember(f"Ticket {number} is about the printer in room {number}")
    every = served.memory.list(limit=1000)
    assert len(every) == 103
    assert lin.list(limit=1000) == every
    assert lin.list() == every[:100]
    assert lin.list(limit=3, after=every[9].id) == every[10:13]
    assert lin.list(after=every[-1].id) == ()
    assert lin.list(limit=0) == ()


def test_what_waits_is_decided_by_the_person_whose_key_it_is(
    lin: Any, connect: Connect, served: Served
) -> None:
    """Pending, confirm with another wording, reject; an agent's key may do neither."""
    agent = connect(served.url, key=served.key("agent"))
    first, second = (
        agent.remember(text, category="preference")
        for text in ("林喜欢喝绿茶", "Lin prefers window seats")
    )
    assert [first.outcome, second.outcome] == ["pending", "pending"]
    assert [one.id for one in lin.pending()] == [first.id, second.id]
    with pytest.raises(errors.PermissionDeniedError) as refused:
        agent.confirm(first.id)
    assert refused.value.status == 403
    assert lin.confirm(first.id, text="林喜欢喝红茶").outcome == "accepted"
    assert lin.reject(second.id, reason="not so") is None
    assert lin.pending() == ()
    with pytest.raises(errors.MemoryNotFoundError) as gone:
        lin.reject(second.id)
    assert gone.value.id == second.id


def test_forgetting_is_shown_done_and_undone(lin: Any, served: Served) -> None:
    """A sentence, ids, filters; the receipt; restore by it. As in the library, one method."""
    phone = lin.remember("我的电话号码是 138 0013 8000", category="fact")
    tea = lin.remember("Lin drinks tea", category="fact", session="s1")
    preview = lin.forget("忘记我的电话号码")
    assert memories_of(preview) == [phone.id]
    receipt = lin.forget(preview)
    assert receipt.forgotten == (phone.id,)
    assert receipt.verified
    assert lin.forgotten() == served.memory.forgotten() == (receipt,)
    assert lin.restore(receipt.id).restored_at is not None
    assert memories_of(lin.forget([tea.id])) == memories_of(lin.forget(session="s1")) == [tea.id]
    assert lin.forget(lin.forget(tea.id), hard=True).hard
    with pytest.raises(errors.MemoryNotFoundError):
        lin.get(tea.id)


def memories_of(preview: ForgetPreview) -> list[str]:
    """Return the ids of the memories that would go."""
    return [one.id for one in preview.preview if one.type == "memory"]


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"what": ""},
        {"categoy": "fact"},
        {"scope": "user:mo"},
        {"what": "tea", "everything": True},
        {"session": " "},
    ],
)
def test_an_unclear_wish_to_forget_is_refused_as_in_the_library(
    lin: Any, served: Served, arguments: dict[str, Any]
) -> None:
    """A misspelt or empty one is never everything."""
    for memory in (served.memory, lin):
        with pytest.raises(errors.InvalidInputError):
            memory.forget(**arguments)


def test_a_preview_takes_no_filter(lin: Any) -> None:
    """It is carried out as it is."""
    lin.remember("Lin drinks tea")
    preview = lin.forget("tea")
    with pytest.raises(errors.InvalidInputError):
        lin.forget(preview, category="fact")


def test_a_stale_edit_is_refused(lin: Any) -> None:
    """Of two editors of one version the second is told (412)."""
    id_ = lin.remember("Deploys go through make ship").id
    assert lin.edit(id_, text="Deploys go through make deploy", expect=1).outcome == "accepted"
    with pytest.raises(errors.VersionConflictError) as stale:
        lin.edit(id_, text="Deploys go through make release", expect=1)
    assert stale.value.status == 412
    assert not stale.value.retryable
    assert lin.get(id_).text == "Deploys go through make deploy"
    assert lin.restore(id_, version=1).outcome == "accepted"
    assert lin.get(id_).text == "Deploys go through make ship"


def test_a_foreign_id_and_one_that_is_none_are_not_found(lin: Any, served: Served) -> None:
    """Nobody learns which; and nothing gets into an address."""
    foreign = served.memory.at(scope="user:mo").remember("Mo speaks Dutch").id
    assert foreign is not None
    for id_ in (
        foreign,
        "no-such-id",
        "",
        "..",
        "../stats",
        "a b",
        "x" * 500,
        "键",
        "a/why",
        "a?b",
    ):
        for call in (lin.get, lin.why, lin.history, lin.edit, lin.restore, lin.confirm):
            with pytest.raises(errors.MemoryNotFoundError) as missing:
                call(id_)
            assert missing.value.id == id_


def test_a_wrong_key_lets_nobody_in(connect: Connect, served: Served) -> None:
    """And no error shows it."""
    right = served.key()
    wrong = right[:-1] + ("A" if right[-1] != "A" else "B")
    stranger = connect(served.url, key=wrong)
    with pytest.raises(errors.UnauthenticatedError) as refused:
        stranger.recall("tea")
    assert refused.value.status == 401
    assert refused.value.request_id
    assert wrong not in f"{refused.value!r} {refused.value} {stranger!r}"


def test_another_place_is_another_client_over_the_same_connections(
    connect: Connect, served: Served
) -> None:
    """Scope, reads and project go with every call; what the key does not hold is refused."""
    key = served.key("reviewer", "user:lin", "agent:cook")
    client = connect(served.url, key=key, scope="user:lin")
    cook = client.at(scope="agent:cook", reads=["user:lin"], project="menu")
    client.remember("Lin is allergic to peanuts")
    cook.remember("The menu has satay", category="fact")
    cook.close()
    assert {one.scope for one in cook.list()} == {"agent:cook", "user:lin"}
    assert [one.scope for one in client.list()] == ["user:lin"]
    assert cook.list()[0].project == "menu"
    with pytest.raises(errors.PermissionDeniedError):
        client.at(scope="user:mo").list()
    with pytest.raises(errors.ScopeError):
        connect(served.url, key=key).remember("Whose is this?")


def test_types_come_back_as_they_were_given(lin: Any, served: Served) -> None:
    """Metadata of every JSON type; text of every kind; times in their own zone."""
    odd = '零宽\u200b 🍜 \u2028 new\nline\ttab "quoted" \\ back'
    said = [
        Message(content=odd, id="m1", metadata=ODD, time=AT, zone="+08:00"),
        {"content": [{"type": "text", "text": "parts"}], "id": 7, "time": AT.replace(tzinfo=None)},
    ]
    lin.observe(said, extract=False)
    other = served.memory.at(scope="user:mo")
    other.observe(said, extract=False)
    kept = [
        [
            (one.text, one.metadata, one.time, one.zone, one.external_id)
            for one in observations(memory)
        ]
        for memory in (served.memory, other)
    ]
    assert kept[0] == kept[1]
    metadata = next(one[1] for one in kept[0] if one[4] == "m1")
    assert metadata == ODD
    assert {name: type(value) for name, value in metadata.items()} == {
        name: type(value) for name, value in ODD.items()
    }


def observations(memory: Any) -> list[Any]:
    """Return the logged messages of a scope, by the caller's id."""
    found = memory.recall("零宽 parts", include="observations", floor=None).hits
    parts = memory._parts.store
    logged = [parts.observation(memory.namespace, hit.id) for hit in found]
    return sorted(logged, key=lambda one: str(one.external_id))


def test_a_huge_text_goes_through_and_a_larger_one_is_too_large(lin: Any) -> None:
    """900 kB are taken, one over the library's limit is refused as the library refuses it."""
    text = "花生过敏，" * 60_000
    assert lin.observe({"role": "user", "content": text}, extract=False).observations
    with pytest.raises(errors.TooLargeError):
        lin.observe({"role": "user", "content": text * 2}, extract=False)


@pytest.mark.parametrize(
    "metadata", [{1: "a"}, {"a": {2, 3}}, {"a": float("nan")}, {"a": b"bytes"}, {"a": object()}]
)
def test_what_json_cannot_say_is_refused_before_it_is_sent(lin: Any, metadata: Any) -> None:
    """Rather than changed on the way; and the value is in no error."""
    with pytest.raises(errors.InvalidInputError) as refused:
        lin.remember("Lin drinks tea", metadata=metadata)
    assert refused.value.status is None


def test_an_export_is_a_file_that_comes_back_in(
    connect: Connect, served: Served, tmp_path: Path
) -> None:
    """Signed, private, counted; imported again it is all there already."""
    admin = connect(served.url, key=served.key("admin"))
    admin.remember("以后报告都用中文")
    told: list[int] = []
    report = admin.export(tmp_path / "lin.jsonl", on_progress=told.append)
    theirs = served.memory.export(tmp_path / "theirs.jsonl")
    assert report.model_copy(update={"name": "theirs.jsonl", "at": theirs.at}) == theirs
    assert sum(told) == report.lines + 1
    assert (tmp_path / "lin.jsonl").stat().st_mode & 0o777 == 0o600
    with pytest.raises(errors.InvalidInputError):
        admin.export(tmp_path / "lin.jsonl")
    stream = io.BytesIO()
    assert admin.export(stream).name == "stdout"
    for source in (tmp_path / "lin.jsonl", io.BytesIO(stream.getvalue())):
        read = admin.import_(source)
        assert read.trust == "signed"
    assert read.count("memory", "duplicate") == 1
    (tmp_path / "broken.jsonl").write_text('{"kind":"header"}\n{"kind"', encoding="utf-8")
    with pytest.raises(errors.BrokenExportError):
        admin.import_(tmp_path / "broken.jsonl")
    with pytest.raises(errors.InvalidInputError):
        admin.import_(tmp_path / "none.jsonl")


def test_the_audit_is_verified_and_exported(
    connect: Connect, served: Served, tmp_path: Path
) -> None:
    """By an admin's key; head and rows are the library's."""
    admin = connect(served.url, key=served.key("admin"))
    admin.remember("Lin drinks tea")
    head = admin.audit_head()
    assert head == served.memory.audit_head()
    assert admin.audit_verify(head=head.line).sound
    rows = admin.audit_export(tmp_path / "audit.jsonl")
    assert rows == served.memory.audit_export(tmp_path / "theirs.jsonl")
    assert (tmp_path / "audit.jsonl").read_bytes() == (tmp_path / "theirs.jsonl").read_bytes()


def test_who_read_what_is_written_to_a_file(
    connect: Connect, served: Served, tmp_path: Path
) -> None:
    """By an admin's key; a time that is none is refused, and leaves no file."""
    admin = connect(served.url, key=served.key("admin"))
    id_ = admin.remember("Lin drinks tea").id
    admin.recall("tea")
    log = tmp_path / "access.jsonl"
    deadline = time.monotonic() + 20
    while not (lines := admin.access_log(log)) and time.monotonic() < deadline:
        log.unlink()
        time.sleep(0.2)
    assert lines == len(log.read_text(encoding="utf-8").splitlines()) >= 1
    assert id_ in log.read_text(encoding="utf-8")
    with pytest.raises(errors.InvalidInputError):
        admin.access_log(tmp_path / "none.jsonl", since="yesterdayish")
    assert [one.name for one in tmp_path.iterdir()] == ["access.jsonl"]


def test_a_draft_is_proposed_by_an_agent_and_committed_by_a_person(
    connect: Connect, served: Served
) -> None:
    """Shown, confirmed by the id that was shown, and then a guide; another one is discarded."""
    scope = "agent:netops"
    agent = connect(served.url, key=served.key("agent", scope))
    person = connect(served.url, key=served.key("reviewer", scope))
    shown = agent.propose_draft(
        "take_snapshot", "数据过期时先调用 take_snapshot，再回答。", keywords=["快照", "snapshot"]
    )
    assert person.draft() == person.draft("take_snapshot") == shown
    with pytest.raises(errors.PermissionDeniedError):
        agent.commit_draft("take_snapshot")
    with pytest.raises(errors.VersionConflictError) as stale:
        person.commit_draft("take_snapshot", expect="another")
    assert stale.value.status == 412
    assert person.commit_draft(expect=shown.draft.id).intent == "take_snapshot"
    assert person.drafts() == ()
    agent.propose_draft("say_hello", "Say hello first.", keywords=["hello"])
    assert person.discard_draft("say_hello").intent == "say_hello"
    for call in (person.draft, person.commit_draft):
        with pytest.raises(errors.DraftNotFoundError):
            call()
    assert [one.guide.intent for one in person.guides()] == ["take_snapshot"]


def test_guide_files_of_this_machine_are_checked_and_imported(
    connect: Connect, served: Served, tmp_path: Path
) -> None:
    """By an admin of every scope; the same files again change nothing."""
    folder = tmp_path / "guides" / "netops" / "guides"
    folder.mkdir(parents=True)
    guide = "intent: take_snapshot\nagent: netops\nkeywords: [快照, snapshot]\nbody: 先调用 take_snapshot。\n"
    (folder / "take_snapshot.guide.yaml").write_text(guide, encoding="utf-8")
    admin = connect(served.url, key=served.key("admin", "*"))
    assert [one.level for one in admin.lint_guides(tmp_path / "guides")] in ([], ["warning"])
    first = admin.import_guides(tmp_path / "guides", source="repo")
    again = admin.import_guides(tmp_path / "guides", source="repo")
    assert [one.word for one in first.outcomes] == ["added"]
    assert [one.word for one in again.outcomes] == ["unchanged"]
    netops = connect(served.url, key=served.key("agent", "agent:netops"))
    assert [one.guide.intent for one in netops.guides()] == ["take_snapshot"]
    (folder / "odd.guide.yaml").write_bytes(b"\xff\xfe")
    for wrong in (tmp_path / "guides", tmp_path / "none"):
        with pytest.raises(errors.InvalidInputError):
            admin.lint_guides(wrong)


def test_an_agents_calls_and_runs_lie_in_its_own_scope(connect: Connect, served: Served) -> None:
    """Named once more, or by the scope of the client."""
    client = connect(served.url, key=served.key("agent", "user:lin", "agent:ops"), scope="user:lin")
    call = {"name": "deploy_app", "arguments": {"env": "prod"}, "result": "deployed 3 pods"}
    assert client.capture(call, agent="ops", run="r1").kept
    assert client.run("r1", agent="ops", status="failed", error="连接超时").outcome == "accepted"
    ops = client.at(scope="agent:ops")
    assert (
        ops.runs() == client.runs(agent="ops", status="failed") == served.memory.runs(agent="ops")
    )
    with pytest.raises(errors.InvalidInputError):
        client.runs()


def test_what_holds_for_a_conversation_is_kept_and_ended(lin: Any, served: Served) -> None:
    """As in the library, and no memory is made of it."""
    state = lin.update_session("s1 一", "预算 300 元以内，不要真皮")
    assert state == served.memory.session_state("s1 一")
    assert lin.session_state("s1 一") == state
    assert lin.end_session("s1 一") is None
    assert lin.session_state("s1 一") == served.memory.session_state("s1 一")
    assert lin.list() == ()


def test_an_answer_without_a_model_comes_in_pieces_too(lin: Any, served: Served) -> None:
    """The pieces are the list of what was found; an empty question is refused before any."""
    lin.remember("我对花生过敏\u2028严重")
    stream = lin.ask_stream("我对什么过敏？")
    assert "花生" in "".join(stream)
    assert stream.answer.hits == served.memory.ask("我对什么过敏？").hits
    with pytest.raises(errors.InvalidInputError):
        lin.ask_stream("")


def test_filters_are_validated_as_in_the_library(lin: Any, served: Served) -> None:
    """An unknown category, field, operator, name or time is an error of the same class."""
    wrong: list[tuple[dict[str, Any], type[Exception]]] = [
        ({"category": "no_such"}, errors.UnknownCategoryError),
        ({"category": "preference", "where": {"no_such": 1}}, errors.FilterError),
        ({"where": {"topic": {"near": "x"}}}, errors.FilterError),
        ({"since": "gestern"}, errors.InvalidInputError),
        ({"limit": 0}, errors.InvalidInputError),
    ]
    for arguments, kind in wrong:
        for memory in (served.memory, lin):
            with pytest.raises(errors.StelaeError) as refused:
                memory.recall("tea", **arguments)
            assert type(refused.value) is kind, arguments
    with pytest.raises(errors.InvalidInputError):
        lin.context("tea", no_such=1)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        (Message(content="明天看牙医", time=datetime(2026, 3, 11, 20, tzinfo=UTC), zone="Asia/Shanghai"), "2026-03-13"),
        ({"content": "I see the dentist tomorrow", "time": "2026-03-11T20:00:00Z", "zone": "Asia/Shanghai"}, "2026-03-13"),
        ({"content": "I see the dentist tomorrow", "time": "2026-03-11T20:00:00Z", "zone": "America/Lima"}, "2026-03-12"),
    ],
)  # fmt: skip
def test_a_message_is_read_in_the_zone_that_it_names(lin: Any, said: Any, day: str) -> None:
    """By its name over the wire, too: tomorrow is the speaker's."""
    (outcome,) = lin.observe(said).outcomes
    assert day in outcome.text
    with pytest.raises(errors.InvalidInputError):
        lin.observe({"content": "x", "zone": "Mars/Phobos"})
