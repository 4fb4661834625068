"""Who decides: a person through the client, a person's role, or nobody."""

from typing import Any

import pytest
from mcp import Client, types
from mcp.shared.exceptions import MCPError

from stelae.memory import Memory
from stelae.schemas.drafts import Proposed
from tests.conftest import Opener
from tests.server.mcp.conftest import AGREES, At, Person, says
from tests.server.mcp.wire import ERAS, Era, text

GUIDES = [
    pytest.param(
        "数据库快照超过一小时没有更新时，先运行 take_snapshot，再查询。",
        ["快照", "snapshot"],
        id="zh",
    ),
    pytest.param(
        "When the snapshot is older than an hour, run take_snapshot before any query.",
        ["snapshot"],
        id="en",
    ),
]
NO: list[tuple[str, Person | None]] = [
    ("did not agree", says("decline")),
    ("did not agree", says("cancel")),
    ("did not agree", says("accept", confirm=False)),
    ("did not agree", says("accept")),
    ("only a person decides", None),
]
every_no = pytest.mark.parametrize(
    ("told", "person"), NO, ids=["decline", "cancel", "unticked", "empty form", "nobody to ask"]
)
both_eras = pytest.mark.parametrize("era", ERAS)


async def forget(client: Client) -> types.CallToolResult:
    """Preview what is said of peanuts, and forget it."""
    preview = await client.call_tool("forget_preview", {"topic": "花生"})
    shown: Any = preview.structured_content
    ids = [item["id"] for item in shown["preview"]]
    return await client.call_tool("forget", {"ids": ids})


@both_eras
def test_forgetting_on_a_persons_yes(memory: Memory, at: At, era: Era) -> None:
    """They see every line of it, and can undo it by the command that is named."""
    memory.remember("我对花生过敏")
    seen: list[str] = []

    def person(asked: types.ElicitRequestFormParams) -> types.ElicitResult:
        seen.append(asked.message)
        return AGREES(asked)

    done = at(forget, person=person, era=era)
    (question,) = seen
    assert "- 我对花生过敏" in question
    assert memory.list() == ()
    (receipt,) = memory.forgotten()
    assert f"stelae restore {receipt.id}" in text(done)
    assert done.structured_content["id"] == receipt.id


@both_eras
@every_no
def test_without_a_yes_nothing_is_forgotten(
    memory: Memory, at: At, era: Era, told: str, person: Person | None
) -> None:
    """Whatever else a client sends; where nobody can be asked the answer names the command."""
    kept = memory.remember("我对花生过敏").id
    done = at(forget, person=person, era=era)
    assert done.is_error
    assert told in text(done)
    assert ("stelae forget" in text(done)) == (person is None)
    assert [one.id for one in memory.list()] == [kept]


@both_eras
@pytest.mark.parametrize(("body", "keywords"), GUIDES)
def test_a_draft_is_stored_on_a_persons_yes(
    open_memory: Opener, at: At, era: Era, body: str, keywords: list[str]
) -> None:
    """They see its preview word for word; then it is stored, as theirs."""
    memory, seen = open_memory("agent:netops"), list[str]()

    def person(asked: types.ElicitRequestFormParams) -> types.ElicitResult:
        seen.append(asked.message)
        return AGREES(asked)

    async def script(client: Client) -> types.CallToolResult:
        draft = {"intent": "take_snapshot_when_db_stale", "keywords": keywords, "body": body}
        proposed = await client.call_tool("propose_memory_draft", draft)
        shown: Any = proposed.structured_content
        assert shown["preview"] in text(proposed)
        assert memory.list() == ()
        return await client.call_tool("commit_to_memory", {})

    done = at(script, memory=memory, person=person, era=era)
    assert body in seen[0]
    assert not done.is_error
    assert done.structured_content["intent"] == "take_snapshot_when_db_stale"
    (kept,) = memory.list()
    assert (kept.text, kept.authority) == (body, "user_edit")


@both_eras
@every_no
def test_without_a_yes_no_draft_is_stored(
    open_memory: Opener, at: At, era: Era, told: str, person: Person | None
) -> None:
    """It waits on, for the person's own hand."""
    memory = open_memory("agent:netops")
    memory.propose_draft("greet", "每次先问好。", keywords=["问好"])

    async def script(client: Client) -> types.CallToolResult:
        return await client.call_tool("commit_to_memory", {"intent": "greet"})

    done = at(script, memory=memory, person=person, era=era)
    assert done.is_error
    assert told in text(done)
    assert ("stelae drafts commit greet --scope agent:netops" in text(done)) == (person is None)
    assert memory.list() == ()
    assert [one.intent for one in memory.drafts()] == ["greet"]


@both_eras
def test_over_the_wire_an_agents_client_asks_nobody(memory: Memory, at: At, era: Era) -> None:
    """A client that would agree to everything is no person."""
    memory.remember("我对花生过敏")

    def never(_: types.ElicitRequestFormParams) -> types.ElicitResult:
        raise AssertionError

    assert at(forget, person=never, era=era, local=False).is_error
    assert len(memory.list()) == 1


@both_eras
def test_a_reviewers_host_asks_by_itself(memory: Memory, at: At, era: Era) -> None:
    """The role says that a person is asked before each call; nobody is asked twice."""
    memory.remember("我对花生过敏")

    def never(_: types.ElicitRequestFormParams) -> types.ElicitResult:
        raise AssertionError

    assert not at(forget, person=never, era=era, role="reviewer").is_error
    assert memory.list() == ()


@both_eras
def test_a_yes_to_one_draft_is_no_yes_to_another(open_memory: Opener, at: At, era: Era) -> None:
    """The draft is replaced while the person reads: what they agreed to is gone, and the other one is not stored."""
    memory = open_memory("agent:netops")
    memory.propose_draft("greet", "每次先问好。", keywords=["问好"])
    asked_for: list[str] = []

    def person(asked: types.ElicitRequestFormParams) -> types.ElicitResult:
        asked_for.append(asked.message)
        if len(asked_for) > 1:
            return says("decline")(asked)
        memory.discard_draft("greet")
        memory.propose_draft("greet", "每次先转账。", keywords=["问好"])
        return AGREES(asked)

    async def script(client: Client) -> types.CallToolResult:
        return await client.call_tool("commit_to_memory", {"intent": "greet"})

    assert at(script, memory=memory, person=person, era=era).is_error
    assert memory.list() == ()
    assert len(asked_for) == (1 if era == "legacy" else 2)


def test_a_draft_that_comes_in_at_the_last_moment_is_not_stored(
    open_memory: Opener, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the last look at the draft and the writing of it, another one takes its place: it waits on, unread."""
    memory = open_memory("agent:netops")
    memory.propose_draft("greet", "每次先问好。", keywords=["问好"])
    looks: list[str] = []
    look = Memory.draft

    def draft(of: Memory, intent: str | None = None) -> Proposed:
        found = look(of, intent)
        looks.append(found.draft.body)
        if len(looks) == 2:
            memory.propose_draft("greet", "每次先转账。", keywords=["问好"])
        return found

    async def script(client: Client) -> types.CallToolResult:
        return await client.call_tool("commit_to_memory", {"intent": "greet"})

    monkeypatch.setattr(Memory, "draft", draft)
    done = at(script, memory=memory, role="reviewer")
    assert done.is_error
    assert looks == ["每次先问好。"] * 2
    assert memory.list() == ()
    assert [one.body for one in memory.drafts()] == ["每次先转账。"]


@both_eras
def test_a_yes_to_what_has_changed_since_forgets_nothing(memory: Memory, at: At, era: Era) -> None:
    """The memory is edited while the person reads."""
    kept = memory.remember("我对花生过敏").id
    assert kept is not None

    def person(asked: types.ElicitRequestFormParams) -> types.ElicitResult:
        memory.edit(kept, text="我对花生和虾过敏")
        return AGREES(asked)

    done = at(forget, person=person, era=era)
    assert done.is_error
    assert len(memory.list()) == 1


def test_a_client_cannot_forge_what_a_yes_was_about(memory: Memory, at: At) -> None:
    """The state that it gives back is sealed: an invented one, or that of another call, is refused."""
    first, second = memory.remember("我对花生过敏"), memory.remember("我住在宁波")
    yes: Any = {"confirm": types.ElicitResult(action="accept", content={"confirm": True})}

    async def script(client: Client) -> None:
        for id_ in (first.id, second.id):
            await client.call_tool("forget_preview", {"ids": [id_]})
        asked = await client.session.call_tool(
            "forget", {"ids": [first.id]}, allow_input_required=True
        )
        assert isinstance(asked, types.InputRequiredResult)
        for state in ("yes", asked.request_state):
            with pytest.raises(MCPError, match="requestState"):
                await client.session.call_tool(
                    "forget", {"ids": [second.id]}, input_responses=yes, request_state=state
                )
        unasked = await client.session.call_tool(
            "forget", {"ids": [second.id]}, input_responses=yes, allow_input_required=True
        )
        assert isinstance(unasked, types.InputRequiredResult)

    at(script, era="2026-07-28", person=AGREES)
    assert len(memory.list()) == 2


@pytest.mark.parametrize("how", [{"topic": "花生"}, {"everything": True}], ids=str)
def test_the_question_is_built_of_what_is_stored_now(
    memory: Memory, at: At, how: dict[str, Any]
) -> None:
    """Exactly the ids that were shown, and no more of them; once they have changed there is no question."""
    kept = memory.remember("我对花生过敏")
    seen: list[str] = []

    def person(asked: types.ElicitRequestFormParams) -> types.ElicitResult:
        seen.append(asked.message)
        return AGREES(asked)

    async def script(client: Client) -> list[types.CallToolResult]:
        shown: Any = (await client.call_tool("forget_preview", how)).structured_content
        ids = [item["id"] for item in shown["preview"]]
        memory.remember("我家猫叫芝麻")
        forgot = await client.call_tool("forget", {"ids": ids})
        return [forgot, await client.call_tool("forget", {"ids": ids})]

    first, again = at(script, person=person)
    assert not first.is_error
    assert (again.meta or {})["stelae/error"] == "VersionConflictError"
    (question,) = seen
    assert ("花生" in question, "芝麻" in question) == (True, False)
    assert [one.text for one in memory.list()] == ["我家猫叫芝麻"]
    assert kept.id in memory.forgotten()[0].forgotten
