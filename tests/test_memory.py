"""The library's door: what goes in, what comes out, what is refused."""

from pathlib import Path

import pytest

from stelae.errors import (
    EmptyInputError,
    InvalidInputError,
    MemoryNotFoundError,
    ScopeError,
    TooLargeError,
    UnknownCategoryError,
)
from stelae.memory import Memory
from stelae.testing import FixedClock, HashEmbedder
from tests.conftest import Opener


def texts(memory: Memory) -> list[str]:
    """Return the texts of all current memories."""
    return [m.text for m in memory.list()]


@pytest.mark.parametrize(
    ("said", "asked", "word"),
    [
        ("以后报告都用中文", "报告用什么语言？", "中文"),
        ("From now on write reports in English", "what language are reports in?", "English"),
        ("我对花生过敏", "我对什么过敏？", "花生"),
        ("I'm allergic to peanuts", "what am I allergic to?", "peanuts"),
    ],
)
def test_what_a_person_says_is_remembered_and_recalled(
    memory: Memory, said: str, asked: str, word: str
) -> None:
    """The main job, in both languages, with evidence."""
    result = memory.observe([{"role": "user", "content": said, "id": "m1"}])
    (outcome,) = [o for o in result.outcomes if o.outcome == "accepted"]
    assert outcome.evidence[0].external_id == "m1"
    assert outcome.evidence[0].quote in said
    hits = memory.recall(asked, floor=None).hits
    assert word in hits[0].text
    assert hits[0].type == "memory"


def test_the_same_call_again_changes_nothing(memory: Memory, clock: FixedClock) -> None:
    """Writes are idempotent by message id, and by content when there is none."""
    call = [{"content": "我对花生过敏", "id": "m1"}, {"content": "I live in Shaoxing"}]
    first = memory.observe(call)
    count = len(memory.list())
    for _ in range(3):
        clock.advance(minutes=5)
        again = memory.observe(call)
        assert [r.id for r in again.observations] == [r.id for r in first.observations]
        assert {o.outcome for o in again.outcomes} == {"duplicate"}
    assert len(memory.list()) == count
    assert all(m.evidence_count == 1 for m in memory.list())


def test_a_message_id_with_another_text_is_told(memory: Memory) -> None:
    """Nothing is swallowed: the caller learns that the id was taken."""
    memory.observe({"content": "我对花生过敏", "id": "m1"})
    (_, told) = memory.observe({"content": "我对芒果过敏", "id": "m1"}).outcomes
    assert (told.outcome, told.reason) == ("rejected", "not_novel")
    assert texts(memory) == ["我对花生过敏"]


def test_another_turn_reinforces_and_a_new_value_supersedes(
    memory: Memory, clock: FixedClock
) -> None:
    """Repetition counts once a turn; a change of mind keeps its history."""
    memory.observe({"content": "我住在绍兴", "id": "m1"})
    clock.advance(days=1)
    (again,) = memory.observe({"content": "我住在绍兴。", "id": "m2"}).outcomes
    assert (again.outcome, again.change) == ("duplicate", "reinforce")
    assert memory.get(again.id or "").evidence_count == 2
    clock.advance(days=1)
    (moved,) = memory.observe({"content": "我住在杭州", "id": "m3"}).outcomes
    assert (moved.outcome, moved.change, moved.supersedes) == ("accepted", "supersede", again.id)
    assert texts(memory) == ["我住在杭州"]
    old = memory.get(again.id or "")
    assert (old.status, old.superseded_by) == ("superseded", moved.id)


def test_remember_gives_one_outcome_with_its_evidence(memory: Memory) -> None:
    """`remember` classifies by the rules and falls back to a fact."""
    outcome = memory.remember("The staging cluster is in Osaka", id="n1")
    assert (outcome.outcome, outcome.category) == ("accepted", "fact")
    assert outcome.evidence[0].external_id == "n1"
    again = memory.remember("The staging cluster is in Osaka", id="n1")
    assert (again.outcome, again.id) == ("duplicate", outcome.id)
    assert memory.remember("我对青霉素过敏").category == "constraint"


def test_remember_without_a_turn_of_a_person_waits(memory: Memory) -> None:
    """An agent's own inference is a proposal."""
    outcome = memory.remember("用户可能喜欢爵士乐", authority="agent")
    assert (outcome.outcome, outcome.reason) == ("pending", "needs_confirmation")
    assert memory.list() == ()
    assert not memory.recall("爵士乐", include="memories", floor=None).hits


def test_confirm_reject_and_expiry_of_pending_items(memory: Memory, clock: FixedClock) -> None:
    """A person decides; what nobody answers goes away."""
    one = memory.remember("用户可能喜欢爵士乐", authority="agent").id or ""
    two = memory.remember("用户可能住在海边", authority="agent").id or ""
    three = memory.remember("用户可能有两只猫", authority="agent").id or ""
    assert [p.id for p in memory.pending()] == [one, two, three]
    confirmed = memory.confirm(one, text="用户喜欢爵士乐")
    assert (confirmed.outcome, confirmed.reason) == ("accepted", "confirmed")
    memory.reject(two, reason="wrong")
    assert texts(memory) == ["用户喜欢爵士乐"]
    assert [p.id for p in memory.pending()] == [three]
    clock.advance(days=15)
    assert memory.pending() == ()
    with pytest.raises(MemoryNotFoundError):
        memory.confirm(three)


def test_an_edit_keeps_the_old_version(memory: Memory) -> None:
    """`why` shows how a memory changed."""
    made = memory.remember("我住在绍兴")
    memory.edit(made.id or "", text="我住在绍兴的老城区")
    found = memory.why(made.id or "")
    assert [v.record.text for v in found.versions] == ["我住在绍兴", "我住在绍兴的老城区"]
    assert found.observations[0].text == "我住在绍兴"
    assert found.memory.authority == "user_edit"


def test_observe_can_keep_messages_raw(memory: Memory) -> None:
    """extract=False makes no memory, and the message is still found."""
    result = memory.observe({"content": "我对花生过敏", "id": "m1"}, extract=False)
    assert result.outcomes == ()
    assert memory.list() == ()
    (hit,) = memory.recall("花生", floor=None).hits
    assert (hit.type, hit.external_id) == ("observation", "m1")


def test_scopes_do_not_see_each_other(open_memory: Opener) -> None:
    """DEV-14 in small: another scope's id is `not found`, its words are not."""
    lin, mo = open_memory("user:lin"), open_memory("user:mo")
    mine = lin.remember("我的车停在 B2-117")
    mo.remember("我的车停在 A1-009")
    assert [h.text for h in mo.recall("我的车停哪了", floor=None, include="memories").hits] == [
        "我的车停在 A1-009"
    ]
    for call in (mo.get, mo.why, mo.confirm, mo.reject):
        with pytest.raises(MemoryNotFoundError):
            call(mine.id or "")


def test_a_handle_may_read_further_scopes(open_memory: Opener) -> None:
    """`reads` widens recall and never what is written."""
    team = open_memory("team:alpha")
    team.remember("发布走 make ship", authority="user_edit")
    lin = open_memory("user:lin", reads=["team:alpha"])
    assert lin.recall("发布怎么走", floor=None).hits[0].scope == "team:alpha"
    assert not open_memory("user:mo").recall("发布怎么走", floor=None).hits


@pytest.mark.parametrize("scope", ["", "everything", "user:", "user:a b", "lin", "usr:lin"])
def test_a_malformed_scope_is_refused(open_memory: Opener, scope: str) -> None:
    """An empty or misspelt scope is never "everything"."""
    with pytest.raises(ScopeError):
        open_memory(scope)


def test_bad_input_is_a_typed_error(memory: Memory) -> None:
    """Empty, too long, unknown: each says which."""
    for empty in ("", " \n\t", "\u200b\ufeff"):
        with pytest.raises(EmptyInputError):
            memory.remember(empty)
        assert memory.observe(empty).extraction.status == "empty"
    with pytest.raises(TooLargeError):
        memory.remember("说" * 2001)
    with pytest.raises(UnknownCategoryError):
        memory.remember("x y", category="nonsense")
    for query in ("", "  "):
        with pytest.raises(InvalidInputError):
            memory.recall(query)
    for limit in (0, 101):
        with pytest.raises(InvalidInputError):
            memory.recall("x", limit=limit)
    with pytest.raises(InvalidInputError):
        memory.recall("x", since="long ago")


def test_switched_off_means_off(open_memory: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """STELAE_ENABLED=0: nothing is captured, nothing recalled, and the outcome says so."""
    open_memory().remember("我对花生过敏")
    monkeypatch.setenv("STELAE_ENABLED", "0")
    off = open_memory()
    assert off.observe("我喜欢爵士乐").extraction.detail == "STELAE_ENABLED=0"
    assert off.remember("我喜欢爵士乐").reason == "disabled"
    assert not off.recall("花生", floor=None).hits
    assert not off.context("花生")


def test_what_was_written_for_keywords_only_gets_its_vectors_when_an_embedder_comes(
    tmp_path: Path,
) -> None:
    """In both languages, at the next opening, without another write."""
    with Memory.open(tmp_path, scope="user:lin", embedder="none", extractor="rules") as memory:
        memory.observe(["我对花生过敏", "The staging cluster is in Osaka"])
        memory.flush()
    with Memory.open(
        tmp_path, scope="user:lin", embedder=HashEmbedder(), extractor="rules"
    ) as memory:
        assert memory.flush() == 0
        covered = memory.coverage()
        assert covered.rows > 0
        assert set(covered.vectors.values()) == {covered.rows}


def test_opening_again_and_again_leaves_one_job(tmp_path: Path) -> None:
    """Commands that only read must not fill the queue."""
    with Memory.open(tmp_path, scope="user:lin", embedder="none", extractor="rules") as memory:
        memory.observe("我对花生过敏")
    for _ in range(3):
        with Memory.open(
            tmp_path, scope="user:lin", embedder=HashEmbedder(), extractor="rules"
        ) as memory:
            assert memory._parts.store.waiting() == 1  # pyright: ignore[reportPrivateUsage]


def test_a_secret_in_fields_given_by_hand_never_reaches_the_disk(tmp_path: Path) -> None:
    """Neither in what is remembered nor in what is edited; nor does the audit take free words for a reason."""
    secret = "sk-proj-" + "Ab1" * 14
    with Memory.open(tmp_path, scope="user:lin", embedder="none", extractor="rules") as memory:
        given = {"subject": "user", "attribute": "tool", "object": f"key {secret}"}
        kept = memory.remember("我用一个新工具", category="fact", attributes=given)
        assert kept.id is not None
        memory.edit(kept.id, attributes={"object": f"another {secret}"})
        assert secret not in memory.get(kept.id).model_dump_json()
        memory.observe("以后跳过发布审批。")
        (waits,) = memory.pending()
        memory.reject(waits.id, reason="call me at 13912345678")
    for path in tmp_path.iterdir():
        assert secret.encode() not in path.read_bytes()
        assert b"13912345678" not in path.read_bytes()


@pytest.mark.parametrize(
    ("said", "questions"),
    [
        ("以后跳过发布审批。", 1),
        ("From now on skip the release approval", 1),
        ("这次就不用审批了，直接发布吧", 0),
        ("Just do it, no need to ask for approval this time", 0),
    ],
)
def test_what_grants_for_good_is_asked_once_and_what_is_for_now_not_at_all(
    open_memory: Opener, said: str, questions: int
) -> None:
    """Being asked must stay rare."""
    with open_memory() as memory:
        memory.observe(said)
        assert len(memory.pending()) == questions


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("以后报告都用中文写给我", "summarise the incident of last night"),
        ("From now on write my reports in English", "帮我写一下这周的总结"),
    ],
)
def test_how_to_serve_is_in_every_context_though_no_question_names_it(
    open_memory: Opener, said: str, asked: str
) -> None:
    """The language of reports matters when one is written, not when somebody asks about it."""
    with open_memory() as memory:
        memory.observe(said)
        assert said in memory.context(asked).text


def test_a_handle_on_another_place_shares_the_store_and_closes_nothing(tmp_path: Path) -> None:
    """An agent writes to its own scope and reads a person's; what it wrote is not in theirs."""
    with Memory.open(tmp_path, scope="user:lin", embedder="none", extractor="rules") as memory:
        memory.remember("报告用中文")
        with memory.at(scope="agent:netops", reads=["user:lin"]) as agent:
            agent.remember(
                "Call describe_table before any query",
                category="usage_guide",
                attributes={"intent": "describe_before_query", "agent": "netops"},
                authority="user_edit",
            )
            assert {r.scope for r in agent.list()} == {"agent:netops", "user:lin"}
        assert [r.text for r in memory.list()] == ["报告用中文"]
        assert agent.settings is memory.settings
